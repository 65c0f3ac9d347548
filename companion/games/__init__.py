"""One package per title."""

from __future__ import annotations

from companion.core.game import AnyGame
from companion.games import score_sheet
from companion.games.ancient_world import AncientWorld
from companion.games.antike import Antike
from companion.games.antiquity import Antiquity
from companion.games.athens_sparta import AthensSparta
from companion.games.olympos import Olympos
from companion.games.titans import Titans
from companion.games.whose_turn import WhoseTurn


def shipped() -> tuple[AnyGame, ...]:
    """Every game that comes with the product."""
    sheets = score_sheet.shipped()
    titles: tuple[AnyGame, ...] = (AncientWorld(), Antike(), Antiquity(), AthensSparta(), Olympos())
    files = (*map(score_sheet.SheetGame, sheets), *score_sheet.shipped_ledgers(sheets))
    # a ledger beside the sheet that counts for it
    shelf = sorted(files, key=lambda game: game.meta.key)
    return (WhoseTurn(), *titles, Titans(), *score_sheet.points_only(titles), *shelf)
