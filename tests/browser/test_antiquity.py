"""Antiquity through the pages: two phones, the host's tablet and the table screen, up to a victory."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, get_args

import pytest
from playwright.sync_api import Locator, expect

from companion.games.antiquity.moves import Move
from companion.games.antiquity.orders import draft_of
from companion.games.antiquity.state import Exploring, ForcingLabour, Over, PlacingGraves, Planning, Polluting, State
from companion.games.antiquity.tables import FOODS, LUXURIES
from tests.browser.conftest import Crowd
from tests.browser.filled_form import FilledForm
from tests.browser.game_session import GameSession
from tests.browser.people import Person, taps
from web.templating.helpers import dialogue_id

NAMES = {1: "Marco", 2: "Lucía"}
STEPS = 200
"""More answers than any evening of these needs."""

THREE_OF_EACH = dict.fromkeys((*FOODS, *LUXURIES), 3)


class Antiquity(GameSession[State]):
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
            if asked.form is None:
                self.gives(person, asked.digest, wish.pop(asked.question.key, None))
            else:
                person.opens_cover(f"form#{dialogue_id(asked)}[data-form='{asked.form.key}']")
                FilledForm(person, f"form#{dialogue_id(asked)}").fills(wish)
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
            taps(shown, shown.locator(f"button.option[value={'yes' if answer else 'no'}]"))
        else:
            chooses(shown, shown.get_attribute("data-kind") or "", answer)
        expect(person.page.locator(form)).to_have_count(0)

    def mans(self, seat: int, kind: str, place: int = 0) -> None:
        """Tap a building of the own plan to put a man into it."""
        found = [one for one in draft_of(self.state, seat).realm.buildings if one.kind == kind]
        cities = {"city": found[place].city} if len(self.state.realm(seat).cities) > 1 else {}
        self.acts(seat, plan="man", man=found[place].at[0], **cities)

    def puts_men(self, seat: int) -> None:
        """Put men to work in one form, as it proposes."""
        page = self.people[seat].page
        self.gives(self.people[seat], self.asks(seat).digest, "men")
        self.people[seat].opens_cover("form[data-form]")
        page.locator("form[data-form] [data-ready=yes]").click()
        expect(page.locator("form[data-form]")).to_have_count(0)

    def removes_an_order(self, seat: int) -> None:
        """Tap the order given last, which takes it out of the plan."""
        person, before = self.people[seat], len(self.entries)
        person.opens_cover(f"form[data-ask][data-digest='{self.asks(seat).digest}']")
        chips = person.page.locator(".plan-chip")
        left = chips.count() - 1
        chips.last.click()
        expect(chips).to_have_count(left)
        assert len(self.entries) == before + 1

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
    """Give an answer; the usual or first one when none is wished for."""
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
    elif (
        shown.locator(f"[data-chosen][value='{answer}']").count()
        and not shown.locator(f"button.option[value='{answer}']").count()
    ):
        pass  # what ends the question is its button
    elif answer is not None or not shown.locator("[data-chosen]").count():
        value = "" if answer is None else f"[value='{answer}']"
        taps(shown, shown.locator(f"button.option:not([disabled]){value}").first)
        return
    expect(shown.locator("button[data-act]")).to_be_enabled()
    shown.locator("button[data-act]").click()


@pytest.mark.long
def test_a_turn_of_antiquity_and_a_victory(crowd: Crowd) -> None:
    """One secret turn on two phones: nothing shows before both are ready, then all at once, and somebody wins."""
    game_session = Antiquity(crowd)
    marco, lucia = game_session.people[1], game_session.people[2]
    screen = crowd.person(size=(1920, 1080), scale=1)
    game_session.stocks(1, stone=1, **THREE_OF_EACH)
    screen.opens("/table")
    before = screen.page.locator("main").inner_text()
    lays_by_tapping(game_session, marco)
    game_session.acts(1, plan="raise", building="cathedral", saint="cristofori", at="1,0,0")
    assert screen.page.locator("main").inner_text() == before, "the plan of one seat shows nowhere else"
    marco.opens_cover(marco.form())
    marco.picture("antiquity-plan", whole=True)
    finds_the_plan_again(crowd, marco)
    lucia.opens_cover(lucia.form())
    lucia.picture("antiquity-plan-es", whole=True)
    game_session.ready()
    expect(lucia.page.locator("body")).to_contain_text("Cristofori")
    game_session.goes_on(game_session.due(Over))
    assert game_session.state.winners == [1]
    expect(screen.page.locator("#final")).to_be_visible()
    screen.picture("antiquity-table-over")


def finds_the_plan_again(crowd: Crowd, phone: Person) -> None:
    """The phone dies in the middle of planning: on its next start it has the whole plan, with no other page told."""
    secret = phone.secret
    phone.page.close()
    again = crowd.person()
    again.holds(secret)
    again.opens("/seat")
    again.opens_tab("mine")
    plan = again.page.locator("#panel-mine [data-cover]", has_text="Your plan").first
    plan.locator("[data-keep-open]").click()
    expect(plan).to_contain_text("House 1")
    expect(plan).to_contain_text("Cathedral of Sant' Cristofori")
    again.picture("antiquity-plan-again", whole=True)
    again.page.locator("label[for=tab-now]").click()
    phone.page = again.page


def lays_by_tapping(game_session: Antiquity, phone: Person) -> None:
    """A house on the middle of the city: the piece follows the finger, the one button builds it."""
    for key, answer in (("plan", "house"), ("house", 1)):
        asked = game_session.dialogues(1)[0]
        assert asked.question.key == key
        game_session.gives(phone, asked.digest, answer)
    phone.opens_cover(phone.form())
    board = phone.page.locator("[data-lay-board]")
    board.scroll_into_view_if_needed()
    box = board.bounding_box()
    assert box is not None
    phone.page.touchscreen.tap(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    expect(phone.page.locator("[data-lay-list]")).to_have_value("3,3,0")
    phone.picture("antiquity-laying")
    digest = game_session.dialogues(1)[0].digest
    phone.page.locator("[data-act]").first.click()
    expect(phone.page.locator(f"form[data-digest='{digest}']")).to_have_count(0)
    assert draft_of(game_session.state, 1).realm.buildings[0].at == ["3,3"]


def first_turn(game_session: Antiquity, first: int, second: int) -> None:
    """Both cities are laid. One after another, and all at once after all; houses, cart shops, a market, a trade; sites;
    a marker; what does not fit is discarded.
    """
    for seat in (second, first):
        game_session.acts(seat, plan="lay")
    game_session.acts(first, plan="insist")
    game_session.acts(first, plan="relent")
    for number in (1, 2, 3, 4):
        game_session.acts(first, plan="house", house=number)
    for building in ("cart", "cart", "market"):
        game_session.acts(first, plan="raise", building=building)
    game_session.mans(first, "cart")
    game_session.mans(first, "cart", 1)
    game_session.mans(first, "market")
    game_session.people[first].opens_cover(game_session.people[first].form())
    game_session.people[first].picture("antiquity-seat-planned", whole=True)
    for number in (1, 2, 3):
        game_session.acts(second, plan="house", house=number)
    game_session.acts(second, plan="raise", building="explorer")
    game_session.acts(second, plan="raise", building="store", size="2x2")
    game_session.puts_men(second)
    game_session.acts(first, plan="swap", give="wood", give_too="wood", take="fish")
    game_session.acts(first, plan="offer", give_1="fish", give_2="enough", take_1="wood", take_2="enough")
    game_session.people[second].opens_cover(game_session.people[second].form())
    game_session.people[second].picture("antiquity-seat-offer", whole=True)
    game_session.acts(second, plan="reply", answer="accept")
    game_session.acts(second, plan="ready")
    game_session.acts(second, plan="again")
    game_session.ready()
    game_session.stocks(second, wood=6, dye=1)
    game_session.stocks(first, sheep=1, wood=2)
    game_session.people[first].picture("antiquity-seat-countryside", whole=True)
    game_session.acts(first, item="woodcutter", goods=4)
    game_session.acts(first, item="farm", good="sheep", goods=3)
    game_session.goes_on(game_session.due(Exploring))
    game_session.acts(second, explore=True, marker="olives")
    game_session.goes_on(game_session.due(Planning))


def second_turn(game_session: Antiquity, first: int) -> None:
    """An order is taken out again; a second city; labour where it is wanted; graves on the map; pollution one after
    another, and all at once after all.
    """
    game_session.stocks(first, wood=4, stone=2, fish=2, gold=1, dye=1)
    game_session.corrects({"famine": 3})
    game_session.acts(first, plan="raise", building="granary")
    game_session.removes_an_order(first)
    game_session.acts(first, plan="raise", building="labour")
    game_session.mans(first, "labour")
    game_session.mans(first, "cart")
    game_session.ready()
    game_session.acts(first, item="city", food="fish")
    game_session.goes_on(game_session.due(ForcingLabour))
    game_session.acts(first, works=[game_session.state.realm(first).works[0].key])
    game_session.goes_on(game_session.due(PlacingGraves))
    game_session.people[game_session.awaited].picture("antiquity-seat-graves", whole=True)
    game_session.goes_on(game_session.due(Polluting))
    game_session.acts(first, in_turn="one-by-one")
    assert game_session.awaited == game_session.state.order[0]
    game_session.acts(first, in_turn="at-once")
    game_session.acts(first, left_over=1)
    game_session.goes_on(game_session.due(Planning))


def third_turn(game_session: Antiquity, first: int, second: int) -> None:
    """Alchemy, an inn, two cathedrals; both win, and count their hexes."""
    game_session.stocks(first, wood=4, stone=3, fish=2)
    game_session.stocks(second, stone=1)
    game_session.acts(first, plan="raise", building="brewery", city=1)
    game_session.acts(first, plan="raise", building="alchemy", city=1)
    game_session.acts(first, plan="raise", building="cathedral", saint="giorgio", city=0)
    game_session.mans(first, "alchemy")
    game_session.mans(first, "cart")
    game_session.mans(first, "cart", 1)
    game_session.acts(second, plan="raise", building="cathedral", saint="cristofori")
    game_session.ready()
    game_session.acts(first, item="clear")
    game_session.acts(first, item="inn", food="fish")
    game_session.acts(first, item="pass")
    game_session.stocks(second, **THREE_OF_EACH)
    game_session.goes_on(lambda: game_session.awaited == 0)
    game_session.acts(0, met=True)
    game_session.acts(first, hexes=11)
    game_session.acts(second, hexes=7)


@pytest.mark.long
def test_three_turns_of_antiquity_with_every_kind_of_move(crowd: Crowd) -> None:
    game_session = Antiquity(crowd, forced_labour="choice")
    screen = crowd.person(size=(1920, 1080), scale=1)
    screen.opens("/table")
    first, second = game_session.state.order
    first_turn(game_session, first, second)
    screen.picture("antiquity-table")
    second_turn(game_session, first)
    third_turn(game_session, first, second)
    assert crowd.companion.moment.phase == "over"
    assert game_session.state.turn == 3
    expect(screen.page.locator("#final")).to_be_visible()
    game_session.people[second].opens("/score")
    expect(game_session.people[second].page.locator(".score-page .standing")).to_be_visible()
    game_session.people[second].picture("antiquity-score", whole=True)
    game_session.people[first].opens("/log")
    game_session.people[first].picture("antiquity-log")
    assert game_session.made == set(get_args(Move))
