"""Results and rankings as the club's pages show them."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec
from msgspec import Struct
from sqlalchemy import Connection, func, select

from companion.club.results.placings import GUEST
from companion.club.results.rankings import Ranked, Ranking, Strength, first_of, ranking_of, strength_at
from companion.club.storage.club_database import ClubDatabase
from companion.club.storage.schema import club_tables, persons, ratings, result_seats, results
from companion.core.wording import Verbatim

SHOWN = 50
"""Results of one page."""
FIRST = 3
"""Lines of each ranking where all are shown."""


class SeatResult(Struct, frozen=True):
    """How somebody ended. ``name`` and ``person`` (the id) are empty for a guest; ``points`` are None where they decide
    nothing.
    """

    seat: int
    name: str
    place: int
    points: int | None
    won: bool
    person: str


class ResultView(Struct, frozen=True):
    """A play that has ended: where, what, and when the club heard of it first (seconds since 1970)."""

    number: int
    table: str
    title: Verbatim
    received: float
    minutes: int | None
    seats: tuple[SeatResult, ...]


class GameLeaders(Struct, frozen=True):
    """The first lines of a game's ranking."""

    game: str
    title: Verbatim
    lines: tuple[Ranked, ...]


class _Told(Struct):
    """What of a report a page shows."""

    title: Verbatim
    minutes: int | None


_told = msgspec.json.Decoder(_Told)


class ResultViews:
    """What the pages show of the database. Methods may raise ``ClubDatabaseError``."""

    def __init__(self, database: ClubDatabase) -> None:
        self.database = database

    def newest(self, before: int | None = None, count: int = SHOWN) -> tuple[ResultView, ...]:
        """The latest results that stand, the newest first; those with smaller numbers than ``before``."""
        with self.database.reading() as connection:
            wanted = (
                select(results.c.number, results.c.received, results.c.report, club_tables.c.name)
                .join(club_tables, club_tables.c.id == results.c.club_table)
                .where(~results.c.withdrawn)
                .order_by(results.c.number.desc())
                .limit(count)
            )
            rows = connection.execute(wanted if before is None else wanted.where(results.c.number < before)).all()
            seats = seats_of(connection, [row.number for row in rows])
        return tuple(_result(row.number, row.name, row.received, row.report, seats) for row in rows)

    def games(self) -> dict[str, Verbatim]:
        """The titles of all games of which there are results, by key; those played most come first."""
        with self.database.reading() as connection:
            return titles_of(connection)

    def ranking(self, game: str) -> Ranking | None:
        """The ranking of a game; None if there are no results of it."""
        with self.database.reading() as connection:
            title = titles_of(connection).get(game)
            return ranking_of(connection, game, title) if title is not None else None

    def leaders(self) -> tuple[GameLeaders, ...]:
        """Who comes first in each game, that which is played most first."""
        with self.database.reading() as connection:
            titles = titles_of(connection)
            return tuple(GameLeaders(game, title, first_of(connection, game, FIRST)) for game, title in titles.items())

    def strengths(self, person: str) -> tuple[Strength, ...]:
        """How strong somebody is at each game that counted, the one played most first."""
        with self.database.reading() as connection:
            return strengths_of(connection, person)


def titles_of(connection: Connection) -> dict[str, Verbatim]:
    """See ``ResultViews.games``."""
    counted = connection.execute(
        select(results.c.game, func.max(results.c.number).label("last"), func.count().label("plays"))
        .where(~results.c.withdrawn)
        .group_by(results.c.game)
        .order_by(func.count().desc(), results.c.game)
    ).all()
    last = select(results.c.number, results.c.report).where(results.c.number.in_([row.last for row in counted]))
    titles = {row.number: _told.decode(row.report).title for row in connection.execute(last)}
    return {row.game: titles[row.last] for row in counted}


def strengths_of(connection: Connection, person: str) -> tuple[Strength, ...]:
    """See ``ResultViews.strengths``."""
    titles = titles_of(connection)
    played = connection.execute(select(ratings.c.game).where(ratings.c.person == person).distinct()).scalars()
    found = (strength_at(connection, person, game, titles[game]) for game in sorted(set(played) & titles.keys()))
    return tuple(sorted((each for each in found if each is not None), key=lambda each: (-each.plays, each.game)))


def seats_of(connection: Connection, numbers: Sequence[int]) -> dict[int, list[SeatResult]]:
    """The seats of results by their numbers, the best first."""
    rows = connection.execute(
        select(result_seats, persons.c.name, persons.c.id)
        .join(persons, persons.c.id == result_seats.c.person, isouter=True)
        .where(result_seats.c.result.in_(numbers))
        .order_by(result_seats.c.result, result_seats.c.place, result_seats.c.seat)
    )
    found: dict[int, list[SeatResult]] = {}
    for row in rows:
        seat = SeatResult(row.seat, row.name or GUEST, row.place, row.points, row.won, row.id or GUEST)
        found.setdefault(row.result, []).append(seat)
    return found


def _result(number: int, table: str, received: float, report: str, seats: dict[int, list[SeatResult]]) -> ResultView:
    told = _told.decode(report)
    return ResultView(number, table, told.title, received, told.minutes, tuple(seats.get(number, ())))
