"""Antiquity through the pages: two phones, the host's tablet and the table screen, up to a victory."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, get_args

import pytest
from playwright.sync_api import Locator, expect

from companion.games.antiquity.agenda import Exploring, ForcingLabour, Over, PlacingGraves, Planning, Polluting
from companion.games.antiquity.moves import Move
from companion.games.antiquity.rules_orders import draft_of
from companion.games.antiquity.state import State
from companion.games.antiquity.tables import FOODS, LUXURIES
from tests.browser.conftest import Crowd
from tests.browser.evening import Evening
from tests.browser.people import Person

NAMES = {1: "Marco", 2: "Lucía"}
STEPS = 200
"""More answers than any evening of these needs."""

THREE_OF_EACH = dict.fromkeys((*FOODS, *LUXURIES), 3)


class Antiquity(Evening[State]):
    """Two phones and the host's tablet around one table."""

    def __init__(self, crowd: Crowd, **options: str) -> None:
        super().__init__(crowd, NAMES)
        switches = {key.replace("_", "-"): value for key, value in options.items()}
        self.begins("antiquity", options=switches, picture="antiquity")
        self.acts(0)

    def stocks(self, seat: int, **goods: int) -> None:
        self.corrects({f"{seat}.{good}": n for good, n in goods.items()})

    def acts(self, seat: int, **given: Any) -> None:
        """A seat answers on its page until its move is made; seat 0 is the table, on the host's tablet."""
        wish = {key.replace("_", "-"): value for key, value in given.items()}
        person, before = self.people[seat], len(self.entries)
        for _ in range(STEPS):
            asked = self.asks(seat)
            self.gives(person, asked.digest, wish.pop(asked.question.key, None))
            if len(self.entries) > before:
                assert not wish, f"never asked: {wish}"
                return
        raise AssertionError("no move was made")

    def gives(self, person: Person, digest: str, answer: Any) -> None:
        """One answer, once the page shows the present question; wait until the table has taken it."""
        form = f"form[data-ask][data-digest='{digest}']"
        shown = person.page.locator(form)
        expect(shown).to_have_count(1)
        person.opens_cover(form)
        if shown.get_attribute("data-kind") == "confirm":
            shown.locator(f"button[name=answer][value={'yes' if answer else 'no'}]").click()
        else:
            chooses(shown, shown.get_attribute("data-kind") or "", answer)
            expect(shown.locator("button[data-act]")).to_be_enabled()
            shown.locator("button[data-act]").click()
        expect(person.page.locator(form)).to_have_count(0)

    def mans(self, seat: int, kind: str, place: int = 0) -> None:
        """Tap a building of the own plan to put a man into it."""
        found = [one for one in draft_of(self.state, seat).realm.buildings if one.kind == kind]
        cities = {"city": found[place].city} if len(self.state.realm(seat).cities) > 1 else {}
        self.acts(seat, plan="man", man=found[place].at[0], **cities)

    def ready(self) -> None:
        for seat in NAMES:
            self.acts(seat, plan="ready")

    def goes_on(self, last: Callable[[], bool]) -> None:
        """Whoever is awaited gives the first or usual answer until ``last`` says so."""
        for _ in range(STEPS):
            if last():
                return
            self.acts(self.awaited)
        raise AssertionError("it went on and on")

    def due(self, *kinds: type) -> Callable[[], bool]:
        return lambda: isinstance(self.state.due, kinds)


def chooses(shown: Locator, kind: str, answer: Any) -> None:
    """Put an answer into a form; the usual one when none is wished for."""
    if kind == "count":
        if answer is not None:
            shown.locator("input[name=answer]").fill(str(answer))
    elif kind == "fit":
        ways = shown.locator("[data-lay-list]")
        way = answer or ways.locator("option").nth(1).get_attribute("value")
        ways.evaluate(
            "(list, way) => { list.value = way; list.dispatchEvent(new Event('change', {bubbles: true})); }", way
        )
    elif kind == "pick-many":
        for value in answer or ():
            shown.locator(f"input[name=answer][value='{value}']").check(force=True)
    elif answer is not None:
        shown.locator(f"input[name=answer][value='{answer}']").check(force=True)
    elif shown.locator("input[name=answer]:checked").count() == 0:
        shown.locator("input[name=answer]:not([disabled])").first.check(force=True)


