"""Antike through the pages: from the set-up, through every kind of move there is, to the score sheet."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, get_args

import pytest
from playwright.sync_api import Locator, Page, expect

from companion.games.antike.moves import Move
from companion.games.antike.state import State
from companion.service.play.answers import CorrectNumber
from tests.browser.conftest import Crowd
from tests.browser.fast_play import HOST
from tests.browser.game_session import GameSession
from tests.browser.people import Person, taps
from tests.browser.thumb import Thumb

NAMES = {1: "Marco", 2: "Lucía", 3: "Nuria"}
OPTIONS = {
    "profile": "2006",
    "start-cities": "1",
    "start-places": "named",
}
STEPS = 200
"""More answers than this evening needs."""

Wish = dict[str, Any]
"""What to answer, by the key of the question; the first that may be picked, or the start of a dial, else."""


class Antike(GameSession[State]):
    """Three phones and the host's tablet around one table."""

    def moves(self, **wish: Any) -> None:
        """Whoever is awaited makes one move with the answers wished for."""
        self.answers(self.awaited, {key.replace("_", "-"): value for key, value in wish.items()})

    def answers(self, seat: int, wish: Wish) -> None:
        """A seat answers on its page until a move is made; seat 0 is the table, on the host's tablet."""
        person, before = self.people[seat], len(self.entries)
        form = f"form#ask-{seat}"
        for _ in range(STEPS):
            expect(person.page.locator(form)).to_be_visible()
            if self.asks(seat).form is None:
                self.gives(person, form, wish.get(self.asks(seat).question.key))
            else:
                self.fills(person, form, wish)
            if len(self.entries) > before:
                return
        raise AssertionError("no move was made")

    def fills(self, person: Person, selector: str, wish: Wish) -> None:
        """A form is filled with what is wished for, and with the first that may be picked where nothing is usual."""
        form = person.page.locator(f"{selector}[data-form='{self.asks(int(selector.rsplit('-', 1)[1])).form.key}']")
        expect(form).to_be_visible()
        filled: set[str] = set()
        button = form.locator("[data-ready]")
        while key := next((key for key in wish if key not in filled and form.locator(named(key)).count()), None):
            filled.add(key)
            chooses(form, form.locator(named(key, wish[key])).first, wish[key])
        while button.is_disabled():
            chooses(form, form.locator(".form-field.missing input:not([disabled])").first)
        old = form.locator("input[name=digest]").input_value()
        button.click()
        person.page.wait_for_function(
            "([form, old]) => document.querySelector(form)?.querySelector('[name=digest]')?.value !== old",
            arg=[selector, old],
        )

    def gives(self, person: Person, form: str, answer: Any) -> None:
        """One answer on a page, once the page shows the present question; wait until the table has taken it."""
        seat = int(form.rsplit("-", 1)[1])
        digest = self.asks(seat).digest
        shown = person.page.locator(f"{form}[data-digest='{digest}']")
        expect(shown).to_be_visible()
        if shown.get_attribute("data-kind") == "count":
            if answer is not None:
                shown.locator("input[name=answer]").fill(str(answer))
            expect(shown.locator("button[data-act]")).to_be_enabled()
            shown.locator("button[data-act]").click()
        else:
            value = "" if answer is None else f"[value='{answer}']"
            taps(shown, shown.locator(f"button.option:not([disabled]){value}").first)
        person.page.wait_for_function(
            "([form, before]) => document.querySelector(form)?.dataset.digest !== before", arg=[form, digest]
        )

    def finishes(self, last: Callable[[], bool]) -> None:
        """Everybody has done until ``last`` says so."""
        for _ in range(STEPS):
            if last():
                return
            self.moves(maneuver="done", found="done", know="done", temple="done", legions=0, galleys=0, rondel="gold")
        raise AssertionError("it went on and on")


