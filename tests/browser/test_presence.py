"""Other phones: a seat that changes phones, one phone for several, who comes late, who leaves, who looks on. In both
languages as people do it, at a host name over plain HTTP.
"""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, expect

from companion.service.play.answers import AnswerQuestion
from companion.service.screens.view_builders import scribe_view
from companion.service.seats.seating import BecomeHost, TakeSeat
from companion.service.session.session import BeginPlay, ChooseGame
from tests.browser.conftest import Crowd
from tests.browser.fast_play import HOST, silent, token
from tests.browser.people import Person, agrees

BID = 7
"""A number that stands nowhere else on the page."""

languages = pytest.mark.parametrize("language", ["en-GB", pytest.param("es-ES", marks=pytest.mark.long)])


def everything(page: Page) -> str:
    """All that is in the page, also what is not to be seen."""
    return re.sub(r"\s+", " ", str(page.content()))


def host(crowd: Crowd, language: str) -> Person:
    person = crowd.person(language=language)
    person.holds(HOST)
    person.opens("/host")
    return person


def menu(page: Page, action: str) -> None:
    """Send a form of the menu."""
    page.locator("#menu > summary").click()
    page.locator(f"form[action='{action}'] button").click()


@pytest.mark.long
@languages
def test_a_seat_goes_to_another_phone_with_its_secrets(crowd: Crowd, language: str) -> None:
    play = crowd.begun_play("sheet:oh-hell", "Marco", "Lucía", "Nuria")
    play.answers(0)
    play.answers(1, BID)
    tag = language[:2]
    old = crowd.phone(1, language=language)
    menu(old.page, "/move")
    word = old.page.locator(".notice").first
    expect(word).to_be_visible()
    old.picture(f"swap-old-{tag}")
    code = re.search(r"\d{4} \d{4}", word.inner_text())
    assert code is not None
    new = crowd.person(language=language)
    new.opens("/")
    new.page.fill("#claim-code", code[0])
    new.picture(f"swap-new-{tag}", whole=True)
    new.page.click("#claim button[type=submit]")
    expect(new.page.locator(".act[href='/seat']")).to_have_count(0)
    ballot = old.page.locator("form.ballot", has=old.page.locator("input[name=service][value^=vote]"))
    expect(ballot).to_be_visible()
    old.picture(f"swap-asked-{tag}", whole=True)
    agrees(ballot)
    expect(old.page.locator(".seat-page")).to_have_count(0)
    assert f">{BID}<" not in everything(old.page)
    new.page.locator(".act[href='/seat']").click()
    new.page.wait_for_url("**/seat")
    new.opens_tab("mine")
    own = new.page.locator("#panel-mine .covered").first
    own.locator("[data-keep-open]").click()
    expect(own.locator(".cover-inside")).to_contain_text(str(BID))
    new.picture(f"swap-done-{tag}")


@pytest.mark.long
@languages
def test_one_phone_for_two_is_covered_in_between(crowd: Crowd, language: str) -> None:
    """Nothing of the seat before is on it: not in the page, not by going back, not in a page the browser kept."""
    tag = language[:2]
    marco = crowd.person(language=language)
    marco.sits_down(1, "Marco")
    page = marco.opens("/?seats=1")
    page.locator("label[for=sit-2]").click()
    page.fill("#sit-name", "Lucía")
    marco.picture(f"share-join-{tag}", whole=True)
    page.locator("button[formaction='/share']").click()
    page.wait_for_url("**/seat")
    expect(page.locator(".pass-page")).to_be_visible()
    table = crowd.companion.table
    table.ask(HOST, BecomeHost("2718"))
    table.ask(token(3), TakeSeat(3, "Nuria"))
    table.ask(HOST, ChooseGame("sheet:oh-hell", {}, {}))
    assert table.ask(HOST, BeginPlay()).taken
    ask = next(ask for ask in scribe_view(crowd.companion.moment).dialogues if ask.seat == 0)
    assert table.ask(HOST, AnswerQuestion(0, ask.digest, 5, "begin")).taken
    expect(page.locator(".pass-page .act")).to_have_count(2)  # both are asked for their bids
    marco.picture(f"share-cover-{tag}")
    page.locator(".pass-page .act", has_text="Marco").click()
    expect(page.locator(".top-name")).to_have_text("Marco")
    bid(marco, BID)
    expect(page.locator(".pass-page .act")).to_contain_text("Lucía")
    marco.picture(f"share-next-{tag}")
    assert "Marco" not in page.locator(".top-name").inner_text()
    for _ in range(3):
        assert f'value="{BID}"' not in everything(page)
        assert f">{BID}<" not in everything(page)
        assert page.locator(".seat-page").count() == 0
        page.go_back()
        page.wait_for_load_state()
    page.goto(crowd.base + "/seat")
    page.locator(".pass-page .act").click()
    expect(page.locator(".top-name")).to_have_text("Lucía")
    assert f'value="{BID}"' not in everything(page)
    assert f">{BID}<" not in everything(page)
    marco.picture(f"share-lucia-{tag}", whole=True)
    page.locator("form[action='/seat/hand-on'] button").click()
    expect(page.locator(".pass-page")).to_be_visible()


