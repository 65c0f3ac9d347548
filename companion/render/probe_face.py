"""Face for testing a display and its keys."""

from __future__ import annotations

from companion.render.area import Area
from companion.render.faces import ProbeFace
from companion.render.glyphs import font
from companion.render.layout import ROW, SHORT, balanced, put, setting
from companion.render.marks import seat_mark


def paint_probe(area: Area, face: ProbeFace) -> None:
    """Draw a frame, seat shape and name, last key and its pins."""
    if face.full:
        area.fill(0, 0, area.width, area.height)
        return
    area.frame(0, 0, area.width, area.height)
    if area.height >= SHORT:
        for x in (2, area.width - 5):
            for y in (2, area.height - 5):
                area.fill(x, y, 3, 3)
    inside = area.inset(7 if area.height >= SHORT else 2)
    left = 12 if face.seat and seat_mark(inside, face.seat, 0, 0) else 0
    inside.text(font("small"), left, 0, inside.width - left, face.title)
    body = inside.below(ROW)
    heard = " ".join(part for part in (face.word, face.pins) if part)
    tall = area.height >= SHORT
    word = balanced(heard, body.width, body.height) if tall else setting(heard, body.width, ROW, ("small",))
    put(body, word, 0, (body.height - word.height) // 2, body.width, align="centre")
