"""The face of a form: a line for each field with its value, offers to fill in, and the line that sends."""

from __future__ import annotations

from typing import NamedTuple

from companion.render.canvas.area import Area, is_icon
from companion.render.canvas.glyphs import fit, font, wrap
from companion.render.canvas.layout import LEADING, ROW, SHORT, heading, rows
from companion.render.canvas.marks import seat_mark
from companion.render.faces import FormFace, FormLine, FormOffer

_ICON = 12
"""Columns of an icon before a value, with the gap behind it."""
_BUTTON = 13
"""Height of the line that sends, with a row free above."""
_MISSING = "?"
"""The value of a field without an answer."""


class _Line(NamedTuple):
    """A line laid out for a width: the value beside the label, or below it, then why it is refused."""

    label: list[str]
    value: list[str]
    below: list[str]
    beside: bool
    height: int


def paint_form(area: Area, face: FormFace) -> None:
    """Draw the prompt and the lines around the cursor; the value under the cursor is lit."""
    body = heading(area, face.prompt, seat=face.seat, private=face.private, lines=2 if area.height >= SHORT else 1)
    found: dict[int, list[_Line]] = {}

    def heights(width: int) -> list[int]:
        found[width] = [
            _measure(line, width, body.height, focused=index == face.cursor) for index, line in enumerate(face.lines)
        ]
        return [*(line.height for line in found[width]), _send_height(face, width, body.height)]

    for index, row in rows(body, heights, face.cursor):
        focused = index == face.cursor
        match face.lines[index] if index < len(face.lines) else None:
            case FormLine() as line:
                _paint_line(row, line, found[row.width][index], focused=focused)
            case FormOffer():
                _paint_offer(row, found[row.width][index].label, focused=focused)
            case None:
                _paint_send(row, face, body.height)


def _measure(line: FormLine | FormOffer, width: int, height: int, *, focused: bool) -> _Line:
    small = font("small")
    if isinstance(line, FormOffer):
        label = wrap(small, line.label, width - _ICON - 4, 2 if height > 8 * ROW else 1) or [""]
        return _Line(label, [], [], beside=True, height=ROW + (len(label) - 1) * LEADING)
    sign = _ICON if _signed(line) else 0
    left = width - small.width(line.value or _MISSING) - 8 - sign
    beside = small.width(line.label) <= left or height < 2 * ROW
    room = width - 4 - sign
    if beside:
        # Where there is one row for both, a long value leaves the label some letters.
        least = min(small.width(line.label), width // 3)
        room -= least + 4 if left < least else 0
        label = [fit(small, line.label, max(left, least))]
    else:
        # What is chosen is read to its end before what it is for.
        long = small.width(line.value) > room
        most = 1 if height < 3 * ROW or long else 3 if height > 8 * ROW else 2
        label = wrap(small, line.label, width, most) or [""]
    above = 0 if beside else ROW + (len(label) - 1) * LEADING
    value = wrap(small, line.value or _MISSING, room, 2 if height - above >= 2 * ROW else 1) or [_MISSING]
    high = above + ROW + (len(value) - 1) * LEADING
    most = max((height - high - 1) // LEADING, 0)
    below = wrap(small, line.reason, width - 6, min(2, most)) if focused and line.reason else []
    return _Line(label, value, below, beside, min(high + len(below) * LEADING + bool(below), height))


def _signed(line: FormLine) -> bool:
    return bool(line.seat) or is_icon(line.icon)


def _paint_line(row: Area, line: FormLine, set_as: _Line, *, focused: bool) -> None:
    """Draw the label, and the value at the right: lit at the cursor, framed where it is not possible."""
    small = font("small")
    for number, words in enumerate(set_as.label):
        row.text(small, 0, number * LEADING, row.width, words)
    y = 0 if set_as.beside else ROW + (len(set_as.label) - 1) * LEADING
    sign = _ICON if _signed(line) else 0
    wide = min(max(map(small.width, set_as.value)) + 4 + sign, row.width)
    high = ROW + (len(set_as.value) - 1) * LEADING
    x = row.width - wide
    refused = bool(line.reason)
    if refused:
        row.frame(x, y, wide, high)
        row.round_corners(x, y, wide, high)
    elif focused:
        row.fill(x, y, wide, high)
        row.round_corners(x, y, wide, high)
    ink = 0 if focused and not refused else 1
    if sign and not (line.seat and seat_mark(row, line.seat, x + 2, y, ink)):
        row.icon(line.icon, x + 2, y, ink)
    for number, words in enumerate(set_as.value):
        row.text(small, x + 2 + sign, y + number * LEADING, wide - 4 - sign, words, ink=ink)
    y += high
    for words in set_as.below:
        row.text(small, 3, y, row.width - 6, words)
        y += LEADING


def _paint_offer(row: Area, label: list[str], *, focused: bool) -> None:
    """Draw a pen and what would be filled in; a lit bar at the cursor."""
    if focused:
        row.fill(0, 0, row.width, row.height)
        row.round_corners(0, 0, row.width, row.height)
    ink = 0 if focused else 1
    row.icon("pen", 2, 0, ink)
    for number, words in enumerate(label):
        row.text(font("small"), 2 + _ICON, number * LEADING, row.width - _ICON - 4, words, ink=ink)


def _send_height(face: FormFace, width: int, height: int) -> int:
    act, why = _send_words(face, width, height)
    return min(_BUTTON + (len(act) - 1 + len(why)) * LEADING + bool(why), height)


def _send_words(face: FormFace, width: int, height: int) -> tuple[list[str], list[str]]:
    """What the button says, and why it cannot be sent, where the cursor asks for it."""
    small = font("small")
    act = wrap(small, face.act, width - 6, 2 if height >= 3 * ROW else 1) or [""]
    left = max((height - _BUTTON - 1) // LEADING, 0) - (len(act) - 1)
    asked = face.reason and face.cursor >= len(face.lines)
    return act, wrap(small, face.reason, width - 6, min(2, left)) if asked and left > 0 else []


def _paint_send(row: Area, face: FormFace, room: int) -> None:
    """A button with what would be done; filled at the cursor, without a frame as long as it cannot be sent.
    ``room`` is the height of the list.
    """
    small = font("small")
    act, why = _send_words(face, row.width, room)
    high = _BUTTON - 1 + (len(act) - 1) * LEADING
    here = face.cursor >= len(face.lines)
    lit = here and face.ready
    if lit:
        row.fill(0, 1, row.width, high)
    elif face.ready or here:
        row.frame(0, 1, row.width, high)
    row.round_corners(0, 1, row.width, high)
    for number, words in enumerate(act):
        row.text(small, 3, 2 + number * LEADING, row.width - 6, words, align="centre", ink=0 if lit else 1)
    for number, words in enumerate(why):
        row.text(small, 3, high + 1 + number * LEADING, row.width - 6, words)
