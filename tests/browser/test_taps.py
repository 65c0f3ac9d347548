"""A tap counts once, a stale one is refused in words, a step back is agreed on across phones."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import Crowd
from tests.browser.fast_play import silent, token
from tests.browser.people import agrees
from tests.browser.test_reconnecting import HIDE

NUMBER = "form[data-ask] input[type=number]"


def test_a_double_tap_counts_once(crowd: Crowd) -> None:
    crowd.begun_play("sheet:provinces")
    phone = crowd.phone(1)
    before = phone.digest(phone.form())
    phone.page.locator(NUMBER).first.fill("5")
    act = phone.page.locator("[data-act]").first
    expect(act).to_be_enabled()
    act.dblclick()
    expect(phone.page.locator("form[data-ask]").first).not_to_have_attribute("data-digest", before)
    expect(phone.page.locator(".in-flight")).to_have_count(0)
    expect(phone.page.locator("#link")).to_be_hidden()
    written = [line for line in crowd.companion.table.view(token(1)).play.log() if line.seat == 1]
    assert len(written) == 1


def test_a_form_that_came_too_late_is_refused_in_words(crowd: Crowd) -> None:
    play = crowd.begun_play("sheet:provinces")
    phone = crowd.phone(1)
    phone.page.locator(NUMBER).first.fill("5")
    expect(phone.page.locator("[data-act]").first).to_be_enabled()
    phone.page.evaluate(HIDE, True)
    play.answers(1, 3)
    before = len(crowd.companion.table.view(token(1)).play.log())
    phone.page.locator("[data-act]").first.click()
    expect(phone.page.locator("#link")).to_be_visible()
    expect(phone.page.locator("#link")).not_to_contain_text("Trying again")
    assert len(phone.page.locator("#link").inner_text()) > 10
    assert len(crowd.companion.table.view(token(1)).play.log()) == before
    assert phone.digest(phone.form()) == play.asked(1).digest


@pytest.mark.long
def test_a_step_is_taken_back_when_the_others_agree(crowd: Crowd) -> None:
    play = crowd.begun_play("sheet:provinces", "Marco", "Lucía")
    marco, lucia = crowd.phone(1), crowd.phone(2)
    play.answers(1, 3)
    play.answers(2, 4)
    expect(marco.page.locator("button[form=undo-form]")).to_contain_text("the table votes")
    marco.undoes()
    vote = lucia.page.locator("#band-undo")
    expect(vote).to_contain_text("Marco")
    waiting = marco.page.locator("#band-undo")
    expect(waiting).to_be_visible()
    agrees(vote.locator("form.ask"))
    expect(vote).to_have_count(0)
    expect(waiting).to_have_count(0)
    for phone in (marco, lucia):
        phone.opens_tab("log")
        expect(phone.page.locator(".recent .undone").first).to_be_visible()


@pytest.mark.long
def test_the_table_goes_on_without_somebody_asleep(crowd: Crowd) -> None:
    play = crowd.begun_play("sheet:oh-hell", "Marco", "Lucía", "Nuria")
    play.answers(0)
    marco = crowd.phone(1)
    marco.answers(marco.form(), number=2)
    for seat in (2, 3):
        silent(play.table, seat)
    lucia, nuria = marco.page.locator("#without-2"), marco.page.locator("#without-3")
    lucia.locator(":scope > summary").click()
    lucia.get_by_role("button", name="Go on without Lucía").click()
    expect(lucia).to_have_count(0)
    assert play.moment.awaited.must == (3,)
    nuria.locator(":scope > summary").click()
    nuria.get_by_role("button", name="Go on without Nuria").click()
    expect(marco.page.locator(".ask-prompt").first).to_contain_text("Tricks")


@pytest.mark.long
def test_a_seat_corrects_its_numbers_and_changes_its_name(crowd: Crowd) -> None:
    play = crowd.begun_play("sheet:provinces", "Marco", "Lucía")
    play.answers(1, 3)
    marco = crowd.phone(1)
    marco.page.locator("#menu > summary").click()
    marco.page.get_by_role("link", name="Correct a number").click()
    marco.page.locator(".thing > summary").first.click()
    marco.page.locator(".number-row input").first.fill("6")
    marco.page.locator("#numbers-bar button").click()
    marco.page.wait_for_url("**/seat")
    expect(marco.page.locator(".recent")).to_contain_text("3 becomes 6")
    marco.page.locator("#menu > summary").click()
    marco.page.fill("#rename", "Marcos")
    marco.page.get_by_role("button", name="Change it").click()
    expect(marco.page.locator(".top-name")).to_have_text("Marcos")
    marco.page.locator("#menu > summary").click()
    marco.page.locator("#leave-seat > summary").click()
    marco.page.locator("#leave-seat button").click()
    marco.page.wait_for_url(f"{crowd.base}/")
    expect(marco.page.locator("#join")).to_be_visible()
