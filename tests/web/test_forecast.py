"""What a waiting seat can do on its turn: on its own page only, while it waits, and what rests on a secret covered."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from pathlib import Path

import pytest

from companion.core.widgets import ForecastLine
from companion.core.wording import say
from tests.core.purses import Purses, State
from tests.service.at_table import Room
from tests.service.conftest import opening_rooms
from tests.web.flask_site import Browser, Site

ANA, BEN = 1, 2


class Foreseeing(Purses):
    """Says how many coins and how many gems a seat can pay."""

    def forecast(self, state: State, seat: int) -> Sequence[ForecastLine]:
        coins = ForecastLine(say("You can pay {n} coins.", n=state.purses[seat]), "coin")
        gems = ForecastLine(say("You can pay {n} gems.", n=state.gems[seat].value), secret=True)
        return [coins, gems] if state.gems[seat].value else [coins]


class Stumbling(Purses):
    def forecast(self, state: State, seat: int) -> Sequence[ForecastLine]:
        raise ValueError(seat)


@pytest.fixture
def site(tmp_path: Path) -> Iterator[Site]:
    with opening_rooms(tmp_path) as rooms:
        room: Room = rooms(Foreseeing())
        room.begin(3, "purses")
        yield Site(room)


def page(browser: Browser) -> str:
    return browser.get("/seat").get_data(as_text=True)


def lines(html: str) -> list[tuple[bool, str]]:
    """Each line, and whether it shows only while the page is uncovered."""
    [section] = re.findall(r'<section class="widget forecast".*?</section>', html, re.DOTALL)
    found = re.findall(r"<li( class=\"when-uncovered\")?>.*?<span>(.*?)</span></li>", section, re.DOTALL)
    return [(bool(secret), words) for secret, words in found]


def test_who_waits_is_told_what_is_possible_and_who_is_asked_is_not(site: Site) -> None:
    html = page(site.browser(BEN))
    assert lines(html) == [(False, "You can pay 5 coins.")]
    assert '<h2 id="forecast-title">When it is your turn</h2>' in html
    assert html.index('id="forecast"') > html.index('id="panel-log"')
    assert lines(page(site.browser(ANA))) == []
    site.room.answer(ANA, "rob", 2)
    assert lines(page(site.browser(ANA))) == [(False, "You can pay 7 coins.")]
    assert lines(page(site.browser(BEN))) == []


def test_what_rests_on_a_secret_opens_with_the_cover_of_the_page(site: Site) -> None:
    site.room.answer(ANA, "hide", 4)
    assert lines(page(site.browser(ANA))) == [(False, "You can pay 5 coins."), (True, "You can pay 4 gems.")]


def test_a_bug_in_it_leaves_the_page_as_it_is(tmp_path: Path) -> None:
    with opening_rooms(tmp_path) as rooms:
        room: Room = rooms(Stumbling())
        room.begin(3, "purses")
        assert lines(page(Site(room).browser(BEN))) == []
