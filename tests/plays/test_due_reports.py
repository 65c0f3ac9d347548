"""What the club is to be told of: marked with the entry itself, and let go only on a receipt."""

from __future__ import annotations

import pytest

from companion.plays.log.due_reports import DueReport
from companion.plays.log.log import Log
from companion.plays.play import Play
from tests.plays.counter import Add, End, begin, resume
from tests.plays.row_rewriting import damage


@pytest.fixture
def play(log: Log) -> Play:
    """One move from its end, at a table that reports."""
    log.due_reports.collecting = True
    play = begin(log)
    play.submit(1, "", Add(3), nonce="a")
    return play


def ended(play: Play) -> int:
    """The number of the entry before."""
    return play.submit(1, "", End(), nonce="end").number - 1


def test_a_play_that_ends_is_due_and_one_that_goes_on_is_not(log: Log, play: Play) -> None:
    assert log.due_reports.due() == ()
    ended(play)
    assert log.due_reports.due() == (DueReport(play.id, 1, 0),)


def test_nothing_is_due_at_a_table_that_does_not_report(log: Log, play: Play) -> None:
    log.due_reports.collecting = False
    ended(play)
    with log._database.transaction():
        log.due_reports.mark_within(play.id, over=False)
    assert log.due_reports.due() == ()


def test_every_change_after_the_end_is_a_newer_version(log: Log, play: Play) -> None:
    before = ended(play)
    play.undo(before, 1, "", marked=False, nonce="u")
    assert log.due_reports.due() == (DueReport(play.id, 2, 0),)
    play.redo(before + 1, 1, "", nonce="r")
    play.correct("total", 9, "", nonce="c")
    assert log.due_reports.due() == (DueReport(play.id, 4, 0),)


def test_a_receipt_lets_go_of_its_own_version_and_not_of_a_newer_one(log: Log, play: Play) -> None:
    before = ended(play)
    play.undo(before, 1, "", marked=False, nonce="u")
    log.due_reports.receipted(play.id, 1)
    assert log.due_reports.due() == (DueReport(play.id, 2, 1),)
    log.due_reports.receipted(play.id, 2)
    log.due_reports.receipted(play.id, 1)
    assert log.due_reports.due() == ()
    assert log.due_reports.of_play(play.id) == DueReport(play.id, 2, 2)


def test_what_was_reported_is_taken_back_even_when_nothing_new_is_reported(log: Log, play: Play) -> None:
    before = ended(play)
    log.due_reports.receipted(play.id, 1)
    log.due_reports.collecting = False
    play.undo(before, 1, "", marked=False, nonce="u")
    assert log.due_reports.due() == (DueReport(play.id, 2, 1),)


def test_a_table_that_went_on_from_an_older_copy_overtakes_what_the_club_has(log: Log, play: Play) -> None:
    ended(play)
    log.due_reports.overtake(play.id, 7)
    assert log.due_reports.due() == (DueReport(play.id, 8, 0),)
    log.due_reports.overtake(play.id, 3)
    assert log.due_reports.due() == (DueReport(play.id, 8, 0),)


def test_the_mark_and_the_entry_are_on_disk_together_or_neither(
    log: Log, play: Play, monkeypatch: pytest.MonkeyPatch
) -> None:
    with monkeypatch.context() as broken:
        broken.setattr(log.due_reports, "_put", lambda _: 1 / 0)
        with pytest.raises(ZeroDivisionError):
            ended(play)
    assert resume(log, play).head.number == 2
    assert log.due_reports.due() == ()


@pytest.mark.parametrize("spoilt", ["version = 9", "receipted = 9", "digest = x'00'"])
def test_of_a_damaged_row_it_is_asked_again_what_the_club_has(log: Log, play: Play, spoilt: str) -> None:
    ended(play)
    log.due_reports.receipted(play.id, 1)
    damage(log, f"UPDATE due_reports SET {spoilt}")
    assert log.due_reports.due() == (DueReport(play.id, 1, 0),)
    assert log.damaged_rows() == {"due_reports": 1}
    log.due_reports.receipted(play.id, 1)
    assert log.due_reports.due() == ()
    assert log.damaged_rows() == {}


def test_who_listens_is_told_of_what_is_due_and_not_of_receipts(log: Log, play: Play) -> None:
    told: list[str] = []
    log.due_reports.listen(lambda: told.append("due"))
    before = ended(play)
    log.due_reports.receipted(play.id, 1)
    assert told == ["due"]
    play.undo(before, 1, "", marked=False, nonce="u")
    assert told == ["due", "due"]


def test_the_earliest_play_comes_first(log: Log, play: Play) -> None:
    other = begin(log, play_id="0")
    ended(play)
    ended(other)
    play.correct("total", 9, "", nonce="c")
    assert [report.play for report in log.due_reports.due()] == [play.id, "0"]
