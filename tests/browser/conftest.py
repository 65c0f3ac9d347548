"""A real table, a real server, a real Chromium, at a host name over plain HTTP."""

from __future__ import annotations

import shutil
import socket
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, Playwright, sync_playwright

from companion.app import App, build
from companion.config import Config
from tests.browser.people import Person

NAME = "table.test"
FLAGS = (
    "--headless",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    f"--host-resolver-rules=MAP {NAME} 127.0.0.1, MAP * ~NOTFOUND, EXCLUDE 127.0.0.1",
)


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    for item in items:
        if Path(__file__).parent in Path(item.path).parents:
            item.add_marker("browser")


def free_port() -> int:
    with socket.socket() as asking:
        asking.bind(("127.0.0.1", 0))
        return int(asking.getsockname()[1])


@pytest.fixture(scope="session")
def playwright() -> Iterator[Playwright]:
    with sync_playwright() as started:
        yield started


@pytest.fixture(scope="session")
def browser(playwright: Playwright) -> Iterator[Browser]:
    found = next(filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))), None)
    assert found, "Chromium is missing: sudo apt install chromium"
    started = playwright.chromium.launch(executable_path=found, args=list(FLAGS))
    yield started
    started.close()


@pytest.fixture
def app(tmp_path: Path) -> Iterator[App]:
    """A companion on a free port, its plays in a folder of the test."""
    started = build(Config(port=free_port(), names=(NAME,), data=str(tmp_path / "data"), pin="2718"), bind="127.0.0.1")
    started.start()
    yield started
    started.close()


class Crowd:
    """The people at one table, each with a browser of their own; notes every request and every complaint."""

    def __init__(self, browser: Browser, app: App, pictures: Path) -> None:
        self.app = app
        self.base = f"http://{NAME}:{app.doors.port}"
        self.requests: list[str] = []
        self.complaints: list[str] = []
        self._browser = browser
        self._pictures = pictures
        self._people: list[Person] = []

    def person(
        self, *, language: str = "en-GB", size: tuple[int, int] = (390, 844), scheme: str = "dark", scale: int = 2
    ) -> Person:
        """Somebody with a browser: a phone unless told otherwise."""
        context = self._browser.new_context(
            locale=language,
            viewport={"width": size[0], "height": size[1]},
            color_scheme="dark" if scheme == "dark" else "light",
            device_scale_factor=scale,
            has_touch=size[0] < 800,
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

    def leave(self) -> None:
        for person in self._people:
            person.context.close()


@pytest.fixture
def pictures(request: pytest.FixtureRequest, tmp_path: Path) -> Path:
    """Where screenshots go: the folder given with --screenshots, else the test's own."""
    given = request.config.getoption("--screenshots")
    folder = Path(given) if given else tmp_path / "pictures"
    folder.mkdir(parents=True, exist_ok=True)
    return folder


@pytest.fixture
def crowd(browser: Browser, app: App, pictures: Path) -> Iterator[Crowd]:
    people = Crowd(browser, app, pictures)
    yield people
    people.leave()
    elsewhere = [url for url in people.requests if not url.startswith((people.base, "data:", "about:"))]
    assert elsewhere == [], "a page asked another host for something"
    assert people.complaints == []
