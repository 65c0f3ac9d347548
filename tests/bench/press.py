"""Presses at one table, measured: ``python -m tests.bench.press`` tells what it found as a line of JSON.

It is a process of its own so that memory is that of one table and nothing else.
"""

from __future__ import annotations

import argparse
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from companion.app import stay_loaded
from tests.bench.bench_table import SEATS, BenchTable, PressTimes, new_devices, prefill
from tests.bench.figures import MS, spread
from tests.bench.phones import tell
from tests.bench.served_table import resident
from tests.bench.where import Where

WARM = 16
"""Presses before counting begins: templates are compiled, caches filled."""


def main() -> None:
    """See the module."""
    wanted = _arguments()
    with tempfile.TemporaryDirectory(dir=wanted.folder) as folder:
        path = Path(folder)
        devices = new_devices()
        if wanted.entries:
            prefill(path, wanted.entries, devices)
        stay_loaded()
        with BenchTable(path, devices) as bench_table:
            tell(_measured(bench_table, wanted))


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--presses", type=int, default=500)
    parser.add_argument("--entries", type=int, default=0, help="entries the play has already")
    parser.add_argument("--hurry", type=float, default=0, help="seconds of pressing as fast as moves are on disk")
    parser.add_argument("--where", action="store_true", help="where the time goes; makes everything slower")
    parser.add_argument("--folder", help="where the database is made")
    return parser.parse_args()


def _measured(bench_table: BenchTable, wanted: argparse.Namespace) -> dict[str, Any]:
    presses = moves(bench_table)
    for _ in range(min(WARM, 2 * wanted.presses)):
        next(presses)
    where = Where(bench_table) if wanted.where else None
    made = [next(presses) for _ in range(wanted.presses)]
    found: dict[str, Any] = {
        "moves": len(made),
        "commit": spread([press.commit for press in made]),
        "committed": spread([press.committed for press in made]),
        "picture": spread([press.picture for press in made if press.picture is not None]),
        "first_phone": spread([min(press.phones) for press in made]),
        "phones": spread([max(press.phones) for press in made]),
        "resident": resident(),
        "entries": len(bench_table.play.entries),
        "page": bench_table.phones.first_pages[0],
    }
    if where is not None:
        found["where"] = where.per_press(len(made))
    if wanted.hurry:
        found |= hurried(bench_table, wanted.hurry)
    return found


def moves(bench_table: BenchTable) -> Iterator[PressTimes]:
    """Moves without end, one seat after the other."""
    while True:
        made = 0
        for seat in SEATS:
            for pressed in bench_table.moves(seat):
                made += 1
                yield pressed
        if not made:
            raise SystemExit("no press of any seat makes a move")


def hurried(bench_table: BenchTable, seconds: float) -> dict[str, Any]:
    """Moves a second that are on disk and drawn, faster than any finger, and what the phones get of them meanwhile: the
    fewest updates a second of any phone, and the longest that one waited for the next, in milliseconds.
    """
    bench_table.phones.tell({"mark": True})
    begun, made = time.monotonic(), 0
    while (passed := time.monotonic() - begun) < seconds:
        made += bench_table.hurry(SEATS[made % len(SEATS)])
    updates = bench_table.phones.tell({"updates": True})["updates"]
    bench_table.settle()
    return {
        "rate": made / passed,
        "fewest_updates": min(count for count, _ in updates) / passed,
        "longest_wait_ms": round(max(waited for _, waited in updates) / MS, 1),
    }


if __name__ == "__main__":
    main()
