"""Turns and titans of The Ancient World: begun from its card, an attack, the points."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from companion.service.seats.seating import BecomeHost, TakeSeat
from tests.browser.conftest import Crowd
from tests.browser.fast_play import HOST, token

IN_SIGHT = """(node) => {
  const box = node.getBoundingClientRect();
  return node.contains(document.elementFromPoint(box.x + box.width / 2, box.bottom - 2));
}"""


@pytest.mark.long
def test_a_round_with_titans_is_played_without_a_card(crowd: Crowd) -> None:
    table = crowd.companion.table
    for seat, name in ((1, "Ana"), (2, "Luis")):
        assert table.ask(token(seat), TakeSeat(seat, name)).taken
    assert table.ask(HOST, BecomeHost("2718")).taken
    host = crowd.person()
    host.holds(HOST)
    page = host.opens("/host")
    expect(page.locator("button.game[value=titans]")).to_have_count(0)
    page.locator("button.game[value=ancient-world]").click()
    host.picture("titans-card")
    page.get_by_role("button", name="The Ancient World: turns and titans").click()
    page.locator("#begin button.act").click()
    expect(page.locator("#host-sentence")).to_be_visible()
    ana, luis = crowd.phone(1), crowd.phone(2, language="es-ES", size=(360, 640))
    ana.page.get_by_role("button", name="Ana").click()
    for person, words in ((ana, "This is my titan"), (luis, "Este es mi titán")):
        for field, n in (("defence", 4), ("banners", 2)):
            for _ in range(n):
                person.page.locator(f"[data-stepper]:has(input[name='one.{field}']) [data-step='1']").tap()
        person.picture(f"titans-met-{words[:4]}")
        person.page.get_by_role("button", name=words).tap()
    ana.page.get_by_role("button", name="Attack a titan").tap()
    form = ana.page.locator("#ask-form, form[data-form]").first
    expect(form).to_contain_text("on Luis's board")
    form.get_by_text("on Luis's board").tap()
    for _ in range(3):
        ana.page.locator("[data-stepper]:has(input[name='one.swords']) [data-step='1']").tap()
    expect(form).to_contain_text("1 sword is missing.")
    ana.page.locator("[data-stepper]:has(input[name='one.bought']) [data-step='1']").tap()
    ana.settles()
    ana.picture("titans-attack")
    ana.page.get_by_role("button", name="Defeat the titan").tap()
    expect(luis.page.locator("main")).to_contain_text("Ana derrota al titán de Luis")
    luis.picture("titans-lost")
    passing = luis.page.get_by_role("button", name="Pasar esta ronda")
    assert passing.evaluate(IN_SIGHT), "slips leave room for the large button and the choices below it"
    luis.page.locator("summary", has_text="Cambiar el turno o terminar").tap()
    luis.page.locator("details.apart summary").tap()
    luis.page.locator("button[value=finish]").tap()
    luis.page.locator("#ask-0-bar button.act").tap()
    count = luis.page.get_by_role("link", name="Contar los puntos")
    expect(count).to_be_visible()
    luis.picture("titans-over")
    count.tap()
    sheet = luis.page.locator("#count-points button[value='sheet:ancient-world-points']")
    expect(sheet).to_be_visible()
    luis.settles()
    luis.picture("titans-count")
    sheet.tap()
    luis.page.locator("#begin button.act").tap()
    expect(luis.page.locator("h1")).to_have_text("Luis empieza The Ancient World, solo puntos")
