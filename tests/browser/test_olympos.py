"""Olympos through the pages: from the set-up, through every kind of move there is, to the score sheet."""

from __future__ import annotations

from typing import Any, get_args

import pytest
from playwright.sync_api import Locator, expect

from companion.games.olympos.moves import Move, Record
from companion.games.olympos.state import State
from companion.games.olympos.tables import square
from tests.browser.conftest import Crowd
from tests.browser.game_session import GameSession
from tests.browser.people import taps
from web.templating.helpers import dialogue_id

NAMES = {1: "Marco", 2: "Lucía", 3: "Nuria"}
STEPS = 60
"""More answers than any move here needs."""

Wish = dict[str, Any]
"""What to answer, by the key of the question; the first that may be picked, or the start of a dial, else."""


class Olympos(GameSession[State]):
    """Three phones and the host's tablet around one table."""

    def __init__(self, crowd: Crowd, level: str) -> None:
        super().__init__(crowd, NAMES)
        self.begins("olympos", level=level, picture=f"olympos-{level}")

    def sets_right(self, **numbers: int) -> None:
        """``a_wood`` is the first seat's wood."""
        self.corrects({f"{'abc'.index(name[0]) + 1}.{name[2:].replace('_', '-')}": n for name, n in numbers.items()})

    def moves(self, **wish: Any) -> None:
        """Whoever is awaited makes one move with the answers wished for, entering its cards from cardboard too."""
        wanted, before = {key.replace("_", "-"): value for key, value in wish.items()}, len(self.entries)
        for _ in range(STEPS):
            self.gives(self.awaited, wanted)
            if len(self.entries) > before:
                return
        raise AssertionError("no move was made")

    def gives(self, seat: int, wish: Wish) -> None:
        """One answer on a page, once the page shows the present question; wait until the table has taken it."""
        person = self.people[seat]
        ask = self.asks(seat)
        if ask.form is not None:
            self.sends(seat, ask, wish)
            return
        form = f"form#{dialogue_id(ask)}"
        shown = person.page.locator(f"{form}[data-digest='{ask.digest}']")
        expect(shown).to_have_count(1)
        person.opens_cover(form)
        expect(shown).to_be_visible()
        fills(shown, wish.get(ask.question.key))
        person.page.wait_for_function(
            "([form, before]) => document.querySelector(form)?.dataset.digest !== before", arg=[form, ask.digest]
        )

    def sends(self, seat: int, ask: Any, wish: Wish) -> None:
        """All that is wished for on a form, then its button."""
        page, before = self.people[seat].page, [each.digest for each in self.dialogues(seat)]
        shown = page.locator(f"form#{dialogue_id(ask)}[data-form='{ask.form.key}']")
        expect(shown).to_have_count(1)
        self.people[seat].opens_cover(f"form#{dialogue_id(ask)}")
        chosen: set[str] = set()
        while left := next((field for field in self.fields(shown) if field not in chosen), None):
            chosen.add(left)
            fills_field(shown, left, wish.get(left))
            expect(shown).not_to_have_attribute("data-filling", "")
        button = shown.locator("[data-ready]")
        expect(button).to_be_enabled()
        button.click()
        for _ in range(STEPS):
            if [each.digest for each in self.dialogues(seat)] != before:
                return
            page.wait_for_timeout(100)
        raise AssertionError("the form was not taken")

    @staticmethod
    def fields(shown: Locator) -> list[str]:
        """The keys of the fields that a form shows now, from the top."""
        names: list[str] = shown.locator(".form-field input").evaluate_all("inputs => inputs.map(it => it.name)")
        return list(dict.fromkeys(name.split(".")[1] for name in names if "." in name))


def fills_field(shown: Locator, key: str, answer: Any) -> None:
    """Change a field of a form; without an answer what is shown stays, or what can be chosen first is chosen."""
    tiles = shown.locator(f"label.choice-tile:has(input[name$='.{key}'])")
    if tiles.count() == 0:
        if answer is not None:
            shown.locator(f"input[name='one.{key}']").fill(str(answer))
        return
    if isinstance(answer, list):
        for value in answer:
            tiles.locator(f"input[value='{value}']").check(force=True)
    elif answer is not None:
        value = {True: "yes", False: "no"}.get(answer, answer) if isinstance(answer, bool) else answer
        tiles.locator(f"input[value='{value}']").check(force=True)
    elif tiles.locator("input[type=radio]").count() and not tiles.locator("input:checked").count():
        tiles.locator("input:not([disabled])").first.check(force=True)


