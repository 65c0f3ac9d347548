"""Computes ratings again from the first play that changed, some plays at a time, in whichever process of the club.

Each portion is one transaction, at whose end the rest is a job again: a process that is killed in between loses the
portion it was at. While a game has jobs, its ratings from there on are those of before.
"""

from __future__ import annotations

from collections.abc import Mapping

import msgspec
from sqlalchemy import ColumnElement, Connection, delete, func, insert, select

from companion.club.results.placings import placings, rated_teams
from companion.club.results.rating_model import Rating, rated
from companion.club.storage.club_database import ClubDatabase
from companion.club.storage.schema import rated_games, rating_jobs, ratings, results
from companion.reporting.play_report import PlayReport

PORTION = 200
"""Plays of one transaction: a writer of SQLite waits so long."""

_reports = msgspec.json.Decoder(PlayReport)


class RatingJobs:
    """Work that any process may take."""

    def __init__(self, database: ClubDatabase) -> None:
        self._database = database

    def do_portion(self) -> bool:
        """Compute the next plays of one game; returns whether there may be more to do. Raises
        ``ClubDatabaseError``.
        """
        with self._database.writing() as connection:
            game = self._taken(connection)
            if game is None:
                return False
            jobs = connection.execute(
                select(rating_jobs.c.number, rating_jobs.c.result).where(rating_jobs.c.game == game)
            ).all()
            if not jobs:  # another process has finished them while this one was getting at the game
                return True
            first = min(job.result for job in jobs)
            found = connection.execute(
                select(results.c.number, results.c.report)
                .where(results.c.game == game, results.c.number >= first, ~results.c.withdrawn)
                .order_by(results.c.number)
                .limit(PORTION)
            )
            plays = {play.number: _reports.decode(play.report) for play in found}
            last = None if len(plays) < PORTION else max(plays)
            self._clear(connection, game, first, last)
            self._compute(connection, game, first, plays)
            connection.execute(delete(rating_jobs).where(rating_jobs.c.number.in_([job.number for job in jobs])))
            if last is not None:
                connection.execute(insert(rating_jobs).values(game=game, result=last + 1))
        return True

    def _taken(self, connection: Connection) -> str | None:
        """A game that has jobs, which nobody else takes until this transaction ends."""
        found = connection.execute(
            select(rated_games.c.game)
            .where(select(rating_jobs.c.number).where(rating_jobs.c.game == rated_games.c.game).exists())
            .order_by(rated_games.c.game)
            .limit(1)
            # A weaker lock than the usual one: whoever stores a result of the game refers to this row, and goes on.
            .with_for_update(skip_locked=True, key_share=True)
        ).first()
        return found.game if found is not None else None

    def _clear(self, connection: Connection, game: str, first: int, last: int | None) -> None:
        stale = delete(ratings).where(ratings.c.game == game, ratings.c.result >= first)
        connection.execute(stale if last is None else stale.where(ratings.c.result <= last))

    def _compute(self, connection: Connection, game: str, first: int, plays: Mapping[int, PlayReport]) -> None:
        teams = {number: rated_teams(placings(report)) for number, report in plays.items()}
        persons = {person for team in teams.values() for _, members in team for person in members}
        known = newest_ratings(connection, game, ratings.c.result < first, ratings.c.person.in_(persons))
        rows = []
        for number, team in teams.items():
            if not team:
                continue
            after = rated(team, known)
            known |= after
            rows += [
                {"game": game, "result": number, "person": person, "mu": each.mu, "sigma": each.sigma}
                for person, each in after.items()
            ]
        if rows:
            connection.execute(insert(ratings), rows)


def newest_ratings(connection: Connection, game: str, *conditions: ColumnElement[bool]) -> dict[str, Rating]:
    """The newest rating of everybody who has one in a game, of those rows that meet the conditions."""
    newest = (
        select(ratings.c.person, func.max(ratings.c.result).label("result"))
        .where(ratings.c.game == game, *conditions)
        .group_by(ratings.c.person)
        .subquery()
    )
    same = (ratings.c.person == newest.c.person) & (ratings.c.result == newest.c.result) & (ratings.c.game == game)
    rows = connection.execute(select(ratings.c.person, ratings.c.mu, ratings.c.sigma).join(newest, same))
    return {row.person: Rating(row.mu, row.sigma) for row in rows}
