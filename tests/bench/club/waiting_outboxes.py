"""A convention whose network was away: ``python -m tests.bench.club.waiting_outboxes`` tells its figures as JSON.

Every table has a report that waits. While the club is away they try and fail, as their pauses have it; then the club
is there, and all come to it over some hundred connections at once, until each has its receipt.
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

PATIENCE = 150.0


def measured(wanted: argparse.Namespace) -> dict[str, Any]:
    """Seconds from the club's return until the last receipt, and until the ratings had caught up after that."""
    kind, processes = (POSTGRESQL, 2) if PROGRAMS is not None else (SQLITE, 1)
    with tempfile.TemporaryDirectory(dir=wanted.folder) as place, served_club(Path(place), kind, processes) as club:
        tokens = club.tokens(wanted.outboxes)
        reports = {table: sample_reports(f"play-of-{table}") for table in tokens}
        for server in club.servers:
            server.kill()
        sender = OutboxSender(club.ports, wanted.connections)
        outboxes = [SimulatedOutbox(tokens[table], reports[table]) for table in tokens]
        sender.run(outboxes, wanted.away)
        failed, sender.failed = sender.failed, 0
        for server in club.servers:
            server.start()
        begun = time.monotonic()
        done = sender.run((), PATIENCE)
        took = time.monotonic() - begun
        sender.close()
        if not done:
            raise SystemExit(f"{len(sender.receipts)} of {wanted.outboxes} outboxes have a receipt after {took:.0f} s")
        behind = club.until_rated(PATIENCE)
        check_nothing_lost(club, {of[-1].play: (of[-1].version, of[-1].digest) for of in reports.values()})
        return {
            "database": kind,
            "processes": processes,
            "outboxes": wanted.outboxes,
            "connections": wanted.connections,
            "failed_before": failed,
            "failed_after": sender.failed,
            "seconds": round(took, 1),
            "rate": round(wanted.outboxes / took, 1),
            "receipt": spread(sender.receipts),
            "ratings_behind_s": round(behind, 2),
        }


def main() -> None:
    """Measure, and print what was found."""
    parser = argparse.ArgumentParser(prog="python -m tests.bench.club.waiting_outboxes", description=__doc__)
    parser.add_argument("--outboxes", type=int, default=10_000)
    parser.add_argument("--connections", type=int, default=200)
    parser.add_argument("--away", type=float, default=3, help="seconds that the tables try while the club is away")
    parser.add_argument("--folder", type=Path, default=Path(tempfile.gettempdir()))
    wanted = parser.parse_args()
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(1))  # what runs is ended, and its folders removed
    tell(measured(wanted))


if __name__ == "__main__":
    main()
