"""Results and rankings as rows of a file to take home.

Long ones are read in portions: each is a view of the database of its own, so that no reader holds up who writes, and no
process holds more than a portion.
"""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, datetime

import msgspec
from msgspec import Struct
from sqlalchemy import Select, select

from companion.club.results.rankings import Ranking
from companion.club.results.rating_model import Rating
from companion.club.results.result_views import seats_of
from companion.club.results.whole_results import known_time
from companion.club.storage.club_database import ClubDatabase
from companion.club.storage.schema import club_tables, persons, ratings, result_seats, results
from companion.core.wording import Speaker, Verbatim

CsvCell = str | int | None
PORTION_ROWS = 500
"""Results read at once."""

RESULT_COLUMNS = (
    "result", "received", "ended", "table", "game", "title", "minutes", "seat", "name", "place", "points", "won"
)  # fmt: skip
PERSON_COLUMNS = (
    "result", "received", "ended", "table", "game", "title", "minutes", "seats", "place", "points", "won", "strength"
)  # fmt: skip
RANKING_COLUMNS = ("place", "name", "strength", "plays", "uncertain")


class _Reported(Struct):
    """What of a report stands in a row."""

    game: str
    title: Verbatim
    ended: float | None
    minutes: int | None


_reported = msgspec.json.Decoder(_Reported)


def result_rows(database: ClubDatabase, speaker: Speaker) -> Iterator[list[CsvCell]]:
    """One CSV row for each seat of every result that was not withdrawn, oldest result first. The name of somebody
    without a card is empty. Raises ``ClubDatabaseError``.
    """
    last = 0
    while True:
        with database.reading() as connection:
            plays = connection.execute(_plays(last).where(~results.c.withdrawn)).all()
            if not plays:
                return
            last = plays[-1].number
            seats = seats_of(connection, [play.number for play in plays])
        for play in plays:
            before = _common(play.number, play.received, play.name, play.report, speaker)
            for seat in seats.get(play.number, ()):
                yield [*before, seat.seat, seat.name, seat.place, seat.points, int(seat.won)]


def person_rows(database: ClubDatabase, person: str, speaker: Speaker) -> Iterator[list[CsvCell]]:
    """A row for each result of a person, the oldest first, with the strength after it where it counted; none from when
    they are forgotten. Raises ``ClubDatabaseError``.
    """
    last = 0
    while True:
        with database.reading() as connection:
            own = select(result_seats.c.result).where(result_seats.c.person == person, result_seats.c.result > last)
            known = select(persons.c.id).where(persons.c.id == person).exists()
            numbers = own.where(known).distinct().order_by(result_seats.c.result).limit(PORTION_ROWS).subquery()
            plays = connection.execute(_plays(last).join(numbers, numbers.c.result == results.c.number)).all()
            if not plays:
                return
            last = plays[-1].number
            seats = seats_of(connection, [play.number for play in plays])
            rated = connection.execute(
                select(ratings.c.game, ratings.c.result, ratings.c.mu, ratings.c.sigma)
                .where(ratings.c.person == person)
                .where(ratings.c.result.in_([play.number for play in plays]))
            )
            strengths = {(row.game, row.result): Rating(row.mu, row.sigma).strength for row in rated}
        for play in plays:
            before = _common(play.number, play.received, play.name, play.report, speaker)
            at_play = seats.get(play.number, ())
            best = next(seat for seat in at_play if seat.person == person)
            after = strengths.get((str(before[4]), play.number))
            yield [*before, len(at_play), best.place, best.points, int(best.won), after]


def ranking_rows(ranking: Ranking) -> Iterator[list[CsvCell]]:
    """A row for each line of a ranking."""
    for line in ranking.lines:
        yield [line.place, line.name, line.strength, line.plays, int(line.uncertain)]


def _plays(last: int) -> Select[tuple[int, float, str, str]]:
    return (
        select(results.c.number, results.c.received, results.c.report, club_tables.c.name)
        .join(club_tables, club_tables.c.id == results.c.club_table)
        .where(results.c.number > last)
        .order_by(results.c.number)
        .limit(PORTION_ROWS)
    )


def _common(number: int, received: float, table: str, report: str, speaker: Speaker) -> list[CsvCell]:
    told = _reported.decode(report)
    times = (_utc(received), _utc(known_time(told.ended)))
    return [number, *times, table, told.game, speaker.say(told.title), told.minutes]


def _utc(wall: float | None) -> str | None:
    return datetime.fromtimestamp(wall, UTC).strftime("%Y-%m-%dT%H:%M:%SZ") if wall is not None else None
