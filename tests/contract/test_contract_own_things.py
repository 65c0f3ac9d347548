"""In each of these games a seat has things of its own, on the tab for them; a small game may have none."""

from __future__ import annotations

from companion.core.game import AnyGame
from companion.game_tests.showing.test_contract_strip import seats_with_own
from tests.contract.table import for_every_game

WITHOUT = {"new-game", "dice-game", "titans", "whose-turn"}
"""Examples, as small as a game can be, and orders of play, in which nobody has anything before the seat alone."""


@for_every_game
def test_every_seat_has_numbers_and_things_of_its_own(game: AnyGame) -> None:
    numbers, things = seats_with_own(game)
    assert bool(things) == (game.meta.key not in WITHOUT)
    assert things <= numbers
