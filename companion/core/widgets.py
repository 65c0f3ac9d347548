"""Widgets: what a game shows. Phone, table screen, OLED, API and terminal each have a renderer for them.

``secret`` marks a widget that only this viewer may see; screens cover it. Icons are names of the icon set. Positions
(``at``) are the keys of a widget's spaces, on a grid ``"x,y"``; a ``Place`` question on the widget has them as values.
"""

from __future__ import annotations

from typing import Literal

from msgspec import Struct

from companion.core.options import Colour
from companion.core.wording import Wording


class Widget(Struct, frozen=True, kw_only=True):
    """Base of all widgets. ``seat`` is the seat it belongs to, or None. The table screen shows ``big`` ones in its main
    area.
    """

    key: str
    title: Wording
    secret: bool = False
    big: bool = False
    seat: int | None = None


class Token(Struct, frozen=True):
    """A marker of a seat, or of nobody, at position ``at``; ``to`` draws an arrow to another position."""

    at: str
    seat: int | None = None
    icon: str = ""
    label: Wording | None = None
    to: str = ""


class Space(Struct, frozen=True):
    """A position for tokens. ``note`` is a short text on it, such as a price."""

    key: str
    label: Wording | None = None
    icon: str = ""
    note: Wording | None = None
    marked: bool = False


class Track(Widget, frozen=True, kw_only=True, tag="track"):
    """Spaces in a row with tokens on them; several may share a space, the first on top. ``loop`` joins the ends."""

    spaces: tuple[Space, ...]
    tokens: tuple[Token, ...] = ()
    loop: bool = False


class Rondel(Widget, frozen=True, kw_only=True, tag="rondel"):
    """Spaces in a circle, clockwise from the top; ``centre`` is the text in the middle."""

    spaces: tuple[Space, ...]
    tokens: tuple[Token, ...] = ()
    centre: Wording | None = None
    centre_note: Wording | None = None


class Column(Struct, frozen=True):
    """A column of a ledger."""

    label: Wording
    icon: str = ""


class Row(Struct, frozen=True):
    """A row of a ledger: of a seat, or with a label. A cell is a number, a text, or None for unknown.

    ``marked`` highlights the seat on turn or in the lead; ``out`` greys the row. ``colour`` is that of its piece.
    """

    cells: tuple[int | Wording | None, ...]
    seat: int | None = None
    label: Wording | None = None
    marked: bool = False
    out: bool = False
    colour: Colour | None = None


class Ledger(Widget, frozen=True, kw_only=True, tag="ledger"):
    """A table of numbers. ``total`` marks the last column as the sum. ``in_order``: the rows are seats in the order in
    which they act; screens show them large, with their clocks.
    """

    columns: tuple[Column, ...]
    rows: tuple[Row, ...]
    total: bool = False
    in_order: bool = False


class Card(Struct, frozen=True):
    """A card, tile or block. ``lines`` is its text; ``key`` reveals nothing about a card that is hidden from others.
    ``spent_as`` is the word for a spent card, if not "used".
    """

    key: str
    title: Wording
    lines: tuple[Wording, ...] = ()
    icon: str = ""
    spent: bool = False
    spent_as: Wording | None = None


class Hand(Widget, frozen=True, kw_only=True, tag="hand"):
    """Cards in a hand, or open on the table. ``hidden`` counts those face down for this viewer."""

    cards: tuple[Card, ...] = ()
    hidden: int = 0


class Cell(Struct, frozen=True):
    """A square of a grid, column ``x`` and row ``y`` from 0 at the top left. ``fill`` is a kind of the legend. A
    ``marked`` one is new.
    """

    x: int
    y: int
    fill: str = ""
    icon: str = ""
    label: Wording | None = None
    seat: int | None = None
    marked: bool = False

    @property
    def at(self) -> str:
        """Its position, as in the values of a ``Place`` question."""
        return position(self.x, self.y)


def position(x: int, y: int) -> str:
    """Position of a square of a grid."""
    return f"{x},{y}"


class LegendEntry(Struct, frozen=True):
    """An entry of a grid's legend. ``colour`` is that of its pieces; without one, screens choose. ``name`` replaces
    ``label`` on screens, while stored pictures keep using the ``label``.
    """

    key: str
    label: Wording
    icon: str = ""
    colour: Colour | None = None
    name: Wording | None = None


class Grid(Widget, frozen=True, kw_only=True, tag="grid"):
    """A map of squares, ``width`` by ``height``; squares not listed are empty."""

    width: int
    height: int
    cells: tuple[Cell, ...] = ()
    legend: tuple[LegendEntry, ...] = ()


class Bar(Struct, frozen=True):
    """One bar of a meter: ``value`` of ``top``; None if unknown to this viewer."""

    value: int | None
    top: int
    seat: int | None = None
    label: Wording | None = None
    icon: str = ""
    marked: bool = False


class Meter(Widget, frozen=True, kw_only=True, tag="meter"):
    """Bars; ``pips`` draws separate marks instead of a length."""

    bars: tuple[Bar, ...]
    pips: bool = False


class Note(Widget, frozen=True, kw_only=True, tag="note"):
    """A few sentences. ``tone`` is the emphasis. ``first``: everybody must know it before answering, so a phone shows
    it above the question instead of on a tab.
    """

    lines: tuple[Wording, ...]
    first: bool = False
    tone: Literal["plain", "good", "warning"] = "plain"
    icon: str = ""


AnyWidget = Track | Rondel | Ledger | Hand | Grid | Meter | Note


Tab = Literal["mine", "table", "all"]
"""The tabs of a phone for widgets: the seat's own, those of the table, and everybody's side by side."""


def tab_of(widget: AnyWidget, seat: int) -> Tab:
    """The tab of ``seat``'s phone for a widget. Widgets that compare seats, or belong to another seat, go to
    "everybody".
    """
    if widget.secret or widget.seat == seat:
        return "mine"
    match widget:
        case Widget(seat=int()):
            return "all"
        case Ledger(rows=lines) | Meter(bars=lines) if any(line.seat is not None for line in lines):
            return "all"
    return "table"


class Figure(Struct, frozen=True):
    """One of the few numbers of a seat that its phone always shows. ``None`` if not known. A ``secret`` one is
    covered.
    """

    label: Wording
    value: int | Wording | None
    icon: str = ""
    secret: bool = False


MOST_FIGURES = 6
"""Figures that fit side by side on a narrow phone."""


class ForecastLine(Struct, frozen=True):
    """One short sentence about what a seat can do when it is its turn, or what it will lose. What rests on a secret of
    the seat is ``secret``: it is shown only while the page is uncovered.
    """

    text: Wording
    icon: str = ""
    secret: bool = False


MOST_FORECAST_LINES = 4
"""Lines that fit below the things of a seat that waits."""
