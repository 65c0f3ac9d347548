"""The faces that offer: a menu with its cursor, and the two buttons that confirm."""

from __future__ import annotations

from typing import NamedTuple

from companion.render.area import Area, is_icon
from companion.render.faces import ConfirmFace, MenuFace, MenuItem
from companion.render.glyphs import fit, font, wrap
from companion.render.layout import LEADING, ROW, SHORT, capacity, heading, put, rows, setting
from companion.render.marks import seat_mark, tick_box

_DASH = "\N{EN DASH}"
_BUTTON = 13


class _Item(NamedTuple):
    """An item measured for a width: where its words begin, and its lines."""

    left: int
    label: list[str]
    price: str
    reason: list[str]

    @property
    def height(self) -> int:
        lines = len(self.label) + len(self.reason)
        return lines * LEADING + 1 + (1 if self.reason else 0)


def paint_menu(area: Area, face: MenuFace) -> None:
    """The prompt, and the items around the cursor. Under the cursor everything is said: long labels, reasons."""
    few = area.height >= SHORT and len(face.items) <= 3
    body = heading(area, face.prompt, seat=face.seat, private=face.private, lines=2 if few else 1)
    most = capacity(font("small"), body.height - 1)

    def measured(width: int) -> list[_Item]:
        return [_measure(item, width, most, focused=i == face.cursor) for i, item in enumerate(face.items)]

    found: dict[int, list[_Item]] = {}

    def heights(width: int) -> list[int]:
        found[width] = measured(width)
        return [item.height for item in found[width]]

    for index, row in rows(body, heights, face.cursor):
        _paint_item(row, face.items[index], found[row.width][index], focused=index == face.cursor)


def _measure(item: MenuItem, width: int, most: int, *, focused: bool) -> _Item:
    """How ``item`` is set in ``width`` pixels and at most ``most`` lines."""
    small = font("small")
    left = 2 + (12 if item.marked is not None else 0) + (12 if item.seat or is_icon(item.icon) else 0)
    price = fit(small, item.price, width // 3)
    if item.reason and not focused:
        price = _DASH
    room = width - left - 2 - (small.width(price) + 4 if price else 0)
    label = wrap(small, item.label, room, min(2, most) if focused else 1) or [""]
    reason: list[str] = []
    if focused and item.reason:
        label = label if most > 2 else wrap(small, item.label, room, 1)
        reason = wrap(small, item.reason, width - 6, min(2, most - len(label)))
    return _Item(left, label, price, reason)


def _paint_item(row: Area, item: MenuItem, set_as: _Item, *, focused: bool) -> None:
    """A lit bar under the cursor; only a frame where OK would do nothing."""
    small = font("small")
    ink = 1
    if focused and item.reason:
        row.frame(0, 0, row.width, row.height)
        row.round_corners(0, 0, row.width, row.height)
    elif focused:
        row.fill(0, 0, row.width, row.height)
        ink = 0
    x = 2
    if item.marked is not None:
        tick_box(row, x, 1 if row.height > ROW else 0, ticked=item.marked, ink=ink)
        x += 12
    if not (item.seat and seat_mark(row, item.seat, x, 1, ink)):
        row.icon(item.icon, x, 1, ink)
    room = row.width - set_as.left - 2
    row.text(small, set_as.left, 0, room, set_as.price, align="right", ink=ink)
    for number, line in enumerate(set_as.label):
        row.text(small, set_as.left, number * LEADING, room, line, ink=ink)
    for number, line in enumerate(set_as.reason):
        row.text(small, 3, (len(set_as.label) + number) * LEADING, row.width - 6, line, ink=ink)


def paint_confirm(area: Area, face: ConfirmFace) -> None:
    """What will happen, and the two buttons at the bottom; beside each other where both fit whole."""
    small = font("small")
    yes, no = (small.width(text) + 10 for text in (face.yes, face.no))
    stacked = yes + no + 4 > area.width and area.height >= SHORT
    foot = area.height - (2 * _BUTTON - 1 if stacked else _BUTTON)
    body = area.part(0, 0, area.width, foot - 1)
    if area.height >= SHORT:
        body = heading(body, face.prompt, seat=face.seat, private=face.private, lines=1 if stacked else 2)
        text = "\n".join(line for line in face.lines if line)
        words = setting(text, body.width - 2, body.height, ("small",))
        put(body, words, 1, max((body.height - words.height) // 2, 0), body.width - 2)
    else:
        text = "\n".join(line for line in (face.prompt, *face.lines) if line)
        put(body, setting(text, body.width, body.height, ("small",)), 0, 0, body.width)
    if stacked:
        _button(area, 0, foot, area.width, face.yes, lit=face.cursor == 0)
        _button(area, 0, foot + _BUTTON - 1, area.width, face.no, lit=face.cursor == 1)
        return
    half = area.width // 2 - 2
    left = area.width - 4 - no if yes > half else yes if no > half else half
    _button(area, 0, foot, left, face.yes, lit=face.cursor == 0)
    _button(area, left + 4, foot, area.width - left - 4, face.no, lit=face.cursor == 1)


def _button(area: Area, x: int, y: int, width: int, text: str, *, lit: bool) -> None:
    """A button 13 pixels high, full of light under the cursor."""
    if lit:
        area.fill(x, y, width, _BUTTON)
    else:
        area.frame(x, y, width, _BUTTON)
    area.round_corners(x, y, width, _BUTTON)
    area.text(font("small"), x + 3, y + 1, width - 6, text, align="centre", ink=0 if lit else 1)
