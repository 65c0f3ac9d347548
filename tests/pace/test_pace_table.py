"""The turns of turns.toml are within their budgets, and docs/pace.md shows what they cost: ``pytest --update-golden``
writes it anew, and takes nothing that is above.
"""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path

import pytest
from msgspec import structs

from companion.pace.costs import MoveCost, costs, total
from companion.pace.turns import TURNS_FILE, CountedTurn, TurnBudget, TurnsError, lines_in, moves_of, turns_of
from companion.playthroughs.grammar import parse
from companion.playthroughs.lines import Playthrough
from tests.golden.test_playthroughs import BY_KEY, FOLDER

PAGE = Path(__file__).parents[2] / "docs" / "pace.md"
TURNS = turns_of((FOLDER / TURNS_FILE).read_text("utf-8"))
SECTION = re.compile(
    r"(?<=turns\.toml, written by pytest --update-golden tests/pace -->\n).*?(?=<!-- end -->)", re.DOTALL
)


@cache
def playthrough_of(name: str) -> Playthrough:
    return parse((FOLDER / f"{name}.txt").read_text("utf-8"), name)


@cache
def _costs(name: str) -> tuple[MoveCost, ...]:
    moves, difference = costs(playthrough_of(name), BY_KEY, lines_in(name, TURNS))
    assert difference is None
    return moves


def moves_in(turn: TurnBudget) -> list[MoveCost]:
    return moves_of(turn, _costs(turn.playthrough))


def count(turn: TurnBudget) -> CountedTurn:
    return CountedTurn(turn, *total(moves_in(turn)))


def table(rows: list[CountedTurn], *, without: str = "") -> str:
    titles = ("Turn", "Playthrough", "Lines", "Before", "Today", "At most")
    shown = [at for at, title in enumerate(titles) if title != without]
    lines = [titles, ("---",) * len(titles), *(row.cells() for row in rows)]
    return "\n".join(f"| {' | '.join(line[at] for at in shown)} |" for line in lines)


def section() -> str:
    """What stands in docs/pace.md."""
    rows = [count(turn) for turn in TURNS]
    replaced = [
        f"- **{row.turn.name}**, {row.turn.most} instead of {row.turn.replaced.budget}: "
        f"{' '.join(row.turn.replaced.why.split())}"
        for row in rows
        if row.turn.replaced
    ]
    parts = (
        table([row for row in rows if row.turn.before]),
        "Budgets that the game's own decisions cannot keep are replaced by these, counted, with what sends them:",
        "\n".join(replaced),
        "These turns were not measured before; what they may take at most is the project's own choice:",
        table([row for row in rows if not row.turn.before], without="Before"),
    )
    return "\n" + "\n\n".join(parts) + "\n\n"


@pytest.mark.parametrize("turn", TURNS, ids=lambda turn: turn.name)
def test_a_turn_takes_no_more_than_it_may(turn: TurnBudget) -> None:
    now = count(turn)
    assert turn.may_cost(now.taps, now.presses), f"{now.cells()[-2]}, at most {turn.most}"


@pytest.mark.parametrize("turn", [turn for turn in TURNS if turn.replaced], ids=lambda turn: turn.name)
def test_a_budget_that_replaces_one_is_the_count_itself(turn: TurnBudget) -> None:
    now = count(turn)
    assert (turn.taps, turn.presses) == (now.taps, now.presses)


def test_the_page_shows_what_the_turns_take(update_golden: bool) -> None:
    page = PAGE.read_text("utf-8")
    if update_golden:
        PAGE.write_text(SECTION.sub(lambda _: section(), page), "utf-8")
        return
    assert SECTION.findall(page) == [section()]


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("[[turn]", "Expected"),
        ('[[turn]]\nnmae = "a"', r"\[turn\] 1: unknown key nmae, did you mean name\?"),
        ('[[turn]]\nname = "a"', "required field `playthrough`"),
        ('[[turn]]\nname = "a"\nplaythrough = "b"\nlines = [1]\ntaps = 2', "length 2"),
    ],
)
def test_a_table_that_is_none_says_why(text: str, why: str) -> None:
    with pytest.raises(TurnsError, match=why):
        turns_of(text)


def test_a_turn_without_a_move_is_told() -> None:
    turn = structs.replace(TURNS[0], lines=(1, 2))
    with pytest.raises(TurnsError, match="no move in its lines"):
        moves_in(turn)
