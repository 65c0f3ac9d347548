"""An organiser seats a round and enters an outcome by taps, on a phone and a large screen, in both languages."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, Page, expect

from tests.browser.event_site import CARDS, GUESTS, EventSite

PHONE, SMALL_PHONE, SCREEN = (390, 844), (320, 640), (1920, 1080)
SMALL = """() => [...document.querySelectorAll("a, button, select, summary, textarea, input.text")]
    .filter((node) => node.offsetParent && !node.closest("p:not([class]), p.soft, h2, h3, th"))
    .map((node) => [node.textContent.trim(), Math.round(node.getBoundingClientRect().height)])
    .filter(([, height]) => height < 44)"""
"""What is tapped and is lower than a finger; links within a sentence are not counted."""
WIDER = "() => document.documentElement.scrollWidth > document.documentElement.clientWidth"
CUT = """() => [...document.querySelectorAll(".event-name")].filter((node) => node.scrollWidth > node.clientWidth + 1)
    .map((node) => node.textContent)"""
MEASURED = """() => [document.documentElement.scrollHeight,
    parseFloat(getComputedStyle(document.querySelector(".event-name")).fontSize)]"""
"""Height of the page, and size of its letters, in pixels."""
OPEN_ALL = "() => document.querySelectorAll('details').forEach((part) => (part.open = true))"


class Organiser:
    """Somebody who organises the event of ``site``; every page is looked at as it comes."""

    def __init__(self, site: EventSite, page: Page, pictures: Path, tag: str, *, thorough: bool) -> None:
        self.site, self.page = site, page
        self._thorough = thorough
        self._pictures, self._tag = pictures, tag
        self._requests: list[str] = []
        self._complaints: list[str] = []
        page.on("request", lambda request: self._requests.append(request.url))
        page.on("pageerror", lambda error: self._complaints.append(str(error)))
        page.on("console", lambda said: self._complaints.append(said.text) if said.type == "error" else None)

    def opens(self, path: str) -> None:
        self.page.goto(self.site.base + path)

    def looks(self, name: str) -> None:
        """Nothing is cut off, too small for a finger, or hard to read; folded parts are looked at too."""
        if not self._thorough:
            return
        self.page.screenshot(path=self._pictures / f"event-{name}-{self._tag}.png", full_page=True)
        self.page.evaluate(OPEN_ALL)
        assert not self.page.evaluate(WIDER), name
        assert self.page.evaluate(CUT) == [], name
        assert self.page.evaluate(SMALL) == [], name
        found = Axe().run(self.page).response["violations"]
        assert [(fault["id"], [node["html"] for node in fault["nodes"]]) for fault in found] == [], name

    def leaves(self) -> None:
        elsewhere = [url for url in self._requests if not url.startswith((self.site.base, "data:"))]
        assert elsewhere == []
        assert self._complaints == []


@pytest.fixture
def site(tmp_path: Path) -> Iterator[EventSite]:
    site = EventSite(tmp_path)
    yield site
    site.close()


def organise(
    chromium: Browser, site: EventSite, pictures: Path, language: str, size: tuple[int, int], *, thorough: bool
) -> None:
    """The whole way, from the organiser's address to the screen on the wall; ``thorough``: every page is looked at."""
    scheme = "light" if size == SMALL_PHONE else "dark"
    context = chromium.new_context(
        locale=language,
        viewport={"width": size[0], "height": size[1]},
        reduced_motion="reduce",
        java_script_enabled=thorough,
    )
    context.add_cookies([{"name": "light", "value": scheme, "url": site.base}])
    page = context.new_page()
    organiser = Organiser(site, page, pictures, f"{size[0]}-{language[:2]}", thorough=thorough)
    organiser.opens(f"{site.path}/organise/{site.code}")
    page.wait_for_url("**/organise")
    organiser.looks("begin")

    # people, one of them twice
    page.locator("#next a.act").click()
    page.fill("textarea", "\n".join([*site.cards.values(), *GUESTS, "xavi"]))
    page.locator("#enter button.act").click()
    expect(page.locator("#trouble")).to_contain_text("xavi")
    organiser.looks("refused")
    page.fill("textarea", "\n".join([*site.cards.values(), *GUESTS]))
    page.locator("#enter button.act").click()
    expect(page.locator(".event-entrants li")).to_have_count(len(CARDS) + len(GUESTS))
    organiser.looks("people")
    organiser.opens(f"{site.path}/organise/rules")
    organiser.looks("rules")

    # a round is seated, two people swap, it is taken
    organiser.opens(f"{site.path}/organise")
    page.locator("#next button.act").click()
    organiser.looks("seating")
    people = page.locator("#swap .event-person")
    first, last = people.first.inner_text(), people.last.inner_text()
    people.first.click()
    expect(page.locator("#swap .chosen")).to_contain_text(first)
    organiser.looks("swapping")
    people.last.click()
    expect(people.first).to_have_text(last)
    expect(people.last).to_have_text(first)
    page.locator("#next button.act").first.click()
    expect(page.locator(".event-table.open")).to_have_count(4)
    organiser.looks("round")

    # one table is entered by taps, its last two level; another one is void
    page.locator("#table-1-1 a.button").click()
    names = page.locator(".event-finish .event-person")
    size_of_table = names.count()
    for seat in range(size_of_table - 1):
        names.nth(seat).click()
    expect(page.locator(".event-finish .chosen")).to_have_count(size_of_table)
    page.locator(".event-finish .button").last.click()
    expect(page.locator(".event-finish .place").last).to_contain_text(f"{size_of_table - 1}.")
    organiser.looks("outcome")
    page.locator("form button.act").click()
    expect(page.locator("#table-1-1 .winner")).to_have_count(1)
    page.locator("#table-1-2 a.button").click()
    page.locator("details.far:has([name=why]) > summary").click()
    page.fill("[name=why]", "Power cut")
    page.locator("details.far:has([name=why]) button").click()
    expect(page.locator("#table-1-2")).to_contain_text("Power cut")

    # what everybody sees
    organiser.opens(site.path)
    organiser.looks("public")
    organiser.opens(f"{site.path}/why")
    organiser.looks("why")
    organiser.opens("/events")
    organiser.looks("list")
    organiser.opens(f"/c/{site.cards['Ana']}")
    organiser.looks("card")
    organiser.opens(f"{site.path}/wall")
    organiser.looks("wall")
    organiser.leaves()
    context.close()


