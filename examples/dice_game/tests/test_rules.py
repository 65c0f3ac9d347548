"""The rules by examples. What must be true of every game is tested by ``pytest --companion-game dice_game``."""

from __future__ import annotations

import pytest
from dice_game.game import DiceGame, Move, Roll, State, Stop

from companion.core.chance import Chance, Drawn, NoChance, RandomStream, RecordedChance, TableChance
from companion.core.errors import Refused
from companion.core.setup import Seated, Setup
from companion.core.step import Step

GAME = DiceGame()


def begun() -> State:
    return GAME.new(Setup((Seated(1, "Ana"), Seated(2, "Luis"))))


def played(state: State, seat: int, move: Move, chance: Chance | None = None) -> State:
    step = Step(GAME.copy(state), seat, chance or NoChance())
    GAME.apply(step, move)
    return step.state


def rolled(state: State, seat: int, *dice: int) -> State:
    """The state after this roll."""
    return played(state, seat, Roll(), RecordedChance([Drawn("dice", [*dice], "companion")]))


def test_rolls_add_up_and_score_when_the_player_stops() -> None:
    state = rolled(rolled(begun(), 1, 3, 4), 1, 6, 6)
    assert (state.at_risk, state.player(1).points) == (19, 0)
    state = played(state, 1, Stop())
    assert (state.at_risk, state.player(1).points) == (0, 19)
    assert GAME.awaits(state).must == (2,)


def test_a_1_ends_the_turn_and_scores_nothing() -> None:
    state = rolled(rolled(begun(), 1, 3, 4), 1, 6, 1)
    assert (state.at_risk, state.player(1).points) == (0, 0)
    assert GAME.awaits(state).must == (2,)


def test_nobody_stops_before_a_roll() -> None:
    with pytest.raises(Refused, match="out-of-reach"):
        played(begun(), 1, Stop())


def test_the_play_is_over_after_five_turns_each() -> None:
    state = begun()
    for seat in (1, 2) * 5:
        assert not GAME.awaits(state).over
        state = rolled(state, seat, 1, 2)
    assert GAME.awaits(state).over


def test_people_roll_their_own_dice() -> None:
    """If the table chose real dice, what people enter is used and checked."""
    cardboard = TableChance(RandomStream(b""), {"dice": "cardboard"}, [[5, 6]], ())
    assert played(begun(), 1, Roll(), cardboard).at_risk == 11
    wrong = TableChance(RandomStream(b""), {"dice": "cardboard"}, [[5, 7]], ())
    with pytest.raises(Refused):
        played(begun(), 1, Roll(), wrong)
