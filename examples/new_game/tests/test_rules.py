"""The rules by examples. What must be true of every game is tested by ``pytest --companion-game new_game``."""

from __future__ import annotations

import pytest
from new_game.game import NewGame, State, Take

from companion.core.chance import NoChance
from companion.core.errors import Refused
from companion.core.setup import Seated, Setup
from companion.core.step import Step

GAME = NewGame()


def begun() -> State:
    return GAME.new(Setup((Seated(1, "Ana"), Seated(2, "Luis"))))


def played(state: State, seat: int, coins: int) -> State:
    step = Step(GAME.copy(state), seat, NoChance())
    GAME.apply(step, Take(coins))
    return step.state


def test_coins_come_out_of_the_pot() -> None:
    state = played(begun(), 1, 3)
    assert (state.pot, state.player(1).coins) == (11, 3)
    assert GAME.awaits(state).must == (2,)


def test_nobody_takes_more_than_there_is() -> None:
    state = begun()
    state.pot = 2
    with pytest.raises(Refused, match="out-of-reach"):
        played(state, 1, 3)


def test_the_play_is_over_when_the_pot_is_empty() -> None:
    state = begun()
    state.pot = 2
    assert GAME.awaits(played(state, 1, 2)).over
