"""What tables have reported of an event: found among the club's results, so that corrections follow by themselves."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
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
    shown no card, so that nobody knows which of them came where, and where the play may be of another round: then
    ``rounds`` are the rounds that it may be of. ``plays`` counts what fits, the newest counts.
    """

    result: int
    places: tuple[ReportedPlace, ...]
    ranks: TableRanks | None
    plays: int = 1
    rounds: tuple[int, ...] = ()


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
    person without a card is then known too. Where the same people have met in several rounds it is that of the latest
    one, unless an earlier one has no report yet: a table that was away may report after the next round is seated. Of
    which one it is the organiser then says, by entering how they came out.
    """
    tables = _tables_of(event)
    found: dict[TableKey, TableReport] = {}
    has_report: set[TableKey] = set()
    for number, places in plays:
        shown = [place.person for place in places if place.person != GUEST]
        if not shown or len(set(shown)) < len(shown):
            continue
        candidates = {key: table for key, table in tables.get(shown[0], {}).items() if after[key[0] - 1] < number}
        fitting = _best_fitting(candidates, places, shown, cards)
        if not fitting:
            continue
        latest = max(fitting)
        possible = [key for key in sorted(fitting) if key == latest or key not in has_report]
        chosen = _chosen(possible, fitting, places)
        if chosen is None:
            if not any(isinstance(fitting[key].outcome, StillOpen) for key in possible):
                has_report.update(possible)  # the organiser has entered all of them: no later play is theirs
            doubtful = TableReport(number, places, None, rounds=tuple(key[0] for key in possible))
            for key in possible[:-1]:
                found.setdefault(key, doubtful)  # of several such plays the first is the likeliest here
            _count(found, latest, doubtful)
        else:
            has_report.add(chosen)
            _count(found, chosen, TableReport(number, places, _ranks(fitting[chosen], places)))
    return found


def _best_fitting(
    tables: Mapping[TableKey, EventTable], places: tuple[ReportedPlace, ...], shown: list[str], cards: Collection[str]
) -> dict[TableKey, EventTable]:
    """Those of ``tables`` that a play may be of and where fewest people with a card have not shown it."""
    hidden = {key: _hidden(table, places, shown, cards) for key, table in tables.items()}
    fewest = min((count for count in hidden.values() if count is not None), default=None)
    return {key: tables[key] for key, count in hidden.items() if count is not None and count == fewest}


def _chosen(
    possible: Sequence[TableKey], tables: Mapping[TableKey, EventTable], places: tuple[ReportedPlace, ...]
) -> TableKey | None:
    """The only possible table, or the earliest for which the organiser has entered just these ranks; None in doubt."""
    if len(possible) == 1:
        return possible[0]
    for key in possible:
        ranks, entered = _ranks(tables[key], places), tables[key].outcome
        if ranks is not None and isinstance(entered, TableRanks) and entered.ranks == ranks.ranks:
            return key
    return None


def _count(found: dict[TableKey, TableReport], key: TableKey, report: TableReport) -> None:
    """The newest report counts, but for one that says less: who plays on for fun, without cards, changes nothing."""
    before = found.get(key)
    if before is None:
        found[key] = report
    elif before.ranks is None or report.ranks is not None:
        found[key] = replace(report, plays=before.plays + 1)


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
