"""A score pad: for a game that counts points in categories, all cells to write on one screen.

Rows are categories, columns are sides or rounds. A cell that can be written now holds the answers of the side's
dialogue that come before its number, so that a screen can write any cell directly.
"""

from __future__ import annotations

from typing import Literal

from msgspec import Struct

from companion.core.questions import Answer
from companion.core.wording import Wording

PadKind = Literal["number", "yes", "other", "none"]
"""How the cells of a row are written: by a number, by yes or no, by a question of another kind, or by nobody."""


class PadCell(Struct, frozen=True):
    """``points`` is None if nothing is written or the points are not known; ``numbers`` is what is written.

    ``before`` are the answers of the side's dialogue that come before those of this cell; None if it cannot be written
    now. ``wanted``: it has to be written now.
    """

    points: int | Wording | None = None
    numbers: tuple[int, ...] = ()
    before: tuple[Answer, ...] | None = None
    wanted: bool = False
    note: Wording | None = None


class PadRow(Struct, frozen=True):
    """``key`` is that of the question that writes the row; several rows of one question, such as the kinds of a set,
    are numbered by ``place`` from 0. A number is from ``low`` to ``high``. ``hint`` says what counts. ``steps`` are the
    amounts by which a tap changes a number that changes during the play; empty for a number that is written once.
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
    """A move besides the cells, made by the side of ``column``. ``answers`` are all answers of its dialogue, ``hint``
    is its present state, ``reason`` says why it cannot be made now. ``apart``: it ends something for that side.
    """

    column: int
    label: Wording
    answers: tuple[Answer, ...]
    icon: str = ""
    reason: Wording | None = None
    apart: bool = False
    hint: Wording | None = None


class PadColumn(Struct, frozen=True):
    """``seats`` write it; ``label`` is None if it is the name of the only seat. ``done`` are the answers by which the
    side says that everything is written; None if it cannot do so now.
    """

    seats: tuple[int, ...]
    label: Wording | None = None
    total: int | None = None
    done: tuple[Answer, ...] | None = None


class Pad(Struct, frozen=True):
    """The rows and columns. ``total`` is the sum of a pad whose columns belong to one side; None if each column has its
    own, or if sums are hidden until the end. ``title`` is the heading if its numbers are no points.
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
