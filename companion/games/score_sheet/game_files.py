"""From a file to a game: a score sheet, or a ledger with the sheet that counts at its end."""

from __future__ import annotations

from collections.abc import Mapping

from companion.core.toml_reading import TomlError, read_toml
from companion.games.score_sheet import sheet_files
from companion.games.score_sheet.game import SheetGame
from companion.games.score_sheet.ledger.game import LedgerGame
from companion.games.score_sheet.ledger.ledger_files import read_ledger
from companion.games.score_sheet.sheet import Sheet
from companion.games.score_sheet.table_reading import SheetError, SheetProblem

FileGame = SheetGame | LedgerGame
"""The game that a file becomes."""


def is_ledger(text: str) -> bool:
    """Whether ``text`` says that it is a ledger."""
    try:
        return read_toml(text).get("kind") == "ledger"
    except TomlError:
        return False


def parse_game(text: str, where: str, sheets: Mapping[str, Sheet], *, kept: bool = False) -> FileGame:
    """The game that ``text`` describes. ``where`` names the file in errors; ``sheets`` are the score sheets by id that
    a ledger may name; ``kept`` as in ``sheet_files.parse``. Raises ``SheetError`` with every problem.
    """
    if not is_ledger(text):
        return SheetGame(sheet_files.parse(text, where, kept=kept))
    ledger, problems = read_ledger(read_toml(text), text, sheets, kept=kept)
    if ledger is None or problems:
        raise SheetError(where, problems)
    return LedgerGame(ledger, sheets[ledger.count.sheet] if ledger.count is not None else None)


def check_game(text: str, sheets: Mapping[str, Sheet], *, kept: bool = False) -> tuple[SheetProblem, ...]:
    """All problems of ``text``, by line; empty if ``parse_game`` reads it."""
    if not is_ledger(text):
        return sheet_files.check(text, kept=kept)
    return read_ledger(read_toml(text), text, sheets, kept=kept)[1]
