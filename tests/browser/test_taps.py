"""A tap counts once, a stale one is refused in words, a step back is agreed on across phones."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from companion.plays.reports.history import LogLine
from tests.browser.conftest import Crowd
from tests.browser.fast_play import silent, token
from tests.browser.people import Person, agrees
from tests.browser.test_reconnecting import HIDE

NUMBER = "form[data-ask] input[type=number]"


def test_a_double_tap_counts_once(crowd: Crowd) -> None:
    play = crowd.begun_play("antiquity", "Marco", "Lucía")
    phone = crowd.phone(1)
    before = phone.digest(phone.form())
    phone.page.locator(NUMBER).first.fill("5")
    act = phone.page.locator(f"form[data-digest='{before}'] [data-act]")
    expect(act).to_be_enabled()
    act.dblclick()
    expect(phone.page.locator(f"form[data-digest='{before}']")).to_have_count(0)
    expect(phone.page.locator(".in-flight")).to_have_count(0)
    expect(phone.page.locator("#link")).to_be_hidden()
    assert play.asked(0).answers == ["5"]


def test_a_double_tap_on_the_button_of_a_pad_writes_one_number(crowd: Crowd) -> None:
    crowd.begun_play("sheet:provinces")
    phone = crowd.phone(1)
    before = phone.digest("form#pad")
    phone.page.locator("#pad-key-5").click()
    phone.page.locator("#pad-act").dblclick()
    expect(phone.page.locator("form#pad")).not_to_have_attribute("data-digest", before)
    expect(phone.page.locator(".in-flight")).to_have_count(0)
    expect(phone.page.locator("#link")).to_be_hidden()
    assert len([line for line in log(crowd) if line.seat == 1]) == 1


def test_a_form_that_came_too_late_is_refused_in_words(crowd: Crowd) -> None:
    play = crowd.begun_play("antiquity", "Marco", "Lucía")
    phone = crowd.phone(1)
    phone.page.locator(NUMBER).first.fill("5")
    late = phone.page.locator(f"form[data-digest='{play.asked(0).digest}'] [data-act]")
    expect(late).to_be_enabled()
    phone.page.evaluate(HIDE, True)
    play.answers(0, 3)
    before = len(log(crowd))
    late.click()
    is_refused_in_words(phone)
    assert len(log(crowd)) == before
    assert play.asked(0).answers == [3]
    expect(phone.page.locator(f"form[data-asked='{play.asked(0).digest}']")).to_be_visible()


def test_a_number_of_a_pad_that_came_too_late_is_refused_in_words(crowd: Crowd) -> None:
    play = crowd.begun_play("sheet:provinces")
    phone = crowd.phone(1)
    phone.page.locator("#pad-key-5").click()
    phone.page.evaluate(HIDE, True)
    play.answers(1, 3)
    before = len(log(crowd))
    phone.page.locator("#pad-act").click()
    is_refused_in_words(phone)
    assert len(log(crowd)) == before
    expect(phone.page.locator(f"form#pad[data-digest~='{play.asked(1).digest}']")).to_be_visible()
    expect(phone.page.locator("#pad-points-0-0")).to_have_text("3")


def is_refused_in_words(phone: Person) -> None:
    link = phone.page.locator("#link")
    expect(link).to_be_visible()
    expect(link).not_to_contain_text("Trying again")
    assert len(link.inner_text()) > 10


def log(crowd: Crowd) -> tuple[LogLine, ...]:
    """What the play has logged so far, as seat 1 may know it."""
    return crowd.companion.table.view(token(1)).play.log()


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
    expect(marco.page.locator("#sentence")).to_have_text("Round 1: all write.")


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
    expect(marco.page.locator(".recent")).to_contain_text("to 6; before: 3")
    marco.page.locator("#menu > summary").click()
    marco.page.fill("#rename", "Marcos")
    marco.page.get_by_role("button", name="Change it").click()
    expect(marco.page.locator(".top-name")).to_have_text("Marcos")
    marco.page.locator("#menu > summary").click()
    marco.page.locator("#leave-seat > summary").click()
    marco.page.locator("#leave-seat button").click()
    marco.page.wait_for_url(f"{crowd.base}/")
    expect(marco.page.locator("#join")).to_be_visible()
