"""Live tables of a club whose parts are killed: ``python -m tests.bench.club.killed_parts`` tells its figures as JSON.

Tables publish their moves and report their plays. Meanwhile, again and again, one of broker, database and the two
processes of the club is killed by chance and started again. At the end every report is there once in its newest
version, the ratings are those of the sequence, and both processes show the last move of every table.
"""

from __future__ import annotations

import argparse
import random
import signal
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from pathlib import Path
from typing import Any

from tests.bench.club.live_tables import LiveTable, club_broker, club_settings, live_tables
from tests.bench.club.room_pages import shows
from tests.bench.club.sample_reports import SampleReport, sample_reports
from tests.bench.club.served_club import POSTGRESQL, ServedClub, check_nothing_lost, check_ratings, served_club
from tests.bench.club.simulated_outboxes import OutboxSender, SimulatedOutbox
from tests.bench.figures import spread
from tests.bench.phones import tell
from tests.club.postgres import PROGRAMS
from tests.mqtt.mosquitto import PASSWORDS, PROGRAM, Mosquitto

PATIENCE = 90.0
"""Seconds within which everything is well after the last kill: a table's pauses grow up to a minute and a half."""
RESTS = (0.2, 1.0)
"""Seconds between two kills, besides what starting takes."""
CORRECTED, TAKEN_BACK = 3, 6
"""One in so many plays is corrected, and one in so many is taken back in the end."""

Part = tuple[Callable[[], object], Callable[[], object]]
"""How it is killed, and started again."""


def measured(tables: int, plays: int, kills: int, seconds: float, folder: Path, seed: int) -> dict[str, Any]:
    """Figures of the trial. So many ``plays`` of each table end within the ``seconds`` in which it kills. Raises
    ``SystemExit`` where something was lost, is there twice, or is wrong.
    """
    chance = random.Random(seed)
    names = [f"table{number}" for number in range(tables)]
    with tempfile.TemporaryDirectory(dir=folder) as place, club_broker(Path(place), names) as broker:
        settings = club_settings(broker.port)
        with (
            served_club(Path(place), POSTGRESQL, 2, settings) as club,
            live_tables(tokens := club.tokens(tables), broker.port) as live,
            ThreadPoolExecutor(1) as killing,
        ):
            outboxes = _outboxes(tokens, plays, seconds, chance)
            begun = time.monotonic()
            killer = killing.submit(_kill, _parts(club, broker), kills, chance)
            sender = _report(club, outboxes, live, killer, seconds, chance)
            took = time.monotonic() - begun
            rated = club.until_rated(PATIENCE)
            check_nothing_lost(club, {of.play: (of.version, of.digest) for of in _newest(outboxes)})
            check_ratings(club)
            moves = {table.table: table.made for table in live}
            shown = max(shows(port, moves, PATIENCE) for port in club.ports)
    return {
        "tables": tables,
        "kills": dict(killer.result()),
        "reports": sum(len(outbox.reports) for outbox in outboxes),
        "plays": tables * plays,
        "moves": sum(moves.values()),
        "seconds": round(took, 1),
        "attempts_failed": sender.failed,
        "receipt": spread(sender.receipts),
        "ratings_behind_s": round(rated, 2),
        "room_behind_s": round(shown, 2),
    }


def _outboxes(tokens: Mapping[str, str], plays: int, seconds: float, chance: random.Random) -> list[SimulatedOutbox]:
    now = time.monotonic()
    made = []
    for table, token in tokens.items():
        reports: list[SampleReport] = []
        for play in range(plays):
            versions = 2 if chance.randrange(CORRECTED) == 0 else 1
            back = chance.randrange(TAKEN_BACK) == 0
            reports += sample_reports(f"{table}-{play}", versions + back, withdrawn=back)
        made.append(SimulatedOutbox(token, reports, sorted(now + chance.uniform(0, seconds) for _ in reports)))
    return made


def _newest(outboxes: Sequence[SimulatedOutbox]) -> list[SampleReport]:
    return list({report.play: report for outbox in outboxes for report in outbox.reports}.values())


def _parts(club: ServedClub, broker: Mosquitto) -> dict[str, Part]:
    assert club.postgres is not None
    one, other = club.servers
    return {
        "broker": (broker.stop, broker.start),
        "database": (club.postgres.kill, club.postgres.start),
        "process 1": (one.kill, one.start),
        "process 2": (other.kill, other.start),
    }


def _kill(parts: Mapping[str, Part], kills: int, chance: random.Random) -> Counter[str]:
    """Kill so many parts one after the other; how often each was."""
    found: Counter[str] = Counter(dict.fromkeys(parts, 0))
    for number in range(kills):
        time.sleep(chance.uniform(*RESTS))
        # Each of them once, then by chance.
        name = [*parts][number] if number < len(parts) else chance.choice([*parts])
        kill, start = parts[name]
        kill()
        start()
        found[name] += 1
    return found


def _report(
    club: ServedClub,
    outboxes: Sequence[SimulatedOutbox],
    live: Sequence[LiveTable],
    killer: Future[Counter[str]],
    seconds: float,
    chance: random.Random,
) -> OutboxSender:
    """Send every report, and let tables make moves until the last kill is over."""
    sender = OutboxSender(club.ports, len(outboxes))
    due = {table: time.monotonic() + chance.uniform(0, 4) for table in live}

    def goes_on() -> bool:
        now = time.monotonic()
        if not killer.done():
            for table in live:
                if due[table] <= now:
                    table.moves()
                    due[table] = now + chance.uniform(2, 6)
        return True

    done = sender.run(outboxes, seconds + PATIENCE, goes_on)
    while not killer.done():
        goes_on()
        time.sleep(0.01)
    killer.result()
    if not done:
        left = sum(len(outbox.reports) - outbox.sent for outbox in outboxes)
        raise SystemExit(f"{left} reports have no receipt {PATIENCE:.0f} s after the kills")
    sender.close()
    return sender


def main() -> None:
    """Measure, and print what was found."""
    parser = argparse.ArgumentParser(prog="python -m tests.bench.club.killed_parts", description=__doc__)
    parser.add_argument("--tables", type=int, default=200)
    parser.add_argument("--plays", type=int, default=4, help="plays that end at each table")
    parser.add_argument("--kills", type=int, default=20)
    parser.add_argument("--seconds", type=float, default=40, help="in which plays end")
    parser.add_argument("--seed", type=int, default=random.randrange(1_000_000), help="what is killed when")
    parser.add_argument("--folder", type=Path, default=Path(tempfile.gettempdir()))
    wanted = parser.parse_args()
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(1))  # what runs is ended, and its folders removed
    missing = {"PostgreSQL": PROGRAMS, "Mosquitto": PROGRAM and PASSWORDS}
    for name, program in missing.items():
        if program is None:
            tell({"missing": f"{name} is not installed"})
            return
    tell(measured(wanted.tables, wanted.plays, wanted.kills, wanted.seconds, wanted.folder, wanted.seed))


if __name__ == "__main__":
    main()
