"""Changes of an event: people who come and leave, a round that is taken, how a table came out."""

from __future__ import annotations

from collections import Counter

from msgspec.structs import replace

from companion.club.events.event_points import check_ranks
from companion.club.events.event_rounds import (
    NO_NAMES,
    ClubEvent,
    Entrant,
    EventTable,
    Names,
    Round,
    TableOutcome,
    TableRanks,
)
from companion.club.events.table_sizes import LARGEST, SMALLEST
from companion.core.errors import Refused
from companion.core.wording import say


def with_entrant(event: ClubEvent, entrant: Entrant, names: Names = NO_NAMES) -> ClubEvent:
    """Enter somebody, from a round that is not yet seated."""
    who = names.get(entrant.person, entrant.person)
    if any(known.person == entrant.person for known in event.entrants):
        raise Refused("already-entered", say("{who} is in this event already. Who left can be let back in.", who=who))
    if entrant.enters < event.next_round:
        raise Refused(
            "round-seated",
            say(
                "Round {round} is seated already. {who} can come in from round {next}.",
                round=entrant.enters,
                who=who,
                next=event.next_round,
            ),
        )
    return replace(event, entrants=(*event.entrants, entrant))


def with_leaving(event: ClubEvent, person: str, after: int | None, names: Names = NO_NAMES) -> ClubEvent:
    """Let somebody leave after a round, 0 for before the first; None lets the person stay, or back in."""
    known = {entrant.person: entrant for entrant in event.entrants}
    if person not in known:
        raise _stranger(person, names)
    last = max((each.number for each in event.rounds if person in each.people), default=0)
    if after is not None and after < last:
        raise Refused(
            "seated-later",
            say(
                "{who} is seated in round {round} and can leave after that one at the earliest.",
                who=names.get(person, person),
                round=last,
            ),
        )
    known[person] = replace(known[person], left_after=after)
    return replace(event, entrants=tuple(known.values()))


def without_entrant(event: ClubEvent, person: str, names: Names = NO_NAMES) -> ClubEvent:
    """Take somebody out who was in no round: entered by mistake, or away before it began."""
    if all(known.person != person for known in event.entrants):
        raise _stranger(person, names)
    if any(person in each.people for each in event.rounds):
        raise Refused(
            "has-played",
            say("{who} was in a round and can only leave.", who=names.get(person, person)),
        )
    return replace(event, entrants=tuple(known for known in event.entrants if known.person != person))


def with_swap(seated: Round, one: str, other: str) -> Round:
    """A round in which two people have each other's place: at tables, or sitting out."""
    if not {one, other} <= set(seated.people):
        raise Refused("not-in-round", say("Both have to be in this round. Choose again."))
    places = {one: other, other: one}
    return replace(
        seated,
        tables=tuple(
            replace(table, seats=tuple(places.get(person, person) for person in table.seats)) for table in seated.tables
        ),
        byes=tuple(places.get(person, person) for person in seated.byes),
    )


def with_round(event: ClubEvent, taken: Round, names: Names = NO_NAMES) -> ClubEvent:
    """Take a round as the next one: as it was seated, or as the organiser has changed it."""
    if taken.number != event.next_round:
        raise Refused(
            "not-next-round",
            say("The next round is {next}, not {round}. Seat it anew.", next=event.next_round, round=taken.number),
        )
    _check_tables(event, taken)
    _check_people(event, taken, names)
    return replace(event, rounds=(*event.rounds, taken))


def without_last_round(event: ClubEvent) -> ClubEvent:
    """Take the last round back, to seat it again, as long as nobody has said how a table came out."""
    if not event.rounds:
        raise Refused("no-round", say("No round is seated yet."))
    last = event.rounds[-1]
    if len(last.open_tables) < len(last.tables):
        raise Refused(
            "round-played",
            say("Round {round} has results. Open its tables again before you take it back.", round=last.number),
        )
    return replace(event, rounds=event.rounds[:-1])


def with_outcome(event: ClubEvent, number: int, table: int, outcome: TableOutcome) -> ClubEvent:
    """Set how a table of any round came out, also where something else was entered before."""
    if not 1 <= number <= len(event.rounds):
        raise Refused("no-such-round", say("Round {round} is not seated.", round=number))
    played = event.rounds[number - 1]
    tables = {each.number: each for each in played.tables}
    if table not in tables:
        raise Refused("no-such-table", say("Round {round} has no table {table}.", round=number, table=table))
    if isinstance(outcome, TableRanks):
        check_ranks(len(tables[table].seats), outcome)
    tables[table] = replace(tables[table], outcome=outcome)
    rounds = [*event.rounds]
    rounds[number - 1] = replace(played, tables=tuple(tables.values()))
    return replace(event, rounds=tuple(rounds))


def _check_tables(event: ClubEvent, taken: Round) -> None:
    numbers = Counter(table.number for table in taken.tables)
    twice = next((number for number, times in numbers.items() if times > 1), None)
    if twice is not None:
        raise Refused("table-twice", say("Two tables have number {table}. Give one another number.", table=twice))
    for table in taken.tables:
        _check_size(event, table)


def _check_size(event: ClubEvent, table: EventTable) -> None:
    size = len(table.seats)
    if not SMALLEST <= size <= LARGEST:
        raise Refused(
            "table-size",
            say(
                "At table {table} people: {n}. A table has {smallest} to {largest}. Move some.",
                table=table.number,
                n=size,
                smallest=SMALLEST,
                largest=LARGEST,
            ),
        )
    event.rules.points_at(size)
    if isinstance(table.outcome, TableRanks):
        check_ranks(size, table.outcome)


def _check_people(event: ClubEvent, taken: Round, names: Names) -> None:
    there = {entrant.person: entrant.plays_in(taken.number) for entrant in event.entrants}
    placed = Counter(taken.people)
    for person, times in placed.items():
        if person not in there:
            raise _stranger(person, names)
        who = names.get(person, person)
        if not there[person]:
            raise Refused(
                "not-there", say("{who} is not there in round {round}. Take them out.", who=who, round=taken.number)
            )
        if times > 1:
            raise Refused(
                "seated-twice",
                say("{who} has more than one place in round {round}. Leave one.", who=who, round=taken.number),
            )
    missing = sorted(person for person, present in there.items() if present and person not in placed)
    if missing:
        raise Refused(
            "not-seated",
            say(
                "{who} has no seat in round {round}. Seat them, let them sit out, or let them leave.",
                who=names.get(missing[0], missing[0]),
                round=taken.number,
            ),
        )


def _stranger(person: str, names: Names) -> Refused:
    return Refused(
        "unknown-person", say("{who} is not in this event. Enter them first.", who=names.get(person, person))
    )
