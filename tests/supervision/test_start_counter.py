"""When a start is careful: after two in a row that failed since power came on."""

from __future__ import annotations

from pathlib import Path

import pytest

from companion.locale import speaker
from companion.supervision.safe_mode import after_failures
from companion.supervision.start_counter import ENDED, FILE, FailedStarts, StartCounter


@pytest.fixture
def boot(tmp_path: Path) -> Path:
    """The kernel's name for this boot."""
    file = tmp_path / "boot_id"
    file.write_text("one\n")
    return file


def test_the_third_start_in_a_row_is_careful(tmp_path: Path, boot: Path) -> None:
    assert [StartCounter(tmp_path, boot).begin() for _ in range(4)] == [None, None, FailedStarts(2), FailedStarts(3)]


def test_it_knows_what_was_said_and_how_it_ended(tmp_path: Path, boot: Path) -> None:
    for _ in range(2):
        starts = StartCounter(tmp_path, boot)
        starts.begin()
        starts.record_failure("pin 99")
    (tmp_path / ENDED).write_text("watchdog\n")
    assert StartCounter(tmp_path, boot).begin() == FailedStarts(2, "watchdog", "pin 99")


def test_it_knows_where_it_hung_and_in_which_game(tmp_path: Path, boot: Path) -> None:
    StartCounter(tmp_path, boot).begin()
    starts = StartCounter(tmp_path, boot)
    starts.begin()
    starts.record_hang("slow_game.rules:12", "slow-game")
    found = StartCounter(tmp_path, boot).begin()
    assert found == FailedStarts(2, hung="slow_game.rules:12", game="slow-game")
    assert found is not None
    assert "The game slow-game hung at slow_game.rules:12, and was ended." in speaker("en", {}).say(
        after_failures(found)
    )


def test_a_hang_that_passed_is_none(tmp_path: Path, boot: Path) -> None:
    StartCounter(tmp_path, boot).begin()
    starts = StartCounter(tmp_path, boot)
    starts.begin()
    starts.record_hang("slow_game.rules:12", "slow-game")
    starts.record_hang("", "")
    assert StartCounter(tmp_path, boot).begin() == FailedStarts(2)


def test_a_reason_is_that_of_the_last_start(tmp_path: Path, boot: Path) -> None:
    first = StartCounter(tmp_path, boot)
    first.begin()
    first.record_failure("pin 99")
    StartCounter(tmp_path, boot).begin()
    assert StartCounter(tmp_path, boot).begin() == FailedStarts(2)


def test_a_start_that_stood_or_was_stopped_begins_anew(tmp_path: Path, boot: Path) -> None:
    StartCounter(tmp_path, boot).begin()
    second = StartCounter(tmp_path, boot)
    second.begin()
    second.record_success()
    assert [StartCounter(tmp_path, boot).begin() for _ in range(3)] == [None, None, FailedStarts(2)]


def test_an_end_for_lack_of_memory_does_not_count(tmp_path: Path, boot: Path) -> None:
    StartCounter(tmp_path, boot).begin()
    (tmp_path / ENDED).write_text("oom-kill\n")
    assert [StartCounter(tmp_path, boot).begin() for _ in range(5)] == [None] * 5
    (tmp_path / ENDED).write_text("signal\n")
    assert [StartCounter(tmp_path, boot).begin() for _ in range(2)] == [None, FailedStarts(2, "signal")]


def test_power_off_and_on_begins_anew(tmp_path: Path, boot: Path) -> None:
    for _ in range(3):
        StartCounter(tmp_path, boot).begin()
    boot.write_text("two\n")
    assert [StartCounter(tmp_path, boot).begin() for _ in range(3)] == [None, None, FailedStarts(2)]


@pytest.mark.parametrize("written", [b"", b"{", b"[]", b'{"count": "many"}', b"\xff"])
def test_a_file_that_cannot_be_read_counts_nothing(tmp_path: Path, boot: Path, written: bytes) -> None:
    (tmp_path / FILE).write_bytes(written)
    assert StartCounter(tmp_path, boot).begin() is None


def test_a_folder_that_cannot_be_written_does_not_keep_it_from_starting(tmp_path: Path, boot: Path) -> None:
    starts = StartCounter(tmp_path / "missing", boot)
    assert starts.begin() is None
    starts.record_failure("no disk")
    starts.record_success()
