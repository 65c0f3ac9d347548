"""The contract tests of secrets have something to compare."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from companion.core.game import AnyGame
from companion.core.secrecy import PUBLIC
from companion.game_tests.exploring import FAST, explore
from companion.game_tests.random_play import RandomPlay
from companion.game_tests.seals import with_other_secrets
from companion.game_tests.showing.test_contract_secrets import other_way, others_see_the_same
from tests.contract.table import GAMES


def compared(game: AnyGame) -> int:
    """How many pairs of secret answers a test of ``game`` compares."""
    found = 0

    def check(random_play: RandomPlay) -> None:
        nonlocal found
        for dialogue in random_play.moves():
            other = other_way(random_play, dialogue)
            found += other is not None and others_see_the_same(random_play, dialogue, other)

    explore(game, FAST, check)
    return found


def scrambled(game: AnyGame) -> int:
    """How many secrets a test of ``game`` changes."""
    found = 0

    def check(random_play: RandomPlay) -> None:
        nonlocal found
        for _ in random_play.moves():
            found += with_other_secrets(game.copy(random_play.state), PUBLIC, random_play.aside)

    explore(game, FAST, check)
    return found


@pytest.mark.parametrize("count", [compared, scrambled])
def test_there_are_secrets_to_compare(count: Callable[[AnyGame], int]) -> None:
    """What is tested above is really there, in the torture game and in a shipped one."""
    with_secrets = [game.meta.key for game in GAMES if count(game)]
    assert "torture" in with_secrets
    assert len(with_secrets) > 1
