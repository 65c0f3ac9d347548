"""Faces that inform: home, notice, secret page, ranking, test of a display and its keys."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import chain
from typing import NamedTuple

from PIL import Image

from companion.render.canvas.area import Area
from companion.render.canvas.glyphs import Font, font, wrap
from companion.render.canvas.layout import LEADING, ROW, SHORT, balanced, capacity, heading, put, rows, setting
from companion.render.canvas.marks import down_mark, large_icon, large_seat_mark, meander, seat_mark, up_mark
from companion.render.faces import FlashFace, HomeFace, ProbeFace, ScoreFace, SealedFace, SlipFace

MOST_LINES = 9
"""Lines that a row of a slip may take."""


def paint_home(area: Area, face: HomeFace) -> None:
    """Draw shape, name and points in a band, lit if the table waits for this seat; status; hint."""
    if area.upright:
        _upright_home(area, face)
        return
    tall = area.height >= SHORT
    band = 17 if tall else 11
    if face.awaited:
        area.fill(0, 0, area.width, band)
    _band(area, face, band, 0 if face.awaited else 1)
    foot = area.height
    if tall and (face.hint or face.lock):
        foot -= ROW
        _foot(area, face, foot)
    top = band
    if tall:
        meander(area, band + 2)
        top = band + 8
    left = 1 + _shapes(area, face.whose, top + max((foot - top - 18) // 2, 0)) if tall else 1
    words = balanced(face.sentence, area.width - 1 - left, foot - top)
    put(area, words, left, top + max((foot - top - words.height) // 2, 0), area.width - 1 - left)


def _upright_home(area: Area, face: HomeFace) -> None:
    """The band with the name, the points below it, then shapes and status one below the other, then the hint."""
    small, medium = font("small"), font("medium")
    name = setting(face.name, area.width - 22, 3 * LEADING + 2)
    band = max(17, name.height + 2)
    ink = 0 if face.awaited else 1
    if face.awaited:
        area.fill(0, 0, area.width, band)
    large_seat_mark(area, face.seat, 1, (band - 15) // 2, ink)
    put(area, name, 20, (band - name.height) // 2, area.width - 21, ink=ink)
    top = band + 2
    if face.points:
        area.text(medium, 0, top, area.width - 1, face.points, align="right")
        top += medium.height
    meander(area, top)
    top += 7
    room = area.width - (12 if face.lock else 0)
    hint = wrap(small, face.hint, room - 1, 3) if face.hint else []
    high = (len(hint) - 1) * LEADING + small.height if hint else 0
    foot = area.height - max(high, 10 if face.lock else 0) - 1
    for number, line in enumerate(hint):
        area.text(small, 1, foot + 1 + number * LEADING, room - 1, line)
    if face.lock:
        area.icon("lock", area.width - 9, area.height - 9)
    whose = face.whose if all(face.whose) and len(face.whose) <= 6 else ()
    high = 18 if len(whose) == 1 else 11 if whose else 0
    words = balanced(face.sentence, area.width - 1, foot - top - high)
    top += max((foot - top - high - words.height) // 2, 0)
    if len(whose) == 1:
        large_seat_mark(area, whose[0], 1, top, 1)
    else:
        for number, seat in enumerate(whose):
            seat_mark(area, seat, 1 + 10 * number, top, 1)
    put(area, words, 1, top + high, area.width - 1)


def _shapes(area: Area, seats: Sequence[int], y: int) -> int:
    """Whose turn it is, large where it is one, small where they are few; how wide they are with a gap."""
    if len(seats) == 1 and seats[0]:
        large_seat_mark(area, seats[0], 1, y, 1)
        return 22
    if 1 < len(seats) <= 3 and all(seats):
        for number, seat in enumerate(seats):
            seat_mark(area, seat, 1 + 10 * number, y + 5, 1)
        return 10 * len(seats) + 3
    return 0


def _band(area: Area, face: HomeFace, height: int, ink: int) -> None:
    """Seat shape, name, and points at the right."""
    letters = font("medium" if height >= 17 else "small")
    if height >= 17:
        large_seat_mark(area, face.seat, 1, 1, ink)
        left = 20
    else:
        if not seat_mark(area, face.seat, 1, 1, ink):
            area.icon("table", 1, 1, ink)
        left = 13
    top = (height - letters.height) // 2
    right = area.width - 2
    if face.lock and height < 17:
        area.icon("lock", area.width - 10, 1, ink)
        right -= 11
    taken = area.text(letters, right // 2, top, right - right // 2, face.points, align="right", ink=ink)
    room = right - left - taken - (6 if taken else 0)
    if letters.width(face.name) > room:
        letters = font("small")
    area.text(letters, left, (height - letters.height) // 2, room, face.name, ink=ink)


def _foot(area: Area, face: HomeFace, y: int) -> None:
    """Hint, and a lock if there are secrets."""
    room = area.width
    if face.lock:
        area.icon("lock", area.width - 9, y + 1)
        room -= 12
    area.text(font("small"), 1, y, room - 1, face.hint)


class _SlipPages(NamedTuple):
    """The words of a slip on one display, page by page. The ``title`` has room only where all rows stand below it;
    ``head`` is the height above the rows.
    """

    pages: Sequence[Sequence[str]]
    title: Sequence[str] = ()
    head: int = 0
    letters: Font = font("small")
    pitch: int = LEADING


def slip_pages(area: Area, face: SlipFace) -> int:
    """How many pages the rows of a slip take in ``area``."""
    return len(_set_slip(_inside_slip(area), face).pages)


def paint_slip(area: Area, face: SlipFace) -> None:
    """Draw the whole face inverted within a frame: who and what, the rows, and a box with what OK means. A low display
    has room for the rows and the box, a narrow one for the box or the words. More rows than fit below the title take
    its place; more than fit then stand on further pages, to which a triangle points.
    """
    area.fill(0, 0, area.width, area.height)
    small = font("small")
    inside = _inside_slip(area)
    words = _set_slip(inside, face)
    page = min(face.page, len(words.pages) - 1)
    rows = words.pages[page]
    if area.height < SHORT:
        inside.frame(inside.width - 8, inside.height - 8, 7, 7, 0)
        _page_marks(inside, inside.width - 7, (1, inside.height - 14), page, len(words.pages))
        _written(inside.part(0, 0, inside.width - 10, inside.height), rows, small, LEADING)
        return
    area.frame(2, 2, area.width - 4, area.height - 4, 0)
    foot = _foot_of_slip(inside)
    if words.head:
        left = 12 if seat_mark(inside, face.actor, 0, 0, 0) else 0
        for number, line in enumerate(words.title):
            inside.text(small, left, number * LEADING, inside.width - left, line, ink=0)
        inside.fill(0, words.head - 2, inside.width, 1, 0)
    inside.fill(0, foot - 2, inside.width, 1, 0)
    marks = 8 if len(words.pages) > 1 else 0
    beside, alone = (inside.width - left - marks for left in (12, 1))
    if small.width(face.ok) <= beside or small.width(face.ok) > alone:
        inside.frame(1, foot + 1, 7, 7, 0)
    if small.width(face.ok) <= beside:
        inside.text(small, 12, foot, beside, face.ok, ink=0)
    elif small.width(face.ok) <= alone:
        inside.text(small, 1, foot, alone, face.ok, ink=0)
    _page_marks(inside, inside.width - 6, (foot, foot + 5), page, len(words.pages))
    body = inside.part(0, words.head, inside.width, foot - words.head - 2)
    high = max((body.height - (len(rows) - 1) * words.pitch - words.letters.height) // 2, 0)
    _written(body.part(0, high, body.width, body.height - high), rows, words.letters, words.pitch)


def _inside_slip(area: Area) -> Area:
    return area.inset(1 if area.height < SHORT else 4)


def _foot_of_slip(inside: Area) -> int:
    return inside.height - font("small").height - 1


def _set_slip(inside: Area, face: SlipFace) -> _SlipPages:
    """The rows, large where all fit below the title, else wrapped and as many a page as there is room for."""
    small, medium = font("small"), font("medium")
    if inside.height < SHORT - 8:
        return _SlipPages(_paged(_wrapped_rows(face.rows, small, inside.width - 10), capacity(small, inside.height)))
    title = wrap(small, face.title, inside.width - 12, 3 if inside.upright else 1)
    foot, head = _foot_of_slip(inside), max(len(title), 1) * LEADING + 3
    room = foot - head - 2
    fits = all(medium.width(row) <= inside.width for row in face.rows) and len(face.rows) <= capacity(medium, room)
    if fits:
        return _SlipPages([face.rows], title, head, medium, medium.line_height)
    rows = _wrapped_rows(face.rows, small, inside.width)
    if sum(map(len, rows)) <= (room - small.height) // LEADING + 1:
        return _SlipPages([list(chain.from_iterable(rows))], title, head)
    return _SlipPages(_paged(rows, max((foot - 3 - small.height) // LEADING + 1, 1)))


def _wrapped_rows(rows: Sequence[str], letters: Font, width: int) -> list[list[str]]:
    return [wrap(letters, row, width, MOST_LINES) for row in rows]


def _paged(rows: Iterable[Sequence[str]], most: int) -> list[list[str]]:
    """Pages of at most so many lines; the lines of a row stay together where a page holds them."""
    pages: list[list[str]] = [[]]
    for row in rows:
        if pages[-1] and len(pages[-1]) + len(row) > most:
            pages.append([])
        for line in row:
            if len(pages[-1]) == most:
                pages.append([])
            pages[-1].append(line)
    return pages


def _page_marks(area: Area, x: int, tops: tuple[int, int], page: int, pages: int) -> None:
    """A triangle for each direction in which there are more pages."""
    if page:
        up_mark(area, x, tops[0], 0)
    if page < pages - 1:
        down_mark(area, x, tops[1], 0)


def _written(area: Area, rows: Sequence[str], letters: Font, pitch: int) -> None:
    """Rows, one below the other."""
    for number, row in enumerate(rows):
        area.text(letters, 0, number * pitch, area.width, row, ink=0)


def paint_flash(area: Area, face: FlashFace) -> None:
    """Draw a notice in a box between meanders; warnings are inverted, with an icon."""
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
    _word(box.inset(5 if area.height >= SHORT else 4), face, ink)


def _word(area: Area, face: FlashFace, ink: int) -> None:
    """Notice with its icon, in the largest font that fits."""
    sign = {"good": "check", "warning": "warning", "plain": ""}[face.tone]
    left = 13 if sign else 0
    if area.height >= 28 and _doubled(area, face.text, sign, ink):
        return
    words = balanced(face.text, area.width - left, area.height)
    widest = max((words.font.width(line) for line in words.lines), default=0)
    start = (area.width - widest - left) // 2
    area.icon(sign, start, (area.height - 9) // 2, ink)
    put(area, words, start + left, (area.height - words.height) // 2, widest, align="centre", ink=ink)


def _doubled(area: Area, text: str, sign: str, ink: int) -> bool:
    """Draw short text at double size; False if it is too long."""
    medium = font("medium")
    mask = large_icon(sign)
    left = 24 if mask else 0
    wide = 2 * medium.width(text)
    if not text or "\n" in text or left + wide > area.width:
        return False
    word = Image.new("1", (wide // 2, medium.height))
    medium.draw(word, (0, 0), text)
    start = (area.width - left - wide) // 2
    if mask:
        area.stamp(mask, start, (area.height - 18) // 2, ink)
    area.stamp(word.resize((wide, 2 * medium.height)), start + left, (area.height - 2 * medium.height) // 2, ink)
    return True


def paint_sealed(area: Area, face: SealedFace) -> None:
    """Draw a band with an eye and the title, the lines, and the page number."""
    small = font("small")
    area.fill(0, 0, area.width, 11)
    left = 14 if face.seat and seat_mark(area, face.seat, 1, 1, 0) else 2
    area.icon("eye", left, 1, 0)
    left += 12
    taken = 0
    if face.pages > 1:
        taken = area.text(
            small, area.width // 2, 0, area.width // 2 - 2, f"{face.page}/{face.pages}", align="right", ink=0
        )
    body = area.below(11)
    if area.upright:
        body = heading(body, face.title)
    else:
        area.text(small, left, 0, area.width - left - 2 - (taken + 4 if taken else 0), face.title, ink=0)
    width = body.width - (7 if face.pages > 1 else 0)
    lines = _wrapped(face.lines, width, capacity(small, body.height))
    for number, line in enumerate(lines):
        body.text(small, 1, number * LEADING, width - 1, line)
    if face.page > 1:
        up_mark(body, body.width - 5, 1)
    if face.page < face.pages:
        down_mark(body, body.width - 5, body.height - 4)


def _wrapped(texts: Sequence[str], width: int, most: int) -> list[str]:
    """Wrap ``texts`` to at most ``most`` lines: one each, the rest to the first long ones."""
    small = font("small")
    spare = most - len(texts)
    lines: list[str] = []
    for text in texts:
        words = wrap(small, text, width - 1, 1 + max(spare, 0))
        spare -= len(words) - 1
        lines += words
    return lines[:most]


def paint_score(area: Area, face: ScoreFace) -> None:
    """Draw the ranking; the seat's own row is lit."""
    body = heading(area, face.title, seat=face.seat, private=face.private)
    if area.upright:
        _upright_score(body, face)
        return
    pitch = 12 if len(face.rows) * 12 <= body.height else ROW
    letters = font("medium" if pitch == 12 else "small")
    places = max((letters.width(str(row.place)) for row in face.rows), default=0)
    for index, row in rows(body, lambda _: [pitch] * len(face.rows), max(face.own, 0)):
        entry = face.rows[index]
        top = (pitch - letters.height) // 2
        row.text(letters, 0, top, places, str(entry.place), align="right")
        left = places + 4
        if seat_mark(row, entry.seat, left, (pitch - 8) // 2):
            left += 11
        ink = 1
        if index == face.own:
            row.fill(left, 0, row.width - left, pitch)
            ink = 0
        left += 3
        taken = row.text(letters, row.width // 2, top, row.width // 2 - 2, entry.points, align="right", ink=ink)
        row.text(letters, left, top, row.width - left - taken - 6, entry.name, ink=ink)


def _upright_score(area: Area, face: ScoreFace) -> None:
    """Each row with the name below place, shape and points."""
    small = font("small")
    for index, row in rows(area, lambda _: [2 * ROW] * len(face.rows), max(face.own, 0)):
        entry, ink = face.rows[index], 1
        if index == face.own:
            row.fill(0, 0, row.width, 2 * ROW - 1)
            ink = 0
        left = 2 + row.text(small, 1, 0, 12, str(entry.place), ink=ink) + 3
        seat_mark(row, entry.seat, left, 1, ink)
        row.text(small, left + 12, 0, row.width - left - 13, entry.points, align="right", ink=ink)
        row.text(small, 1, LEADING, row.width - 2, entry.name, ink=ink)


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
