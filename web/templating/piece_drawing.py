"""What a page needs to lay a piece on a grid: the board a question speaks of, the piece, what is out of reach."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from msgspec import Struct

from companion.core.questions import Fit
from companion.core.widgets import Grid, Widget
from companion.core.wording import Message

SQUARE = 40
"""The side of a square in a drawing's own units."""


class Barred(Struct, frozen=True):
    """The ways of a question that are out of reach: each as the number of its reason. Many share one."""

    ways: dict[str, int]
    reasons: tuple[Message, ...]


def board_of(dialogue: Any, widgets: Iterable[Widget]) -> Grid | None:
    """The grid on which the dialogue's question lays a piece, if it does and the page's viewer sees it."""
    question = dialogue.question
    if not isinstance(question, Fit):
        return None
    return next((it for it in widgets if isinstance(it, Grid) and it.key == question.widget), None)


def boards(dialogues: Iterable[Any], widgets: Sequence[Widget]) -> frozenset[str]:
    """The keys of the widgets that stand within questions of the page, and need not stand beside them too."""
    found = (board_of(dialogue, widgets) for dialogue in dialogues)
    return frozenset(board.key for board in found if board is not None)


def barred_ways(question: Fit) -> Barred:
    """Which ways are out of reach, and why."""
    reasons: list[Message] = []
    ways: dict[str, int] = {}
    for option in question.options:
        if option.reason is not None:
            if option.reason not in reasons:
                reasons.append(option.reason)
            ways[option.value] = reasons.index(option.reason)
    return Barred(ways, tuple(reasons))


def outline(squares: Sequence[tuple[int, int]]) -> str:
    """The path round a piece of ``squares`` (right, down), the first one's top left at the origin; holes too.

    Every side of a square that no other square shares is part of it.
    """
    covered = set(squares)
    path = []
    for right, down in squares:
        x, y = right * SQUARE, down * SQUARE
        sides = (
            ((0, -1), f"M{x} {y}h{SQUARE}"),
            ((1, 0), f"M{x + SQUARE} {y}v{SQUARE}"),
            ((0, 1), f"M{x} {y + SQUARE}h{SQUARE}"),
            ((-1, 0), f"M{x} {y}v{SQUARE}"),
        )
        path += [side for (dx, dy), side in sides if (right + dx, down + dy) not in covered]
    return "".join(path)
