"""Results that a club takes in a second: ``python -m tests.bench.club.results_a_second`` tells it as a line of JSON.

Connections put reports of different plays as fast as they get receipts. Clients, club and database share the
processors of this machine.
"""

from __future__ import annotations

import argparse
import signal
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

from tests.bench.club.sample_reports import sample_reports
from tests.bench.club.served_club import POSTGRESQL, SQLITE, check_nothing_lost, served_club
from tests.bench.club.simulated_outboxes import OutboxSender, SimulatedOutbox
from tests.bench.figures import spread
from tests.bench.phones import tell
from tests.club.postgres import PROGRAMS

CLUBS = {"SQLite": (SQLITE, 1), "PostgreSQL": (POSTGRESQL, 1), "PostgreSQL, 2 processes": (POSTGRESQL, 2)}
PATIENCE = 60.0


def measured(kind: str, processes: int, wanted: argparse.Namespace) -> dict[str, Any]:
    """Receipts a second, milliseconds to each, and seconds until ratings had caught up afterwards."""
    with tempfile.TemporaryDirectory(dir=wanted.folder) as place, served_club(Path(place), kind, processes) as club:
        tokens = list(club.tokens(wanted.connections).values())
        reports = [sample_reports(f"play-{number}") for number in range(wanted.results)]
        mine = [
            [report for number in range(first, wanted.results, len(tokens)) for report in reports[number]]
            for first in range(len(tokens))
        ]
        sender = OutboxSender(club.ports, wanted.connections)
        begun, spent = time.monotonic(), club.processor()
        done = sender.run([SimulatedOutbox(*of) for of in zip(tokens, mine, strict=True)], PATIENCE)
        took, spent = time.monotonic() - begun, club.processor() - spent
        sender.close()
        if not done or sender.failed:
            raise SystemExit(f"{len(sender.receipts)} receipts after {took:.0f} s, {sender.failed} attempts failed")
        behind = club.until_rated(PATIENCE)
        check_nothing_lost(club, {of[-1].play: (of[-1].version, of[-1].digest) for of in reports})
        return {
            "results": wanted.results,
            "bytes": len(reports[0][0].document),
            "rate": round(len(sender.receipts) / took, 1),
            "processor_ms": round(1000 * spent / wanted.results, 2),
            "receipt": spread(sender.receipts),
            "ratings_behind_s": round(behind, 2),
        }


def main() -> None:
    """Measure, and print what was found."""
    parser = argparse.ArgumentParser(prog="python -m tests.bench.club.results_a_second", description=__doc__)
    parser.add_argument("--results", type=int, default=2000, help="reports sent to each club")
    parser.add_argument("--connections", type=int, default=32)
    parser.add_argument("--folder", type=Path, default=Path(tempfile.gettempdir()))
    parser.add_argument("--clubs", nargs="+", choices=tuple(CLUBS), default=tuple(CLUBS))
    wanted = parser.parse_args()
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(1))  # what runs is ended, and its folders removed
    found: dict[str, Any] = {}
    for name in wanted.clubs:
        kind, processes = CLUBS[name]
        if kind == POSTGRESQL and PROGRAMS is None:
            found[name] = {"missing": "PostgreSQL is not installed"}
        else:
            found[name] = measured(kind, processes, wanted)
    tell({"connections": wanted.connections, "clubs": found})


if __name__ == "__main__":
    main()
