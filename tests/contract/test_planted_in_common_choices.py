"""The contract tests find a game whose last seal waits for dice, or tells something by them."""

from __future__ import annotations

import pytest

from companion.core.game import AnyGame
from companion.core.owed_chance import chance_owed
from companion.game_tests.exploring import FAST, explore
from companion.game_tests.random_play import RandomPlay
from companion.game_tests.rules.test_contract_common_choices import (
    on_cardboard,
    test_a_chance_that_is_asked_for_after_the_last_seal_tells_nothing,
    test_after_the_last_seal_no_answer_changes_what_was_sealed,
    test_the_last_seal_of_a_common_choice_waits_for_no_chance,
)
from tests.contract.table import GAMES
from tests.core.omens import AsksTheWinner, Omens, RollsInTheRule, ShowsTooLate

tells_nothing = test_a_chance_that_is_asked_for_after_the_last_seal_tells_nothing
is_locked = test_after_the_last_seal_no_answer_changes_what_was_sealed
waits_for_none = test_the_last_seal_of_a_common_choice_waits_for_no_chance
del test_a_chance_that_is_asked_for_after_the_last_seal_tells_nothing
del test_after_the_last_seal_no_answer_changes_what_was_sealed
del test_the_last_seal_of_a_common_choice_waits_for_no_chance

ALL = (waits_for_none, is_locked, tells_nothing)


@pytest.mark.parametrize("check", ALL)
def test_a_game_that_rolls_after_the_reveal_passes(check: object) -> None:
    check(Omens(), FAST)  # type: ignore[operator]


@pytest.mark.parametrize(
    ("check", "game", "said"),
    [
        (waits_for_none, RollsInTheRule(), "asks for a chance from cardboard in its rule"),
        (is_locked, ShowsTooLate(), "what was chosen is revealed in proceed"),
        (tells_nothing, AsksTheWinner(), "the question depends on a secret"),
    ],
)
def test_a_game_that_asks_too_early_is_found(check: object, game: AnyGame, said: str) -> None:
    with pytest.raises(AssertionError, match=said):
        check(game, FAST)  # type: ignore[operator]


def test_the_games_that_roll_after_a_common_choice_are_tried() -> None:
    def owes(game: AnyGame) -> int:
        found = 0

        def check(random_play: RandomPlay) -> None:
            nonlocal found
            for _ in random_play.moves():
                found += chance_owed(random_play.state) is not None

        explore(game, FAST, check, on_cardboard)
        return found

    assert {"athens-sparta", "olympos", "night-market"} == {
        game.meta.key for game in GAMES if game.meta.chance and owes(game)
    }
