"""What a table has to know while it sets up stands on every phone and on the table screen as long as it is needed."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.golden.test_playthroughs import FOLDER
from tests.web.golden_evening import GoldenEvening


class Notes(GoldenEvening):
    """Whether the widget ``key`` stands on all phones and the table screen, after each step of an evening."""

    def __init__(self, folder: Path, key: str) -> None:
        super().__init__(folder)
        self._mark = f'id="w-{key}"'
        self.found: list[bool] = []
        self.texts: list[str] = []
        self.above: list[bool] = []
        """Whether it stands above the tabs of all phones."""

    def looks(self) -> None:
        assert self.site is not None
        play = self.room.moment.play
        assert play is not None
        pages = [("table", self.site.browser("screen")), *(("seat", self.site.browser(n)) for n in play.setup.numbers)]
        texts = [browser.get(f"/{page}").text for page, browser in pages]
        there = {self._mark in text for text in texts}
        self.above.append(all(self._mark in text.partition('id="tabs"')[0] for text in texts[1:]))
        assert len(there) == 1, "some screens show it and others do not"
        self.found.append(there.pop())
        self.texts.append(texts[0])


@pytest.mark.parametrize(
    ("play", "key", "steps", "above", "said"),
    [
        pytest.param("antike/two-seats-west", "pairs", 7, False, "Here Greeks go with Germans.", id="two in the west"),
    ],
)
def test_it_stands_on_every_screen_until_it_is_done(
    tmp_path: Path, play: str, key: str, steps: int, above: bool, said: str
) -> None:
    """In the west: through round 1, above the question only before the first turn."""
    notes = Notes(tmp_path, key)
    notes.runs(FOLDER / f"{play}.txt")
    notes.room.close()
    assert notes.found[:steps] == [True] * steps
    assert notes.above[:steps] == [above] * steps
    assert any(said in text for text in notes.texts[:steps])
    assert not any(notes.found[steps:])
