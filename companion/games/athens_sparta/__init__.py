"""Athens & Sparta: two players, hidden blocks, sealed cards, battles and sieges."""

from __future__ import annotations

from companion.games.athens_sparta.game import AthensSparta

__all__ = ["AthensSparta"]
