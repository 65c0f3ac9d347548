"""What a small display can show, as values: already spoken in the display's language, not yet drawn.

The service decides which face a place shows; ``companion.render.draw`` turns it into a picture. Equal faces are equal
pictures, so a display is only sent what changed. Seat 0 is the panel.
"""

from __future__ import annotations

from typing import Literal

from msgspec import Struct

from companion.core.widgets import AnyWidget, Grid


class Face(Struct, frozen=True, kw_only=True):
    """What all faces share. ``private`` ones are shown only while PEEK is held. ``seat`` is whose face it is, its shape
    stands in the corner; 0 is nobody's.
    """

    private: bool = False
    seat: int = 0


class HomeFace(Face, frozen=True, kw_only=True, tag="home"):
    """Nothing to do here: who this is, how it stands, what the table waits for. ``points`` may be empty."""

    seat: int
    name: str
    sentence: str
    points: str = ""
    awaited: bool = False
    hint: str = ""
    lock: bool = False


class MenuItem(Struct, frozen=True):
    """A line of a menu. ``reason`` greys it; ``marked`` is a tick in a list of several."""

    label: str
    price: str = ""
    icon: str = ""
    seat: int = 0
    reason: str = ""
    marked: bool | None = None


class MenuFace(Face, frozen=True, kw_only=True, tag="menu"):
    """Things to pick from, one under the cursor."""

    prompt: str
    items: tuple[MenuItem, ...]
    cursor: int


class CountFace(Face, frozen=True, kw_only=True, tag="count"):
    """A number being dialled between ``low`` and ``high``."""

    prompt: str
    value: int
    low: int
    high: int
    icon: str = ""
    effect: str = ""


class DiceFace(Face, frozen=True, kw_only=True, tag="dice"):
    """Dice being entered; the one under the cursor changes with up and down, OK goes on to the next."""

    prompt: str
    dice: tuple[int, ...]
    faces: int
    cursor: int


class ConfirmFace(Face, frozen=True, kw_only=True, tag="confirm"):
    """What will happen, and two buttons; ``cursor`` is 0 on ``yes``."""

    prompt: str
    lines: tuple[str, ...]
    yes: str
    no: str
    cursor: int = 0


class FlashFace(Face, frozen=True, kw_only=True, tag="flash"):
    """A word across the display for a moment: taken, refused, what just happened."""

    text: str
    tone: Literal["good", "plain", "warning"] = "plain"


class SealedFace(Face, frozen=True, kw_only=True, tag="sealed"):
    """The secret page: what only this seat may know. ``page`` counts from 1 when there is more than fits."""

    title: str
    lines: tuple[str, ...]
    page: int = 1
    pages: int = 1


class ScoreRow(Struct, frozen=True):
    """A side in the final order."""

    place: int
    seat: int
    name: str
    points: str


class ScoreFace(Face, frozen=True, kw_only=True, tag="score"):
    """The order, best first, around the row of whoever sits here (``own`` is its index, or -1)."""

    title: str
    rows: tuple[ScoreRow, ...]
    own: int = -1


class WidgetFace(Face, frozen=True, kw_only=True, tag="widget"):
    """One widget as a picture, made with ``companion.render.widget_face.spoken``: its wording is in one language.

    ``cursor`` is the position being picked (a space's or card's key, ``"x,y"`` on a grid); ``top`` counts the rows
    scrolled out above, where there are more than fit.
    """

    widget: AnyWidget
    cursor: str = ""
    top: int = 0


class FitFace(Face, frozen=True, kw_only=True, tag="fit"):
    """A piece in the hand over its ``grid`` (spoken), on ``squares``; ``word`` says how it lies, or why it may not.

    ``stage`` is what the keys dial: 0 its turn, 1 its row, 2 its column.
    """

    prompt: str
    grid: Grid
    squares: tuple[str, ...]
    word: str = ""
    out: bool = False
    stage: int = 0


class ProbeFace(Face, frozen=True, kw_only=True, tag="probe"):
    """A display being tried out: a frame to its edges, whose it is, the key last heard and its pins; or all lit."""

    title: str
    word: str = ""
    pins: str = ""
    full: bool = False


class JoinFace(Face, frozen=True, kw_only=True, tag="join"):
    """The panel while people sit down: a QR code of ``url``, and the address to read."""

    url: str
    address: str


class PinFace(Face, frozen=True, kw_only=True, tag="pin"):
    """The panel while a phone may become host: the digits, in groups, and what they are good for."""

    title: str
    pin: str
    word: str = ""


class WifiFace(Face, frozen=True, kw_only=True, tag="wifi"):
    """The panel while the table has a Wi-Fi of its own: the QR text ``code`` that joins it, its name and its
    password.
    """

    title: str
    code: str
    ssid: str
    key: str


AnyFace = (
    HomeFace
    | MenuFace
    | CountFace
    | DiceFace
    | ConfirmFace
    | FlashFace
    | SealedFace
    | ScoreFace
    | WidgetFace
    | FitFace
    | ProbeFace
    | JoinFace
    | PinFace
    | WifiFace
)
