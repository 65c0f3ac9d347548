"""The page on first light quotes what the program says, and nothing that it does not."""

from __future__ import annotations

import ast
import re
from pathlib import Path

import pytest

from companion.core.toml_reading import read_toml
from tests.documents import ROOT

PAGE = ROOT / "hardware" / "docs" / "first-light.md"
SOURCES = (
    *(ROOT / "companion" / "walk").rglob("*.py"),
    ROOT / "companion" / "service" / "panel" / "wiring" / "wiring_status.py",
    ROOT / "companion" / "commands" / "doctor" / "walk_table.py",
    ROOT / "companion" / "commands" / "doctor" / "walk_summary.py",
    ROOT / "hardware" / "walk" / "raw_console.py",
)
TEXT = PAGE.read_text(encoding="utf-8")
ROWS = TEXT.split("| It says |")[1].split("\n\n")[0].splitlines()[2:]
QUOTES = [quote for row in ROWS for quote in row.split("|")[1].strip().split("; ")]


def literals() -> list[str]:
    """Every text of the program, what is put into it as three dots."""
    found: list[str] = []
    for path in SOURCES:
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Constant) and isinstance(node.value, str):
                found.append(re.sub(r"\{\w*\}", "...", node.value))
    return found


SAID = " | ".join(literals())
WORDS = ("contact A", "contact B", "red", "green", "A", "B", "SH1106", "128x32", "address", "channel", "Display")
"""What is put into texts."""


def as_pattern(quote: str) -> str:
    """A quote as the program may have it: dots and the words above stand for what is put in."""
    parts = re.split(rf"(\.\.\.|\b(?:{'|'.join(WORDS)})\b)", quote)
    return "".join(".{0,60}?" if part == "..." or part in WORDS else re.escape(part) for part in parts)


@pytest.mark.parametrize("quote", QUOTES)
def test_what_it_says_is_said(quote: str) -> None:
    assert re.search(as_pattern(quote), SAID), quote


def test_what_is_never_said_is_found() -> None:
    assert len(QUOTES) > 20
    assert not re.search(as_pattern("it is at ..., or at the bottom of the sea"), SAID)


def test_the_example_of_a_profile_can_be_read() -> None:
    block = TEXT.split("```toml\n")[1].split("```")[0]
    assert read_toml(block) == {"panel": {"keys": {"ok": 16, "back": 26}}}


def test_every_line_of_the_session_is_one_of_the_program(tmp_path: Path) -> None:
    block = TEXT.split("```text\n")[1].split("```")[0]
    lines = [line.strip().removeprefix("-> ") for line in block.splitlines()]
    told = [line for line in lines if line and not line.startswith(("[", "Answers", "1 ", "2 "))]
    assert len(told) > 12
    for line in told:
        quote = line.split(" [...]")[0]
        words = re.sub(r"pin \d+, header \d+|(?:Panel|Seat \d), \w+|my-small|\(\.\.\.[^)]*\)|\b\d+\b", "...", quote)
        assert re.search(as_pattern(words), SAID), line
