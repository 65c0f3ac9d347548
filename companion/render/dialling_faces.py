"""Faces for dialling: a number, and dice."""

from __future__ import annotations

from companion.render.canvas.area import Area
from companion.render.canvas.glyphs import Font, font, wrap
from companion.render.canvas.layout import LEADING, SHORT, heading, put, setting
from companion.render.canvas.marks import big_arrow, die, down_mark, large_icon, up_mark
from companion.render.faces import CountFace, DiceFace

_ARROWS = 13
_DIAL = 25
"""Height of large figures plus one row."""

_LARGEST_DIE = 27
_GAP = 3


def paint_count(area: Area, face: CountFace) -> None:
    """Draw the number between arrows and bounds, and its meaning below."""
    if area.height < SHORT:
        _low_count(area, face)
        return
    body = heading(area, face.prompt, seat=face.seat, private=face.private, lines=2)
    effect = setting(face.effect, body.width, min(19, body.height - _DIAL), ("small",))
    put(body, effect, 0, body.height - effect.height, body.width, align="centre")
    small = font("small")
    limit = max(small.width(_number(bound)) for bound in (face.low, face.high))
    bounds = _widest(face, small) + _ARROWS + 8 + limit <= body.width
    figures = _figures(face, body.width - _ARROWS - 8 - (limit if bounds else 0))
    _dial(body.part(0, 0, body.width, body.height - effect.height), face, figures, bounds=bounds)


def _low_count(area: Area, face: CountFace) -> None:
    """Layout for low displays: number at the right, text beside it. Where that cuts the text, the number is smaller,
    and the effect below it.
    """
    figures, foot = _figures(face, 56), 0
    medium = font("medium")
    for smaller, below in ((figures, 0), (medium, 0), (medium, LEADING + 1)):
        if _low_texts_fit(area, face, smaller, below):
            figures, foot = smaller, below
            break
    side = _widest(face, figures) + _ARROWS + 5
    _dial(area.part(area.width - side, 0, side, area.height - foot), face, figures, bounds=False)
    room = area.width - side - 5
    lines = 2 if face.effect else 3
    body = heading(area.part(0, 0, room, area.height), face.prompt, seat=face.seat, private=face.private, lines=lines)
    if foot:
        body = area.part(0, area.height - foot, area.width, foot)
    put(body, setting(face.effect, body.width, body.height, ("small",)), 0, 0, body.width)


def _low_texts_fit(area: Area, face: CountFace, figures: Font, foot: int) -> bool:
    """Whether prompt and effect are whole beside these figures, the effect in ``foot`` pixels below them if not 0."""
    small, room = font("small"), area.width - _widest(face, figures) - _ARROWS - 10
    prompt = wrap(small, face.prompt, room - (12 if face.seat else 0) - (12 if face.private else 0), 4)
    effect = wrap(small, face.effect, area.width if foot else room, 3)
    if foot:
        return len(prompt) <= 2 and len(effect) <= 1
    return max(len(prompt), 1) + len(effect) <= 3


def _dial(area: Area, face: CountFace, figures: Font, *, bounds: bool = True) -> None:
    """Draw icon, number, arrows and bounds, centred for the longest number so that nothing moves."""
    small = font("small")
    low, high = (_number(face.low), _number(face.high)) if bounds else ("", "")
    limit = max(small.width(low), small.width(high))
    sign = large_icon(face.icon) if bounds else None
    wide = min(_widest(face, figures), area.width - 5 - _ARROWS)
    whole = (25 if sign else 0) + wide + 5 + _ARROWS + (3 + limit if bounds else 0)
    if sign and whole > area.width:
        sign, whole = None, whole - 25
    x = max((area.width - whole) // 2, 0)
    high_ink = figures.baseline
    top = max((area.height - high_ink) // 2, 0)
    if sign:
        area.stamp(sign, x, max((area.height - 18) // 2, 0))
        x += 25
    area.text(figures, x, top, wide, _number(face.value), align="right")
    x += wide + 5
    middle = top + high_ink // 2
    big_arrow(area, x, middle - 9, up=True, hollow=face.value >= face.high)
    big_arrow(area, x, middle + 3, up=False, hollow=face.value <= face.low)
    area.text(small, x + _ARROWS + 3, middle - 11, limit, high)
    area.text(small, x + _ARROWS + 3, middle + 1, limit, low)


def _figures(face: CountFace, room: int) -> Font:
    """Largest font in which every number fits."""
    for name in ("large", "medium"):
        if _widest(face, font(name)) <= room:
            return font(name)
    return font("small")


def _widest(face: CountFace, letters: Font) -> int:
    """Pixels of the longest number."""
    return max(letters.width(_number(number)) for number in (face.value, face.low, face.high))


def _number(value: int) -> str:
    return str(value).replace("-", "\N{MINUS SIGN}")


def paint_dice(area: Area, face: DiceFace) -> None:
    """Draw the dice in one to four rows; the current one is lit with arrows."""
    body = heading(area, face.prompt, seat=face.seat, private=face.private, lines=2 if len(face.dice) <= 5 else 1)
    if not face.dice:
        return
    arrows = 5 if body.height >= 24 else 0
    lines, per_line, size = _arrangement(len(face.dice), body.width, body.height, 2 * arrows)
    pitch = size + 2 * arrows
    top = max((body.height - lines * pitch) // 2, 0) + arrows
    for index, value in enumerate(face.dice):
        line, place = divmod(index, per_line)
        here = min(per_line, len(face.dice) - line * per_line)
        x = (body.width - here * (size + _GAP) + _GAP) // 2 + place * (size + _GAP)
        y = top + line * pitch
        chosen = index == face.cursor
        _one_die(body, x, y, size, value, face.faces, chosen=chosen)
        if chosen and arrows:
            up_mark(body, x + size // 2 - 2, y - 5)
            down_mark(body, x + size // 2 - 2, y + size + 2)


def _arrangement(count: int, width: int, height: int, extra: int) -> tuple[int, int, int]:
    """Rows, dice per row and largest odd die size; each row needs ``extra`` pixels."""
    best = (1, count, 3)
    for lines in range(1, 5):
        per_line = -(-count // lines)
        size = min(_LARGEST_DIE, (width + _GAP) // per_line - _GAP, height // lines - extra)
        size -= 1 - size % 2
        if size > best[2]:
            best = (lines, per_line, size)
    return best[0], best[1], max(best[2], 5)


def _one_die(area: Area, x: int, y: int, size: int, value: int, faces: int, *, chosen: bool) -> None:
    """Pips up to six; a die with more faces shows its number."""
    if faces <= 6:
        die(area, x, y, size, value, chosen=chosen)
        return
    die(area, x, y, size, 0, chosen=chosen)
    if value > 0:
        letters = font("medium" if size >= 19 else "small")
        top = y + (size - letters.baseline - 1) // 2
        area.text(letters, x + 1, top, size - 2, str(value), align="centre", ink=0 if chosen else 1)
