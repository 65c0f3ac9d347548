"""Games read from score sheets in TOML."""

from __future__ import annotations

from collections.abc import Iterable
from importlib.resources import files

from companion.core.game import AnyGame
from companion.games.score_sheet.game import SheetGame
from companion.games.score_sheet.sheet import Sheet
from companion.games.score_sheet.sheet_files import check, parse
from companion.games.score_sheet.table_reading import SheetError, SheetProblem

__all__ = [
    "Sheet",
    "SheetError",
    "SheetGame",
    "SheetProblem",
    "check",
    "parse",
    "points_only",
    "shipped",
    "shipped_texts",
]


def shipped_texts() -> dict[str, str]:
    """The TOML of the shipped sheets, by file name."""
    found = [entry for entry in files(__name__).joinpath("sheets").iterdir() if entry.name.endswith(".toml")]
    return {entry.name: entry.read_text(encoding="utf-8") for entry in sorted(found, key=lambda entry: entry.name)}


def points_only(games: Iterable[AnyGame]) -> tuple[SheetGame, ...]:
    """The score sheets that ``games`` have of their own, to count only their points. Raises ``SheetError``."""
    return tuple(
        SheetGame(parse(game.points_sheet, f"points of {game.meta.key}"), game.meta.key)
        for game in games
        if game.points_sheet
    )


def shipped() -> tuple[Sheet, ...]:
    """The shipped sheets, by file name."""
    return tuple(parse(text, name) for name, text in shipped_texts().items())
