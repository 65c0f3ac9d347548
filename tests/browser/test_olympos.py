"""Olympos through the pages: from the set-up, through every kind of move there is, to the score sheet."""

from __future__ import annotations

from typing import Any, get_args

import pytest
from playwright.sync_api import expect

from companion.games.olympos.moves import Move, Record
from companion.games.olympos.state import State
from companion.games.olympos.tables import square
from tests.browser.conftest import Crowd
from tests.browser.evening import Evening
from web.templating.helpers import dialogue_id

NAMES = {1: "Marco", 2: "Lucía", 3: "Nuria"}
STEPS = 60
"""More answers than any move here needs."""

Wish = dict[str, Any]
"""What to answer, by the key of the question; the first that may be picked, or the start of a dial, else."""


class Olympos(Evening[State]):
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
        form = f"form#{dialogue_id(ask)}"
        shown = person.page.locator(f"{form}[data-digest='{ask.digest}']")
        expect(shown).to_have_count(1)
        person.opens_cover(form)
        expect(shown).to_be_visible()
        fills(shown, wish.get(ask.question.key))
        person.page.wait_for_function(
            "([form, before]) => document.querySelector(form)?.dataset.digest !== before", arg=[form, ask.digest]
        )


def fills(shown: Any, answer: Any) -> None:
    """Fill the form in and send it."""
    kind = shown.get_attribute("data-kind")
    if kind == "confirm":
        shown.locator(f"button[name=answer][value={'yes' if answer else 'no'}]").click()
        return
    if kind == "count":
        if answer is not None:
            shown.locator("input[name=answer]").fill(str(answer))
    elif kind == "pick-many":
        for value in answer or []:
            shown.locator(f"input[name=answer][value='{value}']").check(force=True)
    elif answer is None:
        shown.locator("input[name=answer]:not([disabled])").first.check(force=True)
    else:
        shown.locator(f"input[name=answer][value='{answer}']").check(force=True)
    expect(shown.locator("button[data-act]")).to_be_enabled()
    shown.locator("button[data-act]").click()


def at(evening: Olympos, tile: str) -> str:
    """The square on which a discovery lies."""
    return next(square(space) for space, pile in evening.state.piles.items() if pile.tile == tile)


@pytest.mark.long
def test_an_evening_of_olympos(crowd: Crowd) -> None:
    evening = Olympos(crowd, "full")
    screen = crowd.person(size=(1920, 1080), scale=1)
    screen.opens("/table")
    evening.moves(start="beginning")
    evening.moves(stars=1)
    evening.sets_right(a_position=0, a_height=5, b_position=4, c_position=5)
    discovers_commerce(evening)
    meets_hades(evening)
    evening.sets_right(b_position=0, a_position=20)
    lucia = evening.people[2]
    evening.gives(2, {"turn": "expand"})
    lucia.picture("olympos-seat-source-es", whole=True)
    for wish in ({"source": "new"}, {"target": "tribe"}, {"resource": "grain"}, {}, {"sea": 1}, {"land": 2}):
        evening.gives(2, wish)
    lucia.picture("olympos-seat-price-es", whole=True)
    evening.moves()
    screen.picture("olympos-table")
    draws_with_the_oracle(evening)
    evening.sets_right(a_position=8, a_stars=5, b_position=20, c_position=21)
    evening.moves(turn="build", wonder="stadium")
    evening.sets_right(a_position=70, b_position=70, c_position=71)
    for _ in range(3):
        evening.moves(turn="pass")
    evening.moves(**{"time-70": 4, "time-71": 3}, keep=True)
    assert crowd.companion.table.moment.phase == "over"
    expect(screen.page.locator(".screen-score")).to_be_visible()
    screen.picture("olympos-table-over")
    lucia.opens("/score")
    expect(lucia.page.locator(".score-page .standing")).to_be_visible()
    lucia.picture("olympos-score-es", whole=True)
    evening.people[1].opens("/log")
    evening.people[1].picture("olympos-log")
    assert evening.made == set(get_args(Move)) - {Record}


def discovers_commerce(evening: Olympos) -> None:
    """Its price is looked up first; then the track, which has a Zeus space at 7."""
    marco, commerce = evening.people[1], at(evening, "commerce")
    marco.picture("olympos-seat-turn", whole=True)
    evening.gives(1, {"turn": "discover"})
    marco.picture("olympos-seat-shop", whole=True)
    evening.moves(space=commerce)
    evening.moves(bonus_1="A", bonus_2="B", keep=True)
    evening.moves(turn="discover", space=commerce, bonus=0)
    evening.moves(cube="wood")
    evening.moves(cube="gold")
    spaces = {f"zeus{n}": 7 + 12 * (n - 1) for n in range(1, 7)}
    evening.sets_right(b_wood=1, c_gold=1)
    evening.moves(**spaces, cross=76, keep=True, destiny="zeus")


def meets_hades(evening: Olympos) -> None:
    """The first at a Zeus space turns a card up; all answer in secret; settlers leave the map."""
    evening.moves(card="none", olympos="hades")
    marco = evening.people[1]
    marco.opens_cover("form#ask-1")
    marco.picture("olympos-seat-window", whole=True)
    evening.moves(zeus=1)
    evening.moves()
    evening.moves()
    assert evening.state.last_god == "hades"
    evening.moves(loss="wood")
    evening.moves(loss="gold")


def draws_with_the_oracle(evening: Olympos) -> None:
    """Three cards from the deck, of which one is kept."""
    evening.sets_right(c_position=18, c_oracle=1, b_position=30, a_position=30)
    evening.moves(turn="expand", source="new", target="empty", resource="stone", sea=0, land=2, destiny="set")
    evening.people[3].opens_cover("form#ask-3")
    evening.people[3].picture("olympos-seat-oracle", whole=True)
    evening.moves()
    while evening.state.agenda:
        evening.moves(olympos="hecate")


@pytest.mark.long
def test_a_light_evening_of_olympos(crowd: Crowd) -> None:
    evening = Olympos(crowd, "light")
    evening.moves(start="beginning")
    evening.moves()
    evening.sets_right(a_position=0, a_height=5, b_position=4, c_position=5)
    evening.gives(1, {"turn": "record"})
    evening.people[1].picture("olympos-seat-light", whole=True)
    evening.moves(tile="poetry", points=7, bonus="D")
    assert Record in evening.made
    assert evening.state.side(1).position == 7
