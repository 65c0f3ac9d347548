"""When a copy is made and where, what happens as room runs out, and that trial restores are made."""

from __future__ import annotations

import threading
import time
from contextlib import closing
from pathlib import Path

import pytest

from companion.core.wording import say
from companion.keeping import copier, copy_writer
from companion.keeping.copier_state import (
    DAY,
    EVERY,
    FIRST_TRIAL,
    CopierState,
    PlayStatus,
    merged_heads,
    read_state,
    record_heads_again,
    recorded_heads_of,
    write_state,
)
from companion.keeping.copies import name_of
from companion.keeping.disk import Limits, rounded
from companion.keeping.disk_room import RESERVE_SIZE, ensure_room, free_reserve, reserve_path
from companion.keeping.keeping_views import DAMAGED, FULL, NEARLY_FULL
from companion.locale import speaker
from companion.plays.current_play import RecordedHead
from companion.plays.log.log_file import connect, open_read_only
from companion.plays.maintenance.backup import check
from companion.plays.storage.log_errors import LogError
from tests.keeping.kept import ROOMY, Kept, spoil
from tests.plays.counter import Add
from tests.plays.row_rewriting import damage

LIMITS = Limits()
ENGLISH = speaker("en", {})


def test_a_link_in_the_place_of_what_is_written_leads_nowhere(tmp_path: Path) -> None:
    victim = tmp_path / "victim"
    victim.write_text("whole")
    (tmp_path / ".keeping.json.new").symlink_to(victim)
    write_state(tmp_path, CopierState(number=7))
    assert victim.read_text() == "whole"
    assert read_state(tmp_path) == CopierState(number=7)


def complaints(table: Kept) -> str:
    return " ".join(map(ENGLISH.say, table.copier.view.complaints))


def test_nothing_is_copied_while_nothing_happens(table: Kept) -> None:
    for _ in range(10):
        table.after(EVERY)
    assert table.copies == ()


def test_every_ten_minutes_of_play_there_is_a_copy(table: Kept) -> None:
    play = table.begin()
    table.after(5)
    for minute in range(1, 26):
        table.add(play, str(minute))
        table.after(60)
    assert [check(copy.path).entries for copy in reversed(table.copies)] == [11, 21]
    assert table.copies[0].path.stat().st_mode & 0o777 == 0o600


def test_at_the_end_of_a_play_there_is_one_at_once_and_only_one(table: Kept) -> None:
    play = table.begin()
    table.after(5)
    table.add(play, "a")
    table.over(play)
    table.after(5)
    [copy] = table.copies
    assert copy.play == play.id[:8]
    with closing(open_read_only(copy.path)) as log:
        assert len(log.entries(play.id, 1, 9)) == 2
    for _ in range(3):
        table.after(EVERY / 2)
    assert len(table.copies) == 1
    table.starts()
    table.after(5)
    assert len(table.copies) == 1, "nor after a restart"
    table.add(play, "b")  # the end was taken back, and came again
    table.over(play)
    table.after(5)
    assert len(table.copies) == 2


def test_what_changes_between_plays_is_kept_too(table: Kept) -> None:
    table.after(5)
    table.log.settings.put("box", 1)
    table.after(EVERY - 10)
    assert table.copies == ()
    table.after(10)
    assert [copy.play for copy in table.copies] == ["table"]


def test_a_name_says_when_only_where_that_is_known(table: Kept) -> None:
    table.copier.order("copying")
    table.after(1)
    table.clock.since = None
    table.copier.order("copying")
    table.after(1)
    table.clock.since = 1_000_000.0  # the clock jumps back over half a century
    table.copier.order("copying")
    table.after(1)
    assert [copy.when[:4] for copy in table.copies] == ["1970", "", "2023"]
    assert [copy.number for copy in table.copies] == [3, 2, 1]
    assert table.copier.view.copies == table.copies


def test_copies_go_to_a_stick_as_soon_as_there_is_one(table: Kept, tmp_path: Path) -> None:
    table.copier.order("copying")
    table.after(1)
    table.stick = tmp_path / "stick" / "table-companion"
    table.copier.order("copying")
    table.after(1)
    assert [path.name[:16] for path in table.stick.iterdir()] == ["companion-000002"]
    assert table.copier.view.kind == "stick"
    assert table.copier.view.folder == str(table.stick)
    table.stick = None
    table.copier.order("copying")
    table.after(1)
    assert [copy.number for copy in table.copies] == [3, 1], "no number twice, though the stick is away"


