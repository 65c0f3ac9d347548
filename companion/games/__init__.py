"""One package per title."""

from __future__ import annotations

from companion.core.game import AnyGame
from companion.games import score_sheet


def shipped() -> tuple[AnyGame, ...]:
    """Every game that comes with the product."""
    return tuple(score_sheet.SheetGame(sheet) for sheet in score_sheet.shipped())
