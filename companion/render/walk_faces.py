"""Faces of a table that is tried for the first time: what to do with a part, and whose display this is."""

from __future__ import annotations

from PIL import Image

from companion.render.canvas.area import Area
from companion.render.canvas.glyphs import font
from companion.render.canvas.layout import LEADING, ROW, SHORT, balanced, heading, put, setting
from companion.render.canvas.marks import large_seat_mark, seat_mark
from companion.render.faces import NumberFace, WalkFace


def paint_walk(area: Area, face: WalkFace) -> None:
    """Draw seat shape and part, the instruction as large as it fits, and what OK and BACK mean."""
    body = heading(area, face.title, seat=face.seat)
    foot = body.height
    if (face.yes or face.no) and body.upright:
        foot -= 2 * ROW
        body.text(font("small"), 0, foot, body.width, f"OK: {face.yes}" if face.yes else "")
        body.text(font("small"), 0, foot + ROW, body.width, f"BACK: {face.no}" if face.no else "")
    elif face.yes or face.no:
        foot -= ROW
        _keys(body.part(0, foot, body.width, ROW), face)
    words = balanced(face.word, body.width, foot) if area.height >= SHORT else setting(face.word, body.width, foot)
    put(body, words, 0, max((foot - words.height) // 2, 0), body.width, align="centre")


def _keys(area: Area, face: WalkFace) -> None:
    """OK with its meaning at the left, BACK with its at the right."""
    small = font("small")
    half = area.width // 2
    if face.yes:
        area.text(small, 0, 0, half - 2, f"OK: {face.yes}")
    if face.no:
        area.text(small, half, 0, area.width - half, f"BACK: {face.no}", align="right")


def paint_number(area: Area, face: NumberFace) -> None:
    """Draw a frame at the edges, shape and name, and the number as large as it fits."""
    area.frame(0, 0, area.width, area.height)
    inside = area.inset(3)
    small = font("small")
    if area.upright:
        _upright_number(inside, face)
        return
    digits = _doubled(str(face.number), 2 if area.height >= SHORT else 1)
    top = (inside.height - digits.height) // 2
    inside.stamp(digits, inside.width - digits.width - 4, max(top, 0))
    room = max(inside.width - digits.width - 10, 0)
    if area.height < SHORT:
        left = 12 if face.seat and seat_mark(inside, face.seat, 0, 0) else 0
        inside.text(small, left, 0, room - left, face.title)
        return
    if face.seat:
        large_seat_mark(inside, face.seat, 2, 2)
    words = setting(face.title, room, inside.height - 2 * LEADING - 4)
    put(inside, words, 2, 2 * LEADING + 4, room)


def _upright_number(area: Area, face: NumberFace) -> None:
    """Shape and name above the number."""
    if face.seat:
        large_seat_mark(area, face.seat, 2, 2)
    top = 20 if face.seat else 2
    words = setting(face.title, area.width - 4, 2 * LEADING)
    put(area, words, 2, top, area.width - 4)
    digits = _doubled(str(face.number), 2)
    top += words.height
    area.stamp(digits, (area.width - digits.width) // 2, top + max((area.height - top - digits.height) // 2, 0))


def _doubled(text: str, times: int) -> Image.Image:
    """Figures of the large font, enlarged, as a mask."""
    large = font("large")
    mask = Image.new("1", (max(large.width(text), 1), large.height))
    large.draw(mask, (0, 0), text)
    box = mask.getbbox()
    cut = mask.crop(box) if box else mask
    return cut.resize((cut.width * times, cut.height * times), Image.Resampling.NEAREST)
