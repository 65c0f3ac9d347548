"""The host tries out what is on the table: live, with the pins named, while nobody's keys play."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import Crowd
from tests.browser.fast_play import HOST


@pytest.mark.long
def test_the_host_tries_out_keys_lamps_and_displays(crowd: Crowd) -> None:
    crowd.begun_play("sheet:harbour-market", "Marco", "Lucía")
    simulator = crowd.companion.app.opened.simulator
    assert simulator is not None
    host = crowd.person()
    host.holds(HOST)
    page = host.opens("/host")
    page.locator("a[href='/hardware']", has_text="Try out keys").click()
    expect(page.locator("h1")).to_have_text("What is on the table")
    host.picture("hardware-idle", whole=True)
    page.get_by_role("button", name="Test the devices").click()
    expect(page.get_by_role("button", name="Let the keys play again")).to_be_visible()
    simulator.tell("press 2 ok")
    expect(page.locator("#heard-2-ok")).to_contain_text("pressed 1 time")
    simulator.tell("hold 1 up")
    expect(page.locator("#heard-1-up")).to_contain_text("pressed now")
    simulator.tell("turn 1 -2")
    expect(page.locator("#heard-1-encoder")).to_contain_text("2 clicks back")
    host.picture("hardware-heard")
    lamp = page.locator("#device-2-light")
    lamp.get_by_role("button", name="Lamp on").click()
    expect(lamp.get_by_role("button", name="Lamp off")).to_be_visible()
    assert next(view.light for view in simulator.places() if view.place == 2)
    page.locator("#device-2-display").get_by_role("button", name="Light every dot").click()
    expect(page.locator("#device-2-display").get_by_role("button", name="Show its name")).to_be_visible()
    simulator.tell("unplug 1")
    expect(page.locator("#device-1-display")).to_contain_text("The cable is out.")
    simulator.tell("plug 1")
    expect(page.locator("#device-1-display")).not_to_contain_text("The cable is out.")
    page.get_by_role("button", name="Let the keys play again").click()
    expect(page.get_by_role("button", name="Test the devices")).to_be_visible()


def test_without_script_the_page_works_too(crowd: Crowd) -> None:
    crowd.begun_play("sheet:harbour-market", "Marco", "Lucía")
    host = crowd.person(script=False)
    host.holds(HOST)
    page = host.opens("/hardware")
    page.get_by_role("button", name="Test the devices").click()
    expect(page.get_by_role("button", name="Let the keys play again")).to_be_visible()
    page.locator("#device-1-light").get_by_role("button", name="Lamp").click()
    expect(page.locator("h1")).to_have_text("What is on the table")
