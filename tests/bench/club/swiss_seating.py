"""The seating of a large Swiss event: ``python -m tests.bench.club.swiss_seating`` tells its seconds as a line of JSON.

Each round is seated as an organiser has it seated, standings included, and played by lot.
"""

from __future__ import annotations

import argparse
import time
from itertools import combinations
from random import Random
from typing import Any

from msgspec.structs import replace

from companion.club.events.event_points import ranks_by_points
from companion.club.events.event_rounds import ClubEvent, Entrant, Round, TableRanks
from companion.club.events.event_rules import EventRules
from companion.club.events.seating.round_seating import seat_round
from companion.club.events.table_sizes import SizeRule
from tests.bench.phones import tell

AIM = 2.0
"""Seconds for a thousand people."""
RULES = EventRules(
    sizes=SizeRule(3, 4, 4),
    points={3: (5, 3, 1), 4: (5, 3, 2, 1)},
    bye=2,
    tie_breaks=("wins", "opponents", "direct", "share"),
)


def seated(people: int, rounds: int) -> dict[str, Any]:
    """Seconds of processor time for each round, and how many pairs have met more than once in all of them."""
    chance = Random(people)
    event = ClubEvent(RULES, tuple(Entrant(f"person-{number}") for number in range(people)))
    took = []
    for _ in range(rounds):
        begun = time.thread_time()
        seating = seat_round(event, chance).round
        took.append(round(time.thread_time() - begun, 2))
        event = replace(event, rounds=(*event.rounds, _played(seating, chance)))
    met: set[frozenset[str]] = set()
    again = 0
    for table in event.tables():
        pairs = {frozenset(pair) for pair in combinations(table.seats, 2)}
        again += len(met & pairs)
        met |= pairs
    return {"people": people, "seconds": took, "met_again": again}


def _played(seating: Round, chance: Random) -> Round:
    tables = []
    for table in seating.tables:
        points = tuple(chance.randint(20, 60) for _ in table.seats)
        tables.append(replace(table, outcome=TableRanks(ranks_by_points(points), points)))
    return replace(seating, tables=tuple(tables))


def main() -> None:
    """Measure, and print what was found."""
    parser = argparse.ArgumentParser(prog="python -m tests.bench.club.swiss_seating", description=__doc__)
    parser.add_argument("--people", type=int, default=1000)
    parser.add_argument("--rounds", type=int, default=6)
    wanted = parser.parse_args()
    tell(seated(wanted.people, wanted.rounds))


if __name__ == "__main__":
    main()
