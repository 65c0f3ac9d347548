"""A package is asked whether it speaks the contract: what does not fit is told apart, each with its reason."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest
from msgspec.structs import replace
from night_market import PACKAGE
from night_market.game import RULES, NightMarket
from night_market.state import Open, State

from companion.core.game_package import CONTRACT, GamePackage
from companion.core.setup import Setup
from companion.core.widgets import AnyWidget
from companion.locale import speaker
from companion.outside.fitting import misfit

KEY = NightMarket.meta.key


def why(package: object, key: str = KEY) -> str:
    """In English, what is wrong with a package; empty where it fits."""
    found = misfit(package, key)
    return speaker("en", {}).say(found) if found is not None else ""


def with_meta(**changes: Any) -> GamePackage:
    game = NightMarket()
    game.meta = replace(game.meta, **changes)
    return GamePackage(game, CONTRACT)


def test_a_game_that_was_written_against_this_contract_fits() -> None:
    assert PACKAGE.contract == CONTRACT
    assert misfit(PACKAGE, KEY) is None


@pytest.mark.parametrize("given", [None, NightMarket, NightMarket(), 7])
def test_what_is_no_package(given: object) -> None:
    assert why(given).endswith("instead of a GamePackage.")


def test_a_package_without_a_game() -> None:
    package: Any = GamePackage(None, CONTRACT)  # type: ignore[arg-type]
    assert why(package) == "What it gives as its game is none."


@pytest.mark.parametrize(
    ("contract", "said"),
    [
        (CONTRACT + 1, "A newer companion may know it."),
        (0, "There is no contract 0."),
    ],
)
def test_another_contract(contract: int, said: str) -> None:
    assert why(GamePackage(NightMarket(), contract)).endswith(said)


@pytest.mark.parametrize(
    ("changes", "said"),
    [
        ({"key": "other"}, "Its entry point is called night-market and its game other."),
        ({"seats": (2, 9)}, "Its seats are 2 to 9; a table has 8."),
        ({"seats": (3, 2)}, "Its seats are 3 to 2"),
        ({"icon": "zeppelin"}, "There is no icon called zeppelin."),
    ],
)
def test_a_game_that_a_table_cannot_show(changes: dict[str, Any], said: str) -> None:
    assert why(with_meta(**changes)).startswith(said)


@pytest.mark.parametrize("key", ["Night", "9men", "sheet:night", "../night", "n"])
def test_a_key_that_is_none(key: str) -> None:
    assert why(with_meta(key=key), key).startswith("The key ")


def test_a_move_without_a_rule() -> None:
    game = NightMarket()
    game.rules = {Open: RULES[Open]}
    assert why(GamePackage(game, CONTRACT)) == "It has no rule for the move Bid."


class Nameless(NightMarket):
    """Its author has forgotten what the state and the moves are."""

    def __getattribute__(self, name: str) -> Any:
        if name in {"move_type", "rules"}:
            raise AttributeError(name)
        return super().__getattribute__(name)


class Leaving(NightMarket):
    """Ends the program."""

    def new(self, setup: Setup) -> State:
        raise SystemExit(3)


@pytest.mark.parametrize(
    ("package", "said"),
    [
        (GamePackage(Nameless(), CONTRACT), "It is not what a game must be: AttributeError: "),
        (GamePackage(NightMarket(), "1"), "It is not what a game must be: TypeError: "),  # type: ignore[arg-type]
        (with_meta(seats=(2,)), "It is not what a game must be: ValueError: "),
        (with_meta(seats=4), "It is not what a game must be: TypeError: "),
        (GamePackage(Leaving(), CONTRACT), "A play of 2 seats does not begin: SystemExit at "),
    ],
)
def test_what_is_badly_made_is_told_and_raises_nothing(package: GamePackage, said: str) -> None:
    assert why(package).startswith(said)


class Blind(NightMarket):
    """Shows nothing to eight."""

    def public_widgets(self, state: State) -> Sequence[AnyWidget]:
        if len(state.bidders) == 8:
            raise LookupError("a secret of the evening")
        return super().public_widgets(state)


def test_a_game_that_fails_when_it_is_looked_at_is_named_by_its_place() -> None:
    said = why(GamePackage(Blind(), CONTRACT))
    assert said.startswith("A play of 8 seats does not begin: LookupError at ")
    assert "test_fitting.py" in said
    assert "secret" not in said
