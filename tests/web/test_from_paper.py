"""Every playthrough stopped in its middle and gone on with from its printed codes comes to the same end."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.golden.test_playthroughs import FILES, FOLDER, name_of
from tests.web.golden_evening import GAMES
from tests.web.reprint import Reprint, deeds_in, middle

SHORT = {f"{play}.txt" for play in ("antike/counted", "athens-sparta/light-moves", "olympos/from-the-middle")}


def real(path: Path) -> bool:
    return path.parent.name in GAMES and deeds_in(path) > 2


def marks(path: Path) -> tuple[pytest.MarkDecorator, ...]:
    return () if name_of(path) in SHORT else (pytest.mark.long,)


@pytest.mark.parametrize(
    "path", [pytest.param(path, id=name_of(path), marks=marks(path)) for path in FILES if real(path)]
)
def test_a_play_goes_on_from_its_print(tmp_path: Path, path: Path) -> None:
    evening = Reprint(tmp_path, middle(path))
    evening.runs(path)
    evening.room.close()
    assert len(evening.sheets[0]) <= 5


def test_the_short_ones_are_there() -> None:
    assert all((FOLDER / name).is_file() for name in SHORT)
