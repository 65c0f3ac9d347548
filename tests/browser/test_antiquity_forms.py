"""Antiquity by few taps: several men in one form, preset to where they worked last turn."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import Locator, expect

from companion.core.questions import Answer
from companion.games.antiquity.agenda import Planning
from companion.games.antiquity.rules_orders import draft_of
from companion.games.antiquity.state import State
from companion.games.antiquity.tables import FOODS, LUXURIES
from companion.service.play.play_requests import CorrectNumber
from tests.browser.conftest import Crowd
from tests.browser.fast_play import HOST, Quick
from tests.browser.people import Person
from tests.chromium import CALM

USUAL = "usual"
"""The answer with which a question begins."""


class Planner:
    """A phone on which a plan is made; ``taps`` counts what its owner did."""

    def __init__(self, phone: Person) -> None:
        self.phone = phone
        self.taps = 0

    @property
    def form(self) -> Locator:
        return self.phone.page.locator("form[data-form]")

    def tap(self, found: Locator) -> None:
        self.phone.page.wait_for_function(CALM)
        expect(found).to_be_enabled()
        found.click()
        self.taps += 1

    def opens_the_cover(self) -> None:
        self.tap(self.phone.page.locator(".asking [data-keep-open]").first)

    def chooses(self, value: str) -> None:
        self.tap(self.phone.page.locator(f"form[data-ask] button.option[value='{value}']"))

    def sends(self) -> None:
        self.tap(self.form.locator("[data-ready=yes]"))
        expect(self.form).to_have_count(0)


def state_of(crowd: Crowd) -> State:
    play = crowd.companion.moment.play
    assert play is not None
    state: State = play.state
    return state


def has(play: Quick, seat: int, **goods: int) -> None:
    """A stock is set right."""
    for good, n in goods.items():
        assert play.table.ask(HOST, CorrectNumber(f"{seat}.{good}", n, f"{seat}-{good}")).taken


def says(play: Quick, seat: int, **given: Any) -> None:
    """A move of a seat, by the keys of its questions; where nothing is given, the first possible answer."""
    wish: dict[str, Answer] = dict(given)
    table = play.table
    before = len(table._rooms.running.play.entries)  # type: ignore[union-attr]
    while len(table._rooms.running.play.entries) == before:  # type: ignore[union-attr]
        question = play.asked(seat).question
        answer = wish.pop(question.key, None)
        play.answers(seat, question.preset if answer == USUAL else answer)
    assert not wish


@pytest.fixture
def twelve_men(crowd: Crowd) -> Quick:
    """Twelve men who worked last turn, and a university nobody has worked in yet."""
    play = crowd.begun_play("antiquity", "Marco", "Lucía", level="counters")
    play.answers(0, 1)
    has(play, 1, wood=13, **dict.fromkeys(FOODS, 9), **dict.fromkeys(LUXURIES, 3))
    for number in range(1, 13):
        says(play, 1, plan="house", house=number)
    for kind in (*["cart"] * 4, *["store"] * 6, "market", "explorer"):
        says(play, 1, plan="raise", building=kind, **({"size": "2x1"} if kind == "store" else {}))
    says(play, 1, plan="men", men=USUAL)
    says(play, 2, plan="ready")
    says(play, 1, plan="ready")
    while not isinstance(state_of(crowd).due, Planning):
        play.goes_on(1)
    says(play, 1, plan="raise", building="university")
    return play


def test_twelve_men_are_put_back_to_work_in_three_taps(crowd: Crowd, twelve_men: Quick) -> None:
    marco = Planner(crowd.phone(1, language="es-ES"))
    marco.opens_the_cover()
    marco.phone.picture("antiquity-plan-again-es")
    marco.chooses("men")
    expect(marco.form.locator("input[type=checkbox]")).to_have_count(13)
    expect(marco.form.locator("input[type=checkbox]:checked")).to_have_count(12)
    marco.phone.picture("antiquity-men-es")
    marco.phone.page.set_viewport_size({"width": 360, "height": 640})
    marco.phone.picture("antiquity-men-small-es")
    marco.sends()
    assert marco.taps == 3, "the cover, the choice, the button"
    draft = draft_of(state_of(crowd), 1)
    assert sorted(one.key for one in draft.realm.buildings if one.manned) == sorted(draft.realm.worked)
    assert draft.realm.idle == 0
