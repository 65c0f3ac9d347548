"""A card that nobody has entered: symbols are tapped as often as they are printed; armies are added up by tapping."""

from __future__ import annotations

from playwright.sync_api import Locator, expect

from tests.browser.conftest import Crowd
from tests.browser.people import Person


def begun(crowd: Crowd, language: str = "en-GB") -> Person:
    play = crowd.begun_play("ancient-world", "Mia", "Zoe", "Tom")
    play.answers(0, "1")
    play.answers(0, 1)
    return crowd.phone(1, language=language)


def taps(person: Person, *tiles: str) -> Locator:
    """Tap the tiles with these inputs, each once the form is filled with the one before."""
    form = person.page.locator("form[data-form=turn]")
    for tile in tiles:
        label = form.locator(f"label:has(input{tile})").first
        folded = label.locator("xpath=ancestor::details[not(@open)]")
        if folded.count():
            folded.first.locator("> summary").tap()
        label.tap()
        expect(form).not_to_have_attribute("data-filling", "")
    return form


def test_a_symbol_is_tapped_as_often_as_it_is_printed(crowd: Crowd) -> None:
    person = begun(crowd)
    form = taps(person, "[name='one.space'][value=build]", "[name='one.coins'][value='4']", "[value=yellow]")
    expect(form.locator("[data-ready=no]")).to_have_text("Cost in knowledge?")
    taps(person, "[name='one.knowledge'][value='0']", "[value=food]", "[value=food]")
    food = form.locator("label:has(input[value=food])")
    expect(food.locator("[data-count]")).to_have_text("2")
    expect(form.locator("[data-ready=yes]")).to_have_text("Build Empire card 3: 4 coins")
    person.picture("card-fields", whole=True)
    taps(person, "[value=food]", "[value=food]")
    expect(food.locator("[data-count]")).to_have_text("4")
    taps(person, "[value=food]")
    expect(food.locator("[data-count]")).to_have_text("")
    taps(person, "[value=yellow]", "[value=yellow]", "[value=yellow]", "[value=yellow]")
    expect(form.locator("[data-ready=no]")).to_have_text("Tap every banner and symbol on it.")
    taps(person, "[value=food]", "[value=red]", "[value=food]")
    form.locator("[data-ready]").tap()
    expect(form).to_have_count(0)
    card = crowd.companion.table.rooms.running.playing().state.box["empire"]["empire-3"]
    assert card == {**card, "coins": 4, "knowledge": 0, "banners": ["red"], "symbols": ["food", "food"]}


def test_an_attack_is_added_up_by_tapping_who_fights(crowd: Crowd) -> None:
    person = begun(crowd, "es-ES")
    numbers = (f"[name='one.{key}'][value='{n}']" for key, n in (("swords", 1), ("arrows", 2), ("swords-2", 1)))
    form = taps(person, "[value=attack]", "[value=board-1]", "[name='one.defence'][value='4']", "[value=red]", *numbers)
    expect(form.locator("[data-field=force]")).to_have_count(0)
    taps(person, "[name='one.arrows-2'][value='1']")
    force = form.locator("[data-field=force]")
    expect(force.locator(".sum")).to_contain_text("1 más de lo necesario")
    expect(form.locator("[data-ready=yes]")).to_contain_text("2 monedas")
    guard = force.locator("label.set-part").first
    guard.tap()
    expect(force.locator(".sum")).to_contain_text("Te quedas a 2")
    expect(form.locator("[data-ready=no]")).to_be_visible()
    expect(force.locator(".outcomes")).to_have_count(0)
    guard.tap()
    expect(force.locator(".outcomes")).to_contain_text("+2 puntos")
    person.picture("card-attack-es", whole=True)
    taps(person, "[name='instead.force']")
    expect(form.locator("[data-ready=yes]")).to_have_text("Solo anotar lo impreso")
