"""Games read from score sheets in TOML."""

from __future__ import annotations

from collections.abc import Iterable
from importlib.resources import files

from companion.core.game import AnyGame
from companion.games.score_sheet.game import SheetGame
from companion.games.score_sheet.game_files import FileGame, check_game, is_ledger, parse_game
from companion.games.score_sheet.ledger.game import LedgerGame
from companion.games.score_sheet.sheet import Sheet
from companion.games.score_sheet.sheet_files import check, parse
from companion.games.score_sheet.table_reading import SheetError, SheetProblem

__all__ = [
    "FileGame",
    "LedgerGame",
    "Sheet",
    "SheetError",
    "SheetGame",
    "SheetProblem",
    "check",
    "check_game",
    "is_ledger",
    "ledger_texts",
    "parse",
    "parse_game",
    "points_only",
    "shipped",
    "shipped_ledgers",
    "shipped_texts",
]


def shipped_texts() -> dict[str, str]:
    """The TOML of the shipped sheets, by file name."""
    return _texts_in("sheets")


def ledger_texts() -> dict[str, str]:
    """The TOML of the shipped ledgers, by file name."""
    return _texts_in("ledgers")


def _texts_in(folder: str) -> dict[str, str]:
    found = [entry for entry in files(__name__).joinpath(folder).iterdir() if entry.name.endswith(".toml")]
    return {entry.name: entry.read_text(encoding="utf-8") for entry in sorted(found, key=lambda entry: entry.name)}


def points_only(games: Iterable[AnyGame]) -> tuple[SheetGame, ...]:
    """The score sheets of ``games`` that have one of their own (``points_sheet``), which only counts points. Raises
    ``SheetError``.
    """
    return tuple(
        SheetGame(parse(game.points_sheet, f"points of {game.meta.key}"), game.meta.key)
        for game in games
        if game.points_sheet
    )


def shipped() -> tuple[Sheet, ...]:
    """The shipped sheets, by file name."""
    return tuple(parse(text, name) for name, text in shipped_texts().items())


def shipped_ledgers(sheets: Iterable[Sheet]) -> tuple[FileGame, ...]:
    """The shipped ledgers as games, by file name; ``sheets`` are those that may count at their end."""
    by_id = {sheet.id: sheet for sheet in sheets}
    return tuple(parse_game(text, name, by_id) for name, text in ledger_texts().items())
