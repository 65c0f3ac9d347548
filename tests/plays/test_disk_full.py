"""No room, and a file that became read only: said in words, the play intact, and going on once there is room."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import closing
from itertools import count
from pathlib import Path

import apsw
import pytest

from companion.plays.log.log import Log
from companion.plays.play import Play
from companion.plays.storage.log_errors import LogError
from tests.plays.counter import Add, Learn, Roll, begin, raw, resume
from tests.plays.power_cut_disk import Disk


@pytest.fixture
def disk() -> Iterator[Disk]:
    disk = Disk("disk-that-fills")
    yield disk
    disk.unregister()


def on(disk: Disk) -> Log:
    def connect() -> apsw.Connection:
        connection = apsw.Connection("log.sqlite", vfs=disk.name)
        connection.pragma("locking_mode", "EXCLUSIVE")
        return connection

    return Log(connect, where="the card")


def fails(play: Play, code: str) -> None:
    """A move, a correction and an undo that cannot be written leave the play as it was."""
    before = (raw(play), list(play.entries), list(play.effective.numbers), play.accepted(1), play.head)
    for attempt in (
        lambda: play.submit(1, "", Learn(5), nonce="x"),
        lambda: play.submit(1, "", Roll(), nonce="x"),
        lambda: play.correct("total", 9, "", nonce="x"),
        lambda: play.undo(1, 1, "", marked=False, nonce="x"),
    ):
        with pytest.raises(LogError) as refused:
            attempt()
        assert refused.value.code == code
        assert (raw(play), list(play.entries), list(play.effective.numbers), play.accepted(1), play.head) == before


def test_a_full_disk_is_said_and_the_play_goes_on_when_there_is_room(disk: Disk) -> None:
    log = on(disk)
    play = begin(log)
    play.submit(1, "", Add(3), nonce="a")
    disk.full = True
    fails(play, "disk-full")
    with pytest.raises(LogError, match="The disk with the card is full"):
        log.settings.put("key", "value")
    disk.full = False
    assert log.boxes.owners("counter") == {}
    entry = play.submit(1, "", Roll(), nonce="x")
    assert entry.number == 3
    log.close()
    log = on(disk)
    assert raw(resume(log, play)) == raw(play)
    assert log.check() == "ok"
    log.close()


def test_a_disk_that_is_full_from_the_start(disk: Disk) -> None:
    disk.full = True
    with pytest.raises(LogError) as refused:
        on(disk)
    assert refused.value.code == "disk-full"
    disk.full = False
    log = on(disk)
    begin(log)
    log.close()


def add_for_ever(play: Play) -> None:
    for n in count():
        play.submit(1, "", Add(1), nonce=str(n))


def test_no_more_pages(path: Path) -> None:
    """The same with Python's own module, on a real file that may not grow."""
    path.parent.mkdir()

    def connect() -> sqlite3.Connection:
        return sqlite3.connect(path, isolation_level=None)

    with closing(Log(connect)) as log:
        play = begin(log)
        pages = log._database.query("PRAGMA page_count")[0][0]
        log._database.query(f"PRAGMA max_page_count={pages}")
        with pytest.raises(LogError) as refused:
            add_for_ever(play)
        assert refused.value.code == "disk-full"
        stood = play.state.total
        assert raw(resume(log, play)) == raw(play)
        log._database.query("PRAGMA max_page_count=100000")
        play.submit(1, "", Add(1), nonce="room")
        assert resume(log, play).state.total == stood + 1


def test_a_file_that_became_read_only(path: Path) -> None:
    path.parent.mkdir()
    with closing(Log(lambda: sqlite3.connect(path, isolation_level=None), where="the card")) as log:
        play = begin(log)
        play.submit(1, "", Add(3), nonce="a")
        log._database.query("PRAGMA query_only=ON")
        fails(play, "read-only")
        log._database.query("PRAGMA query_only=OFF")
        assert play.submit(1, "", Add(1), nonce="x").number == 3


def test_an_error_that_is_none_of_the_disks_stays_a_bug(log: Log) -> None:
    with pytest.raises(sqlite3.OperationalError, match="no such table"):
        log._database.query("SELECT * FROM nowhere")
