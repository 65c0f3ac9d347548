"""What the rounds so far mean for the next seating: who met whom, and who sat where."""

from __future__ import annotations

from collections import Counter
from itertools import combinations

from msgspec import Struct

from companion.club.events.event_rounds import ClubEvent, Round


class SeatingHistory(Struct, frozen=True):
    """By person: how often each other was met, how often each size of table and each seat (from 0) was had, and how
    often the person sat out. A table that is open or was declared void counts too: its people have sat together.
    """

    met: dict[str, Counter[str]]
    sizes: dict[str, Counter[int]]
    seats: dict[str, Counter[int]]
    byes: Counter[str]


def seating_history(event: ClubEvent) -> SeatingHistory:
    """Count what all seated rounds of an event have given to each person."""
    people = [entrant.person for entrant in event.entrants]
    met: dict[str, Counter[str]] = {person: Counter() for person in people}
    sizes: dict[str, Counter[int]] = {person: Counter() for person in people}
    seats: dict[str, Counter[int]] = {person: Counter() for person in people}
    for table in event.tables():
        for seat, person in enumerate(table.seats):
            sizes[person][len(table.seats)] += 1
            seats[person][seat] += 1
            for other in table.seats:
                if other != person:
                    met[person][other] += 1
    return SeatingHistory(met, sizes, seats, Counter(person for each in event.rounds for person in each.byes))


def repeated_pairs(history: SeatingHistory, seated: Round) -> tuple[tuple[str, str], ...]:
    """The pairs of a round that is to come who have met before."""
    return tuple(
        (one, other)
        for table in seated.tables
        for one, other in combinations(table.seats, 2)
        if other in history.met[one]
    )
