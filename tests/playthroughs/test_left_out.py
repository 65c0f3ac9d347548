"""What a line of a playthrough may leave out: a question that is nearly always answered alike."""

from __future__ import annotations

import pytest

from companion.games.antiquity import Antiquity
from companion.games.antiquity.moves import PlanInTurn, Pollute
from companion.playthroughs.grammar import parse, write
from companion.playthroughs.replay import ReplayResult, replay

HEAD = """
game: antiquity
level: counters
seat 1: Ana
seat 2: Bo
seed: 00

table: turn=1
1: plan=ready
2: plan=ready
"""


def run(lines: str) -> ReplayResult:
    return replay(parse(HEAD + lines, "f.txt"), {"antiquity": Antiquity()})


def test_a_question_that_came_later_needs_no_line_in_an_older_file() -> None:
    """In which order all act: the line names the next question by its key, and stays as it is."""
    result = run("1: left-over=1\n2: left-over=0\n")
    assert result.difference is None
    assert [made.move for made in result.moves[-2:]] == [Pollute(1), Pollute(0)]
    assert result.actual is not None
    assert "\n1: left-over=1\n" in write(result.actual)


@pytest.mark.parametrize(
    ("line", "move"), [("in-turn=at-once | left-over=2", Pollute(2)), ("in-turn=one-by-one", PlanInTurn())]
)
def test_what_is_answered_counts(line: str, move: object) -> None:
    assert run(f"1: {line}\n").moves[-1].move == move


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("left-ovr=1", "expected an answer to in-turn; found one to left-ovr"),
        ("1", "refused with not-offered"),
        ("left-over=99", "refused with out-of-bounds"),
    ],
)
def test_a_slip_is_still_found(line: str, said: str) -> None:
    assert said in str(run(f"1: {line}\n").difference)
