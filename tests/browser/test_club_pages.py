"""The pages of a club in which a lot was played, with names of all kinds: no fault that axe-core finds, nothing beside
a narrow screen, nothing too small for a finger.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from unittest.mock import patch

import pytest
from playwright.sync_api import Browser, Page
from sqlalchemy import select, update

from companion import locale
from companion.club.storage.club_database import ClubDatabase
from companion.club.storage.migrating import migrate_club
from companion.club.storage.schema import cards
from companion.locale import Direction
from tests.browser.test_faults import LOOKS, WIDER
from tests.browser.test_faults import faults as axe_faults
from tests.club.busy_club import BusyClub
from tests.club.pages.club_pages import ClubPages
from tests.locale.pseudo import PseudoCatalogue
from tests.serving.site_server import SiteServer
from tests.web.test_pseudo_language import faults as cut_texts

PEOPLE, PLAYS = 60, 120
SMALL = """() => [...document.querySelectorAll("a, button, summary, input:not([type=hidden])")]
  .filter((node) => node.checkVisibility())
  .map((node) => [node.getBoundingClientRect(), node])
  .filter(([box]) => box.height < 43.5 || box.width < 24)
  .map(([, node]) => node.outerHTML.slice(0, 120))"""
"""What a finger does not hit."""


class OpenClub:
    """A club that is served at ``url``; ``paths`` are its pages, ``few`` one of each kind."""

    def __init__(self, url: str, own: str, free: str) -> None:
        self.url = url
        self.paths = (
            "/", "/?before=60", f"/result/{PLAYS}", "/result/1", "/rankings", "/ranking/antike", "/ranking/olympos",
            "/p/p0", "/p/p1", "/p/p2", "/p/p3", "/p/nobody", "/c", f"/c/{own}", f"/c/{free}", "/c/no-code",
        )  # fmt: skip
        self.few = ("/", f"/result/{PLAYS}", "/rankings", "/ranking/olympos", "/p/p1", f"/c/{own}")


@pytest.fixture(scope="module")
def club(tmp_path_factory: pytest.TempPathFactory) -> Iterator[OpenClub]:
    file = tmp_path_factory.mktemp("club") / "club.db"
    with closing(ClubDatabase(f"sqlite:///{file}")) as database:
        migrate_club(database)
        BusyClub(PEOPLE, PLAYS).fill(database)
        pages = ClubPages(database)
        [own] = pages.persons.make_cards(1)
        with database.writing() as connection:
            assert connection.execute(select(cards.c.person)).scalars().all() == [None]
            connection.execute(update(cards).values(person="p0"))
        [free] = pages.persons.make_cards(1)
        with closing(SiteServer(pages.app)) as served:
            yield OpenClub(served.base, own, free)


@contextmanager
def phone(chromium: Browser, club: OpenClub, look: tuple[str, str], width: int) -> Iterator[Page]:
    """A browser that must not have asked another host for anything, nor complained, when it closes."""
    context = chromium.new_context(locale=look[1], viewport={"width": width, "height": 800})
    context.add_cookies([{"name": "light", "value": look[0], "url": club.url}])
    page, asked, complaints = context.new_page(), list[str](), list[str]()
    page.on("request", lambda request: asked.append(request.url))
    page.on("console", lambda said: complaints.append(said.text) if said.type == "error" else None)
    yield page
    context.close()
    assert [url for url in asked if not url.startswith((club.url, "data:"))] == []
    assert [text for text in complaints if "404" not in text] == []


def wrong_with(page: Page, url: str) -> list[object]:
    page.goto(url)
    page.evaluate("() => document.querySelectorAll('details').forEach((part) => (part.open = true))")
    beyond = page.evaluate(WIDER)
    return [*axe_faults(page), *page.evaluate(SMALL), *([f"{beyond} px too wide"] if beyond else [])]


@pytest.mark.long
def test_a_page_of_each_kind_has_no_fault_on_the_narrowest_phone(chromium: Browser, club: OpenClub) -> None:
    with phone(chromium, club, ("dark", "es-ES"), 320) as page:
        found = {path: wrong_with(page, club.url + path) for path in club.few}
    assert {path: wrong for path, wrong in found.items() if wrong} == {}


@pytest.mark.long
@pytest.mark.parametrize("look", LOOKS, ids=str)
@pytest.mark.parametrize("width", [390, 320])
def test_no_page_has_a_fault(
    chromium: Browser, club: OpenClub, look: tuple[str, str], width: int, pictures: Path
) -> None:
    with phone(chromium, club, look, width) as page:
        found = {}
        for number, path in enumerate(club.paths):
            if wrong := wrong_with(page, club.url + path):
                found[path] = wrong
            page.screenshot(path=pictures / f"club-{number}-{look[0]}-{look[1]}-{width}.png", full_page=True)
            assert page.locator("html").get_attribute("data-theme") == look[0]
            assert page.locator("html").get_attribute("lang") == look[1][:2]
    assert found == {}


@pytest.mark.long
@pytest.mark.parametrize("width", [700, 1280, 1920])
def test_nothing_is_beside_a_wide_screen(chromium: Browser, club: OpenClub, width: int) -> None:
    with phone(chromium, club, ("light", "es-ES"), width) as page:
        for path in club.paths:
            page.goto(club.url + path)
            assert page.evaluate(WIDER) == 0, path


@pytest.mark.long
def test_letters_twice_as_large_break_nothing(chromium: Browser, club: OpenClub) -> None:
    with phone(chromium, club, ("dark", "en-GB"), 390) as page:
        for path in club.paths:
            page.goto(club.url + path)
            page.evaluate("document.documentElement.style.fontSize = '34px'")
            assert page.evaluate(WIDER) == 0, path


@pytest.mark.long
@pytest.mark.parametrize("direction", ["rtl", "ltr"])
def test_no_page_is_cut_in_a_longer_language_whichever_way_it_runs(
    chromium: Browser, club: OpenClub, direction: Direction
) -> None:
    with (
        patch.object(locale, "translation", lambda *_, **__: PseudoCatalogue(from_right=direction == "rtl")),
        phone(chromium, club, ("dark", "es-ES"), 390) as page,
    ):
        locale.catalogue.cache_clear()
        found = {}
        for path in club.paths:
            page.goto(club.url + path)
            assert page.locator("html").get_attribute("dir") == ("rtl" if direction == "rtl" else None)
            if cut := cut_texts(page):
                found[path] = cut
    locale.catalogue.cache_clear()
    assert found == {}
