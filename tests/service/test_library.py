"""The library: what comes along, the owners' own sheets, and what is not let happen to a sheet that was played on."""

from __future__ import annotations

from pathlib import Path

import pytest

from companion.core.errors import Refused
from companion.games import score_sheet
from companion.service.session.session import PlayAgain
from tests.service.at_table import HOST, Room

SHEET = """id = "garden"
name = "Garden"
seats = [2, 4]

[[category]]
key = "trees"
name = "Trees"
form = "per-unit"
points = {points}
"""


def test_a_shipped_sheet_lies_in_a_file_named_after_its_id() -> None:
    for name, text in score_sheet.shipped_texts().items():
        assert score_sheet.parse(text, name).id == name.removesuffix(".toml")


def test_every_shipped_sheet_can_be_read(tmp_path: Path) -> None:
    with Room(tmp_path / "companion.db", sheets=True) as room:
        library = room.opened.library
        for key in library.games():
            if key.startswith("sheet:"):
                assert library.problems(library.sheet(key) or "") == ()


def test_a_sheet_may_be_changed_until_somebody_played_on_it(tmp_path: Path) -> None:
    with Room(tmp_path / "companion.db", sheets=True) as room:
        library = room.opened.library
        key = library.keep(SHEET.format(points=2))
        assert library.keep(SHEET.format(points=3), key) == key
        assert "points = 3" in (library.sheet(key) or "")
        room.begin(2, key)
        for change in (lambda: library.keep(SHEET.format(points=4), key), lambda: library.drop(key)):
            with pytest.raises(Refused) as refused:
                change()
            assert refused.value.code == "sheet-in-use"
        assert library.keep(SHEET.format(points=3)) == key
        assert room.table.ask(HOST, PlayAgain()).taken
        with pytest.raises(Refused):
            library.keep(SHEET.format(points=4), key)


def test_a_kept_sheet_with_an_icon_that_is_none_stays_playable(tmp_path: Path) -> None:
    """It was taken when any name was; today it is refused, with what to do."""
    old = 'icon = "nonsense"\n' + SHEET.format(points=2)
    with Room(tmp_path / "companion.db", sheets=True) as room:
        library = room.opened.library
        with pytest.raises(Refused):
            library.keep(old)
        library._log.sheets.put("sheet:garden", old)
        library._read()
        assert library.games()["sheet:garden"].meta.icon == "score"


def test_a_shipped_sheet_is_not_replaced(tmp_path: Path) -> None:
    with Room(tmp_path / "companion.db", sheets=True) as room:
        with pytest.raises(Refused) as refused:
            room.opened.library.keep(SHEET.format(points=2).replace('"garden"', '"hearts"'))
        assert refused.value.code == "shipped"
