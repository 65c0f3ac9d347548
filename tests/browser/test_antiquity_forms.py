"""Antiquity by few taps: the first round of a player, and men put back to where they worked last turn."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import Locator, expect

from companion.core.questions import Answer
from companion.games.antiquity.orders import draft_of
from companion.games.antiquity.state import Planning, State
from companion.games.antiquity.tables import FOODS, LUXURIES
from companion.service.play.answers import CorrectNumber
from tests.browser.conftest import Crowd
from tests.browser.evening import Evening
from tests.browser.fast_play import HOST, Quick, token
from tests.browser.people import Person
from tests.browser.thumb import Thumb

USUAL = "usual"
"""The answer with which a question begins."""


PIECES = (("cart", "5,0"), ("cart", "1,2"), ("market", "5,5"))
"""What is built in the first round besides houses, and a square that it covers."""


class Planner(Thumb):
    """A thumb on a phone on which a plan is made."""

    def __init__(self, phone: Person) -> None:
        super().__init__(phone.page)
        self.phone = phone

    @property
    def form(self) -> Locator:
        return self.page.locator("form[data-form]")

    def opens_the_cover(self) -> None:
        self.tap(self.page.locator(".asking [data-keep-open]").first)

    def chooses(self, value: str) -> None:
        self.tap(self.page.locator(f"form[data-ask] button.option[value='{value}']"))

    def points_at(self, square: str) -> None:
        """Tap a square of the picture; the form goes on to the next one."""
        chosen = self.form.locator(".form-field:not(.missing)")
        before = chosen.count()
        x, y = map(int, square.split(","))
        self.tap(self.page.locator(f".asking rect.pressable[x='{x * 40 + 1}'][y='{y * 40 + 1}']"))
        expect(chosen).to_have_count(before + 1)

    def lays(self, square: str) -> None:
        """Tap a square that the piece is to cover, and build it there."""
        board = self.page.locator("[data-lay-board] > svg")
        box = board.bounding_box()
        assert box is not None
        x, y = map(int, square.split(","))
        self.tap(board, {"x": (x + 0.5) * box["width"] / 7, "y": (y + 0.5) * box["height"] / 7})
        self.tap(self.page.locator("form[data-ask] [data-act]").first)
        expect(self.page.locator("[data-lay-board]")).to_have_count(0)

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
    before = len(table.rooms.running.play.entries)  # type: ignore[union-attr]
    while len(table.rooms.running.play.entries) == before:  # type: ignore[union-attr]
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
        seat = play.moment.awaited.must[0]
        play.answers(seat, play.asked(seat).question.default)  # no counter becomes a grave: there is room for one more
    says(play, 1, plan="raise", building="university")
    return play


@pytest.mark.long
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


@pytest.mark.long
def test_the_first_round_of_a_player_takes_twenty_one_taps(crowd: Crowd) -> None:
    """Four houses, two cart shops, a market and three men."""
    play = crowd.begun_play("antiquity", "Marco", "Lucía")
    play.answers(0, 1)
    marco = Planner(crowd.phone(1, language="es-ES"))
    marco.opens_the_cover()
    marco.chooses("houses")
    marco.phone.picture("antiquity-houses-es")
    for square in ("0,0", "1,0", "2,0", "3,0"):
        marco.points_at(square)
    marco.phone.picture("antiquity-houses-chosen-es")
    marco.phone.picture("antiquity-houses-whole-es", whole=True)
    marco.sends()
    for kind, square in PIECES:
        marco.chooses("raise")
        marco.chooses(kind)
        marco.lays(square)
    marco.chooses("men")
    marco.phone.picture("antiquity-first-men-es")
    marco.sends()
    assert marco.taps == 21
    realm = draft_of(state_of(crowd), 1).realm
    assert [one.at for one in realm.buildings if one.kind == "house"] == [["0,0"], ["1,0"], ["2,0"], ["3,0"]]
    laid = [one for one in realm.buildings if one.kind != "house"]
    assert [one.kind for one in laid] == [kind for kind, _ in PIECES]
    assert all(square in one.at for one, (_, square) in zip(laid, PIECES, strict=True))
    assert realm.idle == 1
    assert all(one.manned for one in realm.buildings if one.kind != "house")


@pytest.mark.long
def test_the_picture_of_a_city_comes_when_it_is_chosen_for_a_grave(crowd: Crowd) -> None:
    """And that of the other city goes where it was: no picture is there twice, none is lost."""
    Evening("antiquity/whole").begins(crowd, 116)
    phone = crowd.person(scale=1)
    phone.holds(token(1))
    page = phone.opens("/seat")
    beside = page.locator("#seat-picture > section")
    for city, picture, other in ((0, "w-city-1-1", "w-city-1-2"), (1, "w-city-1-2", "w-city-1-1")):
        Planner(phone).tap(page.locator(f"label:has(#ask-1-of-city-1--{city})"))
        expect(beside).to_have_count(1)
        expect(beside).to_have_attribute("id", picture)
        expect(page.locator(f"#{other}")).to_have_count(1)
        expect(page.locator("#picture-prompt")).to_be_visible()
    Planner(phone).tap(beside.locator("rect.pressable").first)
    expect(page.locator("#ask-1-of-grave-1 input[type=radio]:checked")).to_have_count(1)


def test_a_city_that_no_grave_goes_into_any_more_takes_no_tap(crowd: Crowd) -> None:
    """The grave of line 116 goes into the second of two cities until the first is chosen."""
    Evening("antiquity/whole").begins(crowd, 116)
    phone = crowd.person(scale=1)
    phone.holds(token(1))
    page = phone.opens("/seat")
    squares = page.locator("rect.pressable[data-of='city-1-2']")
    expect(squares).to_have_count(36)
    Planner(phone).tap(page.locator("label:has(#ask-1-of-city-1--0)"))
    expect(page.locator("#ask-1-of-grave-1 input[type=radio]")).to_have_count(24)
    expect(squares).to_have_count(0)


def test_the_eye_of_an_open_line_covers_no_number(crowd: Crowd) -> None:
    """It stands before the first of the numbers that it covers."""
    play = crowd.begun_play("antiquity", "Marco", "Lucía")
    play.answers(0, 1)
    for size in ((390, 844), (360, 640)):
        phone = crowd.phone(1, size=size, language="es-ES")
        Planner(phone).opens_the_cover()
        eye = phone.page.locator("#strip-cover .when-open").bounding_box()
        number = phone.page.locator("#strip-cover .num").first.bounding_box()
        assert eye is not None
        assert number is not None
        assert eye["x"] + eye["width"] <= number["x"]


def test_a_man_for_each_open_building_takes_one_tap(crowd: Crowd) -> None:
    play = crowd.begun_play("antiquity", "Marco", "Lucía")
    play.answers(0, 1)
    for number in (1, 2):
        says(play, 1, plan="house", house=number)
    for kind in ("cart", "market"):
        says(play, 1, plan="raise", building=kind)
    marco = Planner(crowd.phone(1, language="es-ES"))
    marco.opens_the_cover()
    marco.tap(marco.page.locator(".go-key", has_text="Hombres: Taller de carros y Mercado"))
    expect(marco.page.locator(".plan-chip", has_text="Un hombre a:")).to_have_count(2)
    assert marco.taps == 2
    realm = draft_of(state_of(crowd), 1).realm
    assert realm.idle == 0
    assert all(one.manned for one in realm.buildings if one.kind in ("cart", "market"))


def test_what_was_sent_is_not_answered_again_to_the_next_question(crowd: Crowd) -> None:
    """The city lies on the map: the page asks for the plan again, which says that it may be finished."""
    play = crowd.begun_play("antiquity", "Marco", "Lucía")
    play.answers(0, 1)
    first = state_of(crowd).laying[0]
    phone = crowd.phone(first)
    thumb = Planner(phone)
    thumb.opens_the_cover()
    thumb.chooses("lay")
    thumb.tap(phone.page.locator("form[data-ask] [data-act]").first)
    expect(phone.page.locator("form[data-ask] button.option[value=lay]")).to_have_count(0)
    done = phone.page.locator("form[data-ask] [data-act]")
    expect(done).to_be_enabled()
    expect(done).to_have_text("I have finished my plan")
    expect(phone.page.locator("form[data-ask] [data-chosen]")).to_have_value("ready")
    expect(phone.page.locator("form[data-ask] [role=alert]")).to_have_count(0)
