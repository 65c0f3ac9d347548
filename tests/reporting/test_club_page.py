"""The admin's page for what the club is told: only the admin opens it, and it says how things go."""

from __future__ import annotations

from collections.abc import Callable
from html import unescape
from pathlib import Path

import pytest

from companion.core.wording import say
from companion.library import Library
from companion.plays.log.log import Log
from companion.service.session.sending import MakeReporter, ReportingView, SetReporting
from tests.service.at_table import HOST, Room, token
from tests.web.flask_site import Site, words_of


class FakeReporter:
    """Remembers what it was told to do."""

    def __init__(self) -> None:
        self.view = ReportingView("club.example")
        self.followed: list[bool] = []
        self.changed: Callable[[], object] = lambda: None
        self.runs = self.token_left = False

    def made(self, _log: Log, _library: Library) -> MakeReporter:
        def make(changed: Callable[[], object]) -> FakeReporter:
            self.changed = changed
            return self

        return make

    def follow(self, *, on: bool) -> None:
        self.followed.append(on)

    def leave_token(self) -> None:
        self.token_left = True

    def wake(self) -> None:
        pass

    def start(self) -> None:
        self.runs = True

    def close(self) -> None:
        self.runs = False

    def shows(self, view: ReportingView) -> None:
        self.view = view
        self.changed()


def sees(site: Site, who: str = "host", language: str = "en") -> str:
    return unescape(words_of(site.browser(who, language).get("/club").text))


def test_without_a_club_it_says_where_one_is_named(tmp_path: Path) -> None:
    with Room(tmp_path / "log.sqlite") as room:
        room.host()
        site = Site(room)
        assert "The settings of this table name none: see [club] there." in sees(site)
        reply = site.browser("host").post("/club/set", {"on": "yes"}, page="club").json or {}
        assert reply["code"] == "no-club"
        assert not room.log.due_reports.collecting


def test_only_the_keeper_opens_it_and_decides(tmp_path: Path) -> None:
    reporter = FakeReporter()
    with Room(tmp_path / "log.sqlite", reporter=reporter.made) as room:
        room.begin(2)
        site = Site(room)
        assert site.browser(1).get("/club").status_code == 302
        assert room.table.ask(token(1), SetReporting(on=True)).code == "not-host"
        with pytest.raises(Exception, match="not-host"):
            room.table.view(token(1)).sending.reporting()
        assert reporter.followed == [False]


def test_it_is_switched_on_and_off_and_stays_so(tmp_path: Path) -> None:
    reporter = FakeReporter()
    with Room(tmp_path / "log.sqlite", reporter=reporter.made) as room:
        room.host()
        site = Site(room)
        assert reporter.runs
        assert "The club is told nothing." in sees(site)
        for on, button in ((True, "Report no more plays"), (False, "Report how plays end"), (True, "Report no more")):
            reply = site.browser("host").post("/club/set", {"on": "yes" if on else "no"}, page="club").json
            assert reply is not None
            assert reply["taken"]
            assert button in sees(site)
            assert room.log.due_reports.collecting == on
        assert reporter.followed == [False, True, False, True]
        assert "Los nombres se quedan aquí" in sees(site, language="es")
    assert not reporter.runs
    again = FakeReporter()
    with Room(tmp_path / "log.sqlite", reporter=again.made) as room:
        assert again.followed == [True]
        assert room.log.due_reports.collecting
    with Room(tmp_path / "log.sqlite") as room:
        assert not room.log.due_reports.collecting, "without a club in the settings nothing is collected"


def test_what_goes_wrong_and_what_waits_is_shown(tmp_path: Path) -> None:
    reporter = FakeReporter()
    with Room(tmp_path / "log.sqlite", reporter=reporter.made) as room:
        room.host()
        site = Site(room)
        assert room.table.ask(HOST, SetReporting(on=True)).taken
        reporter.shows(ReportingView("club.example", "trying", 1, say("The club hung up.")))
        page = sees(site)
        assert "The club hung up." in page
        assert "1 result waits here for the club." in page
        reporter.shows(ReportingView("club.example", "trying", 4, say("The club hung up.")))
        assert "4 resultados esperan aquí" in sees(site, language="es")
        reporter.shows(ReportingView("club.example", "told"))
        assert "The club has every result." in sees(site)
        assert "The club hung up." not in sees(site)


@pytest.mark.parametrize("kept", [3, "yes", [], {"on": True}])
def test_a_setting_that_cannot_be_read_reports_nothing(tmp_path: Path, kept: object) -> None:
    with Room(tmp_path / "log.sqlite") as room:
        room.log.settings.put("reporting", kept)
    reporter = FakeReporter()
    with Room(tmp_path / "log.sqlite", reporter=reporter.made):
        assert reporter.followed == [False]
