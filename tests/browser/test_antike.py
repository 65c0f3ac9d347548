"""Antike through the pages: from the set-up, through every kind of move there is, to the score sheet."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, get_args

import pytest
from playwright.sync_api import expect

from companion.games.antike.moves import Move
from companion.games.antike.state import State
from tests.browser.conftest import Crowd
from tests.browser.evening import Evening
from tests.browser.people import Person

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


class Antike(Evening[State]):
    """Three phones and the host's tablet around one table."""

    def moves(self, **wish: Any) -> None:
        """Whoever is awaited makes one move with the answers wished for."""
        self.answers(self.awaited, {key.replace("_", "-"): value for key, value in wish.items()})

    def answers(self, seat: int, wish: Wish) -> None:
        """A seat answers on its page until its move is made; seat 0 is the table, on the host's tablet."""
        person, before = self.people[seat], len(self.entries)
        form = f"form#ask-{seat}"
        for _ in range(STEPS):
            expect(person.page.locator(form)).to_be_visible()
            self.gives(person, form, wish.get(self.asks(seat).question.key))
            if len(self.entries) > before:
                return
        raise AssertionError("no move was made")

    def gives(self, person: Person, form: str, answer: Any) -> None:
        """One answer on a page, once the page shows the present question; wait until the table has taken it."""
        seat = int(form.rsplit("-", 1)[1])
        digest = self.asks(seat).digest
        shown = person.page.locator(f"{form}[data-digest='{digest}']")
        expect(shown).to_be_visible()
        if shown.get_attribute("data-kind") == "count":
            if answer is not None:
                shown.locator("input[name=answer]").fill(str(answer))
        elif answer is None:
            shown.locator("input[name=answer]:not([disabled])").first.check(force=True)
        else:
            shown.locator(f"input[name=answer][value='{answer}']").check(force=True)
        expect(shown.locator("button[data-act]")).to_be_enabled()
        shown.locator("button[data-act]").click()
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


@pytest.mark.long
def test_an_evening_of_antike(crowd: Crowd) -> None:
    evening = Antike(crowd, NAMES)
    evening.begins("antike", options=OPTIONS, picture="antike")
    screen = crowd.person(size=(1920, 1080), scale=1)
    screen.opens("/table")
    evening.corrects({"bank.coins": 0})
    evening.moves(round=30)
    first, second, third = (nation.key for nation in evening.state.nations)
    begin_with_one_city(evening)
    know_how_to_the_last(evening, first)
    phone = evening.people[evening.state.nations[1].seat]
    phone.picture("antike-seat-arming")
    evening.corrects({f"{second}.iron": 4})
    evening.moves(rondel="arming")
    evening.moves(legions=1)
    evening.finishes(lambda: evening.state.nation(third).seat == evening.awaited)
    evening.corrects({f"{third}.marble": 11})
    evening.moves(rondel="temple")
    evening.people[evening.awaited].picture("antike-seat-temple", whole=True)
    evening.moves(temple=next(good for good in ("marble", "iron", "gold") if offers(evening, good)))
    evening.finishes(lambda: evening.awaited == 0)
    evening.corrects({"bank.coins": 20})
    evening.moves(play_on="on")
    screen.picture("antike-table")
    campaign(evening, first, second)
    evening.corrects({"round": 98})
    evening.finishes(lambda: evening.awaited == 0)
    evening.moves(play_on="count")
    assert crowd.companion.table.moment.phase == "over"
    expect(screen.page.locator(".screen-score")).to_be_visible()
    screen.picture("antike-table-over")
    evening.people[2].opens("/score")
    expect(evening.people[2].page.locator(".score-page .standing")).to_be_visible()
    evening.people[2].picture("antike-score-es", whole=True)
    evening.people[1].opens("/log")
    evening.people[1].picture("antike-log")
    assert evening.made == set(get_args(Move))


