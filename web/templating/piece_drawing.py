"""Data for placing a piece on a grid: the board, the outline of the piece, unavailable placements."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from msgspec import Struct

from companion.core.questions import Fit, Place
from companion.core.widgets import Grid, Widget
from companion.core.wording import Message

SQUARE = 40
"""Side of a square in units of the view box."""


class Barred(Struct, frozen=True):
    """Unavailable placements: placement to index of its reason."""

    ways: dict[str, int]
    reasons: tuple[Message, ...]


def board_of(dialogue: Any, widgets: Iterable[Widget]) -> Grid | None:
    """The grid that is drawn inside a question: what a ``Fit`` is laid on, or a secret one that a ``Place`` points at,
    which lies under the same cover; None where there is none or the viewer does not see it.
    """
    asked = [field.question for field in dialogue.form.fields] if dialogue.form else [dialogue.question]
    keys = {question.widget: isinstance(question, Fit) for question in asked if isinstance(question, Fit | Place)}
    return next(
        (it for it in widgets if isinstance(it, Grid) and (keys.get(it.key) or (it.secret and it.key in keys))), None
    )


def boards(dialogues: Iterable[Any], widgets: Sequence[Widget]) -> frozenset[str]:
    """Keys of grids that are drawn inside a question and therefore not again beside it."""
    found = (board_of(dialogue, widgets) for dialogue in dialogues)
    return frozenset(board.key for board in found if board is not None)


def barred_ways(question: Fit) -> Barred:
    """Collect the unavailable placements of a question with their reasons."""
    reasons: list[Message] = []
    ways: dict[str, int] = {}
    for option in question.options:
        if option.reason is not None:
            if option.reason not in reasons:
                reasons.append(option.reason)
            ways[option.value] = reasons.index(option.reason)
    return Barred(ways, tuple(reasons))


def outline(squares: Sequence[tuple[int, int]]) -> str:
    """SVG path of the outline, holes included, of a piece of ``squares`` (right, down) from the first one's top left.

    It consists of every side that no two squares share.
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
