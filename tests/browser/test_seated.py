"""From scan to seated: the taps of one person, and of a whole table until a game has begun."""

from __future__ import annotations

import re
from collections.abc import Iterator
from heapq import heapify, heappop, heappush
from os import cpu_count
from platform import machine
from time import monotonic

import pytest
from playwright.sync_api import Locator, expect

from companion.service.seats.seat_requests import AddPlayer, BecomeHost, LeaveSeat, TakeSeat
from tests.browser.conftest import Crowd
from tests.browser.fast_play import HOST, token
from tests.browser.people import PIN, Person
from tests.browser.test_first_look import box
from tests.browser.test_reconnecting import HIDE
from tests.browser.thumb import Thumb

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


def test_whoever_sits_moves_to_another_seat(crowd: Crowd) -> None:
    ana = crowd.person()
    ana.sits_down(1, "Ana")
    thumb = Thumb(ana.page)
    thumb.tap(ana.page.get_by_role("link", name="Sit somewhere else"))
    thumb.tap(ana.page.locator("label[for=sit-6]"))
    thumb.tap(ana.page.get_by_role("button", name="Move to this seat"))
    assert seated(ana) == 6
    expect(ana.page.locator(".top-name")).to_have_text("Ana")


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


@pytest.mark.parametrize("script", [True, False], ids=["script", "no script"])
def test_whoever_sits_is_told_what_comes_next_and_hosts_without_the_menu(crowd: Crowd, script: bool) -> None:
    ana = crowd.person(script=script)
    thumb = Thumb(ana.page)
    ana.sits_down(1, "Ana")
    expect(ana.page.locator(".lobby-seats")).to_contain_text("Ana")
    expect(ana.page.locator("#lobby")).to_contain_text("The host chooses the game and begins it.")
    thumb.tap(ana.page.get_by_role("link", name="I host"))
    expect(ana.page.locator("#pin")).to_be_focused()
    ana.page.keyboard.type(PIN)
    ana.page.keyboard.press("Enter")
    expect(ana.page.locator(".wizard")).to_be_visible()
    ana.opens("/seat")
    thumb.tap(ana.page.get_by_role("link", name="Choose the game"))
    thumb.tap(ana.page.locator("button.game[value='sheet:yacht']"))
    thumb.tap(ana.page.locator("#begin button.act"))
    ana.page.wait_for_url("**/seat")
    expect(ana.page.locator("form[data-ask]").first).to_be_visible()
    expect(ana.page.locator("#lobby")).to_have_count(0)


@pytest.mark.parametrize("size", [(360, 640), pytest.param((390, 844), marks=pytest.mark.long)], ids=str)
@pytest.mark.parametrize("language", LANGUAGES)
def test_the_lobby_is_in_sight(crowd: Crowd, language: str, size: tuple[int, int]) -> None:
    table = crowd.companion.table
    for seat, name in enumerate(("Maximiliano", "María del Carmen", *NAMES[2:]), 1):
        assert table.ask(token(seat), TakeSeat(seat, name)).taken
    phone = crowd.phone(1, language=language, size=size)
    tag = f"{language[:2]}-{size[0]}"
    phone.picture(f"seated-lobby-{tag}")
    top, bottom = box(phone.page, "#lobby a")
    assert 0 < top < bottom <= size[1]
    assert table.ask(token(1), BecomeHost(PIN)).taken
    phone.opens("/seat")
    phone.picture(f"seated-lobby-host-{tag}")
    top, bottom = box(phone.page, "#lobby a")
    assert 0 < top < bottom <= size[1]


# -- eight people and a game begun -------------------------------------------------------------------------------------

BETWEEN_TAPS, BETWEEN_SIGNS, AGAIN = 0.6, 0.2, 0.1
"""Seconds from one tap of a person to the next, from one letter or digit to the next, and until somebody who waits for
the page looks again.
"""
MOST = 45
"""Seconds. They took 14 on two cores on which six other processes worked all the time."""
NAMES = ("Ana", "Ben", "Cleo", "Dora", "Emil", "Fina", "Gael", "Hugo")

Steps = Iterator[float]
"""What somebody does, yielding the seconds until the next thing."""


class Guest:
    """Somebody with a phone and one thumb, who reads before every tap; taps and typed signs are counted apart."""

    def __init__(self, person: Person, name: str) -> None:
        self.person = person
        self.page = person.page
        self.name = name
        self.thumb = Thumb(self.page)
        self.typed = 0

    def tap(self, place: Locator) -> Steps:
        """Wait until the place is there and takes taps, read, and tap."""
        while not place.is_visible() or self.page.evaluate("'fresh' in document.documentElement.dataset"):
            yield AGAIN
        yield BETWEEN_TAPS
        self.thumb.tap(place)

    def types(self, text: str) -> Steps:
        for sign in text:
            yield BETWEEN_SIGNS
            self.page.keyboard.type(sign)
            self.typed += 1

    def sits(self) -> Steps:
        """Scan, name, seat."""
        self.person.opens("/")
        yield from self.tap(self.page.locator(NAME))
        yield from self.types(self.name)
        yield from self.tap(self.page.locator(SIT))
        while not self.page.locator(".seat-page").is_visible():
            yield AGAIN

    def sits_and_hosts(self, game: str) -> Steps:
        """Sit down, become host, choose the game and begin it with everybody."""
        yield from self.sits()
        yield from self.tap(self.page.locator("#lobby a"))
        yield from self.tap(self.page.locator("#pin"))
        yield from self.types(PIN)
        yield from self.tap(self.page.locator("#pin-form button[type=submit]"))
        yield from self.tap(self.page.locator(f"button.game[value='{game}']"))
        while self.page.locator("#begin input[name=seats]:checked").count() < len(NAMES):
            yield AGAIN
        yield from self.tap(self.page.locator("#begin button.act"))


def all_at_once(guests: list[Guest], each: list[Steps]) -> None:
    """Everybody does what they do at the same time."""
    due = [(0.0, number, steps) for number, steps in enumerate(each)]
    heapify(due)
    while due:
        at, number, steps = heappop(due)
        if (early := at - monotonic()) > 0:
            guests[number].page.wait_for_timeout(early * 1000)
        pause = next(steps, None)
        if pause is not None:
            heappush(due, (monotonic() + pause, number, steps))


@pytest.mark.long
def test_eight_people_sit_down_and_begin_a_game(crowd: Crowd, capsys: pytest.CaptureFixture[str]) -> None:
    guests = [Guest(crowd.person(), name) for name in NAMES]
    host, *others = guests
    started = monotonic()
    all_at_once(guests, [host.sits_and_hosts("sheet:yacht"), *(guest.sits() for guest in others)])
    for guest in guests:
        expect(guest.page.locator(".top-sub")).to_have_text("Yacht")
        expect(guest.page.locator(".top-name")).to_have_text(guest.name)
    took = monotonic() - started
    assert crowd.companion.moment.phase == "playing"
    assert sorted(crowd.companion.moment.gathering.names.values()) == list(NAMES)
    assert [guest.thumb.taps for guest in others] == [2] * len(others)
    assert host.thumb.taps == 2 + 5
    assert host.typed == len(host.name) + len(PIN)
    with capsys.disabled():
        print(f"\n8 people seated and a game begun: {took:.1f} s on {cpu_count()} {machine()} cores")  # noqa: T201
    assert took <= MOST
