"""Every page as it really is: no fault that axe-core finds, nothing wider than the screen, with letters of any size."""

from __future__ import annotations

import pytest
from axe_playwright_python.sync_playwright import Axe  # type: ignore[import-untyped]
from playwright.sync_api import Page

from tests.browser.conftest import Crowd
from tests.browser.fast_play import HOST, Quick, token
from tests.browser.people import Person

OPEN_ALL = """() => {
  document.querySelectorAll("[data-keep-open]").forEach((button) => {
    if (button.getAttribute("aria-pressed") === "false") button.click();
  });
  document.querySelectorAll("details").forEach((part) => (part.open = true));
  document.querySelectorAll(".tab-panel").forEach((panel) => (panel.style.display = "grid"));
}"""

SEAT = ("/seat", "/seat/numbers", "/?seats=1", "/table", "/log", "/score", "/history", "/host", "/no-such-page")
"""Pages of somebody who sits, or who only looks."""
HOSTS = (
    "/host",
    "/wifi",
    "/room",
    "/identity",
    "/scribe",
    "/sim",
    "/host/sheets/new",
    "/host/sheet/sheet:harbour-market",
)

LOOKS = (("dark", "en-GB"), ("light", "es-ES"), ("dark", "es-ES"), ("light", "en-GB"))


def looks(*now: int) -> pytest.MarkDecorator:
    """Every theme in every language; those at ``now`` in each run, the others in the long one."""
    marked = [pytest.param(look, marks=() if n in now else pytest.mark.long) for n, look in enumerate(LOOKS)]
    return pytest.mark.parametrize("look", marked, ids=str)


def people(crowd: Crowd, play: Quick, look: tuple[str, str], size: tuple[int, int]) -> tuple[Person, Person]:
    """A seat's phone and the host's, both looking as told."""
    assert play.moment.phase
    seat, host = (crowd.person(language=look[1], size=size, scale=1) for _ in range(2))
    seat.holds(token(1), light=look[0])
    host.holds(HOST, light=look[0])
    return seat, host


def faults(page: Page) -> list[tuple[str, list[str]]]:
    found = Axe().run(page).response["violations"]
    return [(fault["id"], [node["html"] for node in fault["nodes"]]) for fault in found]


def every_page(crowd: Crowd, look: tuple[str, str], size: tuple[int, int] = (390, 844)) -> list[tuple[Person, str]]:
    """Who opens what, in the middle of a play with a secret in it."""
    play = crowd.begun_play("sheet:oh-hell", "Marco", "Lucía", "Nuria")
    play.goes_on(9)
    seat, host = people(crowd, play, look, size)
    return [*((seat, path) for path in SEAT), *((host, path) for path in HOSTS)]


@looks()
def test_axe_finds_no_fault_on_any_page(crowd: Crowd, look: tuple[str, str]) -> None:
    found = {}
    for person, path in every_page(crowd, look):
        person.opens(path)
        assert person.page.locator("html").get_attribute("data-theme") == look[0]
        assert person.page.locator("html").get_attribute("lang") == look[1][:2] or path == "/table"
        person.page.evaluate(OPEN_ALL)
        if wrong := faults(person.page):
            found[path] = wrong
    crowd.forgive()
    assert found == {}


@looks(0)
def test_axe_finds_no_fault_before_and_after_a_play(crowd: Crowd, look: tuple[str, str]) -> None:
    seat = crowd.person(language=look[1], scale=1)
    seat.holds(token(1), light=look[0])
    found = {path: faults(seat.opens(path)) for path in ("/", "/table", "/history")}
    play = crowd.begun_play("sheet:provinces", "Marco", "Lucía")
    play.to_the_end()
    found |= {f"{path} at the end": faults(seat.opens(path)) for path in ("/seat", "/table", "/score", "/history")}
    assert {path: wrong for path, wrong in found.items() if wrong} == {}


WIDER = """() => document.documentElement.scrollWidth - document.documentElement.clientWidth"""


def test_nothing_is_wider_than_a_narrow_phone(crowd: Crowd) -> None:
    wide = {}
    for person, path in every_page(crowd, ("dark", "es-ES"), (320, 640)):
        page = person.opens(path)
        page.evaluate(OPEN_ALL)
        if beyond := page.evaluate(WIDER):
            wide[path] = beyond
    crowd.forgive()
    assert wide == {}


@pytest.mark.long
def test_letters_twice_as_large_break_nothing(crowd: Crowd) -> None:
    wide = {}
    for person, path in every_page(crowd, ("dark", "en-GB")):
        page = person.opens(path)
        page.evaluate("document.documentElement.style.fontSize = '34px'")
        if beyond := page.evaluate(WIDER):
            wide[path] = beyond
    crowd.forgive()
    assert wide == {}


@pytest.mark.parametrize("size", [(320, 640), (390, 844)], ids=["narrow", "usual"])
def test_a_name_is_read_in_letters_twice_as_large(crowd: Crowd, size: tuple[int, int]) -> None:
    lucia = crowd.person(language="es-ES", size=size)
    lucia.sits_down(1, "Lucía")
    lucia.page.evaluate("document.documentElement.style.fontSize = '34px'")
    name = lucia.page.locator(".top-name")
    assert name.evaluate("(name) => name.scrollWidth <= name.clientWidth")
