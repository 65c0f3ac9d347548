"""A printed number that was typed wrong, put right from the question that used it: two phones, in Spanish."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from companion.core.boxes import Learned
from tests.browser.conftest import Crowd
from tests.browser.people import Person, agrees

pytestmark = pytest.mark.long


ASKED = "section.asking.service"
"""The question about what is printed, above the game's."""


def picks(person: Person, words: str) -> None:
    person.page.locator(f"{ASKED} button.option", has_text=words).first.click()
    person.page.locator(f"{ASKED} button[data-act]").click()


def test_from_the_question_that_used_it(crowd: Crowd) -> None:
    log = crowd.companion.app.log
    prices: dict[str, dict[str, int | str]] = {
        "learn": {"coins": 4, "amount": 2},
        "expand": {"coins": 4, "knowledge": 2, "either": "yes"},
    }
    log.boxes.put(
        "ancient-world",
        [Learned("action", key, field, value) for key, facts in prices.items() for field, value in facts.items()],
    )
    play = crowd.begun_play("ancient-world", "Marco", "Lucía")
    play.goes_on(3)
    marco, lucia = crowd.phone(1, language="es-ES"), crowd.phone(2, language="es-ES")
    marco.opens("/seat")
    lucia.opens("/seat")
    on_turn = next(person for person in (marco, lucia) if person.page.locator("#which-fact").count())
    other = lucia if on_turn is marco else marco
    on_turn.picture("fact-button-es")
    on_turn.page.get_by_role("button", name="¿Algún número impreso está mal?").click()
    expect(on_turn.page.locator("#sentence")).to_contain_text("impreso")
    on_turn.picture("fact-which-es")
    for words in ("Otro", "Acciones", "Aprender", "Monedas: 4"):
        picks(on_turn, words)
    on_turn.picture("fact-value-es")
    on_turn.page.locator(f"{ASKED} [data-step='-1']").first.click()
    on_turn.page.locator(f"{ASKED} button[data-act]").click()
    expect(on_turn.page.get_by_text("no 4, sino 3").first).to_be_visible()
    on_turn.picture("fact-decide-es")
    picks(on_turn, "Corregir")
    expect(other.page.locator("#band-fact")).to_contain_text("no 4, sino 3")
    other.picture("fact-agree-es")
    agrees(other.page.locator("#band-fact form.ballot"), "so")
    expect(other.page.locator("#recent")).to_contain_text("corrige lo impreso")
    assert log.boxes.owners("ancient-world")["action"]["learn"]["coins"] == 3
