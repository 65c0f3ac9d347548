"""Seats the next round of an event."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from random import Random

from msgspec import Struct

from companion.club.events.event_rounds import NO_NAMES, ClubEvent, EventTable, Names, Round
from companion.club.events.event_rules import check_rules
from companion.club.events.event_standings import event_standings
from companion.club.events.seating.seat_order import seat_order
from companion.club.events.seating.seating_history import SeatingHistory, repeated_pairs, seating_history
from companion.club.events.seating.seating_methods import by_lot, by_standing
from companion.club.events.seating.table_exchange import SeatingCosts
from companion.club.events.table_sizes import table_sizes
from companion.club.events.tie_words import people_words
from companion.core.errors import Refused
from companion.core.wording import Message, say, say_n


class SeatedRound(Struct, frozen=True):
    """The next round, not yet part of the event, and what its organiser should know before taking it."""

    round: Round
    notes: tuple[Message, ...] = ()


def seat_round(event: ClubEvent, chance: Random, *, despite_open: bool = False, names: Names = NO_NAMES) -> SeatedRound:
    """Seat everybody who is there in the next round. ``names`` are those of the people, for the notes.

    Raises ``Refused`` where the rules are incomplete, too few people are there, or a table is open and the round is
    not wanted ``despite_open`` tables, whose people then count as they stand.
    """
    check_rules(event.rules)
    notes = open_notes(event, names)
    if notes and not despite_open:
        raise Refused(
            "table-open",
            say(
                "{open} Enter the result, declare the table void, or seat the next round without waiting for it.",
                open=notes[0],
            ),
        )
    levels = _levels(event)
    history = seating_history(event)
    division = table_sizes(len(levels), event.rules.sizes)
    if not division.sizes:
        raise Refused(
            "too-few-people",
            say(
                "People there for round {round}: {n}. A table needs {least}. Enter more people, or set a smaller size.",
                round=event.next_round,
                n=len(levels),
                least=event.rules.sizes.least,
            ),
        )
    byes = _sitting_out(levels, history, division.out, chance)
    seated = [person for person in levels if person not in byes]
    tables = _seated(event, seated, levels, history, division.sizes, chance)
    seated_round = Round(event.next_round, tables, byes)
    again = repeated_pairs(history, seated_round)
    if again:
        notes = (*notes, say_n("{n} pair meets again.", "{n} pairs meet again.", len(again)))
    return SeatedRound(seated_round, notes)


def open_notes(event: ClubEvent, names: Names) -> tuple[Message, ...]:
    """What is to be said of each table that is open."""
    return tuple(
        say(
            "Table {table} of round {round} is still open: {people} count as they stand.",
            table=table.number,
            round=each.number,
            people=people_words(table.seats, names),
        )
        for each in event.rounds
        for table in each.open_tables
    )


def _levels(event: ClubEvent) -> dict[str, int]:
    """The people there in the next round, best first, each with twice the place in the standings among them; who
    shares places has the mean of them, so that nothing but the standings tells the tied apart.
    """
    there = {entrant.person for entrant in event.entrants if entrant.plays_in(event.next_round)}
    levels: dict[str, int] = {}
    for place in event_standings(event).places:
        sharing = [person for person in place.people if person in there]
        level = 2 * len(levels) + len(sharing) + 1
        levels.update(dict.fromkeys(sharing, level))
    return levels


def _sitting_out(levels: Mapping[str, int], history: SeatingHistory, out: int, chance: Random) -> tuple[str, ...]:
    """Those who sat out least, of them the lowest in the standings, of equals by lot."""
    people = list(levels)
    chance.shuffle(people)
    people.sort(key=lambda person: (history.byes[person], -levels[person]))
    return tuple(people[:out])


def _seated(
    event: ClubEvent,
    people: Sequence[str],
    levels: Mapping[str, int],
    history: SeatingHistory,
    sizes: Sequence[int],
    chance: Random,
) -> tuple[EventTable, ...]:
    """The tables of ``people``; those of the best come first where standings count."""
    number = {person: place for place, person in enumerate(people)}
    costs = SeatingCosts(
        [
            {number[other]: times for other, times in history.met[person].items() if other in number}
            for person in people
        ],
        [levels[person] for person in people],
        [history.sizes[person] for person in people],
    )
    if event.rules.method == "swiss":
        tables = by_standing(costs, sizes, chance).tables
        tables.sort(key=lambda table: Fraction(sum(costs.levels[person] for person in table), len(table)))
    else:
        tables = by_lot(costs, sizes, chance).tables
    return tuple(
        EventTable(place, seat_order([people[person] for person in table], history.seats, chance))
        for place, table in enumerate(tables, start=1)
    )
