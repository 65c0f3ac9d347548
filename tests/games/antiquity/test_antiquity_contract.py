"""The contract of every game, on plays that begin in the middle: with cities, goods, men, graves and offers."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from companion.core.game import AnyGame
from companion.game_tests.rules import (
    test_contract_going_on,
    test_contract_memory,
    test_contract_numbers,
    test_contract_refusals,
)
from companion.game_tests.showing import test_contract_secrets, test_contract_words
from tests.games.antiquity.wealthy import Wealthy

PLAYS = 6
CHECKS: list[Callable[[AnyGame, int], None]] = [
    check
    for module in (
        test_contract_going_on,
        test_contract_memory,
        test_contract_numbers,
        test_contract_refusals,
        test_contract_secrets,
        test_contract_words,
    )
    for name, check in vars(module).items()
    if name.startswith("test_") and "game" in check.__annotations__
]


@pytest.mark.long
@pytest.mark.parametrize("check", CHECKS, ids=lambda check: str(check.__name__))
def test_the_contract_holds_in_the_middle_of_a_play(check: Callable[[AnyGame, int], None]) -> None:
    check(Wealthy(), PLAYS)
