"""The numbers of the game."""

from __future__ import annotations

COINS_A_SEAT = 7
"""So many coins for every seat are in the pot at the beginning."""
MOST = 3
"""The most that may be taken in a turn."""