def named(key: str, answer: Any = None) -> str:
    """The field of a form for a question, or its option for an answer."""
    name = f"input[name='one.{key}']"
    return name if answer is None or isinstance(answer, int) else f"{name}[value='{answer}']"


def chooses(form: Locator, field: Locator, answer: Any = None) -> None:
    """An answer goes into a form, which is then filled anew."""
    if field.get_attribute("type") == "number":
        field.fill(str(answer))
    else:
        field.dispatch_event("click")
    expect(form).not_to_have_attribute("data-filling", "")


@pytest.mark.long
def test_an_evening_of_antike(crowd: Crowd) -> None:
    game_session = Antike(crowd, NAMES)
    game_session.begins("antike", options=OPTIONS, picture="antike")
    screen = crowd.person(size=(1920, 1080), scale=1)
    screen.opens("/table")
    game_session.corrects({"bank.coins": 0})
    game_session.moves(first="deal", round=30)
    game_session.moves()
    first, second, third = (nation.key for nation in game_session.state.nations)
    begin_with_one_city(game_session)
    know_how_to_the_last(game_session, first)
    phone = game_session.people[game_session.state.nations[1].seat]
    phone.picture("antike-seat-arming")
    game_session.corrects({f"{second}.iron": 4})
    game_session.moves(rondel="arming", legions=1)
    game_session.finishes(lambda: game_session.state.nation(third).seat == game_session.awaited)
    game_session.corrects({f"{third}.marble": 11})
    game_session.moves(rondel="temple")
    game_session.finishes(lambda: game_session.awaited == 0)
    game_session.corrects({"bank.coins": 20})
    game_session.moves(play_on="on")
    screen.picture("antike-table")
    campaign(game_session, first, second)
    game_session.corrects({"round": 98})
    game_session.finishes(lambda: game_session.awaited == 0)
    game_session.moves(play_on="count")
    assert crowd.companion.moment.phase == "over"
    expect(screen.page.locator("#final")).to_be_visible()
    screen.picture("antike-table-over")
    game_session.people[2].opens("/score")
    expect(game_session.people[2].page.locator(".score-page .standing")).to_be_visible()
    game_session.people[2].picture("antike-score-es", whole=True)
    game_session.people[1].opens("/log")
    game_session.people[1].picture("antike-log")
    assert game_session.made == set(get_args(Move))


def begin_with_one_city(game_session: Antike) -> None:
    """All name their three start cities and keep one; the bank has no coin for anybody."""
    for place in range(3):
        if place == 0:
            game_session.people[game_session.awaited].picture("antike-seat-start")
        game_session.moves()
        game_session.moves()
    for _ in range(3):
        game_session.moves()


def know_how_to_the_last(game_session: Antike, first: str) -> None:
    """The eighth know-how, the trade it allows, a city, a navigator, and the extra personality."""
    levels = dict.fromkeys(("legions", "galleys", "production"), 2)
    goods = {"marble": 9, "iron": 9, "gold": 19, "legions": 6, "galleys": 8, "know-defence": 1}
    numbers = {**goods, **{f"know-{column}": level for column, level in levels.items()}}
    game_session.corrects({f"{first}.{key}": n for key, n in numbers.items()})
    game_session.corrects({"stack.king": 7, "bank.coins": 5})
    seat = game_session.awaited
    game_session.people[seat].picture("antike-seat-rondel", whole=True)
    game_session.moves(turn="go", rondel="know-how")
    game_session.people[seat].picture("antike-seat-know", whole=True)
    game_session.moves(know="democracy")
    game_session.moves(know="trade", take=1, take_marble=1)
    game_session.moves(know="done")
    game_session.people[seat].picture("antike-seat-found", whole=True)
    game_session.moves(found="iron")
    game_session.moves(found="done", seas=7)
    game_session.moves(extra="general")


