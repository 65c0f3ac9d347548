"""The table of whole evenings in docs/pace.md; ``pytest --update-golden`` writes its numbers anew."""

from __future__ import annotations

import re

import pytest

from companion.pace.costs import costs
from companion.playthroughs.grammar import parse
from tests.golden.test_playthroughs import BY_KEY, FOLDER
from tests.pace.test_pace_table import PAGE

EVENING = re.compile(
    r"\| (?P<game>[^|]+) \| (?P<file>[a-z]\S+) \| (?P<moves>\d+) moves \| (?P<taps>\d+) \| (?P<presses>[^|]+) \|"
)
EVENINGS = [found for line in PAGE.read_text("utf-8").splitlines() if (found := EVENING.fullmatch(line))]

SLOW = {"ancient-world/two-seats-by-number", "ancient-world/two-seats-own-box", "olympos/three-all-pass"}
"""Counting the presses of their long choices takes up to a quarter of a minute."""
ROWS = [pytest.param(row, id=row["file"], marks=[pytest.mark.long] * (row["file"] in SLOW)) for row in EVENINGS]


def counted(name: str) -> str:
    """Moves, taps and presses of a playthrough, as the table has them."""
    moves, difference = costs(parse((FOLDER / f"{name}.txt").read_text("utf-8"), name), BY_KEY)
    assert difference is None
    by_phone = sum(move.presses is None for move in moves)
    presses = f"{sum(move.presses or 0 for move in moves)}{f', {by_phone} moves by phone' if by_phone else ''}"
    return f"{len(moves)} moves | {sum(move.taps for move in moves)} | {presses}"


@pytest.mark.parametrize("row", ROWS)
def test_an_evening_costs_what_the_page_says(row: re.Match[str], update_golden: bool) -> None:
    now = counted(row["file"])
    said = f"{row['moves']} moves | {row['taps']} | {row['presses']}"
    if update_golden:
        PAGE.write_text(PAGE.read_text("utf-8").replace(f"| {row['file']} | {said} |", f"| {row['file']} | {now} |"))
        return
    assert said == now


def test_every_game_has_its_evening() -> None:
    text = {row["file"]: (FOLDER / f"{row['file']}.txt").read_text("utf-8") for row in EVENINGS}
    assert {name.split("/")[0] for name in text} == {"olympos", "antike", "athens-sparta", "ancient-world", "antiquity"}
    assert all("\nscore\n  final" in each for each in text.values()), "played to its end"


def test_only_names_need_a_phone() -> None:
    """Whatever else a playthrough says, its forms can be filled in and sent as it says by keys alone."""
    assert [row["file"] for row in EVENINGS if "by phone" in row["presses"]] == ["ancient-world/two-seats-own-box"]
