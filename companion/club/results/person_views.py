"""A person of the club as everybody may see them: how strong, what they played, and with whom."""

from __future__ import annotations

from collections import Counter

import msgspec
from msgspec import Struct
from sqlalchemy import Connection, case, distinct, func, select

from companion.club.results.rankings import Strength
from companion.club.results.result_views import SHOWN, strengths_of
from companion.club.storage.club_database import ClubDatabase
from companion.club.storage.schema import club_tables, persons, result_seats, results
from companion.core.wording import Verbatim

COMPANY = 6
"""People shown with whom somebody plays most."""


class OwnResult(Struct, frozen=True):
    """How a person came off in a play: the best of their seats. ``points`` are None where they decide nothing."""

    number: int
    table: str
    title: Verbatim
    received: float
    seats: int
    place: int
    points: int | None
    won: bool


class Company(Struct, frozen=True):
    """Somebody with whom a person has played so often."""

    person: str
    name: str
    plays: int


class PersonView(Struct, frozen=True):
    """``plays`` are all results that stand, whether or not they count for ratings; ``results`` the newest of those that
    were asked for.
    """

    person: str
    name: str
    plays: int
    won: int
    strengths: tuple[Strength, ...]
    company: tuple[Company, ...]
    results: tuple[OwnResult, ...]


class _Title(Struct):
    title: Verbatim


_titles = msgspec.json.Decoder(_Title)


def person_name(database: ClubDatabase, person: str) -> str | None:
    """What a person is called; None for whom the club does not know, or no longer. Raises ``ClubDatabaseError``."""
    with database.reading() as connection:
        return _name(connection, person)


def person_view(database: ClubDatabase, person: str, before: int | None = None) -> PersonView | None:
    """A person with their results of smaller numbers than ``before``, the newest first; None for whom the club does not
    know, or no longer. Raises ``ClubDatabaseError``.
    """
    with database.reading() as connection:
        name = _name(connection, person)
        if name is None:
            return None
        own = result_seats.c.person == person
        won = func.count(distinct(case((result_seats.c.won, result_seats.c.result))))
        counted = connection.execute(
            select(func.count(distinct(result_seats.c.result)).label("plays"), won.label("won")).where(own)
        ).one()
        return PersonView(
            person,
            name,
            counted.plays,
            counted.won,
            strengths_of(connection, person),
            _company(connection, person),
            _own_results(connection, person, before),
        )


def _name(connection: Connection, person: str) -> str | None:
    if not person.isprintable():  # PostgreSQL refuses to compare such an id
        return None
    return connection.execute(select(persons.c.name).where(persons.c.id == person)).scalar()


def _own_results(connection: Connection, person: str, before: int | None) -> tuple[OwnResult, ...]:
    wanted = select(result_seats.c.result).where(result_seats.c.person == person)
    wanted = wanted if before is None else wanted.where(result_seats.c.result < before)
    numbers = connection.execute(wanted.distinct().order_by(result_seats.c.result.desc()).limit(SHOWN)).scalars().all()
    plays = connection.execute(
        select(results.c.number, results.c.received, results.c.report, club_tables.c.name)
        .join(club_tables, club_tables.c.id == results.c.club_table)
        .where(results.c.number.in_(numbers))
        .order_by(results.c.number.desc())
    ).all()
    seats = connection.execute(
        select(result_seats)
        .where(result_seats.c.result.in_(numbers))
        .order_by(result_seats.c.place.desc(), result_seats.c.seat.desc())
    ).all()
    many = Counter(seat.result for seat in seats)
    best = {seat.result: seat for seat in seats if seat.person == person}
    return tuple(
        OwnResult(
            play.number,
            play.name,
            _titles.decode(play.report).title,
            play.received,
            many[play.number],
            best[play.number].place,
            best[play.number].points,
            best[play.number].won,
        )
        for play in plays
    )


def _company(connection: Connection, person: str) -> tuple[Company, ...]:
    other = result_seats.alias()
    plays = func.count(distinct(other.c.result))
    rows = connection.execute(
        select(persons.c.id, persons.c.name, plays.label("plays"))
        .select_from(result_seats)
        .join(other, (other.c.result == result_seats.c.result) & (other.c.person != person))
        .join(persons, persons.c.id == other.c.person)
        .where(result_seats.c.person == person)
        .group_by(persons.c.id, persons.c.name)
        .order_by(plays.desc(), persons.c.name)
        .limit(COMPANY)
    )
    return tuple(Company(row.id, row.name, row.plays) for row in rows)
