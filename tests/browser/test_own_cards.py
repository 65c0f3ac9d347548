"""A card of one's own under "My things": a tap goes to where it is played, or says why it cannot be now."""

from __future__ import annotations

from playwright.sync_api import expect

from tests.browser.conftest import Crowd
from tests.browser.evening import Evening

LINE = 16
"""Ana has a card with an action, and it is her turn."""


def test_a_card_of_ones_own_is_played_by_a_tap(crowd: Crowd) -> None:
    Evening("ancient-world/every-move").begins(crowd, line=LINE)
    person = crowd.phone(1)
    page = person.page
    person.opens_tab("mine")
    page.locator("#panel-mine button.card-body", has_text="Academy").tap()
    form = page.locator("form[data-form=turn]")
    expect(form.locator("[data-field=citizen]")).to_be_visible()
    expect(form.locator("[name='one.space']:checked")).to_have_attribute("value", "card-9")
    person.picture("own-card", whole=True)
    person.opens_tab("mine")
    page.locator("#panel-mine button.card-body", has_text="Fishing Dock").tap()
    expect(page.locator("#link")).to_contain_text("You cannot play this card now.")
    expect(page.locator("#panel-mine")).to_be_visible()


def test_whose_turn_it_is_not_is_told_so(crowd: Crowd) -> None:
    Evening("ancient-world/every-move").begins(crowd, line=LINE)
    person = crowd.phone(2, language="es-ES")
    person.opens_tab("mine")
    person.page.locator("#panel-mine button.card-body").first.tap()
    expect(person.page.locator("#link")).to_contain_text("Ahora no te toca.")
