"""An evening of 20,000 moves with eight phones: nothing grows, nothing is left, nothing is lost."""

from __future__ import annotations

import gc
import secrets
import threading
import time
from collections.abc import Iterator
from itertools import cycle
from pathlib import Path

import psutil
import pytest

from companion.config import LOG_NAME
from companion.keeping.disk_room import RESERVE
from companion.plays.log.log_file import open_log
from companion.plays.maintenance.verify import verify
from companion.plays.storage.witness import SUFFIX
from companion.service.seats.seating import BecomeHost
from companion.service.session.table_settings import LookAfterCopies
from tests.bench.bench_table import SEATS, BenchTable, new_devices
from tests.bench.phone_process import PATIENCE
from tests.bench.served_table import PIN
from tests.bench.tally import Tally

MOVES = 20_000
SETTLED = 5_000
"""Moves after which caches are full and memory is as large as it gets."""
GROWTH = 6 * 2**20
"""Bytes that memory may differ by from then on; what is known of each entry by heart takes some 100 bytes."""
COPIED = {"copies", "keeping.json", f"{LOG_NAME}{RESERVE}"}
"""What copying leaves beside a log, and the room that is kept for a full disk."""
LOOK = 500
"""Moves between two looks at whether the phones follow."""


@pytest.fixture
def nothing_left() -> Iterator[None]:
    """No thread, file, socket or process is left behind."""
    me = psutil.Process()
    threads, files, children = set(threading.enumerate()), me.num_fds(), set(me.children(recursive=True))
    yield
    assert set(threading.enumerate()) == threads
    assert me.num_fds() == files
    assert set(me.children(recursive=True)) <= children


@pytest.mark.long
def test_a_very_long_evening(tmp_path: Path, nothing_left: None) -> None:
    assert played(tmp_path, SETTLED, MOVES) < GROWTH


def test_a_short_evening(tmp_path: Path, nothing_left: None) -> None:
    played(tmp_path, 8, 2 * len(SEATS))


def played(tmp_path: Path, settled: int, moves: int) -> int:
    """Play an evening of so many moves, and check what is left of it: bytes it grew by after ``settled`` of them."""
    with BenchTable(tmp_path, new_devices()) as bench_table:
        play_on(bench_table, settled)
        # An evening that takes longer than ten minutes is copied; the first copy takes 2 MB for good.
        copied(bench_table)
        before = memory()
        play_on(bench_table, moves)
        grown = memory() - before
        last = bench_table.play.head.number
    assert last == moves + 1
    left = {path.name for path in tmp_path.iterdir()}
    assert left == {LOG_NAME, f"{LOG_NAME}.lock", f"{LOG_NAME}{SUFFIX}", "pin.lock", *COPIED}
    reads_back(tmp_path / LOG_NAME, last)
    return grown


def play_on(bench_table: BenchTable, moves: int) -> None:
    """Press keys until there are so many moves. Every phone must have each seat's newest version again and again."""
    for seat in cycle(SEATS):
        made = bench_table.play.head.number - 1
        if made % LOOK == 0:
            bench_table.settle()
        if made == moves:
            return
        assert bench_table.hurry(seat), f"the press of seat {seat} after {made} moves made none"


def copied(bench_table: BenchTable) -> None:
    """Have the log copied, and wait until it is."""
    table, host = bench_table.app.opened.table, secrets.token_urlsafe(16)
    assert table.ask(host, BecomeHost(PIN)).taken
    assert table.ask(host, LookAfterCopies("copying")).taken
    end = time.monotonic() + PATIENCE
    while not table.view(host).settings.keeping().copies:
        assert time.monotonic() < end, "no copy was made"
        time.sleep(0.05)


def memory() -> int:
    """Bytes this process keeps in memory, without what nobody needs any more."""
    gc.collect()
    return int(psutil.Process().memory_info().rss)


def reads_back(path: Path, entries: int) -> None:
    """The file is sound, and every move played again gives what was stored."""
    log = open_log(path)
    try:
        assert log.check() == "ok"
        report = verify(log, {"tally": Tally()})
    finally:
        log.close()
    assert report.clean
    assert (report.plays, report.entries) == (1, entries)
