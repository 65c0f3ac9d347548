"""Face to join the table's own Wi-Fi: QR code, name and password."""

from __future__ import annotations

from companion.render.area import Area
from companion.render.faces import WifiFace
from companion.render.glyphs import font
from companion.render.join_face import pieces, qr, quiet
from companion.render.layout import LEADING, SHORT, capacity

_NARROWEST = 50
"""Pixels the words need: a name and a password in pieces."""
_INDENT = 12
"""Pixels of the key beside or above the password."""


def paint_wifi(area: Area, face: WifiFace) -> None:
    """The code as large as it fits at the left, on light ground; title, name and password at the right."""
    code = qr(face.code, area.width - _NARROWEST, area.height)
    left = 0
    if code is not None:
        margin = quiet(code, area.height)
        area.fill(0, 0, code.width + 2 * margin, area.height)
        area.stamp(code, margin, (area.height - code.height) // 2, 0)
        left = code.width + 2 * margin + 4
    _words(area.part(left, 0, area.width - left, area.height), face)


def _words(area: Area, face: WifiFace) -> None:
    """Title and name from the top, the password from the bottom; what does not fit between them is left out."""
    small = font("small")
    tall = area.height >= SHORT
    indent = 0 if tall else _INDENT
    password = pieces(face.key, area.width - indent)[: capacity(small, area.height)]
    foot = area.height - (len(password) - 1) * LEADING - small.height
    if password:
        _key(area, foot, small.height, above=tall)
    for number, line in enumerate(password):
        area.text(small, indent, foot + number * LEADING, area.width - indent, line)
    names = ([face.title] if tall and face.title else []) + pieces(face.ssid, area.width)
    for number, line in enumerate(names[: capacity(small, foot - (_INDENT if tall else 0))]):
        area.text(small, 0, number * LEADING, area.width, line)


def _key(area: Area, foot: int, height: int, *, above: bool) -> None:
    """The sign of a password: over it where there is room, else before it."""
    top = foot - _INDENT + 1 if above else foot + (height - 9) // 2
    if top >= 0:
        area.icon("key", 0, top)