def bid(person: Person, number: int) -> None:
    """Answer the secret question under its cover; then the phone is another's, and its page loaded anew."""
    form = "form[data-ask]"
    person.opens_cover(form)
    asked = person.page.locator(form).first
    asked.locator("input[name=answer]").fill(str(number))
    expect(asked.locator("button[data-act]")).to_be_enabled()
    asked.locator("button[data-act]").click()
    person.page.wait_for_selector(".pass-page")


@pytest.mark.long
@languages
def test_somebody_comes_late_and_somebody_leaves(crowd: Crowd, language: str) -> None:
    tag = language[:2]
    play = crowd.begun_play("sheet:oh-hell", "Marco", "Lucía", "Nuria")
    play.answers(0)
    marco = crowd.phone(1, language=language)
    chief = host(crowd, language)
    late = crowd.person(language=language)
    late.opens("/")
    late.page.locator("label[for=sit-2]").click()
    late.page.fill("#sit-name", "Pau")
    late.picture(f"late-join-{tag}", whole=True)
    late.page.click("#join button[type=submit]")
    expect(late.page.locator(".notice")).to_be_visible()
    late.picture(f"late-waits-{tag}")
    expect(chief.page.locator("#band-swap-2")).to_contain_text("Pau")
    chief.picture(f"late-host-{tag}", whole=True)
    chief.page.locator("#arrival-2 button.act").click()
    late.page.locator(".act[href='/seat']").click()
    expect(late.page.locator(".top-name")).to_have_text("Pau")
    late.page.close()
    silent(crowd.companion.table, 3)
    row = chief.page.locator("#left-3")
    chief.page.locator("#without-3 > summary").click()
    row.locator("summary").click()
    chief.picture(f"leaving-host-{tag}", whole=True)
    row.locator("form button").click()
    agrees(marco.page.locator("form.ask:has(button[value=yes])").last)
    expect(chief.page.locator("#left-3")).to_have_count(0)
    expect(marco.page.locator("#chip-3 use[href$='i-unplug']")).to_have_count(1)
    marco.picture(f"left-{tag}", whole=True)
    nuria = crowd.phone(3, language=language)
    expect(nuria.page.locator("form[action='/seat/here']")).to_be_visible()
    nuria.picture(f"left-back-{tag}")
    nuria.page.locator("form[action='/seat/here'] button").click()
    expect(nuria.page.locator("form[action='/seat/here']")).to_have_count(0)


@pytest.mark.long
@languages
def test_who_looks_on_sees_what_everybody_sees_and_is_counted(crowd: Crowd, language: str) -> None:
    tag = language[:2]
    play = crowd.begun_play("sheet:oh-hell", "Marco", "Lucía", "Nuria")
    play.answers(0)
    play.answers(1, BID)
    marco = crowd.phone(1, language=language)
    guest = crowd.person(language=language)
    page = guest.opens("/")
    page.locator("a[href='/watch']").first.click()
    page.wait_for_url("**/watch")
    expect(page.locator(".watchers")).to_contain_text("1")
    expect(marco.page.locator(".watchers")).to_contain_text("1")
    assert f">{BID}<" not in everything(page)
    guest.picture(f"watch-{tag}", whole=True)
    marco.picture(f"watched-{tag}")
    screen = crowd.person(size=(1920, 1080), scale=1)
    screen.opens("/table")
    expect(screen.page.locator(".watchers")).to_contain_text("1")
    screen.picture(f"watched-table-{tag}")
    page.close()
    expect(marco.page.locator(".watchers")).to_have_count(0, timeout=30_000)
