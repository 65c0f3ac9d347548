"""The check when the table opens, and the newest good copy when it fails."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from itertools import count
from pathlib import Path

import pytest

from companion.keeping import log_checks
from companion.keeping.copies import CopyTarget, name_of
from companion.keeping.log_checks import newest_good_copy, quick_check, try_restore
from companion.plays.log.log_file import open_log
from companion.plays.maintenance.backup import back_up, check, restore
from companion.plays.storage.log_errors import LogError
from tests.keeping.kept import Kept, spoil
from tests.plays.counter import Counter


@pytest.fixture
def closed(table: Kept) -> Path:
    """A log with a play in it that nobody uses."""
    play = table.begin()
    for n in range(20):
        table.add(play, str(n))
    table.log.close()
    return table.path


def test_a_log_that_holds_together(closed: Path, tmp_path: Path) -> None:
    before = closed.read_bytes()
    assert quick_check(closed)
    assert closed.read_bytes() == before
    assert quick_check(tmp_path / "none.db"), "nothing was played yet"


def test_a_damaged_log_is_told_from_a_sound_one(closed: Path) -> None:
    spoil(closed, lambda page: page % 3 == 2)
    with pytest.raises(LogError) as fault:
        quick_check(closed)
    assert fault.value.code == "damaged"


def test_a_file_of_nonsense_is_told_too(tmp_path: Path) -> None:
    log = tmp_path / "companion.db"
    log.write_bytes(b"nonsense" * 5000)
    with pytest.raises(LogError) as fault:
        quick_check(log)
    assert fault.value.code == "no-database"


def test_the_check_ends_when_its_time_is_over(closed: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(log_checks, "STEPS", 10)
    clock = count()
    assert quick_check(closed, 5.0, lambda: float(next(clock))) is False


def test_the_newest_copy_that_is_good_is_found(closed: Path, tmp_path: Path) -> None:
    stick, beside = CopyTarget("stick", tmp_path / "stick"), CopyTarget("beside", tmp_path / "copies")
    assert newest_good_copy((stick, beside)) is None
    for number, place in ((1, stick), (2, beside), (3, stick)):
        place.folder.mkdir(exist_ok=True)
        back_up(closed, place.folder / name_of(number, None, ""))
    spoil(stick.folder / name_of(3, None, ""))
    found = newest_good_copy((stick, beside))
    assert found is not None
    copy, contents = found
    assert (copy.number, copy.path.parent) == (2, beside.folder)
    assert contents.entries == 21


def test_a_damaged_log_is_kept_aside_to_the_bit(closed: Path, tmp_path: Path) -> None:
    copy = tmp_path / "copy.db"
    back_up(closed, copy)
    for number in (1, 2):
        spoil(closed)
        damaged = closed.read_bytes()
        restore(copy, closed)
        assert closed.with_name(f"companion.db.damaged-{number}").read_bytes() == damaged
        assert check(closed).entries == 21
        open_log(closed).close()


def test_a_copy_that_is_no_good_changes_nothing(closed: Path, tmp_path: Path) -> None:
    copy = tmp_path / "copy.db"
    back_up(closed, copy)
    spoil(copy)
    spoil(closed)
    damaged = closed.read_bytes()
    with pytest.raises(LogError):
        restore(copy, closed)
    assert closed.read_bytes() == damaged
    assert not list(closed.parent.glob("*damaged*"))


def test_a_trial_restore_replays_every_play_and_leaves_nothing(closed: Path, tmp_path: Path) -> None:
    copy, scratch = tmp_path / "copy.db", tmp_path / "scratch"
    back_up(closed, copy)
    scratch.mkdir()
    trial = try_restore(copy, scratch, lambda _log: {"counter": Counter()})
    assert trial.report is not None
    assert (trial.report.clean, trial.report.entries) == (True, 21)
    assert try_restore(copy, scratch).report is None
    assert list(scratch.iterdir()) == []
    with pytest.raises(LogError):
        try_restore(copy, tmp_path / "no such folder")


def test_a_copy_without_a_damaged_row_is_better_than_a_newer_one_with(closed: Path, tmp_path: Path) -> None:
    beside = CopyTarget("beside", tmp_path / "copies")
    beside.folder.mkdir()
    for number in (1, 2, 3):
        back_up(closed, beside.folder / name_of(number, None, ""))
    spoilt = [beside.folder / name_of(number, None, "") for number in (1, 2, 3)]
    for damaged, best in ((spoilt[2:], 2), (spoilt[:2], 3)):
        for copy in damaged:
            with closing(sqlite3.connect(copy)) as file:
                file.execute("UPDATE entries SET mono = mono + 1 WHERE number = 2")
                file.commit()
        found = newest_good_copy((beside,))
        assert found is not None
        assert (found[0].number, bool(found[1].damaged)) == (best, best == 3), "with all of them damaged, the newest"
