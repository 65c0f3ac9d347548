"""Cards and notes on a small display."""

from __future__ import annotations

from companion.core.widgets import Card, Hand, Note
from companion.render.canvas.area import Area, is_icon
from companion.render.canvas.glyphs import font, wrap
from companion.render.canvas.layout import LEADING, ROW, heading, rows, setting, window, window_from
from companion.render.canvas.marks import card_back, seat_mark
from companion.render.faces import WidgetFace
from companion.render.widgets.widget_words import words

_SIDE = 40
"""Pixels for hidden cards beside open ones on a low display."""

_MOST_LINES = 60
"""Scrollable lines of a note."""


def paint_hand(area: Area, face: WidgetFace, hand: Hand) -> None:
    """Draw open cards as a list, the selected one in full; hidden ones as a fan of backs."""
    body = heading(area, words(hand.title), seat=face.seat or hand.seat or 0, private=face.private)
    if hand.hidden and not hand.cards:
        _backs(body, hand.hidden, body.height)
        return
    if hand.hidden and body.height < 2 * ROW + 2:
        _backs(body.part(body.width - _SIDE, 0, _SIDE, ROW), hand.hidden, ROW)
        body = body.part(0, 0, body.width - _SIDE - 3, body.height)
    elif hand.hidden:
        _backs(body.below(body.height - ROW - 1), hand.hidden, ROW)
        body = body.part(0, 0, body.width, body.height - ROW - 2)
    keys = [card.key for card in hand.cards]
    at = keys.index(face.cursor) if face.cursor in keys else -1
    lines: dict[int, list[tuple[list[str], list[str]]]] = {}

    def measure(width: int) -> list[int]:
        lines[width] = [
            (_title(card, width, 3 if body.upright else 1), _below(card, width, body.height, open_=i == at))
            for i, card in enumerate(hand.cards)
        ]
        return [ROW + (len(title) - 1 + len(below)) * LEADING for title, below in lines[width]]

    shown = (face.top, window_from) if at < 0 else (at, window)
    for index, row in rows(body, measure, *shown):
        _card(row, hand.cards[index], *lines[row.width][index], lit=index == at)


def _title(card: Card, width: int, most: int) -> list[str]:
    """The title of a card in lines; in one it is shortened when it is drawn."""
    left = 11 if is_icon(card.icon) else 0
    return (wrap(font("small"), words(card.title), width - left - 4, most) if most > 1 else []) or [words(card.title)]


def _below(card: Card, width: int, height: int, *, open_: bool) -> list[str]:
    """Lines under a card's title that fit; only for the selected card."""
    if not open_:
        return []
    text = "\n".join(filter(None, (words(line) for line in card.lines)))
    return wrap(font("small"), text, width - (14 if is_icon(card.icon) else 3), (height - ROW) // LEADING)


def _card(row: Area, card: Card, title: list[str], lines: list[str], *, lit: bool) -> None:
    """Card in the list; spent ones are struck through."""
    small = font("small")
    left = 11 if row.icon(card.icon, 0, 1) else 0
    ink = 1
    head = ROW + (len(title) - 1) * LEADING
    if lit:
        row.fill(left, 0, row.width - left, head)
        ink = 0
    for number, line in enumerate(title):
        taken = row.text(small, left + 2, number * LEADING, row.width - left - 4, line, ink=ink)
        if card.spent:
            row.fill(left + 1, 6 + number * LEADING, taken + 2, 1, ink)
    for number, line in enumerate(lines):
        row.text(small, left + 2, head + number * LEADING, row.width - left - 3, line)
    if lines:
        row.dotted(left, head + 1, row.height - head - 1, down=True)


def _backs(area: Area, count: int, height: int) -> None:
    """Fan of card backs, and their number."""
    letters = font("large" if height >= 34 and count < 100 else "medium" if height > 14 else "small")
    number = str(count)
    high = min(height, 34)
    wide = max(high * 2 // 3, 7)
    room = area.width - letters.width(number) - 8 - wide
    step = min(wide + 3, room // max(count - 1, 1)) if count > 1 else 0
    shown = count if step >= 3 else max(room, 0) // 3 + 1
    step = max(step, 3)
    top = (height - high) // 2
    taken = wide + (shown - 1) * step
    left = (area.width - taken - 6 - letters.width(number)) // 2 if height > 14 else 0
    for place in range(shown):
        if place:
            area.fill(left + place * step - 1, top, 1, high, 0)
        card_back(area, left + place * step, top, wide, high)
    area.text(letters, left + taken + 6, top + (high - letters.baseline) // 2, letters.width(number), number)


def paint_note(area: Area, face: WidgetFace, note: Note) -> None:
    """Draw a note; the title of a warning is lit."""
    sign = {"warning": "warning", "good": "check"}.get(note.tone, note.icon)
    title = words(note.title)
    if note.tone == "warning":
        area.fill(0, 0, area.width, 11)
        left = 2
        if face.seat and seat_mark(area, face.seat, left, 1, 0):
            left += 12
        area.icon(sign, left, 1, 0)
        lines = wrap(font("small"), title, area.width - left - 14, 3 if area.upright else 1)
        area.fill(0, 11, area.width, (len(lines) - 1) * LEADING)
        for number, line in enumerate(lines):
            area.text(font("small"), left + 12, number * LEADING, area.width - left - 14, line, ink=0)
        body = area.below(13 + max(len(lines) - 1, 0) * LEADING)
    else:
        body = heading(area, title, seat=face.seat, private=face.private)
        if is_icon(sign):
            body.icon(sign, 0, 1)
            body = body.part(13, 0, body.width - 13, body.height)
    _sentences(body, "\n".join(filter(None, (words(line) for line in note.lines))), face.top)


def _sentences(area: Area, text: str, top: int) -> None:
    """Large text if it fits, centred if short; else small lines from ``top``."""
    said = setting(text, area.width, area.height)
    letters = said.font
    pitch = letters.line_height
    lines: dict[int, list[str]] = {}

    def measure(width: int) -> list[int]:
        lines[width] = wrap(letters, text, width, _MOST_LINES)
        return [pitch] * len(lines[width])

    room = area.height - (letters.height - pitch)
    high = len(said.lines) * pitch
    start = (room - high) // 2 if len(said.lines) <= 2 and high <= room else 0
    for index, row in rows(area.part(0, start, area.width, room - start), measure, top, window_from):
        row.text(letters, 0, 0, row.width, lines[row.width][index])
