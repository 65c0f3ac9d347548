"""The faces that tell: how it stands, a word in passing, the secret page, the final order."""

from __future__ import annotations

from collections.abc import Sequence

from companion.render.area import Area
from companion.render.faces import FlashFace, HomeFace, ScoreFace, SealedFace
from companion.render.glyphs import fit, font, wrap
from companion.render.layout import LEADING, ROW, SHORT, capacity, heading, put, rows, setting
from companion.render.marks import down_mark, large_seat_mark, meander, seat_mark, up_mark


def paint_home(area: Area, face: HomeFace) -> None:
    """Shape, name and points in a band, lit when the table waits for this seat; the sentence; the hint."""
    tall = area.height >= SHORT
    band = 17 if tall else 13
    ink = 0 if face.awaited else 1
    if face.awaited:
        area.fill(0, 0, area.width, band)
    _band(area, face, band, ink)
    foot = area.height
    if face.hint or face.lock:
        foot -= ROW
        _foot(area, face, foot)
    top = band
    if tall:
        meander(area, band + 2)
        top = band + 8
    words = setting(face.sentence, area.width - 2, foot - top)
    put(area, words, 1, top + max((foot - top - words.height) // 2, 0), area.width - 2)


def _band(area: Area, face: HomeFace, height: int, ink: int) -> None:
    """The seat's shape, its name, and its points at the right."""
    medium = font("medium")
    if height >= 17:
        large_seat_mark(area, face.seat, 1, 1, ink)
        left = 20
    else:
        if not seat_mark(area, face.seat, 2, 2, ink):
            area.icon("table", 2, 2, ink)
        left = 15
    top = (height - medium.height) // 2
    taken = area.text(medium, area.width // 2, top, area.width // 2 - 2, face.points, align="right", ink=ink)
    area.text(medium, left, top, area.width - left - taken - (8 if taken else 2), face.name, ink=ink)


def _foot(area: Area, face: HomeFace, y: int) -> None:
    """The hint, and a lock when there are secrets to peek at."""
    room = area.width
    if face.lock:
        area.icon("lock", area.width - 9, y + 1)
        room -= 12
    area.text(font("small"), 1, y, room - 1, face.hint)


def paint_flash(area: Area, face: FlashFace) -> None:
    """The word in a box, between two meanders; a warning is dark on light and comes with its sign."""
    box = area
    if area.height >= SHORT and face.tone != "warning":
        meander(area, 0)
        meander(area, area.height - 5)
        box = area.part(0, 8, area.width, area.height - 16)
    ink = 1
    if face.tone == "warning":
        box.fill(0, 0, box.width, box.height)
        box.frame(2, 2, box.width - 4, box.height - 4, 0)
        ink = 0
    else:
        box.frame(0, 0, box.width, box.height)
    box.round_corners(0, 0, box.width, box.height)
    inner = box.inset(5 if area.height >= SHORT else 4)
    sign = {"good": "check", "warning": "warning", "plain": ""}[face.tone]
    left = 13 if sign else 0
    words = setting(face.text, inner.width - 2 * left, inner.height)
    if len(words.lines) > 2 or words.font.name == "small":
        words = setting(face.text, inner.width - left, inner.height)
        put(inner, words, left, (inner.height - words.height) // 2, inner.width - left, ink=ink)
        inner.icon(sign, 0, (inner.height - 9) // 2, ink)
        return
    widest = max((words.font.width(line) for line in words.lines), default=0)
    start = (inner.width - widest - left) // 2
    inner.icon(sign, start, (inner.height - 9) // 2, ink)
    put(inner, words, start + left, (inner.height - words.height) // 2, widest, align="centre", ink=ink)


def paint_sealed(area: Area, face: SealedFace) -> None:
    """A lit band with an eye and the title; the lines; where there are more pages, which one this is."""
    small = font("small")
    area.fill(0, 0, area.width, 11)
    area.icon("eye", 2, 1, 0)
    taken = 0
    if face.pages > 1:
        taken = area.text(
            small, area.width // 2, 0, area.width // 2 - 2, f"{face.page}/{face.pages}", align="right", ink=0
        )
    area.text(small, 14, 0, area.width - 16 - (taken + 4 if taken else 0), face.title, ink=0)
    body = area.below(12)
    width = body.width - (7 if face.pages > 1 else 0)
    lines = _wrapped(face.lines, width, capacity(small, body.height))
    for number, line in enumerate(lines):
        body.text(small, 1, number * LEADING, width - 1, line)
    if face.page > 1:
        up_mark(body, body.width - 5, 1)
    if face.page < face.pages:
        down_mark(body, body.width - 5, body.height - 4)


def _wrapped(texts: Sequence[str], width: int, most: int) -> list[str]:
    """``texts`` one under the other in at most ``most`` lines; where they do not fit wrapped, a line each."""
    small = font("small")
    lines = [line for text in texts for line in wrap(small, text, width - 1, most + 1)]
    if len(lines) > most:
        lines = [fit(small, " ".join(text.split()), width - 1) for text in texts]
    return lines[:most]


def paint_score(area: Area, face: ScoreFace) -> None:
    """The order: place, shape, name, points; the row of whoever sits here is lit."""
    body = heading(area, face.title, seat=face.seat, private=face.private)
    pitch = 12 if len(face.rows) * 12 <= body.height else ROW
    letters = font("medium" if pitch == 12 else "small")
    places = max((letters.width(str(row.place)) for row in face.rows), default=0)
    for index, row in rows(body, lambda _: [pitch] * len(face.rows), max(face.own, 0)):
        entry = face.rows[index]
        ink = 1
        if index == face.own:
            row.fill(0, 0, row.width, pitch)
            ink = 0
        top = (pitch - letters.height) // 2
        row.text(letters, 2, top, places, str(entry.place), align="right", ink=ink)
        left = places + 6
        if seat_mark(row, entry.seat, left, (pitch - 9 + 1) // 2, ink):
            left += 12
        taken = row.text(letters, row.width // 2, top, row.width // 2 - 2, entry.points, align="right", ink=ink)
        row.text(letters, left, top, row.width - left - taken - 6, entry.name, ink=ink)
