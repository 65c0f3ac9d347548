"""Stores what tables report. A receipt is given once the database has committed, and not before."""

from __future__ import annotations

from collections.abc import Callable

import msgspec
from sqlalchemy import Connection, delete, insert, select, update

from companion.club.results.placings import placings
from companion.club.storage.club_database import ClubDatabase, insert_new
from companion.club.storage.schema import rated_games, rating_jobs, result_seats, results
from companion.reporting.play_report import PlayReport, Receipt


class OtherTable(Exception):
    """Another table of the club has reported this play."""


class ReceivedResults:
    """The results of all plays. ``now`` is the club's clock, in seconds since 1970."""

    def __init__(self, database: ClubDatabase, now: Callable[[], float]) -> None:
        self._database = database
        self._now = now

    def store(self, table: str, report: PlayReport, digest: str) -> Receipt:
        """Store the report of a play, unless the club has one that is as new; returns what it has then.

        The play keeps the number that it got first. Ratings are to be computed again from it on. Raises ``OtherTable``.
        """
        first = {
            "play": report.play,
            "club_table": table,
            "version": 0,
            "digest": "",
            "game": report.game,
            "withdrawn": True,
            "received": self._now(),
            "report": "",
        }
        with self._database.writing() as connection:
            insert_new(connection, results, first)
            held = connection.execute(
                select(results.c.number, results.c.club_table, results.c.version, results.c.digest, results.c.game)
                .where(results.c.play == report.play)
                .with_for_update()
            ).one()
            if held.club_table != table:
                raise OtherTable
            if report.version <= held.version:
                return Receipt(version=held.version, digest=held.digest)
            self._replace(connection, held.number, report, digest)
            for game in {held.game, report.game}:
                insert_new(connection, rated_games, {"game": game})
                connection.execute(insert(rating_jobs).values(game=game, result=held.number))
        return Receipt(version=report.version, digest=digest)

    def _replace(self, connection: Connection, number: int, report: PlayReport, digest: str) -> None:
        connection.execute(
            update(results)
            .where(results.c.number == number)
            .values(
                version=report.version,
                digest=digest,
                game=report.game,
                withdrawn=report.withdrawn,
                report=msgspec.json.encode(report).decode(),
            )
        )
        connection.execute(delete(result_seats).where(result_seats.c.result == number))
        rows = [
            {
                "result": number,
                "seat": placing.seat,
                "person": placing.person,
                "place": placing.place,
                "points": placing.points,
                "won": placing.won,
            }
            for placing in placings(report)
        ]
        if rows:
            connection.execute(insert(result_seats), rows)
