"""Moves go the one way of the contract: a game says what it waits for, what it asks and which rule takes which move."""

from __future__ import annotations

from typing import get_args

import pytest

from companion.core.game import AnyGame, Game


@pytest.mark.parametrize("name", ["awaits", "ask", "apply"])
def test_no_game_asks_or_moves_in_a_way_of_its_own(game: AnyGame, name: str) -> None:
    assert getattr(type(game), name) is getattr(Game, name)


def test_every_kind_of_move_has_its_rule_and_nothing_else_has_one(game: AnyGame) -> None:
    assert set(game.rules) == set(get_args(game.move_type) or [game.move_type])
