"""Turns and titans of The Ancient World: its sums, what is told at the end of a round, and the same printed numbers."""

from __future__ import annotations

from typing import Any

import pytest

from companion.core.chance import NoChance
from companion.core.errors import Refused
from companion.core.instructions import inside
from companion.core.setup import Seated, Setup
from companion.core.step import TABLE, Outcome, run
from companion.games.ancient_world import tables
from companion.games.titans import Titans
from companion.games.titans import state as titans
from companion.games.titans.attack import appease_price, appease_reason, missing
from companion.games.titans.state import Attack, Begin, Confront, Meet, Pass, Player, State, Titan, Turn
from companion.locale import speaker

GAME = Titans()
ENGLISH = speaker("en", {1: "Ana", 2: "Ben", 3: "Cleo", 4: "Dora"})


def made(state: State, seat: int, move: Any) -> Outcome[State]:
    return run(GAME.copy(state), seat, NoChance(), lambda step: GAME.apply(step, move), GAME.pieces)


def begun(*seats: int, round_: int = 2, **ambrosia: int) -> State:
    """A round in which the first seat is on turn and everybody has a titan of defence 4 with 2 banners."""
    players = [Player(seat, Titan(4, 2), ambrosia.get(f"of_{seat}", 0)) for seat in seats]
    return State(players, [Turn(seats[0])], round_, seats[0])


def told(outcome: Outcome[State], seat: int) -> list[str]:
    """The slips of a seat, in English, with their numbers."""
    said = [inside(one) for one in outcome.instructions]
    return [ENGLISH.say(one.words) for one in said if one.seat == seat and one.words is not None]


def test_the_printed_numbers_are_those_of_the_whole_game() -> None:
    assert titans.ROUNDS == tables.ROUNDS
    assert titans.EMPIRE_ROW == tables.EMPIRE_ROW
    assert titans.SECOND_DECK_FROM == tables.SECOND_DECK_FROM
    assert {1: 0, **titans.TITAN_STARS} == tables.TITAN_STARS
    assert {n: tables.SPACES[space] for space, n in tables.OPENING_ROUND.items()} == titans.OPENING
    assert titans.MOST_CITIZENS_AT_REFILL == tables.MOST_CITIZENS_AT_REFILL
    assert titans.SWORD == tables.SWORD


@pytest.mark.parametrize(("there", "banners", "price"), [(0, 3, 3), (3, 2, 4), (1, 1, 2), (7, 1, 8)])
def test_what_appeasing_costs(there: int, banners: int, price: int) -> None:
    """Rows S11, S12 and D20 of the rules."""
    assert appease_price(Player(1, Titan(5, banners), there), banners) == price


def test_a_titan_is_appeased_as_long_as_the_box_has_ambrosia() -> None:
    """The price doubles each round."""
    assert appease_reason(Player(1, Titan(5, 9), 499), 9) is None
    assert appease_reason(Player(1, Titan(5, 9), 500), 9) is not None


@pytest.mark.parametrize(("there", "banners", "won", "left"), [(5, 2, 2, 3), (1, 3, 1, 0)])
def test_the_ambrosia_on_anothers_titan_is_won_up_to_its_banners(there: int, banners: int, won: int, left: int) -> None:
    """Rows S7 and D21."""
    state = begun(1, 2, of_2=there)
    outcome = made(state, 1, Attack(2, 4, banners, 3, 1, 0))
    slips = told(outcome, 1)
    assert (outcome.state.player(2).titan, outcome.state.player(2).ambrosia) == (None, 0)
    expected = f"Of the ambrosia on it, take {won} and put back {left}." if left else f"Take the {won} ambrosia on it."
    assert expected in slips
    assert any(slip.startswith(f"Roll {banners} damage dice.") for slip in slips)


def test_from_the_own_titan_no_ambrosia_is_won() -> None:
    """Row S8."""
    outcome = made(begun(1, 2, of_1=4), 1, Attack(1, 4, 2, 4, 0, 0))
    assert "Put back the 4 ambrosia on it." in told(outcome, 1)


def test_an_attack_that_does_not_reach_the_defence_is_refused() -> None:
    assert missing(7, 4, 2) == 1
    with pytest.raises(Refused) as refused:
        made(begun(1, 2), 1, Attack(0, 7, 1, 4, 2, 0))
    assert refused.value.code == "too-weak"
    assert made(begun(1, 2), 1, Attack(0, 7, 1, 4, 2, 1)).state.on_turn == 2


def after_passing(*seats: int, round_: int) -> Outcome[State]:
    """The last pass of a round in which nobody has a titan."""
    state = begun(*seats, round_=round_)
    for player in state.players:
        player.titan, player.passed = None, player.seat != seats[0]
    return made(state, seats[0], Pass())


@pytest.mark.parametrize(
    ("seats", "most"), [((1, 2), "without citizens"), ((1, 2, 3), "1 citizen."), ((1, 2, 3, 4), "2 citizens.")]
)
def test_the_end_of_a_round_is_told_with_its_numbers(seats: tuple[int, ...], most: str) -> None:
    outcome = after_passing(*seats, round_=2)
    assert most in "".join(told(outcome, TABLE))
    assert all("income" in "".join(told(outcome, seat)) for seat in seats)
    assert isinstance(outcome.state.agenda[-1], titans.Beginning)


def test_after_the_last_round_there_is_no_income_and_the_points_are_counted() -> None:
    outcome = after_passing(1, 2, round_=6)
    assert "income" not in "".join(told(outcome, 1)), "rows D33"
    assert "food" in "".join(told(outcome, 1))
    assert GAME.is_over(outcome.state)


@pytest.mark.parametrize(
    ("seats", "round_", "slips"),
    [
        (2, 2, ["Round marker to 2.", "deal 4 from deck A", "deal 2.", "Uncover"]),
        (3, 3, ["Round marker to 3.", "deal 5 from deck A", "deal 3.", "Uncover"]),
        (4, 4, ["Round marker to 4.", "deal 6 from deck B", "deal 4."]),
    ],
)
def test_a_round_is_prepared_by_its_numbers(seats: int, round_: int, slips: list[str]) -> None:
    state = GAME.new(Setup(tuple(Seated(seat, str(seat)) for seat in range(1, seats + 1))))
    state.round, state.first = round_ - 1, 1
    outcome = made(state, TABLE, Begin(2))
    found = told(outcome, TABLE)
    assert len(found) == len(slips)
    assert all(part in whole for part, whole in zip(slips, found, strict=True))
    assert outcome.state.asked == tuple(range(1, seats + 1))
    assert "Take the first-player token." in told(outcome, 2)


def test_who_types_nothing_is_asked_when_the_dice_are_rolled() -> None:
    state = begun(1, 2)
    for player in state.players:
        player.titan, player.asked = None, True
        player.titan = Titan()
    state.agenda = [titans.Meeting()]
    state = made(made(state, 1, Meet(0, 0)).state, 2, Meet(0, 0)).state
    for seat in (1, 2):
        state = made(state, seat, Pass()).state
    assert next(GAME.ask(state, 1)).key == "banners"
    state = made(state, 1, Confront(3, True)).state
    assert (state.player(1).ambrosia, state.asked) == (3, (2,))
