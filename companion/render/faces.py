"""Faces: values that describe what a small display shows, in its language, not yet drawn.

The service chooses a place's face; ``companion.render.draw`` draws it. Equal faces give equal images, so that only
changes are sent. Seat 0 is the panel.
"""

from __future__ import annotations

from typing import Literal

from msgspec import Struct

from companion.core.widgets import AnyWidget, Grid


class Face(Struct, frozen=True, kw_only=True):
    """Base of all faces. ``private`` ones are shown only while PEEK is held. ``seat`` is the owner, whose shape is
    shown in the corner; 0 for none. A frame around a ``held`` one says that OK came too early and was not taken.
    """

    private: bool = False
    seat: int = 0
    held: bool = False


class HomeFace(Face, frozen=True, kw_only=True, tag="home"):
    """Nothing to do: name, status, and what the table waits for, with the shapes of ``whose`` turn it is. ``points``
    may be empty.
    """

    seat: int
    name: str
    sentence: str
    points: str = ""
    awaited: bool = False
    hint: str = ""
    lock: bool = False
    whose: tuple[int, ...] = ()


class SlipFace(Face, frozen=True, kw_only=True, tag="slip"):
    """What this seat does with the pieces, all inverted: the shape of the ``actor`` because of whom (0: the table) and
    what happened, ``rows``, and what OK means. ``page`` counts from 0 where a display has no room for all rows; the
    last one stands for any beyond it.
    """

    actor: int
    title: str
    rows: tuple[str, ...]
    ok: str
    page: int = 0


class MenuItem(Struct, frozen=True):
    """Menu line. ``reason`` disables it; ``hint`` explains it under the cursor; ``marked`` is a tick in a multiple
    choice.
    """

    label: str
    price: str = ""
    icon: str = ""
    seat: int = 0
    reason: str = ""
    hint: str = ""
    marked: bool | None = None


class MenuFace(Face, frozen=True, kw_only=True, tag="menu"):
    """Menu with a cursor. ``hint`` is a line above the items, left out where there is no room; ``explanation`` is the
    same at length, a page of its own at cursor -1.
    """

    prompt: str
    items: tuple[MenuItem, ...]
    cursor: int
    hint: str = ""
    explanation: str = ""


class FormLine(Struct, frozen=True, tag="line"):
    """A field of a form: short label and present value, empty where there is none yet. ``reason``: the value is not
    possible.
    """

    label: str
    value: str = ""
    icon: str = ""
    seat: int = 0
    reason: str = ""


class FormOffer(Struct, frozen=True, tag="offer"):
    """A line of a form that fills in answers with OK."""

    label: str


class FormFace(Face, frozen=True, kw_only=True, tag="form"):
    """Form with a line a field, and offers above them; ``cursor`` is the line that OK and up and down act on,
    ``len(lines)`` the button with ``act``, which sends it when it is ``ready``; ``reason`` says why it cannot be sent.
    """

    prompt: str
    lines: tuple[FormLine | FormOffer, ...]
    cursor: int
    act: str
    ready: bool = True
    reason: str = ""


class CountFace(Face, frozen=True, kw_only=True, tag="count"):
    """Number dialled between ``low`` and ``high``."""

    prompt: str
    value: int
    low: int
    high: int
    icon: str = ""
    effect: str = ""


class DiceFace(Face, frozen=True, kw_only=True, tag="dice"):
    """Dice being entered; up and down change the current one, OK goes to the next."""

    prompt: str
    dice: tuple[int, ...]
    faces: int
    cursor: int


class ConfirmFace(Face, frozen=True, kw_only=True, tag="confirm"):
    """Consequence and two buttons; ``cursor`` 0 is ``yes``."""

    prompt: str
    lines: tuple[str, ...]
    yes: str
    no: str
    cursor: int = 0


class FlashFace(Face, frozen=True, kw_only=True, tag="flash"):
    """Short notice: accepted, refused, what just happened."""

    text: str
    tone: Literal["good", "plain", "warning"] = "plain"


class SealedFace(Face, frozen=True, kw_only=True, tag="sealed"):
    """Secret page of a seat. ``page`` counts from 1 if there are several."""

    title: str
    lines: tuple[str, ...]
    page: int = 1
    pages: int = 1


class ScoreRow(Struct, frozen=True):
    """A side in the final ranking."""

    place: int
    seat: int
    name: str
    points: str


class ScoreFace(Face, frozen=True, kw_only=True, tag="score"):
    """Ranking, best first, around the seat's own row (``own``: index or -1)."""

    title: str
    rows: tuple[ScoreRow, ...]
    own: int = -1


class WidgetFace(Face, frozen=True, kw_only=True, tag="widget"):
    """One widget, made with ``widgets.widget_face.spoken``. ``cursor`` is the selected position (key of a
    space or card, ``"x,y"`` on a grid); ``top`` is the number of rows scrolled out above.
    """

    widget: AnyWidget
    cursor: str = ""
    top: int = 0


class FitFace(Face, frozen=True, kw_only=True, tag="fit"):
    """Piece being placed on its ``grid`` (spoken), covering ``squares``; ``word`` describes the position or why it is
    invalid. ``axis`` is what the keys change: 0 rotation, 1 row, 2 column.
    """

    prompt: str
    grid: Grid
    squares: tuple[str, ...]
    word: str = ""
    out: bool = False
    axis: int = 0


class ProbeFace(Face, frozen=True, kw_only=True, tag="probe"):
    """Display test: frame, owner, last key with its pins; or all pixels lit."""

    title: str
    word: str = ""
    pins: str = ""
    full: bool = False


class WalkFace(Face, frozen=True, kw_only=True, tag="walk"):
    """What somebody is asked to do with a part that is tried for the first time: the part and the instruction, or the
    question and one of several answers; and what OK and BACK mean, if anything.
    """

    title: str
    word: str
    yes: str = ""
    no: str = ""


class NumberFace(Face, frozen=True, kw_only=True, tag="number"):
    """Display tried for the first time: a frame at its edges, its owner, and the owner's number, large."""

    title: str
    number: int


class JoinFace(Face, frozen=True, kw_only=True, tag="join"):
    """Panel while people join: QR code of ``url``, and the address as text."""

    url: str
    address: str


class PinFace(Face, frozen=True, kw_only=True, tag="pin"):
    """Panel with the host PIN, in groups, and its purpose."""

    title: str
    pin: str
    word: str = ""


class WifiFace(Face, frozen=True, kw_only=True, tag="wifi"):
    """Panel while the own Wi-Fi is open: QR text ``code``, name and password."""

    title: str
    code: str
    ssid: str
    key: str


AnyFace = (
    HomeFace
    | SlipFace
    | MenuFace
    | FormFace
    | CountFace
    | DiceFace
    | ConfirmFace
    | FlashFace
    | SealedFace
    | ScoreFace
    | WidgetFace
    | FitFace
    | ProbeFace
    | WalkFace
    | NumberFace
    | JoinFace
    | PinFace
    | WifiFace
)
