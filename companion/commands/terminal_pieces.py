"""A piece to be laid, in a terminal: its turns drawn in letters, and the squares where each may lie."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from companion.core.questions import Fit
from companion.core.wording import Speaker, say

FIRST, OTHER, NOTHING = "@", "#", "."
ROOM = 76
"""Characters of a line of squares."""


def lines_of_ways(question: Fit, speaker: Speaker) -> list[str]:
    """Every turn as a drawing, and where its first square may lie, by column and row from 0."""
    lines = []
    for turn, squares in enumerate(question.turns):
        if len(question.turns) > 1:
            lines.append(f"  {speaker.say(say('Turn {n}', n=turn))}")
        lines += [f"    {row}" for row in _drawn(squares)]
        reach = [option.value.rpartition(",") for option in question.reachable()]
        lines += _wrapped([at for at, _, which in reach if int(which) == turn]) or [
            f"    {speaker.say(say('nowhere'))}"
        ]
    return lines


def way_typed(question: Fit, typed: str) -> str:
    """What was typed as a way: numbers with commas or spaces between; the turn may be left out where it has one."""
    parts = re.split(r"[\s,]+", typed.strip())
    if len(parts) == 2 and len(question.turns) == 1:
        parts.append("0")
    return ",".join(parts)


def _drawn(squares: Sequence[tuple[int, int]]) -> Iterator[str]:
    """The rows of a piece, its first square marked."""
    columns, rows = [x for x, _ in squares], [y for _, y in squares]
    for y in range(min(rows), max(rows) + 1):
        marks = (_mark(squares, (x, y)) for x in range(min(columns), max(columns) + 1))
        yield " ".join(marks)


def _mark(squares: Sequence[tuple[int, int]], at: tuple[int, int]) -> str:
    if at == squares[0]:
        return FIRST
    return OTHER if at in squares else NOTHING


def _wrapped(squares: Sequence[str]) -> list[str]:
    """The squares in lines that fit a terminal."""
    lines: list[str] = []
    for square in squares:
        if lines and len(lines[-1]) + len(square) < ROOM:
            lines[-1] += f" {square}"
        else:
            lines.append(f"    {square}")
    return lines
