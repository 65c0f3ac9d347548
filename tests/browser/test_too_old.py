"""A page whose scripts do not start says that the browser is too old, and loads itself again."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from companion.service.seats.seating import TakeSeat
from tests.browser.conftest import Crowd
from tests.browser.evening import Evening
from tests.browser.event_site import EventSite
from tests.browser.fast_play import token
from tests.browser.people import Person

TOO_OLD = "This browser is too old to follow the table live."
COMMON = "**/pages/common.js"
"""The script of every page."""


@pytest.fixture(autouse=True)
def forgiving(crowd: Crowd) -> Iterator[None]:
    """A browser complains about each script that does not parse, or does not come."""
    yield
    crowd.forgive()


@pytest.fixture
def old(crowd: Crowd) -> Person:
    """Somebody whose browser cannot parse the script of every page; time passes only by its clock."""
    person = crowd.person(size=(1280, 720))
    person.context.route(COMMON, lambda route: route.fulfill(body="let = ;", content_type="text/javascript"))
    person.page.clock.install()
    return person


def goes_on(page: Page, seconds: int) -> int:
    """Let time pass on the page. How often it was loaded again."""
    loads: list[Page] = []
    page.on("load", lambda loaded: loads.append(loaded))
    for _ in range(seconds):
        page.wait_for_load_state()
        page.clock.run_for(1_000)
    page.wait_for_load_state()
    return len(loads)


def test_a_table_screen_says_so_and_shows_what_is_new(crowd: Crowd, old: Person) -> None:
    page = old.opens("/table")
    expect(page.get_by_text(TOO_OLD)).to_be_hidden()
    page.clock.run_for(2_000)
    expect(page.get_by_text(TOO_OLD)).to_be_visible()
    assert crowd.companion.table.ask(token(3), TakeSeat(3, "Berta")).taken
    assert goes_on(page, 14) == 1
    expect(page.locator("#gather-3")).to_contain_text("Berta")


def test_nobody_is_disturbed_who_writes(crowd: Crowd, old: Person) -> None:
    page = old.opens("/")
    page.locator("#sit-name").focus()
    assert goes_on(page, 25) == 0
    page.locator("#sit-name").blur()
    assert goes_on(page, 3) == 1


def test_a_cover_opens_and_stays_open(crowd: Crowd, old: Person) -> None:
    Evening("athens-sparta/amphipolis-on-forms").begins(crowd, 10)
    old.holds(token(1))
    page = old.opens("/seat")
    page.clock.run_for(2_000)
    cover = page.locator(".covered:has(> .cover-inside)").first
    box, inside = cover.locator(".cover-box").first, cover.locator(".cover-inside").first
    expect(inside).to_be_hidden()
    box.check()
    expect(inside).to_be_visible()
    page.evaluate("document.activeElement.blur()")
    assert goes_on(page, 25) == 0
    box.uncheck()
    page.evaluate("document.activeElement.blur()")
    expect(inside).to_be_hidden()
    assert goes_on(page, 3) == 1


def test_somebody_sits_down_all_the_same(crowd: Crowd, old: Person) -> None:
    old.sits_down(4, "Berta")
    assert crowd.companion.moment.gathering.names == {4: "Berta"}


def test_a_page_whose_scripts_start_is_not_loaded_again(crowd: Crowd) -> None:
    page = crowd.person(size=(1280, 720)).page
    page.clock.install()
    page.goto(f"{crowd.base}/table")
    assert goes_on(page, 25) == 0
    expect(page.get_by_text(TOO_OLD)).to_be_hidden()


def test_a_script_that_did_not_come_says_nothing_about_the_browser(crowd: Crowd) -> None:
    person = crowd.person(size=(1280, 720))
    person.context.route(COMMON, lambda route: route.abort())
    page = person.page
    page.clock.install()
    person.opens("/table")
    page.clock.run_for(2_000)
    expect(page.get_by_text(TOO_OLD)).to_be_hidden()
    assert goes_on(page, 12) == 1


@pytest.mark.parametrize("path", ["", "/wall"])
def test_a_page_of_an_event_goes_on_all_the_same(chromium: Browser, tmp_path: Path, path: str) -> None:
    site = EventSite(tmp_path)
    site.fills(60)
    page = chromium.new_page(viewport={"width": 1280, "height": 720})
    page.route("**/pages/event.js", lambda route: route.fulfill(body="let = ;", content_type="text/javascript"))
    page.clock.install()
    page.goto(site.base + site.path + path)
    page.clock.run_for(2_000)
    expect(page.get_by_text(TOO_OLD)).to_be_visible()
    assert goes_on(page, 12) == 1
    assert page.url.partition("?")[0].endswith(path)
    assert ("part=1" in page.url) == bool(path), "a wall goes on to its next part"
    page.close()
    site.close()


def test_a_page_of_an_event_whose_scripts_start_is_left_alone(chromium: Browser, tmp_path: Path) -> None:
    site = EventSite(tmp_path)
    site.fills(20)
    page = chromium.new_page(viewport={"width": 1280, "height": 720})
    page.clock.install()
    page.goto(site.base + site.path)
    assert goes_on(page, 15) == 0
    expect(page.get_by_text(TOO_OLD)).to_be_hidden()
    page.close()
    site.close()
