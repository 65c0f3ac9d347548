"""The numbers of the game."""

from __future__ import annotations

LOTS = (2, 3, 4, 5, 6, 7, 8, 9)
"""What each lot is worth; which of them come, and when, is drawn."""
FEWEST_LOTS, USUAL_LOTS = 4, 6
COINS = 12
"""What everybody begins with."""
COINS_A_POINT = 3
"""Coins left over that are worth a point."""
