"""Counting the table, starting from what lies on it, and a photo before the pause: phones at a host name, in both
languages.
"""

from __future__ import annotations

from pathlib import Path

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import Crowd
from tests.browser.people import agrees
from tests.service.test_photo_processing import photo

pytestmark = pytest.mark.long


def number(crowd: Crowd, key: str) -> int:
    play = crowd.companion.moment.play
    assert play is not None
    return next(one.value for one in play.game.inventory(play.state) if one.key == key)


def first_key(crowd: Crowd, seat: int) -> str:
    """A number of a seat that can be one more."""
    return next(
        number.key
        for part in crowd.companion.table.view("").audit.whole_sheet()
        if part.seat == seat
        for number in part.numbers
        if number.value < number.high
    )


def test_the_table_is_counted_and_set_right(crowd: Crowd) -> None:
    crowd.begun_play("ancient-world", "Marco", "Lucía")
    key = first_key(crowd, 1)
    before = number(crowd, key)
    marco, lucia = crowd.phone(1, language="es-ES"), crowd.phone(2)
    screen = crowd.person(size=(1280, 720), scale=1)
    screen.opens("/table")
    marco.opens("/audit")
    marco.picture("audit-none-es")
    marco.page.get_by_role("button", name="Contar la mesa").click()
    expect(marco.page.get_by_text("Cambia solo lo que sea distinto")).to_be_visible()
    marco.picture("audit-counting-es")
    expect(lucia.page.locator("#audit-card-2")).to_be_visible()
    expect(lucia.page.locator("#sentence")).to_have_text("Does this lie in front of you?")
    lucia.picture("audit-seat-en")
    lucia.page.locator("#audit-card-2").get_by_role("button", name="All right").click()
    expect(lucia.page.locator("#audit-seat-2")).to_contain_text("all right")
    expect(screen.page.locator("#audit-seat-2")).to_be_visible()
    screen.picture("audit-table-counting")
    own = marco.page.locator("#audit-form-1")
    own.locator(f"input[name='n.{key}']").locator("xpath=ancestor::*[@data-stepper]").locator("[data-step='1']").click()
    expect(own.locator(f"input[name='n.{key}']")).to_have_value(str(before + 1))
    own.get_by_role("button", name="Contado así").click()
    expect(marco.page.locator("#audit-seat-1")).to_contain_text("algo es distinto")
    shared = marco.page.locator("#audit-part-0")
    if shared.get_attribute("open") is None:
        shared.locator("summary").click()
    shared.get_by_role("button", name="Todo bien").click()
    expect(marco.page.locator("#audit-proposal")).to_be_visible()
    expect(marco.page.locator("#audit-proposal .now").first).to_have_text(str(before + 1))
    marco.picture("audit-proposal-es")
    expect(lucia.page.locator("#audit-proposal .was").first).to_have_text(str(before))
    lucia.picture("audit-proposal-seat-en")
    screen.picture("audit-table-proposal")
    marco.page.get_by_role("button", name="Corregir", exact=True).click()
    expect(marco.page.locator("#band-audit .band-waiting")).to_contain_text("Lucía")
    expect(screen.page.locator("#band-audit .now").first).to_have_text(str(before + 1))
    lucia.picture("audit-ballot-en")
    screen.picture("audit-table-ballot")
    agrees(lucia.page.locator("#band-audit form.ballot"), "set")
    expect(lucia.page.locator("#band-audit")).to_have_count(0)
    assert number(crowd, key) == before + 1
    expect(marco.page.get_by_role("button", name="Contar la mesa")).to_be_visible()
    marco.picture("audit-done-es")


def test_an_audit_goes_on_after_a_restart_and_without_a_script(crowd: Crowd) -> None:
    crowd.begun_play("ancient-world", "Marco", "Lucía")
    marco = crowd.phone(1, script=False)
    marco.opens("/audit")
    marco.page.get_by_role("button", name="Count the table").click()
    crowd.companion.again()
    marco.opens("/seat")
    for card in ("#audit-card-1", "#audit-card-0"):
        marco.page.locator(card).get_by_role("button", name="All right").click()
    expect(marco.page.locator("#audit-seat-1")).to_contain_text("all right")
    marco.opens("/audit")
    marco.page.get_by_role("button", name="Go on without the others").click()
    expect(marco.page.get_by_text("Counted: everything is right.")).to_be_visible()
    crowd.forgive()


def test_a_game_that_began_on_cardboard_goes_on_from_there(crowd: Crowd) -> None:
    crowd.begun_play("ancient-world", "Marco", "Lucía")
    key = first_key(crowd, 2)
    marco = crowd.phone(1, language="es-ES")
    page = marco.opens("/start")
    field = page.locator(f"input[name='n.{key}']")
    field.fill("99999")
    marco.picture("start-es")
    page.get_by_role("button", name="Aplicarlo").click()
    expect(page.locator(".wrong-word")).to_contain_text("99999 no está entre")
    expect(field).to_have_value("99999")
    field.scroll_into_view_if_needed()
    marco.picture("start-wrong-es")
    field.fill(str(number(crowd, key) + 1))
    before = number(crowd, key)
    page.get_by_role("button", name="Aplicarlo").click()
    again = page.get_by_role("button", name="Es así: aplicarlo")
    if again.count():
        marco.picture("start-odd-es")
        again.click()
    page.wait_for_url("**/audit")
    expect(page.get_by_text("Se han corregido 2 números.")).to_be_visible()  # the supply follows
    assert number(crowd, key) == before + 1


def test_a_photo_of_the_board_is_there_when_the_play_is_gone_on_with(crowd: Crowd, tmp_path: Path) -> None:
    crowd.begun_play("ancient-world", "Marco", "Lucía")
    taken = tmp_path / "IMG_1.JPG"
    taken.write_bytes(photo((4000, 3000), quality=95).getvalue())
    assert taken.stat().st_size > 128 * 1024, "larger than any other body"
    lucia = crowd.phone(2, language="es-ES")
    page = lucia.opens("/photo")
    lucia.picture("photo-es")
    page.locator("#photo").set_input_files(taken)
    page.get_by_role("button", name="Guardarla con la partida").click()
    expect(page.get_by_text("La foto queda guardada con la partida.")).to_be_visible()
    expect(page.locator(".photo img")).to_be_visible()
    assert page.locator(".photo img").evaluate("image => image.decode().then(() => image.naturalWidth)") == 1600
    lucia.picture("photo-kept-es", whole=True)
    crowd.companion.again()
    marco = crowd.phone(1)
    expect(marco.page.locator("#paused img")).to_be_visible()
    marco.page.locator("#paused").scroll_into_view_if_needed()
    marco.picture("photo-paused-en")
    play = crowd.companion.moment.gathering.play_id
    marco.opens(f"/history/{play}")
    expect(marco.page.locator(".photo img")).to_be_visible()
    crowd.forgive()
