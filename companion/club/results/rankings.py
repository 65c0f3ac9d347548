"""Who is how strong at which game: rankings, and the place of one person in them."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import groupby

from msgspec import Struct
from sqlalchemy import Connection, Row, Select, case, func, select

from companion.club.results.rating_model import FEW_PLAYS, Rating, least_above
from companion.club.storage.schema import persons, rating_jobs, ratings
from companion.core.wording import Verbatim


class Ranked(Struct, frozen=True):
    """A line of a ranking. Who is equal shares the place. ``person`` is the id."""

    place: int
    name: str
    strength: int
    plays: int
    person: str

    @property
    def uncertain(self) -> bool:
        """Whether there are too few plays to be sure."""
        return self.plays < FEW_PLAYS


class Ranking(Struct, frozen=True):
    """The ranking of one game. ``pending``: some results are still to be counted."""

    game: str
    title: Verbatim
    lines: tuple[Ranked, ...]
    pending: bool


class Strength(Struct, frozen=True):
    """How strong a person plays one game: at ``place`` among so many that are ``ranked``. ``course`` are the strengths
    after each play that counted, the first play first.
    """

    game: str
    title: Verbatim
    place: int
    ranked: int
    course: tuple[int, ...]

    @property
    def strength(self) -> int:
        return self.course[-1]

    @property
    def plays(self) -> int:
        return len(self.course)

    @property
    def uncertain(self) -> bool:
        """Whether there are too few plays to be sure."""
        return self.plays < FEW_PLAYS


def ranking_of(connection: Connection, game: str, title: Verbatim) -> Ranking:
    """The whole ranking of a game."""
    lines = _ranked(connection.execute(_newest(game)))
    pending = connection.execute(select(rating_jobs.c.number).where(rating_jobs.c.game == game).limit(1)).first()
    return Ranking(game, title, lines, pending is not None)


def first_of(connection: Connection, game: str, most: int) -> tuple[Ranked, ...]:
    """The first lines of the ranking of a game."""
    highest = _newest(game).order_by((ratings.c.mu - 3 * ratings.c.sigma).desc()).limit(most)
    return _ranked(connection.execute(highest))


def strength_at(connection: Connection, person: str, game: str, title: Verbatim) -> Strength | None:
    """How strong somebody is at a game; None if no play of it counted."""
    rows = connection.execute(
        select(ratings.c.mu, ratings.c.sigma)
        .where(ratings.c.person == person, ratings.c.game == game)
        .order_by(ratings.c.result)
    )
    course = tuple(Rating(row.mu, row.sigma).strength for row in rows)
    if not course:
        return None
    everybody = _newest(game).subquery()
    sure = everybody.c.mu - 3 * everybody.c.sigma
    better = func.count(case((sure >= least_above(course[-1]), 1)))
    counted = connection.execute(select(func.count().label("ranked"), better.label("better")).select_from(everybody))
    row = counted.one()
    return Strength(game, title, row.better + 1, row.ranked, course)


def _ranked(rows: Iterable[Row[tuple[str, str, int, float, float]]]) -> tuple[Ranked, ...]:
    """Lines from newest ratings (person, name, plays, mu, sigma), the strongest first."""
    known = [(Rating(row.mu, row.sigma).strength, row.name.casefold(), row.person, row) for row in rows]
    lines: list[Ranked] = []
    ordered = sorted(known, key=lambda each: (-each[0], *each[1:3]))
    for strength, group in groupby(ordered, key=lambda each: each[0]):
        place = len(lines) + 1
        lines += [Ranked(place, row.name, strength, row.plays, person) for _, _, person, row in group]
    return tuple(lines)


def _newest(game: str) -> Select[tuple[str, str, int, float, float]]:
    """The newest rating in a game of everybody whom the club knows: person, name, plays, mu, sigma."""
    newest = (
        select(ratings.c.person, func.max(ratings.c.result).label("result"), func.count().label("plays"))
        .where(ratings.c.game == game)
        .group_by(ratings.c.person)
        .subquery()
    )
    same = (ratings.c.game == game) & (ratings.c.result == newest.c.result) & (ratings.c.person == newest.c.person)
    return (
        select(newest.c.person, persons.c.name, newest.c.plays, ratings.c.mu, ratings.c.sigma)
        .join(persons, persons.c.id == newest.c.person)
        .join(ratings, same)
    )
