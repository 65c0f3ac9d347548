"""Names of copies, their order, and which of them stay."""

from __future__ import annotations

from contextlib import closing
from pathlib import Path

from companion.keeping.copies import LEAST, NEWEST, Copy, copies_in, name_of, number_after, to_drop
from companion.keeping.copy_writer import last_entries, without_last_copies
from companion.plays.log.log_file import open_log
from companion.plays.maintenance.backup import back_up
from tests.keeping.kept import Kept
from tests.plays.counter import begin


def some(*plays: str, size: int = 10) -> list[Copy]:
    """Copies of these plays, the newest first."""
    count = len(plays)
    return [Copy(count - n, "", play, Path(f"{count - n}"), size) for n, play in enumerate(plays)]


def numbers(copies: tuple[Copy, ...]) -> list[int]:
    return [copy.number for copy in copies]


def test_copies_are_in_the_order_of_their_numbers_whatever_the_clock_said(tmp_path: Path) -> None:
    walls = (1_700_000_000.0, None, 86_400.0, 1_700_000_000.0)
    for number, wall in enumerate(walls, 1):
        (tmp_path / name_of(number, wall, "0123456789abcdef")).write_bytes(b"x" * number)
    found = copies_in(tmp_path)
    assert numbers(found) == [4, 3, 2, 1]
    assert [copy.when[:4] for copy in found] == ["2023", "1970", "", "2023"]
    assert [copy.play for copy in found] == ["01234567"] * 4
    assert [copy.size for copy in found] == [4, 3, 2, 1]


def test_other_files_are_nobodys_business(tmp_path: Path) -> None:
    for name in ("companion.db", "companion-1-x.db", "companion-000001-time-unknown-table.db.part", "holiday.jpg"):
        (tmp_path / name).write_bytes(b"")
    (tmp_path / name_of(3, None, "")).mkdir()
    assert copies_in(tmp_path) == ()
    assert copies_in(tmp_path / "nowhere") == ()


def test_a_number_is_never_given_twice(tmp_path: Path) -> None:
    one, other = tmp_path / "one", tmp_path / "other"
    one.mkdir()
    assert number_after(0, one, other) == 1
    assert number_after(7, one, other) == 8, "also when the stick with the others is not there"
    (one / name_of(12, None, "")).write_bytes(b"")
    assert number_after(7, one, other) == 13


def test_the_newest_stay_and_the_last_of_each_play_before() -> None:
    copies = some("f", "f", "f", "f", "f", "e", "e", "e", "d", "c", "c", "b", "a")
    assert numbers(to_drop(copies)) == [7, 6, 3]


def test_very_old_plays_go() -> None:
    copies = some("now", *(f"play {n}" for n in range(30)))
    dropped = to_drop(copies)
    assert len(copies) - len(dropped) == 14
    assert numbers(dropped) == list(range(17, 0, -1))


def test_where_room_is_short_the_oldest_go_first_but_never_all() -> None:
    copies = some(*"hgfedcba")
    assert numbers(to_drop(copies, 50)) == [3, 2, 1]
    assert numbers(to_drop(copies, 0)) == list(range(8 - LEAST, 0, -1))
    assert to_drop(copies, 80) == ()


def test_the_last_copy_that_knows_a_play_the_log_does_not_is_never_dropped(table: Kept) -> None:
    lost = table.begin()
    folder = table.folder / "copies"
    folder.mkdir()
    for number in (1, 2):
        back_up(table.path, folder / name_of(number, None, ""))
    table.log.close()
    table.path.unlink()
    with closing(open_log(table.path, anew=True)) as log:
        begin(log)
    for number in range(3, 3 + 2 * NEWEST):
        back_up(table.path, folder / name_of(number, None, ""))
    copies = copies_in(folder)
    dropped = to_drop(copies, 0)
    assert {1, 2} <= set(numbers(dropped))
    kept = [copy for copy in copies if copy not in dropped]
    assert set(numbers(dropped)) - set(numbers(without_last_copies(dropped, kept, table.path))) == {2}, (
        "one of them is enough"
    )
    assert lost.id in last_entries(folder / name_of(2, None, ""))
    assert without_last_copies((), kept, table.path) == ()


def test_a_copy_that_knows_more_of_a_play_stays_too(table: Kept) -> None:
    play = table.begin()
    folder = table.folder / "copies"
    folder.mkdir()
    back_up(table.path, folder / name_of(1, None, ""))
    table.add(play, "a")
    back_up(table.path, folder / name_of(2, None, ""))
    newer, older = copies_in(folder)
    assert without_last_copies((newer, older), (), folder / name_of(1, None, "")) == (older,)
    assert without_last_copies((newer, older), (), table.path) == (newer, older)
    newer.path.write_bytes(b"no copy")
    assert without_last_copies((newer, older), (), folder / name_of(1, None, "")) == (newer, older)
