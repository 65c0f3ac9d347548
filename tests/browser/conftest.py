"""A real table, a real server, a real Chromium, at a host name over plain HTTP."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Page

from companion.app import App, build
from companion.config import Config
from companion.core.game import AnyGame
from companion.keeping.time_of_day import TableClock
from companion.mqtt.mqtt_settings import NO_BROKER, MqttSettings
from companion.plays.time_source import Clock
from companion.reporting.club_settings import NO_CLUB, ClubSettings
from companion.service.screens.moment import Moment
from companion.service.table import RunningTable, Table
from tests.browser.fast_play import Quick, token
from tests.browser.people import Person
from tests.chromium import NAME
from tests.ports import free_port
from tests.web.flask_site import templates_compiled_once
from tests.web.url_rules import rules_compiled_once


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    for item in items:
        if Path(__file__).parent in Path(item.path).parents:
            item.add_marker("browser")


class Companion:
    """A companion on a free port, its plays in a folder; it can be stopped and started again as after a power cut."""

    def __init__(
        self,
        folder: Path,
        games: tuple[AnyGame, ...] = (),
        clock: Clock | None = None,
        profile: str = "simulated",
        mqtt: MqttSettings = NO_BROKER,
        club: ClubSettings = NO_CLUB,
    ) -> None:
        self._games = games
        self._clock = clock or TableClock(at_start=lambda: True)  # a play that begins has a date
        self._config = Config(
            port=free_port(), names=(NAME,), data=str(folder), pin="2718", profile=profile, mqtt=mqtt, club=club
        )
        self.app = self._started()

    @property
    def table(self) -> Table:
        return self.app.opened.table

    @property
    def opened(self) -> RunningTable:
        return self.app.opened

    @property
    def moment(self) -> Moment:
        """What was published last."""
        return self.opened.broadcast.moment

    def again(self) -> None:
        """Stop, and start on the same folder and port."""
        self.app.close()
        self.app = self._started()

    def _started(self) -> App:
        with rules_compiled_once(), templates_compiled_once():
            started = build(self._config, bind="127.0.0.1", games=self._games, clock=self._clock)
        started.start()
        return started


@pytest.fixture
def companion(tmp_path: Path) -> Iterator[Companion]:
    made = Companion(tmp_path / "data")
    yield made
    made.app.close()


TWICE = """() => {
    const ids = [...document.querySelectorAll("[id]")].map(({ id }) => id);
    return ids.filter((id, place) => ids.indexOf(id) !== place);
}"""
"""Ids that several elements of a page have."""


class Crowd:
    """The people at one table, each with a browser of their own; notes every request and every complaint."""

    def __init__(self, browser: Browser, companion: Companion, pictures: Path) -> None:
        self.companion = companion
        self.base = f"http://{NAME}:{companion.app.addresses.port}"
        self.requests: list[str] = []
        self.complaints: list[str] = []
        self._browser = browser
        self._pictures = pictures
        self._people: list[Person] = []

    def person(
        self,
        *,
        language: str = "en-GB",
        size: tuple[int, int] = (390, 844),
        scheme: str = "dark",
        scale: int = 2,
        script: bool = True,
    ) -> Person:
        """Somebody with a browser: a phone unless told otherwise."""
        context = self._browser.new_context(
            locale=language,
            viewport={"width": size[0], "height": size[1]},
            color_scheme="dark" if scheme == "dark" else "light",
            device_scale_factor=scale,
            has_touch=size[0] < 800,
            reduced_motion="reduce",
            java_script_enabled=script,
        )
        person = Person(context, self.base, self._watch, self._pictures)
        self._people.append(person)
        return person

    def _watch(self, page: Page) -> None:
        page.on("request", lambda request: self.requests.append(request.url))
        page.on("pageerror", lambda error: self.complaints.append(str(error)))
        page.on(
            "console",
            lambda message: self.complaints.append(message.text) if message.type == "error" else None,
        )

    def begun_play(
        self, game: str = "sheet:harbour-market", *names: str, seats: tuple[int, ...] = (), level: str = ""
    ) -> Quick:
        """An evening that has begun already, everybody with a phone that is not open yet."""
        return Quick(self.companion, game, names or ("Marco", "Lucía", "Nuria", "Pau"), seats, level)

    def phone(self, seat: int, **given: Any) -> Person:
        """The phone of somebody who sits already, on the page of the seat."""
        person = self.person(**given)
        person.holds(token(seat))
        person.opens("/seat")
        return person

    def forgive(self) -> None:
        """What browsers complained about so far was meant to happen."""
        self.complaints.clear()

    def leave(self) -> list[str]:
        """Close all pages. Ids that were on one of them twice."""
        found: list[str] = []
        for person in self._people:
            for page in person.context.pages:
                found += page.evaluate(TWICE)
            person.context.close()
        return found


@pytest.fixture
def pictures(request: pytest.FixtureRequest, tmp_path: Path) -> Path:
    """Where screenshots go: the folder given with --screenshots, else the test's own."""
    given = request.config.getoption("--screenshots")
    folder = Path(given) if given else tmp_path / "pictures"
    folder.mkdir(parents=True, exist_ok=True)
    return folder


@pytest.fixture
def crowd(chromium: Browser, companion: Companion, pictures: Path) -> Iterator[Crowd]:
    yield from gathered(chromium, companion, pictures)


def gathered(chromium: Browser, companion: Companion, pictures: Path) -> Iterator[Crowd]:
    """The people at a table, who must not have asked another host for anything, nor complained, when they leave.
    No update may have brought an id to a page twice.
    """
    people = Crowd(chromium, companion, pictures)
    yield people
    assert people.leave() == []
    elsewhere = [url for url in people.requests if not url.startswith((people.base, "data:", "about:"))]
    assert elsewhere == [], "a page asked another host for something"
    assert people.complaints == []


KeptPictures = Callable[[str], Path | None]
"""The folder in which the pictures of a playthrough are kept; None where nobody asked for them."""


@pytest.fixture
def kept_pictures(request: pytest.FixtureRequest, pictures: Path) -> KeptPictures:
    """See ``KeptPictures``."""

    def folder(name: str) -> Path | None:
        if not request.config.getoption("--screenshots"):
            return None
        kept = pictures / name
        kept.mkdir(parents=True, exist_ok=True)
        return kept

    return folder
