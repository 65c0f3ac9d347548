"""The table in docs/pace.md says what the shipped turns cost now; ``pytest --update-golden`` writes it anew."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from companion.pace.costs import MoveCost, costs, total
from companion.playthroughs.grammar import parse
from tests.golden.test_playthroughs import BY_KEY, FOLDER

PAGE = Path(__file__).parents[2] / "docs" / "pace.md"
ROW = re.compile(
    r"\| (?P<turn>[^|]+) \| (?P<file>[a-z]\S+) \| (?P<lines>[\d-]+) \| (?P<today>[^|]+) \| (?P<most>[^|]+) \|"
)
ROWS = [found for line in PAGE.read_text("utf-8").splitlines() if (found := ROW.fullmatch(line))]


def moves_of(row: re.Match[str]) -> list[MoveCost]:
    path = FOLDER / f"{row['file']}.txt"
    moves, difference = costs(parse(path.read_text("utf-8"), row["file"]), BY_KEY)
    assert difference is None
    first, _, last = row["lines"].partition("-")
    return [move for move in moves if int(first) <= move.line <= int(last or first)]


@pytest.mark.parametrize("row", ROWS, ids=lambda row: row["turn"])
def test_a_turn_costs_what_the_page_says(row: re.Match[str], update_golden: bool) -> None:
    moves = moves_of(row)
    assert moves, "no move in these lines"
    taps, presses = total(moves)
    counted = f"{taps} ({presses})" if presses is not None else str(taps)
    if update_golden:
        PAGE.write_text(
            PAGE.read_text("utf-8").replace(row[0], row[0].replace(f"| {row['today']} |", f"| {counted} |"))
        )
        return
    assert row["today"] == counted


def test_all_rows_of_the_page_are_read() -> None:
    rows = [line for line in PAGE.read_text("utf-8").splitlines() if line.startswith("| ")]
    evenings = [row for row in rows if " moves | " in row]
    assert len(ROWS) + len(evenings) == len(rows) - 2