def campaign(game_session: Antike, first: str, second: str) -> None:
    """A way is measured, a battle fought, a city conquered."""
    game_session.corrects({f"{second}.legions": 2, "city.gordion": 2})
    game_session.moves(turn="go", rondel="maneuver-b")
    game_session.people[game_session.awaited].picture("antike-seat-maneuver", whole=True)
    game_session.moves(maneuver="survey", unit="legion")
    game_session.moves(maneuver="battle", battle=f"{second}-legion", pairs=1)
    game_session.moves(maneuver=second, defending_legion=1)
    game_session.moves(maneuver="done")


@pytest.mark.long
def test_house_rules_say_how_many_of_them_are_not_as_usual(crowd: Crowd) -> None:
    game_session = Antike(crowd, NAMES)
    host = game_session.people[0]
    host.becomes_host()
    host.page.locator("button.game[value='antike']").click()
    said = host.page.locator("#house-rules [data-differing]")
    expect(said).to_have_text("as in the rule book")
    expect(host.page.locator("#begin input[name=option-chips]").first).not_to_be_visible()
    said.click()
    expect(host.page.locator("#begin input[name=option-chips]").first).to_be_visible()
    host.sets("option-chips", "76")
    expect(said).to_have_text("1 differs")
    host.sets("option-profile", "2006")
    expect(said).to_have_text("1 differs")
    host.page.locator("#begin button.act").click()
    expect(host.page.locator("#host-sentence")).to_be_visible()
    host.opens("/scribe")
    assert game_session.state.switches.chips == 76


class Turns:
    """A table of three whose turns are tapped on phones as people do; ``taps`` counts."""

    def __init__(self, crowd: Crowd) -> None:
        self.play = crowd.begun_play("antike", *NAMES.values())
        self.play.answers(0, "greece")
        self.play.answers(0, 1)
        languages = {2: "es-ES"}
        self.phones = {seat: crowd.phone(seat, language=languages.get(seat, "en-GB")) for seat in NAMES}
        self.taps = 0

    @property
    def seat(self) -> int:
        return self.play.moment.awaited.must[0]

    @property
    def page(self) -> Page:
        return self.phones[self.seat].page

    @property
    def state(self) -> State:
        assert self.play.moment.play is not None
        state: State = self.play.moment.play.state
        return state

    def has(self, **numbers: int) -> str:
        """The nation on turn has these numbers; its key."""
        nation = next(nation for nation in self.state.nations if nation.seat == self.seat)
        for key, n in numbers.items():
            name = f"{nation.key}.{key}"
            assert self.play.table.ask(HOST, CorrectNumber(name, n, f"{name}-{n}-{self.state.round}")).taken
        return nation.key

    def tap(self, what: str, *, now: Page | None = None) -> None:
        thumb = Thumb(now or self.page)
        thumb.tap(thumb.page.locator(what).first)
        self.taps += thumb.taps

    def goes_to(self, space: str) -> None:
        self.tap(f"[data-pick='ask-{self.seat}-of-rondel--{space}']")

    def picks(self, key: str, answer: str) -> None:
        self.tap(f"label:has(input[name='one.{key}'][value='{answer}'])")

    def more(self, key: str, n: int) -> None:
        for _ in range(n):
            self.tap(f"[data-stepper]:has(input[name='one.{key}']) [data-step='1']")

    def sends(self) -> None:
        """The button, once it may be pressed; wait until the table has taken it."""
        page = self.page
        expect(page.locator("form[data-form] [data-ready]")).to_be_enabled()
        digest = page.locator("form[data-form] input[name=digest]").input_value()
        self.tap("form[data-form] [data-ready]", now=page)
        page.wait_for_function(
            "(old) => document.querySelector('form[data-form] [name=digest]')?.value !== old", arg=digest
        )


def calm(page: Page) -> None:
    expect(page.locator("form[data-form][data-filling]")).to_have_count(0)
    page.wait_for_function("() => !('fresh' in document.documentElement.dataset)")


