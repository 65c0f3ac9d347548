"""Corrections are in words people know: whose number it is, and what it stands for where it counts nothing."""

from __future__ import annotations

import pytest

from companion.core.game import AnyGame
from companion.core.inventory import find
from companion.core.step import TABLE
from companion.locale import speaker
from companion.plays.corrections import Correction
from companion.plays.undo import CorrectionMessages
from tests.games.ancient_world.ancient_world_play import GAME as ANCIENT_WORLD
from tests.games.ancient_world.ancient_world_play import Play
from tests.games.antike.bench import GAME as ANTIKE
from tests.games.antike.bench import Bench
from tests.games.olympos.olympos_table import GAME as OLYMPOS
from tests.games.olympos.olympos_table import Table

ENGLISH = speaker("en", {1: "Ana", 2: "Ben", 3: "Cleo", 4: "Dora"})


def line(game: AnyGame, state: object, key: str, new: int, seats: int = 4) -> str:
    """What the log says when the table sets a number right."""
    old = find(game.inventory(state), key).value
    told = CorrectionMessages(game, state, range(1, seats + 1)).corrected(TABLE, Correction(key, old, new))
    return ENGLISH.say(told).removeprefix("The table corrects ").removeprefix("The table sets ")


@pytest.mark.parametrize(
    ("key", "new", "words"),
    [
        ("greece.coins", 3, "Coins (Ana) to 3; before: 1."),
        ("greece.rondel", 4, "Space on the rondel (Ana): not on it yet becomes 4. Campaign."),
        ("persia.know-legions", 2, "Know-how: legions (Ben): none becomes Roads."),
        ("first.wheel", 2, "First to have Wheel (table): nobody becomes Persia."),
        ("city.athen", 0, "City in Athen (table): Greece becomes nobody."),
        ("temple.athen", 1, "Temple in Athen (table): no becomes yes."),
        ("stack.king", 8, "Kings (table) to 8; before: 9."),
    ],
)
def test_antike(key: str, new: int, words: str) -> None:
    bench = Bench(side="east", level="provinces")
    assert line(ANTIKE, bench.state, key, new) == words


def test_antike_names_the_nation_where_a_seat_has_two() -> None:
    assert line(ANTIKE, Bench(2).state, "romans.legions", 2, 2) == "Romans: Legions (Ana) to 2; before: 0."


@pytest.mark.parametrize(
    ("key", "new", "words"),
    [
        ("first", 2, "First player (table): Ana becomes Ben."),
        ("claimed", 2, "First player next round (table): no change becomes Ben."),
        ("explore.open", 1, "Explore (table): covered becomes open."),
        ("1.citizen-1", 3, "Citizen 1 (Ana): ready becomes on a card."),
        ("1.citizen-1", 5, "Citizen 1 (Ana): ready becomes Learn."),
        ("2.passed", 1, "Has passed (Ben): no becomes yes."),
        ("2.card-5.damaged", 1, "Fishing Dock is damaged (Ben): no becomes yes."),
        ("deck-1", 4, "Titans with 1 star left (table): not counted becomes 4."),
        ("2.coins", 4, "Coins (Ben) to 4; before: 7."),
    ],
)
def test_the_ancient_world(key: str, new: int, words: str) -> None:
    assert line(ANCIENT_WORLD, Play().state, key, new, 2) == words


@pytest.mark.parametrize(
    ("key", "new", "words"),
    [
        ("1.medicine", 1, "Medicine (Ana): no becomes yes."),
        ("2.stadium", 1, "Stadium (Ben): no becomes yes."),
        ("3.done", 1, "Done for good (Cleo): no becomes yes."),
        ("god.hades", 0, "Hades is still to come (table): yes becomes no."),
        ("r1c1.bonus-1", 1, "Red row, column 1: bonus 1 is taken (table): no becomes yes."),
        ("free-zeus", 0, "Zeus token at Olympos (table): yes becomes no."),
        ("1.stock", 3, "Settlers in the stock (Ana) to 3; before: 4."),
    ],
)
def test_olympos(key: str, new: int, words: str) -> None:
    assert line(OLYMPOS, Table(4).begun().state, key, new) == words
