"""An event as pages show it: tables with people and how they came out, standings, who sits where."""

from __future__ import annotations

import unicodedata
from collections.abc import Sequence
from fractions import Fraction

from msgspec import Struct

from companion.club.events.event_points import table_points
from companion.club.events.event_rounds import ClubEvent, EventTable, Names, Round, StillOpen, TableRanks, Voided
from companion.club.events.event_standings import event_standings
from companion.club.events.stored.stored_events import EventState
from companion.club.events.stored.table_reports import TableReport
from companion.club.events.tallies import points_by_round
from companion.club.events.tie_words import points_words, tie_words
from companion.core.wording import Message, Wording, say
from companion.locale import speaker
from web.http.identity import language

NOTHING = "-"
"""In place of points of a round in which somebody was not there, or still plays."""


class ShownSeat(Struct, frozen=True):
    """Somebody at a table; ``rank`` is None as long as nobody knows, and where the table is void."""

    person: str
    name: str
    rank: int | None = None
    points: str = ""


class ShownTable(Struct, frozen=True):
    """A table of a round. ``by``: nobody yet, the table itself, or the organiser has said how it came out. ``differs``:
    the table has reported something else than the organiser has entered; ``unclear``: it has reported, and who is who
    is not known; ``rounds`` are those that it may be of, where that is why.
    """

    number: int
    seats: tuple[ShownSeat, ...]
    by: str = ""
    void: Wording | None = None
    differs: bool = False
    unclear: bool = False
    rounds: tuple[int, ...] = ()


class ShownRound(Struct, frozen=True):
    """A round, and the names of those who sit out."""

    number: int
    tables: tuple[ShownTable, ...]
    byes: tuple[ShownSeat, ...]

    @property
    def open_count(self) -> int:
        """How many tables play, or have said nothing."""
        return sum(not table.by for table in self.tables)


class StandingLine(Struct, frozen=True):
    """A line of the standings. ``rounds`` are the points of each round; ``gone``: has left; ``why`` says of ties."""

    place: int
    name: str
    total: str
    rounds: tuple[str, ...]
    gone: bool
    why: tuple[Message, ...]


class FoundSeat(Struct, frozen=True):
    """Where somebody sits; ``table`` is 0 for who sits out."""

    name: str
    table: int


def alphabetical(name: str) -> str:
    """What names are sorted by: letters without accents."""
    return "".join(sign for sign in unicodedata.normalize("NFKD", name.casefold()) if not unicodedata.combining(sign))


def names_in(state: EventState, spoken_in: str = "") -> dict[str, str]:
    """Everybody's name, in this language or that of the asker."""
    return state.names_for(guest_word(spoken_in))


def guest_word(spoken_in: str = "") -> str:
    """What somebody is called whom the club does not know, in this language or that of the asker."""
    return speaker(spoken_in or language(), {}).say(say("Guest"))


def shown_round(state: EventState, number: int, names: Names) -> ShownRound:
    """A round with what is known of its tables."""
    played, entered = state.event.rounds[number - 1], state.document.event.rounds[number - 1]
    tables = tuple(
        _table(state.event, table, mine, state.reports.get((number, table.number)), names)
        for table, mine in zip(played.tables, entered.tables, strict=True)
    )
    return ShownRound(number, tables, _byes(played, names))


def shown_proposal(proposal: Round, names: Names) -> ShownRound:
    """A seating that is not taken yet."""
    tables = tuple(
        ShownTable(table.number, tuple(ShownSeat(person, names[person]) for person in table.seats))
        for table in proposal.tables
    )
    return ShownRound(proposal.number, tables, _byes(proposal, names))


def found_in(shown: ShownRound) -> tuple[FoundSeat, ...]:
    """Where everybody of a round sits, by name."""
    found = [FoundSeat(seat.name, table.number) for table in shown.tables for seat in table.seats]
    found += [FoundSeat(seat.name, 0) for seat in shown.byes]
    return tuple(sorted(found, key=lambda each: (alphabetical(each.name), each.table)))


def shown_standings(state: EventState, names: Names) -> tuple[StandingLine, ...]:
    """The standings, the best first; of those who share a place by name."""
    standings = event_standings(state.event)
    words = tie_words(standings, state.event.rules.tie_breaks, names)
    rounds = points_by_round(state.event)
    return tuple(
        StandingLine(
            level.place,
            names[person],
            points_words(level.total),
            tuple(_points(points) for points in rounds[person]),
            person in standings.gone,
            words[person],
        )
        for level in standings.places
        for person in sorted(level.people, key=lambda person: (alphabetical(names[person]), person))
    )


def _points(points: Fraction | None) -> str:
    return NOTHING if points is None else points_words(points)


def _byes(played: Round, names: Names) -> tuple[ShownSeat, ...]:
    return tuple(ShownSeat(person, names[person]) for person in played.byes)


def _table(
    event: ClubEvent, table: EventTable, entered: EventTable, report: TableReport | None, names: Names
) -> ShownTable:
    by = "organiser" if not isinstance(entered.outcome, StillOpen) else ""
    if not by and not isinstance(table.outcome, StillOpen):
        by = "table"
    unclear = report if not by and report is not None and report.ranks is None else None
    return ShownTable(
        table.number,
        tuple(_seats(event, table, names)),
        by,
        table.outcome.why if isinstance(table.outcome, Voided) else None,
        differs=by == "organiser" and report is not None and _differs(entered, report),
        unclear=unclear is not None,
        rounds=unclear.rounds if unclear is not None else (),
    )


def _differs(entered: EventTable, report: TableReport) -> bool:
    """Whether the table has reported other ranks than were entered; of a void one, whether it has reported any."""
    if report.ranks is None:
        return False
    return not isinstance(entered.outcome, TableRanks) or entered.outcome.ranks != report.ranks.ranks


def _seats(event: ClubEvent, table: EventTable, names: Names) -> Sequence[ShownSeat]:
    if isinstance(table.outcome, StillOpen):
        return [ShownSeat(person, names[person]) for person in table.seats]
    ranks = table.outcome.ranks if isinstance(table.outcome, TableRanks) else (None,) * len(table.seats)
    gained = table_points(event.rules, table)
    return [
        ShownSeat(person, names[person], rank, points_words(points))
        for person, rank, points in zip(table.seats, ranks, gained, strict=True)
    ]