def test_an_event_is_organised_by_taps_and_without_script(chromium: Browser, site: EventSite, pictures: Path) -> None:
    organise(chromium, site, pictures, "en-GB", PHONE, thorough=False)


@pytest.mark.long
@pytest.mark.parametrize(
    ("language", "size"), [("en-GB", PHONE), ("es-ES", PHONE), ("es-ES", SMALL_PHONE), ("en-GB", SCREEN)]
)
def test_every_page_of_it_can_be_read_and_tapped(
    chromium: Browser, site: EventSite, pictures: Path, language: str, size: tuple[int, int]
) -> None:
    organise(chromium, site, pictures, language, size, thorough=True)


@pytest.mark.long
@pytest.mark.parametrize(("language", "words"), [("en", "your table"), ("es", "tu mesa")])
def test_the_screen_on_the_wall_fits_and_is_read_from_afar(
    chromium: Browser, tmp_path: Path, language: str, words: str, pictures: Path
) -> None:
    """In the language of the club, whatever the screen's own is."""
    site = EventSite(tmp_path, language=language)
    site.fills(60)
    page = chromium.new_page(locale="de-DE", viewport={"width": SCREEN[0], "height": SCREEN[1]})
    for part in (0, 1):
        page.goto(f"{site.base}{site.path}/wall?part={part}")
        page.screenshot(path=pictures / f"wall-{part}-{language}.png")
        expect(page.locator("body")).to_contain_text(words)
        height, letters = page.evaluate(MEASURED)
        assert height <= SCREEN[1]
        assert letters >= 38, "a capital letter is then 18 mm high on a screen of 55 inches"
        assert not page.evaluate(WIDER)
    page.close()
    site.close()


@pytest.mark.long
def test_an_open_page_follows_the_event(chromium: Browser, site: EventSite) -> None:
    """A phone that lies there, and the screen on the wall, which leads on to its next part."""
    site.fills(60)
    context = chromium.new_context(viewport={"width": PHONE[0], "height": PHONE[1]})
    phone, wall = context.new_page(), context.new_page()
    for page in (phone, wall):
        page.clock.install()
    phone.goto(site.base + site.path)
    wall.goto(f"{site.base}{site.path}/wall")
    expect(wall.locator(".wall-part")).to_have_text("1/2")
    expect(phone.locator("#standings")).to_have_count(0)
    site.voids(1, 1)
    phone.clock.run_for(21_000)
    expect(phone.locator("#standings")).to_have_count(1)
    wall.clock.run_for(11_000)
    expect(wall.locator(".wall-part")).to_have_text("2/2")
    wall.clock.run_for(11_000)
    expect(wall.locator(".wall-part")).to_have_text("1/2")
    context.close()
