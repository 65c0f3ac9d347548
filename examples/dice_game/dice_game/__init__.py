"""Dice Game, for the table companion."""

from __future__ import annotations

from companion.core.game_package import GamePackage
from dice_game.game import DiceGame

PACKAGE = GamePackage(game=DiceGame(), contract=1)
