"""Face with the host PIN, in large digits."""

from __future__ import annotations

from companion.render.area import Area
from companion.render.faces import PinFace
from companion.render.glyphs import Font, font
from companion.render.layout import LEADING, SHORT, heading

_APART = 10
"""Pixels between groups of digits."""


def paint_pin(area: Area, face: PinFace) -> None:
    """Draw key and title, the digits, and their purpose on a tall display."""
    area.icon("key", 0, 0)
    heading(area.part(12, 0, area.width - 12, area.height), face.title)
    top, foot = LEADING + 3, area.height
    if area.height >= SHORT and face.word:
        foot -= font("small").height
        area.text(font("small"), 0, foot, area.width, face.word)
    groups = face.pin.split()
    letters = _largest(groups, area.width, foot - top)
    left = max((area.width - _width(letters, groups)) // 2, 0)
    high = top + max((foot - top - letters.height) // 2, 0)
    for group in groups:
        left += area.text(letters, left, high, max(area.width - left, 0), group) + _APART


def _largest(groups: list[str], width: int, height: int) -> Font:
    """Largest font in which the digits fit."""
    fitting = (font(name) for name in ("large", "medium") if font(name).height <= height)
    return next((letters for letters in fitting if _width(letters, groups) <= width), font("small"))


def _width(letters: Font, groups: list[str]) -> int:
    return sum(map(letters.width, groups)) + _APART * (len(groups) - 1)
