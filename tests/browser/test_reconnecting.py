"""Phones sleep, tabs multiply, the Pi restarts: everybody is back in the seat with what they missed."""

from __future__ import annotations

from time import monotonic

import pytest
from playwright.sync_api import Page, Response, expect

from companion.service.screens.view_builders import seat_view
from tests.browser.conftest import Crowd
from tests.browser.fast_play import token

SOON = 5.0
"""Seconds to be back; two on a table with nothing else to do."""

HIDE = """(hidden) => {
  Object.defineProperty(document, "hidden", { value: hidden, configurable: true });
  document.dispatchEvent(new Event("visibilitychange"));
}"""
"""What a page notices when its phone is locked, or unlocked."""


def shows_now(crowd: Crowd, page: Page, seat: int, *, within: float = SOON) -> None:
    """Wait until the page of a seat shows what there is to see at that moment."""
    ends = monotonic() + within
    live = page.locator("#live")
    while (shown := live.get_attribute("data-version")) != seat_view(crowd.companion.moment, seat).version:
        assert monotonic() < ends, f"seat {seat} still shows {shown}"
        page.wait_for_timeout(20)


def test_a_locked_phone_is_back_with_what_it_missed(crowd: Crowd) -> None:
    play = crowd.begun_play()
    page = crowd.phone(1).page
    shows_now(crowd, page, 1)
    page.evaluate(HIDE, True)
    before = page.locator("#live").get_attribute("data-version")
    play.answers(0)
    play.answers(1)
    play.answers(1)
    assert seat_view(crowd.companion.moment, 1).version != before
    expect(page.locator("#live")).to_have_attribute("data-version", before or "")
    page.evaluate(HIDE, False)
    started = monotonic()
    shows_now(crowd, page, 1)
    assert monotonic() - started < SOON


@pytest.mark.long
def test_what_a_phone_changes_comes_by_the_stream_it_has(crowd: Crowd) -> None:
    play = crowd.begun_play()
    play.answers(0)
    person = crowd.phone(1)
    streams, replies = list[str](), list[Response]()
    person.page.on("request", lambda sent: streams.append(sent.url) if "/events?" in sent.url else None)
    person.page.on("response", lambda came: replies.append(came) if came.url.endswith("/seat/pad") else None)
    with person.page.expect_response("**/events?**"):
        person.opens("/seat")
    shows_now(crowd, person.page, 1)
    streams.clear()
    for _ in range(3):
        person.answers(person.form())
        shows_now(crowd, person.page, 1)
        person.settles()
    assert [set(came.json()) & {"html", "shows"} for came in replies] == [{"shows"}] * 3
    person.page.wait_for_timeout(2_500)
    assert not streams, "each version that a reply named has come"


@pytest.mark.long
def test_a_closed_page_opens_in_its_seat(crowd: Crowd) -> None:
    play = crowd.begun_play()
    lucia = crowd.phone(2)
    lucia.page.close()
    play.answers(0)
    started = monotonic()
    lucia.tab()
    lucia.opens("/")
    lucia.page.wait_for_url("**/seat")
    shows_now(crowd, lucia.page, 2)
    expect(lucia.page.locator(".top-name")).to_have_text("Lucía")
    assert monotonic() - started < SOON


def test_after_a_power_cut_phones_come_back_by_themselves(crowd: Crowd) -> None:
    play = crowd.begun_play()
    play.answers(0)
    phones = {seat: crowd.phone(seat) for seat in (1, 2)}
    asked = {seat: phone.digest(phone.form()) for seat, phone in phones.items()}
    phones[1].page.locator("#pad-number").fill("4")
    crowd.companion.again()
    play.answers(3)
    play.answers(3)
    for seat, phone in phones.items():
        shows_now(crowd, phone.page, seat, within=20)
        assert phone.digest(phone.form()) == asked[seat] != ""
    expect(phones[1].page.locator("#pad-number")).to_have_value("4")
    phones[1].answers(phones[1].form(), number=4)
    shows_now(crowd, phones[1].page, 1)
    crowd.forgive()


@pytest.mark.long
def test_of_six_tabs_the_newest_is_live_and_any_can_take_over(crowd: Crowd) -> None:
    play = crowd.begun_play()
    marco = crowd.person()
    marco.holds(token(1))
    tabs = []
    for _ in range(6):
        tabs.append(marco.tab())
        marco.opens("/seat")
        shows_now(crowd, marco.page, 1)
        for older in tabs[:-1]:
            expect(older.locator("#taken-over")).to_be_visible()
    expect(tabs[5].locator("#taken-over")).to_be_hidden()
    play.answers(0)
    shows_now(crowd, tabs[5], 1)
    tabs[0].get_by_role("button", name="Go on here").click()
    expect(tabs[5].locator("#taken-over")).to_be_visible()
    shows_now(crowd, tabs[0], 1)
    # A browser holds six connections to a host: with six streams open this would wait for ever.
    started = monotonic()
    assert tabs[3].evaluate("fetch('/log').then((reply) => reply.status)") == 200
    assert monotonic() - started < SOON
