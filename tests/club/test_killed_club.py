"""A club whose processes are killed while its tables report: nothing is lost, nothing is there twice."""

from __future__ import annotations

import random
from collections.abc import Iterator
from contextlib import ExitStack, closing
from pathlib import Path
from threading import Event, Thread

import pytest
from sqlalchemy import select

from companion.club.results.placings import placings, rated_teams
from companion.club.results.rating_jobs import newest_ratings
from companion.club.results.rating_model import Rating, rated
from companion.club.storage.schema import rating_jobs, result_seats, results
from companion.reporting.club_connection import ClubConnection
from companion.reporting.club_faults import ClubFault
from companion.reporting.club_settings import ClubSettings
from companion.reporting.play_report import PlayReport, Receipt, report_document
from tests.club.club_server import ClubServer
from tests.club.postgres import needs_postgres
from tests.club.results.reports import digest, played
from tests.mqtt.mosquitto import wait_until

TABLES = 4
PLAYS = 12
PEOPLE = ("ana", "ben", "cleo", "dan")


class SendingTable(Thread):
    """A table as its outbox does: each report until there is a receipt for it, to whichever process answers."""

    def __init__(self, urls: list[str], table: str, token: str, pace: float) -> None:
        super().__init__(daemon=True)
        self._links = [ClubConnection(ClubSettings(url=url, token=token), patience=10) for url in urls]
        self._pace = pace
        self._rest = Event()
        chance = random.Random(table)
        self.reports: list[PlayReport] = []
        for play in range(PLAYS):
            for version in (1, 2) if play % 3 == 0 else (1,):
                points = {person: chance.randrange(40) for person in chance.sample(PEOPLE, 3)}
                gone = version == 2 and play % 2 == 0
                self.reports.append(played(f"{table}{play}", points, version=version, withdrawn=gone))

    def run(self) -> None:
        for report in self.reports:
            self._rest.wait(self._pace)
            while not self._sent(report):
                self._rest.wait(0.05)
        for link in self._links:
            link.close()

    def _sent(self, report: PlayReport) -> bool:
        link = random.choice(self._links)
        try:
            receipt = link.put(report.play, report_document(report)[0])
        except ClubFault:
            return False
        return receipt == Receipt(version=report.version, digest=digest(report))


@pytest.fixture(
    params=[pytest.param("sqlite", marks=pytest.mark.long), pytest.param("postgresql", marks=needs_postgres)]
)
def kind(request: pytest.FixtureRequest) -> str:
    """With PostgreSQL there are two processes; one is tried in the long run."""
    return str(request.param)


@pytest.fixture
def processes(url: str, tmp_path: Path) -> Iterator[list[ClubServer]]:
    """One process where only one may be, else two."""
    count = 1 if url.startswith("sqlite") else 2
    with ExitStack() as stack:
        servers = [ClubServer(tmp_path / f"process-{number}", url) for number in range(count)]
        for server in servers:
            server.start()
            stack.callback(server.kill)
        yield servers


@pytest.mark.long
def test_nothing_is_lost_and_nothing_is_there_twice(processes: list[ClubServer]) -> None:
    tokens = processes[0].add_tables(*(f"table {number}" for number in range(TABLES)))
    urls = [server.url for server in processes]
    tables = [SendingTable(urls, table, token, pace=0.1) for table, token in tokens.items()]
    for table in tables:
        table.start()
    chance = random.Random(7)
    for _ in range(4):
        tables[0].join(chance.uniform(0.1, 0.5))
        killed = chance.choice(processes)
        killed.kill()
        killed.start()
    for table in tables:
        table.join(60)
        assert not table.is_alive()
    newest = {report.play: report for table in tables for report in table.reports}
    with closing(processes[0].database()) as database:

        def counted() -> bool:
            with database.reading() as connection:
                return connection.execute(select(rating_jobs)).first() is None

        wait_until(counted, 30)
        with database.reading() as connection:
            held = connection.execute(select(results).order_by(results.c.number)).all()
            assert sorted(row.play for row in held) == sorted(newest)
            assert {row.play: (row.version, row.digest) for row in held} == {
                play: (report.version, digest(report)) for play, report in newest.items()
            }
            seats = connection.execute(select(result_seats.c.result, result_seats.c.seat)).all()
            assert len(seats) == sum(3 for report in newest.values() if not report.withdrawn)
            found = newest_ratings(connection, "antike")
    known: dict[str, Rating] = {}
    for row in held:
        if team := rated_teams(placings(newest[row.play])):
            known |= rated(team, known)
    assert {person: (each.mu, each.sigma) for person, each in found.items()} == {
        person: pytest.approx((each.mu, each.sigma)) for person, each in known.items()
    }


@pytest.mark.long
def test_it_serves_until_it_is_told_to_stop(url: str, tmp_path: Path) -> None:
    server = ClubServer(tmp_path, url)
    server.start()
    assert server.page()[0] == 200
    assert server.stop() == 0
