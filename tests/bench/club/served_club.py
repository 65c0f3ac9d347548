"""Clubs of processes of their own, with a database of their own, to be measured."""

from __future__ import annotations

import time
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, closing, contextmanager
from math import isclose
from pathlib import Path

import msgspec
import psutil
from sqlalchemy import func, select

from companion.club.results.placings import placings, rated_teams
from companion.club.results.rating_jobs import newest_ratings
from companion.club.results.rating_model import Rating, rated
from companion.club.storage.club_database import ClubDatabase
from companion.club.storage.schema import rating_jobs, results
from companion.reporting.play_report import PlayReport
from tests.club.club_server import ClubServer
from tests.club.postgres import Postgres

SQLITE, POSTGRESQL = "SQLite", "PostgreSQL"


class ServedClub:
    """``servers``: its processes; ``database``: the same as theirs; ``postgres``: the server of the database."""

    def __init__(self, servers: Sequence[ClubServer], database: ClubDatabase, postgres: Postgres | None) -> None:
        self.servers = servers
        self.database = database
        self.postgres = postgres

    @property
    def ports(self) -> list[int]:
        return [server.port for server in self.servers]

    def processor(self) -> float:
        """Seconds of processor time that its processes have used, without those of the database's server."""
        times = [psutil.Process(server.pid).cpu_times() for server in self.servers]
        return float(sum(of.user + of.system for of in times))

    def tokens(self, tables: int) -> dict[str, str]:
        """Tokens of new tables, by the tables' ids."""
        return self.servers[0].add_tables(*(f"table {number}" for number in range(tables)))

    def held(self) -> dict[str, tuple[int, str]]:
        """Version and digest of each play in the database. Raises ``SystemExit`` where one is there twice."""
        with self.database.reading() as connection:
            rows = connection.execute(select(results.c.play, results.c.version, results.c.digest)).all()
        found = {row.play: (row.version, row.digest) for row in rows}
        if len(found) != len(rows):
            raise SystemExit(f"{len(rows) - len(found)} results are there twice")
        return found

    def until_rated(self, seconds: float) -> float:
        """Seconds until no rating is left to be computed. Raises ``SystemExit`` after so many."""
        begun = time.monotonic()
        while self._jobs():
            if time.monotonic() - begun > seconds:
                raise SystemExit(f"{self._jobs()} jobs of ratings are left after {seconds:.0f} s")
            time.sleep(0.05)
        return time.monotonic() - begun

    def _jobs(self) -> int:
        with self.database.reading() as connection:
            return int(connection.execute(select(func.count()).select_from(rating_jobs)).scalar_one())


@contextmanager
def served_club(folder: Path, kind: str, processes: int = 1, settings: str = "") -> Iterator[ServedClub]:
    """A club with so many processes, and ``settings`` beside those of its database. PostgreSQL keeps its promise to be
    on the disk, as it is set by default.
    """
    with ExitStack() as stack:
        postgres = None
        url = f"sqlite:///{folder / 'club.db'}"
        if kind == POSTGRESQL:
            postgres = stack.enter_context(closing(Postgres()))
            postgres.start()
            url = postgres.new_database("club")
        servers = [ClubServer(folder / f"process-{number}", url, settings) for number in range(1, processes + 1)]
        for server in servers:
            server.start()
            stack.callback(server.kill)
        yield ServedClub(servers, stack.enter_context(closing(servers[0].database())), postgres)


def check_nothing_lost(club: ServedClub, newest: dict[str, tuple[int, str]]) -> None:
    """Raises ``SystemExit`` unless the club has every play once, in its newest version."""
    held = club.held()
    if held != newest:
        lost = len(newest.keys() - held.keys())
        other = sum(held[play] != of for play, of in newest.items() if play in held)
        raise SystemExit(
            f"{lost} plays are lost, {other} are of another version, {len(held.keys() - newest.keys())} new"
        )


def check_ratings(club: ServedClub) -> None:
    """Raises ``SystemExit`` unless the ratings are those of all results one after the other, computed at once."""
    with club.database.reading() as connection:
        held = connection.execute(
            select(results.c.game, results.c.report).where(~results.c.withdrawn).order_by(results.c.number)
        ).all()
        found = {game: newest_ratings(connection, game) for game in {row.game for row in held}}
    known: dict[str, dict[str, Rating]] = {game: {} for game in found}
    for row in held:
        if team := rated_teams(placings(msgspec.json.decode(row.report, type=PlayReport))):
            known[row.game] |= rated(team, known[row.game])
    for game, of_game in known.items():
        wrong = [
            person for person in {**of_game, **found[game]} if not _same(of_game.get(person), found[game].get(person))
        ]
        if wrong:
            raise SystemExit(f"the ratings of {len(wrong)} people at {game} are not those of the sequence")


def _same(one: Rating | None, other: Rating | None) -> bool:
    return one is not None and other is not None and isclose(one.mu, other.mu) and isclose(one.sigma, other.sigma)
