"""Results and rankings as the club's pages show them."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby

import msgspec
from msgspec import Struct
from sqlalchemy import Connection, func, select

from companion.club.results.placings import GUEST
from companion.club.results.rating_jobs import newest_ratings
from companion.club.storage.club_database import ClubDatabase
from companion.club.storage.schema import club_tables, persons, rating_jobs, ratings, result_seats, results
from companion.core.wording import Verbatim

SHOWN = 50
"""Results of one page."""


class SeatResult(Struct, frozen=True):
    """How somebody ended. ``name`` is empty for a guest; ``points`` are None where they decide nothing."""

    seat: int
    name: str
    place: int
    points: int | None
    won: bool


class ResultView(Struct, frozen=True):
    """A play that has ended: where, what, and when the club heard of it first (seconds since 1970)."""

    number: int
    table: str
    title: Verbatim
    received: float
    minutes: int | None
    seats: tuple[SeatResult, ...]


class Ranked(Struct, frozen=True):
    """A line of a ranking. Who is equal shares the place."""

    place: int
    name: str
    strength: int
    plays: int


class Ranking(Struct, frozen=True):
    """The ranking of one game. ``pending``: some results are still to be counted."""

    game: str
    title: Verbatim
    lines: tuple[Ranked, ...]
    pending: bool


class Strength(Struct, frozen=True):
    """How strong a person plays one game."""

    game: str
    title: Verbatim
    strength: int
    plays: int


class _Told(Struct):
    """What of a report a page shows."""

    title: Verbatim
    minutes: int | None


_told = msgspec.json.Decoder(_Told)


class ResultViews:
    """What the pages show of the database. Methods may raise ``ClubDatabaseError``."""

    def __init__(self, database: ClubDatabase) -> None:
        self._database = database

    def newest(self, before: int | None = None, count: int = SHOWN) -> tuple[ResultView, ...]:
        """The latest results that stand, the newest first; those with smaller numbers than ``before``."""
        with self._database.reading() as connection:
            wanted = (
                select(results.c.number, results.c.received, results.c.report, club_tables.c.name)
                .join(club_tables, club_tables.c.id == results.c.club_table)
                .where(~results.c.withdrawn)
                .order_by(results.c.number.desc())
                .limit(count)
            )
            rows = connection.execute(wanted if before is None else wanted.where(results.c.number < before)).all()
            seats = _seats(connection, [row.number for row in rows])
        return tuple(_result(row.number, row.name, row.received, row.report, seats) for row in rows)

    def games(self) -> dict[str, Verbatim]:
        """The titles of all games of which there are results, by key; those played most come first."""
        with self._database.reading() as connection:
            counted = connection.execute(
                select(results.c.game, func.max(results.c.number).label("last"), func.count().label("plays"))
                .where(~results.c.withdrawn)
                .group_by(results.c.game)
                .order_by(func.count().desc(), results.c.game)
            ).all()
            last = select(results.c.number, results.c.report).where(results.c.number.in_([row.last for row in counted]))
            titles = {row.number: _told.decode(row.report).title for row in connection.execute(last)}
        return {row.game: titles[row.last] for row in counted}

    def ranking(self, game: str) -> Ranking | None:
        """The ranking of a game; None if there are no results of it."""
        title = self.games().get(game)
        if title is None:
            return None
        with self._database.reading() as connection:
            found = newest_ratings(connection, game)
            names = _names(connection, list(found))
            counted = select(ratings.c.person, func.count().label("plays")).where(ratings.c.game == game)
            plays = {row.person: row.plays for row in connection.execute(counted.group_by(ratings.c.person))}
            job = select(rating_jobs.c.number).where(rating_jobs.c.game == game).limit(1)
            pending = connection.execute(job).first() is not None
        known = {person: rating.strength for person, rating in found.items() if person in names}
        lines: list[Ranked] = []
        ordered = sorted(known, key=lambda person: (-known[person], names[person].casefold(), person))
        for strength, group in groupby(ordered, key=lambda person: known[person]):
            place = len(lines) + 1
            lines += [Ranked(place, names[person], strength, plays[person]) for person in group]
        return Ranking(game, title, tuple(lines), pending)

    def strengths(self, person: str) -> tuple[Strength, ...]:
        """How strong somebody is at each game that counted, the one played most first."""
        titles = self.games()
        with self._database.reading() as connection:
            counted = connection.execute(
                select(ratings.c.game, func.count().label("plays"))
                .where(ratings.c.person == person)
                .group_by(ratings.c.game)
                .order_by(func.count().desc(), ratings.c.game)
            ).all()
            found = {row.game: newest_ratings(connection, row.game, ratings.c.person == person) for row in counted}
        return tuple(
            Strength(row.game, titles[row.game], found[row.game][person].strength, row.plays)
            for row in counted
            if row.game in titles
        )


def _seats(connection: Connection, numbers: Sequence[int]) -> dict[int, list[SeatResult]]:
    """The seats of results, the best first."""
    rows = connection.execute(
        select(result_seats, persons.c.name)
        .join(persons, persons.c.id == result_seats.c.person, isouter=True)
        .where(result_seats.c.result.in_(numbers))
        .order_by(result_seats.c.result, result_seats.c.place, result_seats.c.seat)
    )
    found: dict[int, list[SeatResult]] = {}
    for row in rows:
        seat = SeatResult(row.seat, row.name or GUEST, row.place, row.points, row.won)
        found.setdefault(row.result, []).append(seat)
    return found


def _names(connection: Connection, wanted: Sequence[str]) -> dict[str, str]:
    rows = connection.execute(select(persons.c.id, persons.c.name).where(persons.c.id.in_(wanted)))
    return {row.id: row.name for row in rows}


def _result(number: int, table: str, received: float, report: str, seats: dict[int, list[SeatResult]]) -> ResultView:
    told = _told.decode(report)
    return ResultView(number, table, told.title, received, told.minutes, tuple(seats.get(number, ())))
