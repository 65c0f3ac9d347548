"""Antike through the pages: from the set-up, through every kind of move there is, to the score sheet."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, get_args

import pytest
from playwright.sync_api import expect

from companion.games.antike.moves import Move
from companion.games.antike.state import State
from tests.browser.conftest import Crowd
from tests.browser.game_session import GameSession
from tests.browser.people import Person, taps

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


@pytest.mark.long
def test_an_evening_of_antike(crowd: Crowd) -> None:
    game_session = Antike(crowd, NAMES)
    game_session.begins("antike", options=OPTIONS, picture="antike")
    screen = crowd.person(size=(1920, 1080), scale=1)
    screen.opens("/table")
    game_session.corrects({"bank.coins": 0})
    game_session.moves(round=30)
    first, second, third = (nation.key for nation in game_session.state.nations)
    begin_with_one_city(game_session)
    know_how_to_the_last(game_session, first)
    phone = game_session.people[game_session.state.nations[1].seat]
    phone.picture("antike-seat-arming")
    game_session.corrects({f"{second}.iron": 4})
    game_session.moves(rondel="arming")
    game_session.moves(legions=1)
    game_session.finishes(lambda: game_session.state.nation(third).seat == game_session.awaited)
    game_session.corrects({f"{third}.marble": 11})
    game_session.moves(rondel="temple")
    game_session.people[game_session.awaited].picture("antike-seat-temple", whole=True)
    game_session.moves(temple=next(good for good in ("marble", "iron", "gold") if offers(game_session, good)))
    game_session.finishes(lambda: game_session.awaited == 0)
    game_session.corrects({"bank.coins": 20})
    game_session.moves(play_on="on")
    screen.picture("antike-table")
    campaign(game_session, first, second)
    game_session.corrects({"round": 98})
    game_session.finishes(lambda: game_session.awaited == 0)
    game_session.moves(play_on="count")
    assert crowd.companion.moment.phase == "over"
    expect(screen.page.locator(".screen-score")).to_be_visible()
    screen.picture("antike-table-over")
    game_session.people[2].opens("/score")
    expect(game_session.people[2].page.locator(".score-page .standing")).to_be_visible()
    game_session.people[2].picture("antike-score-es", whole=True)
    game_session.people[1].opens("/log")
    game_session.people[1].picture("antike-log")
    assert game_session.made == set(get_args(Move))


def offers(game_session: Antike, good: str) -> bool:
    """Whether the question now asked offers this."""
    asked = game_session.asks(game_session.awaited).question
    return any(option.value == good and option.reason is None for option in asked.options)


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
    game_session.moves(found="done")
    game_session.moves(seas=7)
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


TAPS: dict[str, tuple[tuple[str, ...], dict[str, int], int]] = {
    "production": (("marble",), {}, 2),
    "a know-how, the last there is gold for": (("know-how", "wheel"), {"gold": 7, "coins": 0}, 4),
}
"""The answers of a turn, what the nation has, and the taps it takes: one chooses, one confirms."""


@pytest.mark.long
def test_a_typical_turn_takes_two_to_four_taps(crowd: Crowd) -> None:
    """And while the host looks at the switches, house rules say how many of them are not as usual."""
    game_session = Antike(crowd, NAMES)
    host = game_session.people[0]
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
    assert game_session.state.switches.chips == 76
    game_session.moves()
    for answers, numbers, most in TAPS.values():
        seat = game_session.awaited
        nation = next(nation for nation in game_session.state.nations if nation.seat == seat)
        game_session.corrects({f"{nation.key}.{what}": n for what, n in numbers.items()})
        assert sum(tapped(game_session, seat, answer) for answer in answers) == most
        assert game_session.awaited != seat


def tapped(game_session: Antike, seat: int, answer: str) -> int:
    """How many taps an answer takes: on the picture or the option, then on the button."""
    page, digest = game_session.people[seat].page, game_session.asks(seat).digest
    form = page.locator(f"form[data-digest='{digest}']")
    expect(form).to_be_visible()
    taken = taps(form, form.locator(f"button.option[value='{answer}']"))
    expect(page.locator(f"form[data-digest='{digest}']")).to_have_count(0)
    return taken
