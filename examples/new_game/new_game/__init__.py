"""New Game, for the table companion."""

from __future__ import annotations

from companion.core.game_package import GamePackage
from new_game.game import NewGame

PACKAGE = GamePackage(game=NewGame(), contract=1)
