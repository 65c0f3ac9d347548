"""What tables have reported of an event: found among the club's results, so that corrections follow by themselves."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from itertools import groupby

from msgspec import Struct
from msgspec.structs import replace
from sqlalchemy import Connection, select

from companion.club.events.event_points import ranks_by_points
from companion.club.events.event_rounds import ClubEvent, EventTable, Round, StillOpen, TableRanks
from companion.club.results.placings import GUEST
from companion.club.storage.schema import result_seats, results

LEAST_KNOWN = 2
"""Cards that have to be shown where somebody with a card has shown none: two people of a table make it that table."""

TableKey = tuple[int, int]
"""Number of the round, and of the table in it."""


class ReportedPlace(Struct, frozen=True):
    """Who came where, as a table has reported; ``person`` is empty for a guest."""

    person: str
    place: int
    points: int | None


class TableReport(Struct, frozen=True):
    """The play that counts for a table of an event. ``ranks`` are those of its seats; None where several people have
    shown no card, so that nobody knows which of them came where. ``plays`` counts what fits, the newest counts.
    """

    result: int
    places: tuple[ReportedPlace, ...]
    ranks: TableRanks | None
    plays: int = 1


Reports = Mapping[TableKey, TableReport]


def find_reports(
    connection: Connection, event: ClubEvent, after: tuple[int, ...], game: str, cards: Collection[str]
) -> dict[TableKey, TableReport]:
    """The report of each table of an event that has one. ``after`` is as in ``EventDocument``, ``game`` empty where
    any counts; ``cards`` are the people who have one.
    """
    if not event.rounds:
        return {}
    wanted = (
        select(results.c.number, result_seats.c.person, result_seats.c.place, result_seats.c.points)
        .join(result_seats, result_seats.c.result == results.c.number)
        .where(results.c.number > after[0], ~results.c.withdrawn)
        .order_by(results.c.number, result_seats.c.seat)
    )
    rows = connection.execute(wanted.where(results.c.game == game) if game else wanted)
    found = (
        (number, tuple(ReportedPlace(row.person, row.place, row.points) for row in seats))
        for number, seats in groupby(rows, key=lambda row: row.number)
    )
    return matched_reports(event, after, found, cards)


def matched_reports(
    event: ClubEvent,
    after: tuple[int, ...],
    plays: Iterable[tuple[int, tuple[ReportedPlace, ...]]],
    cards: Collection[str],
) -> dict[TableKey, TableReport]:
    """The report of each table among ``plays``, which are in the order of their numbers.

    A play is that of a table where as many people were at it and everybody who has shown a card is one of them. One
    person without a card is then known too.
    """
    tables = _tables_of(event)
    found: dict[TableKey, TableReport] = {}
    for number, places in plays:
        shown = [place.person for place in places if place.person != GUEST]
        if not shown or len(set(shown)) < len(shown):
            continue
        fitting = [
            (hidden, -key[0], key, table)
            for key, table in tables.get(shown[0], {}).items()
            if after[key[0] - 1] < number and (hidden := _hidden(table, places, shown, cards)) is not None
        ]
        if not fitting:
            continue
        *_, key, table = min(fitting, key=lambda each: each[:3])
        ranks = _ranks(table, places)
        before = found.get(key)
        if before is not None and before.ranks is not None and ranks is None:
            continue  # whoever plays on for fun, without cards, changes nothing
        found[key] = TableReport(number, places, ranks, 1 + (before.plays if before is not None else 0))
    return found


def with_reports(event: ClubEvent, reports: Reports) -> ClubEvent:
    """The event with what tables have reported, where the organiser has entered nothing."""
    if not reports:
        return event
    return replace(event, rounds=tuple(_round_with(each, reports) for each in event.rounds))


def _round_with(played: Round, reports: Reports) -> Round:
    tables = tuple(_reported(table, reports.get((played.number, table.number))) for table in played.tables)
    return replace(played, tables=tables)


def _reported(table: EventTable, report: TableReport | None) -> EventTable:
    if report is None or report.ranks is None or not isinstance(table.outcome, StillOpen):
        return table
    return replace(table, outcome=report.ranks)


def _hidden(
    table: EventTable, places: tuple[ReportedPlace, ...], shown: list[str], cards: Collection[str]
) -> int | None:
    """How many at ``table`` have a card and have not shown it; None for a play that was not that of this table."""
    if len(table.seats) != len(places) or not set(shown) <= set(table.seats):
        return None
    hidden = len((set(table.seats) - set(shown)) & set(cards))
    return hidden if not hidden or len(shown) >= LEAST_KNOWN else None


def _tables_of(event: ClubEvent) -> dict[str, dict[TableKey, EventTable]]:
    """All tables of each person."""
    found: dict[str, dict[TableKey, EventTable]] = {}
    for each in event.rounds:
        for table in each.tables:
            for person in table.seats:
                found.setdefault(person, {})[each.number, table.number] = table
    return found


def _ranks(table: EventTable, places: tuple[ReportedPlace, ...]) -> TableRanks | None:
    """The ranks of the seats of ``table``; None where more than one person is not known by a card."""
    shown = {place.person for place in places if place.person != GUEST}
    rest = [person for person in table.seats if person not in shown]
    if len(rest) > 1:
        return None
    by_person = {place.person or rest[0]: place for place in places}
    ordered = [by_person[person] for person in table.seats]
    points = [place.points for place in ordered if place.points is not None]
    ranks = ranks_by_points([place.place for place in ordered], highest=False)
    return TableRanks(ranks, tuple(points) if len(points) == len(ordered) else ())
