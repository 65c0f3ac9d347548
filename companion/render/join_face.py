"""The face people join by: a QR code of whole pixels, the address to read."""

from __future__ import annotations

import re
from functools import lru_cache
from itertools import pairwise

import segno
from PIL import Image

from companion.render.area import Area
from companion.render.faces import JoinFace
from companion.render.glyphs import font
from companion.render.layout import LEADING, capacity
from companion.render.marks import large_icon

_NARROWEST = 42
"""Pixels the words beside the code need: an address in pieces."""


def paint_join(area: Area, face: JoinFace) -> None:
    """The code as large as it fits at the left, on light ground as cameras want it; the words at the right."""
    code = qr(face.url, area.width - _NARROWEST, area.height)
    left = 0
    if code is not None:
        area.fill(0, 0, code.width + 2 * quiet(code, area.height), area.height)
        margin = quiet(code, area.height)
        area.stamp(code, margin, (area.height - code.height) // 2, 0)
        left = code.width + 2 * margin + 5
    _words(area.part(left, 0, area.width - left, area.height), face)


def quiet(code: Image.Image, height: int) -> int:
    """The light margin at the left and right of the code: that above it, and never less than 2 pixels."""
    return max((height - code.height) // 2, 2)


@lru_cache(maxsize=4)
def qr(text: str, width: int, height: int) -> Image.Image | None:
    """The code of ``text`` (mode "1", its dark modules set) with the largest modules that fit, or None if none do.

    At least a pixel of quiet zone is left around it. Better error correction is taken where it costs no space.
    """
    matrix = segno.make_qr(text, error="l").matrix
    side = len(matrix)
    scale = min(width - 4, height - 2) // side
    if scale < 1:
        return None
    code = Image.frombytes("1", (side, side), b"".join(_packed(row) for row in matrix))
    return code.resize((side * scale, side * scale), Image.Resampling.NEAREST)


def _packed(row: bytearray | tuple[int, ...]) -> bytes:
    """A row of modules as the bits of a mode "1" image."""
    stride = (len(row) + 7) // 8
    bits = "".join("1" if module else "0" for module in row)
    return int(bits.ljust(stride * 8, "0"), 2).to_bytes(stride, "big")


def _words(area: Area, face: JoinFace) -> None:
    """The address, broken only where it may be."""
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
    """An address in lines of ``width`` pixels, broken before its dots, colons and strokes only; no hyphens put in."""
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
