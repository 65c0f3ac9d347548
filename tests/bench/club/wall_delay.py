"""How long the wall takes to show a move: ``python -m tests.bench.club.wall_delay`` tells it as a line of JSON.

From the move at a table, by the broker and the club, to the piece of the wall's stream that has it; first with one
wall alone, then with some walls and many phones that follow the room.
"""

from __future__ import annotations

import argparse
import random
import signal
import sys
import tempfile
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from tests.bench.club.live_tables import LiveTable, club_broker, club_settings, live_tables
from tests.bench.club.room_pages import RoomPages, shows
from tests.bench.club.served_club import SQLITE, ServedClub, served_club
from tests.bench.figures import spread
from tests.bench.phones import tell
from tests.mqtt.mosquitto import PASSWORDS, PROGRAM

PATIENCE = 40.0
COMES = 15.0
"""Seconds within which the last moves must have come."""


def measured(wanted: argparse.Namespace) -> dict[str, Any]:
    """Figures of both."""
    names = [f"table{number}" for number in range(wanted.tables)]
    with tempfile.TemporaryDirectory(dir=wanted.folder) as place, club_broker(Path(place), names) as broker:
        settings = club_settings(broker.port)
        with (
            served_club(Path(place), SQLITE, settings=settings) as club,
            live_tables(club.tokens(wanted.tables), broker.port) as tables,
        ):
            shows(club.ports[0], {table.table: table.made for table in tables}, PATIENCE)
            few = _followed(club, tables, 1, 0, wanted)
            many = _followed(club, tables, wanted.walls, wanted.phones, wanted)
    return {"tables": wanted.tables, "every_s": wanted.every, "few": few, "many": many}


def _followed(
    club: ServedClub, tables: Sequence[LiveTable], walls: int, phones: int, wanted: argparse.Namespace
) -> dict[str, Any]:
    pages = RoomPages(club.ports[0], walls, phones)
    pages.start()
    before = {table.table: table.made for table in tables}
    begun, spent = time.monotonic(), club.processor()
    _play(tables, wanted.every, wanted.seconds)
    spent = (club.processor() - spent) / (time.monotonic() - begun)
    until = time.monotonic() + COMES
    while not all(_has(wall.seen, tables) for wall in pages.walls):
        if time.monotonic() > until:
            raise SystemExit(f"a wall does not have the last move of some tables after {COMES:.0f} s")
        time.sleep(0.05)
    pages.close()
    if pages.broken:
        raise SystemExit(f"{pages.broken} streams were cut")
    delays = [
        wall.seen[table.table, move + 1] - at
        for wall in pages.walls
        for table in tables
        for move, at in enumerate(table.published)
        if move >= before[table.table]
    ]
    return {
        "walls": walls,
        "phones": phones,
        "moves": sum(table.made - before[table.table] for table in tables),
        "delay": spread(delays),
        "processor_percent": round(100 * spent, 1),
    }


def _has(seen: dict[tuple[str, int], int], tables: Sequence[LiveTable]) -> bool:
    return all((table.table, table.made) in seen for table in tables)


def _play(tables: Sequence[LiveTable], every: float, seconds: float) -> None:
    """Each table makes a move every so many seconds, one and a half times as long at most, half as long at least."""
    chance = random.Random(len(tables))
    until = time.monotonic() + seconds
    due = {table: time.monotonic() + chance.uniform(0, every) for table in tables}
    while (now := time.monotonic()) < until:
        for table in tables:
            if due[table] <= now:
                table.moves()
                due[table] = now + every * chance.uniform(0.5, 1.5)
        time.sleep(0.005)


def main() -> None:
    """Measure, and print what was found."""
    parser = argparse.ArgumentParser(prog="python -m tests.bench.club.wall_delay", description=__doc__)
    parser.add_argument("--tables", type=int, default=200)
    parser.add_argument("--every", type=float, default=4, help="seconds between two moves at a table")
    parser.add_argument("--seconds", type=float, default=12, help="in which tables play, for each of the two figures")
    parser.add_argument("--walls", type=int, default=10)
    parser.add_argument("--phones", type=int, default=100)
    parser.add_argument("--folder", type=Path, default=Path(tempfile.gettempdir()))
    wanted = parser.parse_args()
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(1))  # what runs is ended, and its folders removed
    if PROGRAM is None or PASSWORDS is None:
        tell({"missing": "Mosquitto is not installed"})
    else:
        tell(measured(wanted))


if __name__ == "__main__":
    main()