@pytest.mark.long
def test_turns_are_tapped_as_often_as_the_pace_allows(crowd: Crowd) -> None:
    turns = Turns(crowd)
    greece = turns.has(rondel=1, marble=6, iron=2, gold=3, coins=0)
    turns.goes_to("arming")
    turns.more("legions", 2)
    turns.sends()
    assert (turns.taps, turns.state.nation(greece).legions, turns.state.nation(greece).goods["iron"]) == (4, 2, 0)
    turns.taps = 0
    nation = turns.has(rondel=8, marble=5, coins=0)
    turns.goes_to("temple")
    turns.picks("temple", "iron")
    turns.sends()
    assert (turns.taps, sum(turns.state.built.values())) == (3, 1)
    turns.taps = 0
    nation = turns.has(rondel=6, coins=0)
    turns.goes_to("gold")
    turns.sends()
    assert (turns.taps, turns.state.nation(nation).space) == (2, "gold")
    turns.taps = 0
    turns.has(marble=1, iron=1, gold=1)
    turns.goes_to("maneuver-b")
    turns.sends()
    turns.picks("found", "marble")
    free = turns.page.locator("input[name='one.province']:not([disabled])").first.get_attribute("value")
    turns.picks("province", str(free))
    turns.phones[turns.seat].picture("antike-maneuver-city")
    turns.sends()
    assert (turns.taps, turns.state.owners[str(free)]) == (5, turns.state.number(turns.state.nation(greece)))
    turns.taps = 0
    nation = turns.has(rondel=2, gold=9, coins=0, marble=9)
    turns.goes_to("know-how")
    turns.picks("know", "market")
    turns.sends()
    assert (turns.taps, turns.state.nation(nation).know["production"]) == (3, 1)
    turns.taps = 0
    turns.goes_to("maneuver-a")
    turns.sends()
    turns.sends()
    assert turns.taps == 3, "without a fight"


def test_what_a_choice_brings_with_it_comes_into_view_and_a_number_moves_nothing(crowd: Crowd) -> None:
    turns = Turns(crowd)
    turns.has(rondel=1, marble=6, iron=2, gold=3, coins=2, legions=1)
    turns.tap("form[data-form] details.far:has(input[name='one.rondel']) > summary")
    turns.picks("rondel", "arming")
    calm(turns.page)
    bar = turns.page.locator("form[data-form] .bar").bounding_box()
    paid = turns.page.locator("fieldset:has(input[name='one.pay'])")
    shown = paid.bounding_box()
    assert bar is not None
    assert shown is not None
    assert shown["y"] >= 0
    assert shown["y"] + shown["height"] <= bar["y"]
    scrolled = turns.page.evaluate("scrollY")
    turns.more("legions", 1)
    calm(turns.page)
    # a key below the button is scrolled to before it is tapped
    shown["y"] -= turns.page.evaluate("scrollY") - scrolled
    assert paid.bounding_box() == shown
    turns.phones[turns.seat].picture("antike-arming")


def test_a_tap_on_the_rondel_leaves_it_where_it_is(crowd: Crowd) -> None:
    """What it brings may lie below: the next tap may be on the rondel again."""
    turns = Turns(crowd)
    turns.has(rondel=1, marble=6, iron=2, gold=3, coins=2, legions=1)
    turns.goes_to("gold")
    page, rondel = turns.page, turns.page.locator("svg.rondel")
    expect(page.locator(f"#ask-{turns.seat}-of-rondel--gold")).to_be_checked()
    calm(page)
    page.evaluate("scrollTo(0, 100)")  # what is tapped next is in sight
    stood, top = rondel.bounding_box(), page.evaluate("scrollY")
    turns.goes_to("arming")
    expect(page.locator("fieldset:has(input[name='one.pay'])")).to_be_attached()
    calm(page)
    assert page.evaluate("scrollY") == top
    assert rondel.bounding_box() == stood
