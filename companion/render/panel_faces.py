"""Faces of the panel: the address to join with its QR code, the own Wi-Fi, the host PIN in large digits."""

from __future__ import annotations

import re
from functools import lru_cache
from itertools import pairwise

import segno
from PIL import Image

from companion.render.canvas.area import Area
from companion.render.canvas.glyphs import Font, font, wrap
from companion.render.canvas.layout import LEADING, SHORT, capacity, heading
from companion.render.canvas.marks import large_icon
from companion.render.faces import JoinFace, PinFace, WifiFace

_NARROWEST_ADDRESS = 42
"""Least pixels for the text beside the code."""
_NARROWEST_WIFI = 50
"""Pixels the words need: a name and a password in pieces."""
_INDENT = 12
"""Pixels of the key beside or above the password."""
_DIGITS_APART = 10
"""Pixels between groups of digits."""


def paint_join(area: Area, face: JoinFace) -> None:
    """Draw the code as large as possible at the left, dark on light; text at the right. Upright, text below it."""
    _address_words(_beside_code(area, face.url, _NARROWEST_ADDRESS, 5), face)


def _beside_code(area: Area, text: str, narrowest: int, apart: int) -> Area:
    """Draw the code of ``text`` at the left, dark on light, as large as the ``narrowest`` area for words allows;
    upright, at the top; returns the area for words, ``apart`` pixels from it.
    """
    if area.upright:
        return _code_above(area, text)
    code = qr(text, area.width - narrowest, area.height)
    if code is None:
        return area
    margin = quiet(code, area.height)
    width = code.width + 2 * margin
    area.fill(0, 0, width, area.height)
    area.stamp(code, margin, (area.height - code.height) // 2, 0)
    left = width + apart
    return area.part(left, 0, area.width - left, area.height)


def _code_above(area: Area, text: str) -> Area:
    """Draw the code of ``text`` at the top, dark on light; returns the area below."""
    code = qr(text, area.width, area.width)
    if code is None:
        return area
    high = code.height + 4
    area.fill(0, 0, area.width, high)
    area.stamp(code, (area.width - code.width) // 2, 2, 0)
    return area.below(high + 2)


def quiet(code: Image.Image, height: int) -> int:
    """Quiet zone at the left and right: as above the code, at least 2 pixels."""
    return max((height - code.height) // 2, 2)


@lru_cache(maxsize=4)
def qr(text: str, width: int, height: int) -> Image.Image | None:
    """QR code of ``text`` (mode "1", dark modules set) with the largest modules that fit with a pixel of quiet zone;
    None if none do. Higher error correction is used if it costs no space.
    """
    matrix = segno.make_qr(text, error="l").matrix
    side = len(matrix)
    scale = min(width - 4, height - 2) // side
    if scale < 1:
        return None
    code = Image.frombytes("1", (side, side), b"".join(_packed(row) for row in matrix))
    return code.resize((side * scale, side * scale), Image.Resampling.NEAREST)


def _packed(row: bytearray | tuple[int, ...]) -> bytes:
    """Module row packed to mode "1" bits."""
    stride = (len(row) + 7) // 8
    bits = "".join("1" if module else "0" for module in row)
    return int(bits.ljust(stride * 8, "0"), 2).to_bytes(stride, "big")


def _address_words(area: Area, face: JoinFace) -> None:
    """Draw the address, broken only at allowed places."""
    small = font("small")
    lines = pieces(face.address, area.width)[: capacity(small, area.height)]
    high = len(lines) * LEADING + 1
    phone = large_icon("phone")
    top = 0
    if phone and area.height - high >= 18 + 4:
        area.stamp(phone, 0, 1)
        top = 20
    top += max((area.height - top - high) // 2, 0)
    for number, line in enumerate(lines):
        area.text(small, 0, top + number * LEADING, area.width, line)


def pieces(address: str, width: int) -> list[str]:
    """Address in lines of ``width`` pixels, broken before dots, colons and slashes, without hyphens."""
    small = font("small")
    starts = [0, *(found.start() for found in re.finditer(r"[.:/?@-]", address) if found.start()), len(address)]
    lines: list[str] = []
    for start, end in pairwise(starts):
        part = address[start:end]
        if lines and small.width(lines[-1] + part) <= width:
            lines[-1] += part
            continue
        lines.append("")
        for letter in part:
            if lines[-1] and small.width(lines[-1] + letter) > width:
                lines.append("")
            lines[-1] += letter
    return lines


def paint_wifi(area: Area, face: WifiFace) -> None:
    """Draw the code as large as it fits at the left, on a light background; title, name and password at the right."""
    _wifi_words(_beside_code(area, face.code, _NARROWEST_WIFI, 4), face)


def _wifi_words(area: Area, face: WifiFace) -> None:
    """Title and name from the top, the password from the bottom; what does not fit between them is left out."""
    small = font("small")
    tall = area.height >= SHORT
    indent = 0 if tall else _INDENT
    password = pieces(face.key, area.width - indent)[: capacity(small, area.height)]
    foot = area.height - (len(password) - 1) * LEADING - small.height
    if password:
        _wifi_key(area, foot, small.height, above=tall)
    for number, line in enumerate(password):
        area.text(small, indent, foot + number * LEADING, area.width - indent, line)
    names = ([face.title] if tall and face.title else []) + pieces(face.ssid, area.width)
    for number, line in enumerate(names[: capacity(small, foot - (_INDENT if tall else 0))]):
        area.text(small, 0, number * LEADING, area.width, line)


def _wifi_key(area: Area, foot: int, height: int, *, above: bool) -> None:
    """The sign of a password: over it where there is room, else before it."""
    top = foot - _INDENT + 1 if above else foot + (height - 9) // 2
    if top >= 0:
        area.icon("key", 0, top)


def paint_pin(area: Area, face: PinFace) -> None:
    """Draw key and title, the digits, and their purpose on a tall display."""
    area.icon("key", 0, 0)
    if area.upright:
        _upright_pin(area, face)
        return
    heading(area.part(12, 0, area.width - 12, area.height), face.title)
    top, foot = LEADING + 3, area.height
    if area.height >= SHORT and face.word:
        foot -= font("small").height
        area.text(font("small"), 0, foot, area.width, face.word)
    groups = face.pin.split()
    letters = _largest_digits(groups, area.width, foot - top)
    left = max((area.width - _digits_width(letters, groups)) // 2, 0)
    high = top + max((foot - top - letters.height) // 2, 0)
    for group in groups:
        left += area.text(letters, left, high, max(area.width - left, 0), group) + _DIGITS_APART


def _upright_pin(area: Area, face: PinFace) -> None:
    """Title, the groups one below the other, and their purpose."""
    small = font("small")
    body = heading(area.part(12, 0, area.width - 12, area.height), face.title)
    word = wrap(small, face.word, area.width, 3) if face.word else []
    foot = area.height - ((len(word) - 1) * LEADING + small.height if word else 0)
    for number, line in enumerate(word):
        area.text(small, 0, foot + number * LEADING, area.width, line)
    top = body.top - area.top
    groups = face.pin.split()[: max((foot - top) // small.height, 0)]
    high = (foot - top) // max(len(groups), 1)
    fitting = (font(name) for name in ("large", "medium") if font(name).height <= high)
    letters = next((one for one in fitting if all(one.width(group) <= area.width for group in groups)), small)
    for number, group in enumerate(groups):
        area.text(letters, 0, top + number * high + (high - letters.height) // 2, area.width, group, align="centre")


def _largest_digits(groups: list[str], width: int, height: int) -> Font:
    """Largest font in which the digits fit."""
    fitting = (font(name) for name in ("large", "medium") if font(name).height <= height)
    return next((letters for letters in fitting if _digits_width(letters, groups) <= width), font("small"))


def _digits_width(letters: Font, groups: list[str]) -> int:
    return sum(map(letters.width, groups)) + _DIGITS_APART * (len(groups) - 1)
