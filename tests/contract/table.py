"""Every game there is, and how thoroughly its contract is explored. ``pytest`` is told of it by ``companion_games``."""

from __future__ import annotations

from pathlib import Path

import dice_game
import new_game
import night_market
import pytest

from companion.core.game import AnyGame
from companion.game_tests.exploring import FAST, LONG
from companion.game_tests.plugin import ExploredGame, playthroughs_of
from companion.games import shipped
from companion.games.score_sheet import LedgerGame, SheetGame, parse
from tests.core.colonies import Colonies
from tests.core.torture import Torture

PAIRS = SheetGame(parse(Path(__file__).with_name("pairs.toml").read_text("utf-8"), "pairs.toml"))
EXAMPLES = {module.PACKAGE.game: module for module in (new_game, dice_game, night_market)}
GAMES: tuple[AnyGame, ...] = (Torture(), Colonies(), *shipped(), PAIRS, *EXAMPLES)

ONE_SHEET = "sheet:oh-hell"
"""The shipped sheets are one engine with other numbers: this one and ``PAIRS`` are explored as other games are, all
others briefly, in the long run.
"""

ONE_LEDGER = "sheet:terraforming-mars-ledger"
"""Of the ledgers this one is explored as other games are."""


def _later(game: AnyGame) -> bool:
    return (
        isinstance(game, SheetGame | LedgerGame) and game is not PAIRS and game.meta.key not in (ONE_SHEET, ONE_LEDGER)
    )


EXPLORED = tuple(
    ExploredGame(
        game,
        long=LONG,
        later=_later(game),
        playthroughs=playthroughs_of(EXAMPLES[game]) if game in EXAMPLES else None,
    )
    for game in GAMES
)

for_every_game = pytest.mark.parametrize(
    "game",
    [pytest.param(game, id=game.meta.key, marks=[pytest.mark.long] * _later(game)) for game in GAMES],
)
"""Runs a test for every game there is."""

briefly_and_at_length = pytest.mark.parametrize(
    "plays", [pytest.param(FAST, id="fast"), pytest.param(LONG, id="long", marks=pytest.mark.long)]
)
"""Runs a test with few plays, and with many when long tests are asked for."""
