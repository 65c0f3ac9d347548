"""The contract tests find a game that tells others what was dealt to somebody in secret."""

from __future__ import annotations

import pytest

from companion.core.game import AnyGame
from companion.game_tests.exploring import FAST, explore
from companion.game_tests.random_play import RandomPlay
from companion.game_tests.showing.test_contract_draws import (
    other_draws,
    test_a_draw_that_lands_in_a_seal_is_marked_secret,
    test_what_is_drawn_in_secret_tells_nobody_else_anything,
)
from tests.contract.table import GAMES
from tests.outside.fortune import DrawsAloud, DrawsOpenly, Fortune, LaidOpen

stays_secret = test_what_is_drawn_in_secret_tells_nobody_else_anything
is_marked = test_a_draw_that_lands_in_a_seal_is_marked_secret
del test_what_is_drawn_in_secret_tells_nobody_else_anything, test_a_draw_that_lands_in_a_seal_is_marked_secret


def test_a_game_that_keeps_it_passes() -> None:
    stays_secret(Fortune(), FAST)
    is_marked(Fortune(), FAST)


@pytest.mark.parametrize(
    ("game", "said"), [(DrawsAloud(), "it tells what card gave"), (LaidOpen(), "it shows what card gave")]
)
def test_a_game_that_tells_it_is_found(game: AnyGame, said: str) -> None:
    with pytest.raises(AssertionError, match=said) as found:
        stays_secret(game, FAST)
    assert "Draw()" in found.value.__notes__[0], "the moves that led there are told"


def test_a_draw_into_a_seal_that_is_not_marked_is_found() -> None:
    with pytest.raises(AssertionError, match="card is not marked secret"):
        is_marked(DrawsOpenly(), FAST)


def test_the_games_that_deal_in_secret_are_compared() -> None:
    """What is tested has something to compare in the torture game and in shipped ones."""

    def compared(game: AnyGame) -> int:
        found = 0

        def check(random_play: RandomPlay) -> None:
            nonlocal found
            for dialogue in random_play.moves():
                found += sum(other.question.secret for other in other_draws(random_play, dialogue))

        explore(game, FAST, check)
        return found

    dealt = {game.meta.key for game in GAMES if any(kind for kind in game.meta.chance) and compared(game)}
    assert {"torture", "olympos"} <= dealt
