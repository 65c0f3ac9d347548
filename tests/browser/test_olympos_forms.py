"""The turns of Olympos on forms, tapped as a person does, every tap counted."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from companion.games.olympos.tables import square
from companion.service.play.answers import CorrectNumber
from tests.browser.conftest import Crowd
from tests.browser.fast_play import HOST, Quick
from tests.browser.thumb import Thumb


class FormThumb(Thumb):
    """A thumb on the turns and forms of Olympos."""

    def turn(self, chosen: str) -> None:
        self.tap(self.page.locator(f"button.option[value={chosen}]"))

    def looks_up(self, at: str) -> None:
        """A discovery of which something is not known."""
        self.tap(self.page.locator(f"button.option[value='{at}']"))
        self.tap(self.page.locator("button[data-act]"))

    def chooses(self, key: str, value: str) -> None:
        tile = self.page.locator(f"label.choice-tile:has(input[name='one.{key}'][value='{value}'])")
        self.tap(tile)
        expect(tile.locator("input")).to_be_checked()

    def more(self, key: str) -> None:
        self.tap(self.page.locator(f"fieldset:has(input[name='one.{key}']) [data-step='1']"))

    def sends(self, words: str) -> None:
        button = self.page.locator("form[data-form] [data-ready]")
        expect(button).to_have_text(words)
        expect(button).to_be_enabled()
        form = self.page.locator("form[data-form]").get_attribute("data-form")
        self.tap(button)
        expect(self.page.locator(f"form[data-form='{form}']")).to_have_count(0)


CUT = "all => all.filter((it) => it.scrollWidth > it.clientWidth).map((it) => it.innerText)"
"""The words that do not fit on their line."""


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


@pytest.mark.long
@pytest.mark.parametrize("size", [pytest.param((390, 844), marks=pytest.mark.long), (360, 640)])
def test_a_new_settler_by_sea_and_land_takes_five_taps(crowd: Crowd, begun: Quick, size: tuple[int, int]) -> None:
    phone = crowd.phone(on_turn(begun), language="es-ES", size=size)
    thumb = FormThumb(phone.page)
    cover, labels = phone.page.locator("#strip-cover"), phone.page.locator("#strip .figure-label")
    cover.evaluate("it => it.classList.add('open')")
    assert labels.count() == 6
    assert labels.evaluate_all(CUT) == []
    cover.evaluate("it => it.classList.remove('open')")
    thumb.turn("expand")
    phone.picture(f"olympos-expand-usual-{size[0]}", whole=True)
    alone = phone.page.locator("label.choice-tile:has(input[value=new])")
    assert alone.evaluate("tile => tile.offsetWidth === tile.parentElement.clientWidth"), "what is alone fills its line"
    thumb.chooses("resource", "gold")
    thumb.chooses("sea", "1")
    thumb.chooses("land", "2")
    expect(phone.page.locator(".form-sum").first).to_have_text("2 por nuevo colono + 2 por mar + 2 por tierra = 6.")
    expect(phone.page.locator(".stands")).to_contain_text("→ 6")  # then the table looks up what is printed
    phone.picture(f"olympos-expand-{size[0]}")
    phone.picture(f"olympos-expand-whole-{size[0]}", whole=True)
    thumb.sends("Tomar un territorio de Oro: 6")
    assert thumb.taps == 5


def test_against_a_tribe_takes_four_taps(crowd: Crowd, begun: Quick) -> None:
    phone = crowd.phone(on_turn(begun))
    thumb = FormThumb(phone.page)
    thumb.turn("expand")
    thumb.chooses("target", "tribe")
    thumb.chooses("resource", "grain")
    thumb.sends("Defeat a tribe for Grain and a Star: 5")
    assert thumb.taps == 4


@pytest.mark.long
def test_a_discovery_is_looked_up_and_taken(crowd: Crowd, begun: Quick) -> None:
    """Nobody knows its price yet: the table reads it off the board."""
    seat = on_turn(begun)
    play = begun.moment.play
    assert play is not None
    space = next(key for key, pile in play.state.piles.items() if pile.tile == "hoplite")
    for resource in ("grain", "wood"):
        assert begun.table.ask(HOST, CorrectNumber(f"{seat}.{resource}", 2, resource)).taken
    phone, host = crowd.phone(seat, language="es-ES"), crowd.person(language="es-ES")
    host.holds(HOST)
    thumb = FormThumb(phone.page)
    thumb.turn("discover")
    thumb.looks_up(square(space))
    host.opens("/scribe")
    table = FormThumb(host.page)
    table.more("grain")
    table.more("wood")
    table.chooses("bonus-1", "A")
    table.chooses("bonus-2", "B")
    host.picture("olympos-facts", whole=True)
    table.sends("Apuntarlo")
    bonus = phone.page.locator("button[name='one.bonus']").last
    expect(bonus).to_be_visible()
    phone.picture("olympos-looked-up", whole=True)
    phone.page.set_viewport_size({"width": 360, "height": 640})
    phone.picture("olympos-looked-up-360", whole=True)
    expect(bonus).to_be_in_viewport(ratio=1)
    expect(bonus).to_contain_text("7")
    thumb.tap(bonus)
    expect(phone.page.locator("form[data-form=discover]")).to_have_count(0)
    assert (thumb.taps, table.taps) == (3 + 1, 5), "what was looked up is not chosen once more"
