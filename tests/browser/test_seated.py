"""From scan to seated: the taps of one person, and of a whole table until a game has begun."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

from companion.service.seats.seat_requests import AddPlayer, BecomeHost, LeaveSeat, TakeSeat
from tests.browser.box_pages import Thumb
from tests.browser.conftest import Crowd
from tests.browser.fast_play import HOST, token
from tests.browser.people import Person
from tests.browser.test_first_look import box
from tests.browser.test_reconnecting import HIDE

NAME = "#sit-name"
SIT = "#join button[type=submit]"


def chosen(person: Person) -> int:
    """The seat that is chosen on the page."""
    return int(person.page.locator("#join input[name=seat]:checked").input_value())


def seated(person: Person) -> int:
    """Wait for the page of the seat; its number."""
    person.page.wait_for_url("**/seat")
    sign = person.page.locator(".top-sign").get_attribute("class") or ""
    return int(re.findall(r"seat-(\d)", sign)[0])


def test_one_person_sits_with_two_taps_and_a_name(crowd: Crowd) -> None:
    ana = crowd.person()
    thumb = Thumb(ana.opens("/"))
    thumb.tap(ana.page.locator(NAME))
    ana.page.keyboard.type("Ana")
    thumb.tap(ana.page.locator(SIT))
    assert seated(ana) == 1
    assert thumb.taps == 2


def test_the_name_has_the_focus_and_enter_seats(crowd: Crowd) -> None:
    ana = crowd.person()
    ana.opens("/")
    expect(ana.page.locator(NAME)).to_be_focused()
    ana.page.keyboard.type("Ana")
    ana.page.keyboard.press("Enter")
    assert seated(ana) == 1


@pytest.mark.parametrize("script", [True, False], ids=["script", "no script"])
def test_who_has_sat_here_before_needs_one_tap(crowd: Crowd, script: bool) -> None:
    ana = crowd.person(script=script)
    ana.sits_down(2, "Ana María")
    assert crowd.companion.table.ask(ana.secret, LeaveSeat()).taken
    thumb = Thumb(ana.opens("/"))
    expect(ana.page.locator(NAME)).to_have_value("Ana María")
    thumb.tap(ana.page.locator(SIT))
    assert seated(ana) == 1
    assert thumb.taps == 1


def test_another_seat_is_one_tap_more(crowd: Crowd) -> None:
    ana = crowd.person()
    thumb = Thumb(ana.opens("/"))
    thumb.tap(ana.page.locator("label[for=sit-5]"))
    thumb.tap(ana.page.locator(NAME))
    ana.page.keyboard.type("Ana")
    thumb.tap(ana.page.locator(SIT))
    assert seated(ana) == 5
    assert thumb.taps == 3


def test_the_suggestion_follows_who_sits_down(crowd: Crowd) -> None:
    ana, ben = crowd.person(), crowd.person()
    ana.opens("/")
    ben.opens("/")
    assert (chosen(ana), chosen(ben)) == (1, 1)
    ben.page.locator("label[for=sit-2]").tap()
    ana.page.fill(NAME, "An")
    assert crowd.companion.table.ask(token(1), TakeSeat(1, "Marco")).taken
    for phone in (ana, ben):
        expect(phone.page.locator("label[for=sit-1]")).to_contain_text("Marco", timeout=5000)
    assert (chosen(ana), chosen(ben)) == (2, 2)
    expect(ana.page.locator("#link")).to_be_hidden()
    expect(ana.page.locator(NAME)).to_have_value("An")
    assert crowd.companion.table.ask(token(2), TakeSeat(2, "Lucía")).taken
    for phone in (ana, ben):
        expect(phone.page.locator("label[for=sit-2]")).to_contain_text("Lucía")
    assert (chosen(ana), chosen(ben)) == (3, 3)
    expect(ben.page.locator("#link")).to_contain_text("Somebody was faster with that seat.")
    expect(ana.page.locator("#link")).to_be_hidden()


@pytest.mark.parametrize("script", [True, False], ids=["script", "no script"])
def test_whoever_was_slower_with_a_suggested_seat_gets_the_next_free_one(crowd: Crowd, script: bool) -> None:
    table = crowd.companion.table
    ana = crowd.person(script=script)
    ana.opens("/")
    assert chosen(ana) == 1
    if script:
        ana.page.evaluate(HIDE, True)
    assert table.ask(token(1), TakeSeat(1, "Marco")).taken
    assert table.ask(HOST, BecomeHost("2718")).taken
    assert table.ask(HOST, AddPlayer(2, "Pau")).taken
    ana.page.fill(NAME, "Ana")
    ana.page.locator(SIT).tap()
    assert seated(ana) == 3
    word = ana.page.locator("#link, .notice").filter(has_text="Somebody was faster with that seat")
    expect(word.first).to_be_visible()


def test_a_seat_that_was_chosen_and_is_taken_is_refused_and_the_name_stays(crowd: Crowd) -> None:
    ana = crowd.person(script=False)
    ana.opens("/")
    ana.page.locator("label[for=sit-4]").tap()
    ana.page.fill(NAME, "Ana")
    assert crowd.companion.table.ask(token(4), TakeSeat(4, "Marco")).taken
    ana.page.locator(SIT).tap()
    expect(ana.page.locator(".notice")).to_contain_text("That seat is taken.")
    expect(ana.page.locator(NAME)).to_have_value("Ana")
    assert chosen(ana) == 1


LANGUAGES = ["es-ES", pytest.param("en-GB", marks=pytest.mark.long)]


@pytest.mark.parametrize("size", [(360, 640), pytest.param((390, 844), marks=pytest.mark.long)], ids=str)
@pytest.mark.parametrize("language", LANGUAGES)
def test_seats_name_and_button_are_in_sight(crowd: Crowd, language: str, size: tuple[int, int]) -> None:
    table = crowd.companion.table
    for seat, name in ((1, "Maximiliano"), (2, "María del Carmen")):
        assert table.ask(token(seat), TakeSeat(seat, name)).taken
    phone = crowd.person(language=language, size=size)
    page = phone.opens("/")
    phone.settles()
    phone.picture(f"seated-join-{language[:2]}-{size[0]}")
    assert page.evaluate("scrollY") == 0
    assert page.evaluate("document.documentElement.scrollWidth") <= size[0]
    name, seat, button = (box(page, selector) for selector in (NAME, ".join-seat:has(:checked)", SIT))
    assert 0 < name[0] < name[1] <= seat[0] < seat[1] <= button[0] < button[1] <= size[1]
