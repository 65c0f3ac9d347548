"""A score pad: what a game that counts points in categories shows to anybody who writes them, all on one screen.

Rows are categories, columns the sides or the rounds. A cell that can be written now says which answers of the side's
dialogue come before its number, so that a screen writes any cell at once.
"""

from __future__ import annotations

from typing import Literal

from msgspec import Struct

from companion.core.questions import Answer
from companion.core.wording import Wording

PadKind = Literal["number", "yes", "other", "none"]
"""How the cells of a row are written: by a number, by yes or no, by a question of another kind, or by nobody."""


class PadCell(Struct, frozen=True):
    """``points`` are None where nothing is written or the points are not known, ``numbers`` what is written in it.

    ``before`` are the answers of the side's dialogue that come before those of this cell; None where it cannot be
    written now. ``wanted``: it has to be written now.
    """

    points: int | Wording | None = None
    numbers: tuple[int, ...] = ()
    before: tuple[Answer, ...] | None = None
    wanted: bool = False
    note: Wording | None = None


class PadRow(Struct, frozen=True):
    """``key`` is that of the question that writes the row; several rows that one answer after the other writes, as the
    kinds of a set, count their ``place`` among them from 0. A number lies between ``low`` and ``high``.
    ``hint`` reminds of what counts. ``steps`` are the amounts by which a tap changes a number that moves during the
    play; without any it is written once.
    """

    key: str
    label: Wording
    cells: tuple[PadCell, ...]
    brief: Wording | None = None
    icon: str = ""
    kind: PadKind = "number"
    low: int = 0
    high: int = 999
    place: int = 0
    hint: Wording | None = None
    steps: tuple[int, ...] = ()


class PadAct(Struct, frozen=True):
    """A move beside the cells, by the side of ``column``: ``answers`` are all of its dialogue, ``hint`` how it stands,
    ``reason`` why it cannot be made now. ``apart``: it ends something for that side.
    """

    column: int
    label: Wording
    answers: tuple[Answer, ...]
    icon: str = ""
    reason: Wording | None = None
    apart: bool = False
    hint: Wording | None = None


class PadColumn(Struct, frozen=True):
    """``seats`` write it; ``label`` is None where it is the name of the only one. ``done`` are the answers by which the
    side says that everything is written; None where it cannot now.
    """

    seats: tuple[int, ...]
    label: Wording | None = None
    total: int | None = None
    done: tuple[Answer, ...] | None = None


class Pad(Struct, frozen=True):
    """The rows and columns. ``total`` is the sum of a pad whose columns belong to one side; None where each column has
    its own, or where sums are hidden until the end. ``title`` names it where its numbers are no points.
    """

    columns: tuple[PadColumn, ...]
    rows: tuple[PadRow, ...]
    total: int | None = None
    acts: tuple[PadAct, ...] = ()
    title: Wording | None = None


class Typed(Struct, frozen=True):
    """Unsaved input in a cell of a pad: its number, and those of earlier cells that are written with it."""

    key: str
    column: int
    numbers: tuple[int, ...]
