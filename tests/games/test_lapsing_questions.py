"""Which questions lapse when the time for secret answers is over: none but these, with answers that change nothing."""

from __future__ import annotations

import ast
from pathlib import Path

import companion.games

FOLDER = Path(companion.games.__file__).parent

LAPSING = {
    # Olympos: no Zeus card is added; all Destiny cards are kept.
    ("olympos/gods.py", "ask_window", "0"),
    ("olympos/cards.py", "ask_card", "lapse"),
    ("olympos/cards.py", "ask_more", "NO_CARD"),
}
"""By file, function, and the answer as it is written there."""


def lapsing() -> set[tuple[str, str, str]]:
    """Every place of a shipped game that says with what a question lapses."""
    found: set[tuple[str, str, str]] = set()
    for path in FOLDER.rglob("*.py"):
        for function in ast.walk(ast.parse(path.read_text("utf-8"))):
            if not isinstance(function, ast.FunctionDef):
                continue
            for call in ast.walk(function):
                if not isinstance(call, ast.Call):
                    continue
                given = [keyword.value for keyword in call.keywords if keyword.arg == "lapse"]
                if isinstance(call.func, ast.Name) and call.func.id == "ask_card":
                    given += call.args[3:4]
                found |= {(path.relative_to(FOLDER).as_posix(), function.name, ast.unparse(value)) for value in given}
    return found


def test_only_these_questions_lapse() -> None:
    assert lapsing() == LAPSING
