"""What a screen may show. A game describes; phone, table screen, OLED, API and terminal each draw it their way.

``title`` is always given. ``secret`` marks a widget that holds what only this viewer may know: screens cover it.
Icons are names of the icon set. Positions (``at``) are keys of the widget's own spaces, of a grid ``"x,y"``; they are
the values of a ``Place`` question that names the widget.
"""

from __future__ import annotations

from typing import Literal

from msgspec import Struct

from companion.core.wording import Wording


class Widget(Struct, frozen=True, kw_only=True):
    """What all widgets share. ``big`` ones are the picture of the table screen."""

    key: str
    title: Wording
    secret: bool = False
    big: bool = False


class Token(Struct, frozen=True):
    """A marker of a seat (or of nobody) standing at ``at``; ``to`` draws an arrow to where it may go."""

    at: str
    seat: int | None = None
    icon: str = ""
    label: Wording | None = None
    to: str = ""


class Space(Struct, frozen=True):
    """A place a token may stand on. ``note`` is a word on it, such as a price."""

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
    """Spaces in a circle, clockwise from the top; ``centre`` is what stands in the middle."""

    spaces: tuple[Space, ...]
    tokens: tuple[Token, ...] = ()
    centre: Wording | None = None
    centre_note: Wording | None = None


class Column(Struct, frozen=True):
    """A column of a ledger."""

    label: Wording
    icon: str = ""


class Row(Struct, frozen=True):
    """A row of a ledger: a seat's, or a labelled one. A cell is a number, words, or None for what is not known.

    ``marked`` is the row of whoever is on turn or leads; ``out`` greys it.
    """

    cells: tuple[int | Wording | None, ...]
    seat: int | None = None
    label: Wording | None = None
    marked: bool = False
    out: bool = False


class Ledger(Widget, frozen=True, kw_only=True, tag="ledger"):
    """Numbers in rows and columns. ``total`` says that the last column is the sum people look at."""

    columns: tuple[Column, ...]
    rows: tuple[Row, ...]
    total: bool = False


class Card(Struct, frozen=True):
    """A card, tile or block. ``lines`` is what is on it; ``key`` is opaque where the card is hidden from others."""

    key: str
    title: Wording
    lines: tuple[Wording, ...] = ()
    icon: str = ""
    spent: bool = False


class Hand(Widget, frozen=True, kw_only=True, tag="hand"):
    """Cards somebody holds, or that lie open. ``hidden`` counts those this viewer may not see the face of."""

    cards: tuple[Card, ...] = ()
    hidden: int = 0
    seat: int | None = None


class Cell(Struct, frozen=True):
    """A square of a grid, column ``x`` and row ``y`` from 0 at the top left. ``fill`` is a kind of the legend."""

    x: int
    y: int
    fill: str = ""
    icon: str = ""
    label: Wording | None = None
    seat: int | None = None

    @property
    def at(self) -> str:
        """Its position, as a ``Place`` question on the grid names it."""
        return position(self.x, self.y)


def position(x: int, y: int) -> str:
    """The name of a square of a grid, also of one that is empty ground."""
    return f"{x},{y}"


class Kind(Struct, frozen=True):
    """A kind of square, as the legend explains it."""

    key: str
    label: Wording
    icon: str = ""


class Grid(Widget, frozen=True, kw_only=True, tag="grid"):
    """A map of squares, ``width`` by ``height``; squares not listed are empty ground."""

    width: int
    height: int
    cells: tuple[Cell, ...] = ()
    legend: tuple[Kind, ...] = ()


class Bar(Struct, frozen=True):
    """One bar of a meter: ``value`` of ``top``. A value of None is not known to this viewer."""

    value: int | None
    top: int
    seat: int | None = None
    label: Wording | None = None
    icon: str = ""
    marked: bool = False


class Meter(Widget, frozen=True, kw_only=True, tag="meter"):
    """How much of how much, one bar each; ``pips`` draws single marks instead of a length."""

    bars: tuple[Bar, ...]
    pips: bool = False


class Note(Widget, frozen=True, kw_only=True, tag="note"):
    """A few sentences. ``tone`` chooses how loud; ``seat`` is whom they are about, if it is one."""

    lines: tuple[Wording, ...]
    tone: Literal["plain", "good", "warning"] = "plain"
    icon: str = ""
    seat: int | None = None


AnyWidget = Track | Rondel | Ledger | Hand | Grid | Meter | Note


def whose(widget: AnyWidget) -> int:
    """The seat that a widget is all about; 0 for what is about everybody."""
    match widget:
        case Hand(seat=int() as seat) | Note(seat=int() as seat) | Ledger(rows=(Row(seat=int() as seat),)):
            return seat
    return 0
