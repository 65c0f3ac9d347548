"""The turns of Olympos on forms, tapped as a person does, every tap counted."""

from __future__ import annotations

import pytest
from playwright.sync_api import Locator, expect

from tests.browser.conftest import Crowd
from tests.browser.fast_play import Quick
from tests.browser.people import Person


class Thumb:
    """One thumb on one phone."""

    def __init__(self, person: Person) -> None:
        self.person = person
        self.taps = 0

    def tap(self, what: Locator) -> None:
        what.click()
        self.taps += 1

    def turn(self, chosen: str) -> None:
        self.tap(self.person.page.locator(f"button.option[value={chosen}]"))

    def chooses(self, key: str, value: str) -> None:
        tile = self.person.page.locator(f"label.choice-tile:has(input[name='one.{key}'][value='{value}'])")
        self.tap(tile)
        expect(tile.locator("input")).to_be_checked()

    def more(self, key: str) -> None:
        self.tap(self.person.page.locator(f"fieldset:has(input[name='one.{key}']) [data-step='1']"))

    def sends(self, words: str) -> None:
        button = self.person.page.locator("form[data-form] [data-ready]")
        expect(button).to_have_text(words)
        expect(button).to_be_enabled()
        self.tap(button)
        expect(self.person.page.locator("form[data-form]")).to_have_count(0)


@pytest.fixture
def begun(crowd: Crowd) -> Quick:
    """Four people, nobody has acted yet."""
    play = crowd.begun_play("olympos")
    play.answers(0, "beginning")
    while play.moment.awaited.must == (0,) or play.asked(play.moment.awaited.must[0]).question.key == "stars":
        play.answers(play.moment.awaited.must[0])
    return play


def on_turn(play: Quick) -> int:
    return play.moment.awaited.must[0]


@pytest.mark.parametrize("size", [(390, 844), (360, 640)])
def test_a_new_settler_by_sea_and_land_takes_five_taps(crowd: Crowd, begun: Quick, size: tuple[int, int]) -> None:
    phone = crowd.phone(on_turn(begun), language="es-ES", size=size)
    thumb = Thumb(phone)
    thumb.turn("expand")
    phone.picture(f"olympos-expand-usual-{size[0]}", whole=True)
    thumb.chooses("resource", "gold")
    thumb.more("sea")
    thumb.more("land")
    expect(phone.page.locator(".form-sum")).to_have_text(
        "2 nuevo colono + 2 mar + 2 tierra = 6: de la casilla 0 a la 6."
    )
    phone.picture(f"olympos-expand-{size[0]}")
    phone.picture(f"olympos-expand-whole-{size[0]}", whole=True)
    thumb.sends("Expandirse, a la casilla 6")
    assert thumb.taps == 5
