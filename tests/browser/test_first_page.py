"""The first page: what its third button leads to, and what somebody sees who has asked for a taken seat."""

from __future__ import annotations

from playwright.sync_api import expect

from companion.service.seats.seat_transfer import ConfirmSeat
from tests.browser.conftest import Crowd
from tests.browser.fast_play import HOST, silent


def test_one_device_for_everybody_needs_no_pin(crowd: Crowd) -> None:
    """The third button: names are typed, and the people play on it, covered between two of them."""
    page = crowd.person(size=(800, 1280)).opens("/")
    page.locator(".join-else a").nth(1).click()
    page.wait_for_url("**/scribe")
    expect(page.locator("#pin-form")).to_have_count(0)
    page.locator("#name-1").fill("Marco")
    page.locator("#name-3").fill("Lucía")
    page.locator("#one-device button.act").click()
    page.wait_for_url("**/seat")
    assert dict(crowd.companion.moment.gathering.names) == {1: "Marco", 3: "Lucía"}
    expect(page.locator("#live")).to_contain_text("Marco")
    expect(page.locator("#live")).to_contain_text("Lucía")


def test_names_that_are_refused_are_said_where_they_were_typed(crowd: Crowd) -> None:
    page = crowd.person(size=(800, 1280)).opens("/scribe")
    for seat in (1, 2):
        page.locator(f"#name-{seat}").fill("Marco")
    page.locator("#one-device button.act").click()
    expect(page.get_by_text("Marco is sitting here already")).to_be_visible()
    expect(page.locator("#name-1")).to_have_count(0)
    expect(page.locator("#name-2")).to_be_visible()


def test_whoever_asks_for_a_taken_seat_sees_that_it_waits_until_somebody_has_answered(crowd: Crowd) -> None:
    play = crowd.begun_play("sheet:harbour-market", "Marco", "Lucía")
    silent(play.table, 2)
    page = crowd.person().opens("/")
    page.locator("label[for=sit-2]").click()
    page.locator("#join button[type=submit]").click()
    waits = page.locator("#waits-2")
    expect(waits).to_contain_text("The old phone of Lucía")
    page.reload()
    expect(waits).to_contain_text("The old phone of Lucía")
    expect(page.locator("label[for=sit-2]")).to_contain_text("you wait for it")
    assert crowd.person().opens("/").locator("#waits-2").count() == 0, "nobody else waits"
    assert play.table.ask(HOST, ConfirmSeat(2, agreed=True)).taken
    page.wait_for_url("**/seat")
    expect(waits).to_have_count(0)
    expect(page.locator("#live[data-seat='2']")).to_be_visible()