@pytest.mark.long
def test_a_turn_of_antiquity_and_a_victory(crowd: Crowd) -> None:
    """One secret turn on two phones: nothing shows before both are ready, then all at once, and somebody wins."""
    evening = Antiquity(crowd)
    marco, lucia = evening.people[1], evening.people[2]
    screen = crowd.person(size=(1920, 1080), scale=1)
    screen.opens("/table")
    evening.stocks(1, stone=1, **THREE_OF_EACH)
    before = screen.page.locator("main").inner_text()
    lays_by_tapping(evening, marco)
    evening.acts(1, plan="raise", building="cathedral", saint="cristofori", at="1,0,0")
    assert screen.page.locator("main").inner_text() == before, "the plan of one seat shows nowhere else"
    marco.opens_cover(marco.form())
    marco.picture("antiquity-plan", whole=True)
    finds_the_plan_again(crowd, marco)
    lucia.opens_cover(lucia.form())
    lucia.picture("antiquity-plan-es", whole=True)
    evening.ready()
    expect(lucia.page.locator("body")).to_contain_text("Cristofori")
    evening.goes_on(evening.due(Over))
    assert evening.state.winners == [1]
    expect(screen.page.locator(".screen-score")).to_be_visible()
    screen.picture("antiquity-table-over")


def finds_the_plan_again(crowd: Crowd, phone: Person) -> None:
    """The phone dies in the middle of planning: on its next start it has the whole plan, with no other page told."""
    secret = phone.secret
    phone.page.close()
    again = crowd.person()
    again.holds(secret)
    again.opens("/seat")
    plan = again.page.locator("[data-cover]", has_text="Your plan").first
    plan.locator("[data-keep-open]").click()
    expect(plan).to_contain_text("House 1")
    expect(plan).to_contain_text("Cathedral of Sant' Cristofori")
    again.picture("antiquity-plan-again", whole=True)
    phone.page = again.page


