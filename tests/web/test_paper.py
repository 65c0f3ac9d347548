"""The public sheet shows what no cardboard does, and nothing of what one seat alone may see."""

from __future__ import annotations

from pathlib import Path

import pytest

from companion.core.secrecy import PUBLIC, seen
from tests.golden.test_playthroughs import FOLDER
from tests.web.golden_evening import GoldenEvening


class PublicSheets(GoldenEvening):
    """The keys of all widgets that ever were on the public sheet."""

    def __init__(self, folder: Path) -> None:
        super().__init__(folder)
        self.found: set[str] = set()
        self._looked = 0

    def looks(self) -> None:
        self._looked += 1
        if self._looked % 4:
            return
        play = self.room.moment.play
        assert play is not None
        assert self.site is not None
        public = seen(play.state, PUBLIC)
        there = {widget.key for widget in play.game.show(public, PUBLIC)} & set(play.game.on_paper(public))
        html = self.site.browser(1).get("/print").text
        assert all(f'id="w-{key}"' in html for key in there)
        assert "data-cover" not in html.partition('<div class="sheets">')[2]
        self.found |= there


@pytest.mark.parametrize(
    ("play", "keys"),
    [
        ("antike/turns", {"holdings"}),
        ("antiquity/first-round", {"phases", "men", "city-1-1", "saints-1"}),
        ("ancient-world/every-move", {"goods", "cities", "armies"}),
        ("athens-sparta/sicily-and-persia", {"points", "war", "played"}),
        pytest.param("olympos/three-light", {"order", "gods"}, marks=pytest.mark.long),
    ],
)
def test_the_public_sheet_has_what_no_cardboard_shows(tmp_path: Path, play: str, keys: set[str]) -> None:
    sheets = PublicSheets(tmp_path)
    sheets.runs(FOLDER / f"{play}.txt")
    sheets.room.close()
    assert keys <= sheets.found