def offers(evening: Antike, good: str) -> bool:
    """Whether the question now asked offers this."""
    asked = evening.asks(evening.awaited).question
    return any(option.value == good and option.reason is None for option in asked.options)


def begin_with_one_city(evening: Antike) -> None:
    """All name their three start cities and keep one; the bank has no coin for anybody."""
    for place in range(3):
        if place == 0:
            evening.people[evening.awaited].picture("antike-seat-start")
        evening.moves()
        evening.moves()
    for _ in range(3):
        evening.moves()


def know_how_to_the_last(evening: Antike, first: str) -> None:
    """The eighth know-how, the trade it allows, a city, a navigator, and the extra personality."""
    levels = dict.fromkeys(("legions", "galleys", "production"), 2)
    goods = {"marble": 9, "iron": 9, "gold": 19, "legions": 6, "galleys": 8, "know-defence": 1}
    numbers = {**goods, **{f"know-{column}": level for column, level in levels.items()}}
    evening.corrects({f"{first}.{key}": n for key, n in numbers.items()})
    evening.corrects({"stack.king": 7, "bank.coins": 5})
    seat = evening.awaited
    evening.people[seat].picture("antike-seat-rondel", whole=True)
    evening.moves(turn="go", rondel="know-how")
    evening.people[seat].picture("antike-seat-know", whole=True)
    evening.moves(know="democracy")
    evening.moves(know="trade", take=1, take_marble=1)
    evening.moves(know="done")
    evening.people[seat].picture("antike-seat-found", whole=True)
    evening.moves(found="iron")
    evening.moves(found="done")
    evening.moves(seas=7)
    evening.moves(extra="general")


def campaign(evening: Antike, first: str, second: str) -> None:
    """A way is measured, a battle fought, a city conquered."""
    evening.corrects({f"{second}.legions": 2, "city.gordion": 2})
    evening.moves(turn="go", rondel="maneuver-b")
    evening.people[evening.awaited].picture("antike-seat-maneuver", whole=True)
    evening.moves(maneuver="survey", unit="legion")
    evening.moves(maneuver="battle", battle=f"{second}-legion", pairs=1)
    evening.moves(maneuver=second, defending_legion=1)
    evening.moves(maneuver="done")


TAPS: dict[str, tuple[tuple[str, ...], dict[str, int], int]] = {
    "production": (("marble",), {}, 2),
    "a know-how, the last there is gold for": (("know-how", "wheel"), {"gold": 7, "coins": 0}, 4),
}
"""The answers of a turn, what the nation has, and the taps it takes: one chooses, one confirms."""


@pytest.mark.long
def test_a_typical_turn_takes_two_to_four_taps(crowd: Crowd) -> None:
    """And while the host looks at the switches, house rules say how many of them are not as usual."""
    evening = Antike(crowd, NAMES)
    host = evening.people[0]
    host.becomes_host()
    host.page.locator("button.game[value='antike']").click()
    said = host.page.locator("#house-rules [data-differing]")
    expect(said).to_have_text("all as usual")
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
    assert evening.state.switches.chips == 76
    evening.moves()
    for answers, numbers, most in TAPS.values():
        seat = evening.awaited
        nation = next(nation for nation in evening.state.nations if nation.seat == seat)
        evening.corrects({f"{nation.key}.{what}": n for what, n in numbers.items()})
        assert sum(tapped(evening, seat, answer) for answer in answers) == most
        assert evening.awaited != seat


def tapped(evening: Antike, seat: int, answer: str) -> int:
    """How many taps an answer takes: on the picture or the option, then on the button."""
    page, digest = evening.people[seat].page, evening.asks(seat).digest
    form = page.locator(f"form[data-digest='{digest}']")
    expect(form).to_be_visible()
    option = form.locator(f"label:has(input[value='{answer}'])").first
    option.tap()
    act = form.locator("button[data-act]")
    expect(act).to_be_enabled()
    act.tap()
    expect(page.locator(f"form[data-digest='{digest}']")).to_have_count(0)
    return 2
