"""Join face: QR code and address."""

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
"""Least pixels for the text beside the code."""


def paint_join(area: Area, face: JoinFace) -> None:
    """Draw the code as large as possible at the left, dark on light; text at the right."""
    code = qr(face.url, area.width - _NARROWEST, area.height)
    left = 0
    if code is not None:
        area.fill(0, 0, code.width + 2 * quiet(code, area.height), area.height)
        margin = quiet(code, area.height)
        area.stamp(code, margin, (area.height - code.height) // 2, 0)
        left = code.width + 2 * margin + 5
    _words(area.part(left, 0, area.width - left, area.height), face)


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


def _words(area: Area, face: JoinFace) -> None:
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