def test_a_stick_that_fails_is_said_and_the_copy_goes_beside_the_plays(table: Kept, tmp_path: Path) -> None:
    (tmp_path / "file").write_text("in the way")
    table.stick = tmp_path / "file" / "table-companion"
    table.copier.order("copying")
    table.after(1)
    assert len(table.copies) == 1
    assert "cannot be made" in complaints(table)
    assert table.copier.view.kind == "beside"
    table.stick = tmp_path / "good"
    table.copier.order("copying")
    table.after(1)
    assert complaints(table) == ""
    assert table.copier.view.kind == "stick"


def test_as_room_runs_out_the_host_is_told_then_copies_stop_then_no_play_begins(table: Kept) -> None:
    for _ in range(4):
        table.copier.order("copying")
        table.after(1)
    assert len(table.copies) == 4
    assert table.copier.view.complaints == ()
    table.free = LIMITS.little - 1
    table.after(5)
    assert "490 MB are left" in complaints(table)
    assert table.copier.view.warning is None
    table.free = LIMITS.short - 1
    table.copier.order("copying")
    table.after(5)
    assert [copy.number for copy in table.copies] == [4, 3], "the old ones make room, and no new one takes it"
    assert "no more copies are kept there" in complaints(table)
    assert table.copier.view.warning == NEARLY_FULL
    assert table.copier.obstacle is None
    table.free = LIMITS.least - 1
    table.after(5)
    assert table.copier.obstacle is not None
    assert "no new play begins" in complaints(table)
    table.free = LIMITS.little
    table.after(5)
    assert table.copier.obstacle is None
    assert complaints(table) == ""


def test_a_disk_that_cannot_be_asked_counts_as_full(table: Kept) -> None:
    def gone(_: Path) -> int:
        raise OSError(5, "Input/output error")

    assert copier.Copier(table.path, table.clock, places=table.places, free=gone).view.level == "full"


def test_after_a_copy_that_failed_the_card_is_left_in_peace_for_a_while(
    table: Kept, monkeypatch: pytest.MonkeyPatch
) -> None:
    tried = []
    monkeypatch.setattr(copy_writer, "back_up", lambda *_: tried.append(1) or _fails())
    play = table.begin()
    table.over(play)
    for _ in range(4):
        table.after(5)
    assert len(tried) == 1
    assert "disk is full" in complaints(table)
    table.after(EVERY)
    assert len(tried) == 2


def _fails() -> None:
    raise LogError("disk-full", say("The disk is full."))


def test_what_a_copying_that_was_cut_off_left_behind_is_removed(table: Kept) -> None:
    folder = table.folder / "copies"
    folder.mkdir()
    (folder / f"{name_of(1, None, '')}.part").write_bytes(b"half")
    table.copier.order("copying")
    table.after(1)
    assert [file.name for file in folder.iterdir()] == [table.copies[0].path.name]


def test_a_trial_restore_is_made_once_a_day_while_nobody_plays(table: Kept) -> None:
    table.copier.order("copying")
    table.seen = PlayStatus("ab" * 16, 3)
    table.after(FIRST_TRIAL)
    assert table.copier.view.last_trial is None, "not while people play"
    table.seen = PlayStatus()
    table.after(1)
    trial = table.copier.view.last_trial
    assert trial is not None
    assert (trial.number, trial.why) == (1, None)
    table.copier.order("copying")
    table.after(1)
    table.after(60)
    assert table.copier.view.last_trial == trial
    table.after(DAY)
    assert table.copier.view.last_trial.number == 2
    assert sorted(file.name for file in table.folder.iterdir() if file.is_dir()) == ["copies"]


def test_a_copy_that_cannot_be_restored_is_said(table: Kept) -> None:
    table.begin()
    table.copier.order("copying")
    table.after(1)
    spoil(table.copies[0].path)
    table.copier.order("trial-restore")
    table.after(1)
    assert "is damaged" in complaints(table)