def lays_by_tapping(evening: Antiquity, phone: Person) -> None:
    """A house on the middle of the city: the piece follows the finger, the one button builds it."""
    for key, answer in (("plan", "house"), ("house", 1)):
        asked = evening.dialogues(1)[0]
        assert asked.question.key == key
        evening.gives(phone, asked.digest, answer)
    phone.opens_cover(phone.form())
    board = phone.page.locator("[data-lay-board]")
    board.scroll_into_view_if_needed()
    box = board.bounding_box()
    assert box is not None
    phone.page.touchscreen.tap(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    expect(phone.page.locator("[data-lay-list]")).to_have_value("3,3,0")
    phone.picture("antiquity-laying")
    digest = evening.dialogues(1)[0].digest
    phone.page.locator("[data-act]").first.click()
    expect(phone.page.locator(f"form[data-digest='{digest}']")).to_have_count(0)
    assert draft_of(evening.state, 1).realm.buildings[0].at == ["3,3"]


def first_turn(evening: Antiquity, first: int, second: int) -> None:
    """One after another, and all at once after all; houses, cart shops, a market, a trade; sites; a marker; what does
    not fit is discarded.
    """
    evening.acts(first, plan="insist")
    evening.acts(first, plan="relent")
    for number in (1, 2, 3, 4):
        evening.acts(first, plan="house", house=number)
    for building in ("cart", "cart", "market"):
        evening.acts(first, plan="raise", building=building)
    evening.mans(first, "cart")
    evening.mans(first, "cart", 1)
    evening.mans(first, "market")
    evening.people[first].opens_cover(evening.people[first].form())
    evening.people[first].picture("antiquity-seat-planned", whole=True)
    for number in (1, 2, 3):
        evening.acts(second, plan="house", house=number)
    evening.acts(second, plan="raise", building="explorer")
    evening.acts(second, plan="raise", building="store", size="2x2")
    evening.mans(second, "explorer")
    evening.mans(second, "store")
    evening.acts(first, plan="swap", give="wood", give_too="wood", take="fish")
    evening.acts(first, plan="offer", whom=second, give_1="fish", give_2="enough", take_1="wood", take_2="enough")
    evening.people[second].opens_cover(evening.people[second].form())
    evening.people[second].picture("antiquity-seat-offer", whole=True)
    evening.acts(second, plan="reply", answer="accept")
    evening.acts(second, plan="ready")
    evening.acts(second, plan="again")
    evening.ready()
    evening.stocks(second, wood=6, dye=1)
    evening.stocks(first, sheep=1, wood=2)
    evening.people[first].picture("antiquity-seat-countryside", whole=True)
    evening.acts(first, item="woodcutter", goods=4)
    evening.acts(first, item="farm", good="sheep", goods=3)
    evening.goes_on(evening.due(Exploring))
    evening.acts(second, explore=True, marker="olives")
    evening.goes_on(evening.due(Planning))


def second_turn(evening: Antiquity, first: int) -> None:
    """An order is taken out again; a second city; labour where it is wanted; graves on the map."""
    evening.stocks(first, wood=4, stone=2, fish=2, gold=1, dye=1)
    evening.corrects({"famine": 3})
    evening.acts(first, plan="raise", building="granary")
    evening.acts(first, plan="drop")
    evening.acts(first, plan="raise", building="labour")
    evening.mans(first, "labour")
    evening.mans(first, "cart")
    evening.ready()
    evening.acts(first, item="city", food="fish")
    evening.goes_on(evening.due(ForcingLabour))
    evening.acts(first, works=[evening.state.realm(first).works[0].key])
    evening.goes_on(evening.due(PlacingGraves))
    evening.people[evening.awaited].picture("antiquity-seat-graves", whole=True)
    evening.goes_on(evening.due(Polluting))
    evening.acts(first, left_over=1)
    evening.goes_on(evening.due(Planning))


def third_turn(evening: Antiquity, first: int, second: int) -> None:
    """Alchemy, an inn, two cathedrals; both win, and count their hexes."""
    evening.stocks(first, wood=4, stone=3, fish=2)
    evening.stocks(second, stone=1)
    evening.acts(first, plan="raise", building="brewery", city=1)
    evening.acts(first, plan="raise", building="alchemy", city=1)
    evening.acts(first, plan="raise", building="cathedral", saint="giorgio", city=0)
    evening.mans(first, "alchemy")
    evening.mans(first, "cart")
    evening.mans(first, "cart", 1)
    evening.acts(second, plan="raise", building="cathedral", saint="cristofori")
    evening.ready()
    evening.acts(first, item="clear")
    evening.acts(first, item="inn", food="fish")
    evening.acts(first, item="pass")
    evening.stocks(second, **THREE_OF_EACH)
    evening.goes_on(lambda: evening.awaited == 0)
    evening.acts(0, met=True)
    evening.acts(first, hexes=11)
    evening.acts(second, hexes=7)


@pytest.mark.long
def test_three_turns_of_antiquity_with_every_kind_of_move(crowd: Crowd) -> None:
    evening = Antiquity(crowd, forced_labour="choice")
    screen = crowd.person(size=(1920, 1080), scale=1)
    screen.opens("/table")
    first, second = evening.state.order
    first_turn(evening, first, second)
    screen.picture("antiquity-table")
    second_turn(evening, first)
    third_turn(evening, first, second)
    assert crowd.companion.table.moment.phase == "over"
    assert evening.state.turn == 3
    expect(screen.page.locator(".screen-score")).to_be_visible()
    evening.people[second].opens("/score")
    expect(evening.people[second].page.locator(".score-page .standing")).to_be_visible()
    evening.people[second].picture("antiquity-score", whole=True)
    evening.people[first].opens("/log")
    evening.people[first].picture("antiquity-log")
    assert evening.made == set(get_args(Move))
