"""Other phones: a seat that changes phones, one phone for several, who comes late, who leaves, who looks on. In both
languages as people do it, at a host name over plain HTTP.
"""

from __future__ import annotations

import re
from dataclasses import replace
from io import BytesIO
from urllib.parse import urlsplit

import pytest
import zxingcpp
from PIL import Image
from playwright.sync_api import Page, expect

from companion.service.play.answers import AnswerQuestion
from companion.service.screens.view_builders import scribe_view
from companion.service.seats.seating import BecomeHost, TakeSeat
from companion.service.seats.seats_state import Hosting
from companion.service.session.session import BeginPlay, ChooseGame
from tests.browser.conftest import Crowd
from tests.browser.fast_play import HOST, silent, token
from tests.browser.people import Person, agrees

BID = 17
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


def scanned(page: Page) -> str:
    """What a camera reads off the screen."""
    with Image.open(BytesIO(page.screenshot())) as picture:
        (code,) = zxingcpp.read_barcodes(picture.convert("L"))
    return str(code.text)


def points(person: Person) -> list[str]:
    """Every touch of the pages of this person, from now on."""
    touched: list[str] = []
    person.page.expose_function("touches", lambda words: touched.append(words))
    person.page.evaluate("addEventListener('pointerdown', ({ target }) => touches(target.textContent), true)")
    person.page.add_init_script("addEventListener('pointerdown', ({ target }) => touches(target.textContent), true)")
    return touched


@pytest.mark.parametrize("size", [(390, 844), (360, 640)])
@languages
def test_a_seat_goes_to_another_phone_with_its_secrets(crowd: Crowd, language: str, size: tuple[int, int]) -> None:
    """Three taps on the old phone and the camera of the new one; then the new one stands at the seat by itself."""
    play = crowd.begun_play("sheet:oh-hell", "Marco", "Lucía", "Nuria")
    play.answers(0)
    play.answers(1, BID)
    tag = f"{language[:2]}-{size[0]}"
    old, new = crowd.phone(1, language=language, size=size), crowd.person(language=language, size=size)
    other, screen = crowd.phone(2, language=language, size=size), crowd.person(size=(1920, 1080))
    screen.opens("/table")
    taps = points(old)
    old.page.locator("#menu > summary").click()
    old.page.locator("form[action='/move'] button").click()
    expect(old.page.locator(".own-code-qr svg")).to_be_in_viewport(ratio=1)
    old.picture(f"swap-old-{tag}")
    address = scanned(old.page)
    digits = old.page.locator(".own-code-digits").inner_text().replace(" ", "")
    assert urlsplit(address).path == f"/T/{digits}"
    new.opens(urlsplit(address).path)
    expect(new.page.locator("#waits-1 .ways li").first).to_be_in_viewport(ratio=1)
    new.picture(f"swap-new-{tag}", whole=True)
    expect(old.page.locator("#own-code")).to_have_count(0)
    ballot = old.page.locator("form.ballot", has=old.page.locator("input[name=service][value^=vote]"))
    expect(ballot.locator("button[value=yes]")).to_be_in_viewport(ratio=1)
    old.picture(f"swap-asked-{tag}")
    agrees(ballot)
    new.page.wait_for_url("**/seat")
    assert len(taps) == 3, taps
    expect(old.page.locator(".seat-page")).to_have_count(0)
    assert f">{BID}<" not in everything(old.page)
    for page in (old.page, new.page, other.page, screen.page):
        expect(page.locator("#band-moved")).to_be_visible()
    other.picture(f"swap-told-{tag}")
    screen.picture(f"swap-told-screen-{tag}")
    new.opens_tab("mine")
    own = new.page.locator("#panel-mine .covered").first
    own.locator("[data-keep-open]").click()
    expect(own.locator(".cover-inside")).to_contain_text(str(BID))
    new.picture(f"swap-done-{tag}")


@pytest.mark.long
def test_the_code_of_a_seat_can_be_typed_and_taken_back(crowd: Crowd) -> None:
    play = crowd.begun_play("sheet:oh-hell", "Marco", "Lucía", "Nuria")
    play.answers(0)
    old, new = crowd.phone(1), crowd.person()
    menu(old.page, "/move")
    old.page.locator("form[action='/keep'] button").click()
    expect(old.page.locator("#own-code")).to_have_count(0)
    menu(old.page, "/move")
    digits = old.page.locator(".own-code-digits").inner_text()
    new.opens("/")
    new.page.fill("#claim-code", digits)
    new.page.click("#claim button[type=submit]")
    expect(new.page.locator("#waits-1")).to_be_visible()
    agrees(old.page.locator("form.ballot"))
    new.page.wait_for_url("**/seat")
    old.page.close()
    crowd.companion.again()
    crowd.forgive()
    again = old.tab()
    old.opens("/seat")
    expect(again.locator("#join")).to_be_visible()
    new.opens("/seat")
    expect(new.page.locator(".seat-page")).to_have_attribute("data-seat", "1")


@pytest.mark.long
@languages
def test_the_host_and_one_other_give_a_lost_phone_s_seat_to_whoever_sat_there(crowd: Crowd, language: str) -> None:
    play = crowd.begun_play("sheet:oh-hell", "Marco", "Lucía", "Nuria")
    play.answers(0)
    tag = language[:2]
    seats = play.table.rooms.seats
    hosting = Hosting(1, token(1))
    crowd.companion.opened.loop.ask(lambda: seats.put(replace(seats.now, hosting=hosting)))
    marco, nuria = crowd.phone(1, language=language), crowd.phone(3, language=language)
    silent(play.table, 2)
    new = crowd.person(language=language)
    page = new.opens("/")
    page.fill("#sit-name", "Lucía")
    page.locator("label[for=sit-2]").click()
    page.click("#join button[type=submit]")
    expect(page.locator("#waits-2")).to_contain_text("Marco + Nuria")
    new.picture(f"lost-waits-{tag}", whole=True)
    expect(marco.page.locator("#band-swap-2 .band-words")).to_contain_text("Lucía")
    marco.picture(f"lost-host-{tag}")
    agrees(marco.page.locator("#band-swap-2 form.ballot"))
    expect(page.locator("#waits-2")).to_be_visible()
    nuria.page.locator("#band-swap-2 button[value=yes]").click()
    page.wait_for_url("**/seat", timeout=20_000)
    expect(nuria.page.locator("#band-moved")).to_contain_text("Marco")
    nuria.picture(f"lost-told-{tag}")


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
    late.page.wait_for_url("**/seat")
    expect(late.page.locator(".top-name")).to_have_text("Pau")
    late.page.close()
    silent(crowd.companion.table, 3)
    row = chief.page.locator("#left-3")
    chief.page.locator("#without-3 > summary").click()
    row.locator("summary").click()
    chief.picture(f"leaving-host-{tag}", whole=True)
    row.locator("form button").click()
    agrees(marco.page.locator("form.ballot"))
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
    page.close()
    expect(marco.page.locator(".watchers")).to_have_count(0, timeout=30_000)
