"""Stores what tables report. A receipt is given once the database has committed, and not before."""

from __future__ import annotations

from collections.abc import Callable

import msgspec
from sqlalchemy import bindparam, delete, insert, select, update

from companion.club.results.placings import placings
from companion.club.storage.club_database import ClubDatabase, insert_new
from companion.club.storage.schema import rated_games, rating_jobs, result_seats, results
from companion.reporting.play_report import PlayReport, Receipt

# Statements are built once: building one takes longer than the database does for it.
_held = (
    select(results.c.number, results.c.club_table, results.c.version, results.c.digest, results.c.game)
    .where(results.c.play == bindparam("wanted"))
    .with_for_update(key_share=True)
)
_replace = update(results).where(results.c.number == bindparam("held"))
_clear_seats = delete(result_seats).where(result_seats.c.result == bindparam("held"))
_add_seats = insert(result_seats)
_add_job = insert(rating_jobs)


class OtherTable(Exception):
    """Another table of the club has reported this play."""


class ReceivedResults:
    """The results of all plays. ``now`` is the club's clock, in seconds since 1970."""

    def __init__(self, database: ClubDatabase, now: Callable[[], float]) -> None:
        self._database = database
        self._now = now

    def store(self, table: str, report: PlayReport, digest: str) -> Receipt:
        """Store the report of a play, unless the club has this version or a newer one. Returns what the club has now.

        A play keeps its first number; ratings from that number on are marked to be computed again. Raises
        ``OtherTable`` if another table reported this play.
        """
        # Worked out before the transaction, for which other writers wait.
        told = {
            "version": report.version,
            "digest": digest,
            "game": report.game,
            "withdrawn": report.withdrawn,
            "report": msgspec.json.encode(report).decode(),
        }
        found, games = placings(report), {report.game}
        with self._database.writing() as connection:
            first = {"play": report.play, "club_table": table, "received": self._now(), **told}
            if (new := insert_new(connection, results, first)) is not None:
                number = new.number
            else:
                held = connection.execute(_held, {"wanted": report.play}).one()
                if held.club_table != table:
                    raise OtherTable
                if report.version <= held.version:
                    return Receipt(version=held.version, digest=held.digest)
                number = held.number
                games.add(held.game)
                connection.execute(_replace, {"held": number, **told})
                connection.execute(_clear_seats, {"held": number})
            if found:
                connection.execute(
                    _add_seats,
                    [
                        {
                            "result": number,
                            "seat": placing.seat,
                            "person": placing.person,
                            "place": placing.place,
                            "points": placing.points,
                            "won": placing.won,
                        }
                        for placing in found
                    ],
                )
            for game in sorted(games):
                insert_new(connection, rated_games, {"game": game})
                connection.execute(_add_job, {"game": game, "result": number})
        return Receipt(version=report.version, digest=digest)
