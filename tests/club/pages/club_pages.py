"""The site of a club for tests: its database, its tables with their tokens, and a browser."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from flask.testing import FlaskClient
from sqlalchemy import insert
from werkzeug.test import TestResponse

from companion.club.events.stored.stored_events import StoredEvents
from companion.club.persons.club_persons import ClubPersons
from companion.club.results.rating_jobs import RatingJobs
from companion.club.results.received_results import ReceivedResults
from companion.club.results.result_views import ResultViews
from companion.club.storage.club_database import ClubDatabase
from companion.club.storage.schema import persons
from companion.club.tables.club_tables import ClubTables
from companion.network.reachability.late_answers import LATE, LateAnswers
from companion.reporting.play_report import PlayReport, report_document
from tests.club.results.reports import rate_all
from tests.service.at_table import HandClock
from web.club.club_context import ClubContext
from web.club.club_site import create_club_site
from web.http.table_addresses import TableAddresses


class ClubPages:
    """``token`` is that of the table "Olive". ``late`` is the sender as whose the last answer waits for its turn; empty
    where it does not. ``room`` is what stands for the club's, where it has a broker."""

    def __init__(self, database: ClubDatabase, room: Any = None, language: str = "en") -> None:
        self.database = database
        self.tables = ClubTables(database)
        self.persons = ClubPersons(database)
        self.events = StoredEvents(database, lambda: 1_800_000_000.0)
        self.results = ResultViews(database)
        self.clock = HandClock()
        self.stored = self.forgotten = 0
        _, self.token = self.tables.add("Olive")
        context = ClubContext(
            "Café Ágora",
            bytes(32),
            self.tables,
            ReceivedResults(database, lambda: 1_800_000_000.0),
            self.results,
            self.persons,
            self.events,
            LateAnswers(),
            self._count,
            self._forget,
            language,
            room,
        )
        self.app = create_club_site(context, TableAddresses(8100))
        self.late = ""
        self.app.wsgi_app = self._noting(self.app.wsgi_app)  # type: ignore[method-assign]
        self.browser: FlaskClient = self.app.test_client()

    def _noting(self, site: Callable[..., Any]) -> Callable[..., Any]:
        def noting(environ: dict[str, Any], start: Any) -> Any:
            response = site(environ, start)
            turn = environ.get(LATE)
            self.late = turn.sender if turn is not None else ""
            return response

        return noting

    def _count(self) -> None:
        self.stored += 1

    def _forget(self) -> None:
        self.forgotten += 1

    def knows(self, **names: str) -> None:
        """These people have a card of the club: id and name."""
        with self.database.writing() as connection:
            for person, name in names.items():
                connection.execute(insert(persons).values(id=person, name=name))

    def put(
        self, report: PlayReport, token: str | None = None, play: str | None = None, document: bytes | None = None
    ) -> TestResponse:
        return self.browser.put(
            f"/api/1/plays/{play or report.play}",
            data=report_document(report)[0] if document is None else document,
            headers={"Authorization": f"Bearer {self.token if token is None else token}"},
        )

    def reports(self, *reports: PlayReport) -> None:
        for report in reports:
            assert self.put(report).status_code == 200
        rate_all(RatingJobs(self.database))

    def page(self, path: str = "/", language: str = "en", **given: Any) -> str:
        found = self.browser.get(path, headers={"Accept-Language": language}, **given)
        assert found.status_code == 200, found.status
        return found.get_data(as_text=True)
