"""The whole table in one tab: keys move the dial, a pulled cable greys a place, PEEK shows only while it is held."""

from __future__ import annotations

import pytest
from playwright.sync_api import Locator, Page, expect

from companion.service.screens.view_builders import seat_view
from tests.browser.conftest import Crowd


def picture(page: Page, seat: int) -> str:
    return device(page, seat).locator(".oled").get_attribute("src") or ""


def device(page: Page, seat: int) -> Locator:
    return page.locator(f"#device-seat{seat}")


def changes(page: Page, seat: int, before: str) -> str:
    """The picture of a seat once it is another one."""
    expect(device(page, seat).locator(".oled")).not_to_have_attribute("src", before)
    return picture(page, seat)


@pytest.mark.long
def test_keys_and_knob_move_what_the_display_shows(crowd: Crowd) -> None:
    play = crowd.begun_play("sheet:provinces", "Marco", "Lucía")
    page = crowd.person(size=(1280, 900), scale=1).opens("/sim")
    expect(page.locator(".device").first).to_have_id("device-panel")
    home = picture(page, 1)
    device(page, 1).locator("[data-key=ok]").click()
    dial = changes(page, 1, home)
    device(page, 1).locator("[data-key=right]").click()
    turned = changes(page, 1, dial)
    device(page, 1).locator("[data-key=left]").click()
    assert changes(page, 1, turned) == dial
    asked = play.asked(1).digest
    device(page, 1).locator("[data-key=ok]").click()
    changes(page, 1, dial)
    if seat_view(play.moment, 1).dialogues and play.asked(1).digest == asked:
        device(page, 1).locator("[data-key=ok]").click()
    page.wait_for_function("() => !document.querySelector('.sim-key.down')")
    expect(page.locator(".sim-table .story")).to_contain_text("Marco")


@pytest.mark.long
def test_a_pulled_cable_greys_the_place_and_its_keys(crowd: Crowd) -> None:
    crowd.begun_play("sheet:provinces", "Marco", "Lucía")
    page = crowd.person(size=(1280, 900), scale=1).opens("/sim")
    device(page, 2).get_by_role("button", name="Pull the cable").click()
    expect(device(page, 2)).to_have_class("device cut")
    expect(device(page, 2).locator("[data-key=ok]")).to_be_disabled()
    expect(device(page, 1).locator("[data-key=ok]")).to_be_enabled()
    device(page, 2).get_by_role("button", name="Plug in again").click()
    expect(device(page, 2).locator("[data-key=ok]")).to_be_enabled()


def test_the_mouse_alone_answers_a_secret_question(crowd: Crowd) -> None:
    play = crowd.begun_play("sheet:oh-hell", "Marco", "Lucía", "Nuria")
    play.answers(0)
    page = crowd.person(size=(1280, 900), scale=1).opens("/sim")
    keep, ok = device(page, 1).locator("[data-keep-peek]"), device(page, 1).locator("[data-key=ok]")
    display = device(page, 1).locator(".oled")
    covered = display.get_attribute("alt") or ""
    keep.click()
    expect(keep).to_have_attribute("aria-pressed", "true")
    expect(display).not_to_have_attribute("alt", covered)
    before = picture(page, 1)
    device(page, 1).locator("[data-key=up]").click()
    changes(page, 1, before)
    ok.click()
    expect(page.locator(".sim-table .story")).to_contain_text("Marco")
    assert 1 not in play.moment.awaited.must
    keep.click()
    expect(keep).to_have_attribute("aria-pressed", "false")


def test_peek_shows_a_secret_only_while_it_is_held(crowd: Crowd) -> None:
    play = crowd.begun_play("sheet:oh-hell", "Marco", "Lucía", "Nuria")
    play.answers(0)
    play.answers(1, 7)
    page = crowd.person(size=(1280, 900), scale=1).opens("/sim")
    display = device(page, 1).locator(".oled")
    covered = display.get_attribute("alt") or ""
    device(page, 1).locator("[data-key=peek]").hover()
    page.mouse.down()
    expect(display).not_to_have_attribute("alt", covered)
    page.mouse.up()
    expect(display).to_have_attribute("alt", covered)


@pytest.mark.parametrize("language", ["en-GB", "es-ES"])
def test_keys_alone_sit_down_in_a_lobby_with_phones(crowd: Crowd, language: str) -> None:
    phone = crowd.person(language=language)
    phone.sits_down(1, "Ana")
    page = crowd.person(size=(1280, 900), scale=1, language=language).opens("/sim")
    free = picture(page, 3)
    device(page, 3).locator("[data-key=ok]").click()
    who = changes(page, 3, free)
    device(page, 3).locator("[data-key=ok]").click()
    changes(page, 3, who)
    called = {"en-GB": "Seat 3", "es-ES": "Sitio 3"}[language]
    expect(page.locator("#gather-3")).to_contain_text(called)
    late = crowd.person(language=language).opens("/")
    expect(late.locator("label[for=sit-3] .join-state")).to_have_text({"en-GB": "taken", "es-ES": "ocupado"}[language])
    expect(late.locator("#sit-3")).to_be_disabled()