def test_what_was_not_checked_at_the_start_is_checked_afterwards(table: Kept) -> None:
    table.begin()
    table.log.close()
    spoil(table.path)
    table.starts(examined=False)
    table.after(1)
    assert table.copier.view.warning == DAMAGED
    assert "is damaged" in complaints(table)


def test_its_thread_copies_while_people_play_and_ends_with_the_table(
    table: Kept, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(copier, "LOOK", 0.01)
    play = table.begin()
    left = table.folder / ".rehearsing" / "by-a-power-cut"
    left.mkdir(parents=True)
    table.copier.start(lambda: table.seen, lambda: None)
    assert not left.exists()
    table.copier.order("copying")
    entries = 0
    while not table.copies:
        play.submit(1, "", Add(1), nonce=str(entries))
        entries += 1
        time.sleep(0.001)
        assert entries < 5000
    assert check(table.copies[0].path).plays == 1
    table.copier.close()
    assert not [thread for thread in threading.enumerate() if thread.name == "keeps"]


def test_closing_gives_up_a_copy_in_the_making(table: Kept, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(copier, "LOOK", 0.01)
    monkeypatch.setattr("companion.plays.maintenance.backup.PAGES", 1)
    began = threading.Event()
    progress = table.copier._progress

    def slow(done: int, total: int) -> None:
        began.set()
        while not table.copier._closing:
            time.sleep(0.001)
        progress(done, total)

    monkeypatch.setattr(table.copier, "_progress", slow)
    table.copier.start(lambda: table.seen, lambda: None)
    table.copier.order("copying")
    assert began.wait(5)
    table.copier.close()
    assert not [thread for thread in threading.enumerate() if thread.name == "keeps"]
    assert list((table.folder / "copies").iterdir()) == []


def test_damaged_rows_are_counted_and_put_back_once_no_play_is_on(table: Kept) -> None:
    play = table.begin()
    table.add(play, "a")
    table.over(play)
    table.after(1)
    assert len(table.copies) == 1
    damage(table.log, "UPDATE entries SET mono = mono + 1 WHERE number = 1")
    table.starts()
    told = []
    table.copier._on_repair = lambda: told.append(True)
    table.after(1)
    assert table.copier.view.gaps == 1
    assert "1 stored row is damaged" in complaints(table)
    assert table.copier.view.warning is None, "the evening is not at stake"
    table.seen = PlayStatus(play.id, 2)
    table.copier.order("repairing")
    table.after(1)
    assert table.copier.view.gaps == 1, "not while a play is on"
    table.over(play)
    table.after(1)
    assert (table.copier.view.gaps, table.copier.view.complaints, told) == (0, (), [True])
    assert check(table.path).damaged == 0
    assert check(table.path.with_name("companion.db.before-mending")).damaged == 1


def test_a_copy_counts_what_is_damaged_and_is_made_all_the_same(table: Kept) -> None:
    play = table.begin()
    table.after(1)
    damage(table.log, "UPDATE entries SET mono = mono + 1")
    table.copier.order("copying")
    table.after(1)
    assert table.copier.view.gaps == 1
    assert check(table.copies[0].path).damaged == 1
    assert play.id in read_state(table.folder).heads


@pytest.mark.parametrize(
    ("free", "shown"),
    [(9_999_999, 0), (999_999_999, 990_000_000), (1_000_000_000, 1_000_000_000), (1_199_999_999, 1_100_000_000)],
)
def test_the_room_is_shown_finer_where_it_matters(free: int, shown: int) -> None:
    assert rounded(free) == shown


def test_before_it_has_looked_a_keeper_has_nothing_to_complain_of(table: Kept) -> None:
    assert table.copier.view.complaints == ()


def test_of_two_ends_of_a_play_that_are_as_long_the_later_copy_is_the_witness(table: Kept) -> None:
    play = table.begin()
    table.after(1)
    table.copier.order("copying")
    table.after(1)
    end = recorded_heads_of(table.copies[0].path)[play.id]
    other = RecordedHead(end.number, "ab" * 32)
    assert merged_heads({play.id: other}, table.copies[0].path) == {play.id: end}
    longer = RecordedHead(end.number + 1, "ab" * 32)
    assert merged_heads({play.id: longer, "gone": other}, table.copies[0].path) == {play.id: longer, "gone": other}


def test_no_play_becomes_shorter_for_the_notes_by_itself(table: Kept) -> None:
    play = table.begin()
    table.add(play, "a")
    table.copier.order("copying")
    table.after(1)
    assert read_state(table.folder).heads[play.id].number == 2
    damage(table.log, "DELETE FROM entries WHERE number = 2")
    table.copier.order("copying")
    table.after(1)
    assert read_state(table.folder).heads[play.id].number == 2
    record_heads_again(table.path)
    assert read_state(table.folder).heads[play.id].number == 1


# -- a full disk -------------------------------------------------------------------------------------------------------


def test_a_full_disk_is_told_to_everybody_and_nothing_begins(table: Kept) -> None:
    table.free = 900_000
    table.after(5)
    assert table.copier.view.warning == FULL
    assert "The disk is full" in complaints(table)
    assert table.copier.obstacle is not None
    table.free = ROOMY
    table.after(5)
    assert table.copier.view.warning is None


def test_the_reserve_is_made_where_there_is_room_for_it(table: Kept) -> None:
    table.free = 59_000_000
    table.after(5)
    assert not reserve_path(table.path).exists()
    table.free = 61_000_000
    table.after(5)
    assert reserve_path(table.path).stat().st_size == RESERVE_SIZE
    assert free_reserve(table.path)
    assert not free_reserve(table.path)
    table.after(5)
    assert reserve_path(table.path).exists(), "it is made again"


def test_a_log_is_not_opened_without_room(table: Kept) -> None:
    """SQLite maps its shared memory: without a block for it the kernel would end the process."""
    table.free = 999_999
    reserve_path(table.path).touch()
    ensure_room(table.path, lambda _: table.free)
    assert not reserve_path(table.path).exists(), "first the reserve goes"
    with pytest.raises(LogError) as fault:
        ensure_room(table.path, lambda _: table.free)
    assert fault.value.code == "disk-full"
    ensure_room(table.path, lambda _: 1_000_000)


def test_what_may_be_deleted_is_named(table: Kept) -> None:
    (table.folder / "copies").mkdir()
    for number in (1, 2, 3):
        (table.folder / "copies" / name_of(number, None, "")).write_bytes(bytes(number))
    for aside, size in (("damaged-1", 3), ("before-restore", 9), ("witness", 99), ("lock", 99)):
        (table.folder / f"companion.db.{aside}").write_bytes(bytes(size))
    table.after(5)
    assert table.copier.view.deletable == ()
    table.free = LIMITS.short - 1
    table.copier._view = table.copier._refreshed(table.copier.view)
    named = [(each.path.name, each.size) for each in table.copier.view.deletable]
    assert named == [("companion.db.before-restore", 9), ("companion.db.damaged-1", 3), (name_of(1, None, ""), 1)]


# -- the write-ahead log -----------------------------------------------------------------------------------------------


def unsettled(table: Kept) -> int:
    return table.path.with_name(f"{table.path.name}-wal").stat().st_size


def test_after_every_ten_entries_the_write_ahead_log_is_empty(table: Kept) -> None:
    play = table.begin()
    table.after(5)
    assert not unsettled(table)
    for n in range(9):
        table.add(play, str(n))
    table.after(5)
    assert unsettled(table)
    table.add(play, "tenth")
    table.after(5)
    assert not unsettled(table)
    assert table.log.check() == "ok"


def test_while_somebody_reads_it_is_tried_again_later(table: Kept) -> None:
    play = table.begin()
    with closing(connect(table.path, reading=True)) as reader:
        reader.execute("BEGIN")
        reader.execute("SELECT count(*) FROM plays").fetchall()
        for n in range(10):
            table.add(play, str(n))
        table.after(5)
        assert unsettled(table)
        reader.execute("COMMIT")
        table.after(5)
        assert not unsettled(table)


def test_emptying_it_is_no_reason_for_a_copy(table: Kept) -> None:
    play = table.begin()
    for n in range(10):
        table.add(play, str(n))
    table.copier.order("copying")
    with closing(connect(table.path, reading=True)) as reader:
        reader.execute("BEGIN")
        reader.execute("SELECT count(*) FROM plays").fetchall()
        table.after(5)
        assert unsettled(table)
    table.after(5)
    assert not unsettled(table)
    for _ in range(3):
        table.after(EVERY)
    assert len(table.copies) == 1
