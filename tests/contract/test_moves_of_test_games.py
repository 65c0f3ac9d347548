"""The games that tests are made with go the one way of the contract too."""

from __future__ import annotations

import pytest

from companion.core.game import AnyGame
from companion.game_tests.rules import test_contract_moves as moves
from tests.bench.tally import Tally
from tests.plays.counter import Counter
from tests.service.asking_game import AskingGame
from tests.service.piece_game import LayingGame


@pytest.mark.parametrize("game", [AskingGame("pick"), Counter(), LayingGame(), Tally()], ids=lambda game: game.meta.key)
def test_a_game_of_the_tests(game: AnyGame) -> None:
    for name in ("awaits", "ask", "apply"):
        moves.test_no_game_asks_or_moves_in_a_way_of_its_own(game, name)
    moves.test_every_kind_of_move_has_its_rule_and_nothing_else_has_one(game)