def fills(shown: Any, answer: Any) -> None:
    """Fill the form in and send it."""
    kind = shown.get_attribute("data-kind")
    if kind == "confirm":
        taps(shown, shown.locator(f"button.option[value={'yes' if answer else 'no'}]"))
        return
    if kind == "count":
        if answer is not None:
            shown.locator("input[name=answer]").fill(str(answer))
    elif kind == "pick-many":
        for value in answer or []:
            shown.locator(f"input[name=answer][value='{value}']").check(force=True)
    else:
        value = "" if answer is None else f"[value='{answer}']"
        taps(shown, shown.locator(f"button.option:not([disabled]){value}").first)
        return
    expect(shown.locator("button[data-act]")).to_be_enabled()
    shown.locator("button[data-act]").click()


def at(game_session: Olympos, tile: str) -> str:
    """The square on which a discovery lies."""
    return next(square(space) for space, pile in game_session.state.piles.items() if pile.tile == tile)


@pytest.mark.long
def test_an_evening_of_olympos(crowd: Crowd) -> None:
    game_session = Olympos(crowd, "full")
    screen = crowd.person(size=(1920, 1080), scale=1)
    screen.opens("/table")
    game_session.moves(start="beginning")
    game_session.moves(stars=1)
    game_session.sets_right(a_position=0, a_height=5, a_grain=1, b_position=4, c_position=5)
    discovers_commerce(game_session)
    meets_hades(game_session)
    game_session.sets_right(b_position=0, a_position=20)
    lucia = game_session.people[2]
    game_session.gives(2, {"turn": "expand"})
    lucia.picture("olympos-seat-expand-es", whole=True)
    game_session.moves(source="new", target="tribe", resource="grain", sea=1, land=2)
    screen.picture("olympos-table")
    draws_with_the_oracle(game_session)
    game_session.sets_right(a_position=8, a_stars=5, b_position=20, c_position=21)
    game_session.moves(turn="build", wonder="stadium")
    game_session.sets_right(a_position=70, b_position=70, c_position=71)
    for _ in range(3):
        game_session.moves(turn="pass")
    game_session.moves(**{"time-70": 4, "time-71": 3}, keep=True)
    assert crowd.companion.moment.phase == "over"
    expect(screen.page.locator("#final")).to_be_visible()
    screen.picture("olympos-table-over")
    lucia.opens("/score")
    expect(lucia.page.locator(".score-page .standing")).to_be_visible()
    lucia.picture("olympos-score-es", whole=True)
    game_session.people[1].opens("/log")
    game_session.people[1].picture("olympos-log")
    assert game_session.made == set(get_args(Move)) - {Record}


def discovers_commerce(game_session: Olympos) -> None:
    """Its price is looked up first; then the track, which has a Zeus space at 7."""
    marco, commerce = game_session.people[1], at(game_session, "commerce")
    marco.picture("olympos-seat-turn", whole=True)
    game_session.gives(1, {"turn": "discover"})
    marco.picture("olympos-seat-shop", whole=True)
    game_session.moves(space=commerce)
    game_session.moves(grain=1, bonus_1="A", bonus_2="B", keep=True)
    game_session.moves(turn="discover", space=commerce, bonus=0)
    game_session.moves(cube="wood", cube_2="gold")
    spaces = {f"zeus{n}": 7 + 12 * (n - 1) for n in range(1, 7)}
    game_session.sets_right(b_wood=1, c_gold=1)
    game_session.moves(**spaces, cross=76, keep=True, destiny="zeus")


def meets_hades(game_session: Olympos) -> None:
    """The first at a Zeus space turns a card up; all answer in secret; settlers leave the map."""
    game_session.moves(card="none", olympos="hades")
    marco = game_session.people[1]
    marco.opens_cover("form#ask-1")
    marco.picture("olympos-seat-window", whole=True)
    game_session.moves(zeus=1)
    game_session.moves()
    game_session.moves()
    assert game_session.state.last_god == "hades"
    game_session.moves(loss="wood")
    game_session.moves(loss="gold")


def draws_with_the_oracle(game_session: Olympos) -> None:
    """Three cards from the deck, of which one is kept."""
    game_session.sets_right(c_position=18, c_oracle=1, b_position=30, a_position=30)
    game_session.moves(turn="expand", source="new", target="empty", resource="stone", sea=0, land=2, destiny="set")
    game_session.people[3].opens_cover("form#ask-3")
    game_session.people[3].picture("olympos-seat-oracle", whole=True)
    game_session.moves()
    while game_session.state.agenda:
        game_session.moves(olympos="hecate")


@pytest.mark.long
def test_a_light_evening_of_olympos(crowd: Crowd) -> None:
    game_session = Olympos(crowd, "light")
    game_session.moves(start="beginning")
    game_session.moves()
    game_session.sets_right(a_position=0, a_height=5, b_position=4, c_position=5)
    game_session.gives(1, {"turn": "record"})
    game_session.people[1].picture("olympos-seat-light", whole=True)
    game_session.moves(tile="poetry", points=7, bonus="D")
    assert Record in game_session.made
    assert game_session.state.side(1).position == 7
