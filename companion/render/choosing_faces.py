"""Faces for choosing: menu and confirmation."""

from __future__ import annotations

from typing import NamedTuple

from companion.render.canvas.area import Area, is_icon
from companion.render.canvas.glyphs import Font, fit, font, wrap
from companion.render.canvas.layout import LEADING, ROW, SHORT, heading, put, rows, setting
from companion.render.canvas.marks import down_mark, seat_mark, tick_box
from companion.render.faces import ConfirmFace, MenuFace, MenuItem

_DASH = "\N{EN DASH}"
_BUTTON = 13
_LOW_BUTTON = 11
_NARROW = 30
"""Pixels that a label needs beside its price."""


class _Look(NamedTuple):
    """Layout shared by a menu's items: font, tick boxes, icons; whether each label may take three lines."""

    letters: Font
    boxes: bool
    signs: bool
    wrapped: bool

    @property
    def pitch(self) -> int:
        return ROW if self.letters.name == "small" else 13

    @property
    def left(self) -> int:
        """Column where labels and the cursor bar begin."""
        return 11 * (self.boxes + self.signs)


class _Item(NamedTuple):
    """An item laid out for a width."""

    label: list[str]
    price: str
    below: list[str]
    """Its reason or its hint."""
    height: int


def paint_menu(area: Area, face: MenuFace) -> None:
    """Draw the prompt and the items around the cursor; the item at the cursor is shown in full. A hint stands above the
    items where it takes nothing from them.
    """
    if face.cursor < 0 and face.explanation:
        _paint_explanation(area, face)
        return
    few = area.height >= SHORT and len(face.items) <= 3
    body = heading(
        area,
        face.prompt,
        seat=face.seat,
        private=face.private,
        explained=bool(face.explanation),
        lines=2 if few else 1,
    )
    look = _look(face, body)
    body = _paint_hint(body, face, look)
    found: dict[int, list[_Item]] = {}

    def heights(width: int) -> list[int]:
        found[width] = [
            _measure(item, look, width, body.height, focused=index == face.cursor)
            for index, item in enumerate(face.items)
        ]
        return [item.height for item in found[width]]

    for index, row in rows(body, heights, face.cursor):
        _paint_item(row, face.items[index], found[row.width][index], look, focused=index == face.cursor)


def _paint_explanation(area: Area, face: MenuFace) -> None:
    """Draw the explanation on a page above the items; in short on a low display that it does not fit."""
    if face.private:
        area.icon("eye", area.width - 9, 0)
    down_mark(area, area.width - 6, area.height - 4)
    room = area.width - 12
    words = setting(face.explanation, room, area.height)
    if face.hint and area.height < SHORT and " ".join(words.lines) != " ".join(face.explanation.split()):
        words = setting(face.hint, room, area.height)
    put(area, words, 0, max((area.height - words.height) // 2, 0), room)


def _paint_hint(area: Area, face: MenuFace, look: _Look) -> Area:
    """Draw the hint above the items if all of them stay whole in the picture; returns the area below."""
    small = font("small")
    below = area.below(LEADING + 1)
    if not face.hint or small.width(face.hint) > area.width:
        return area
    heights = (
        sum(
            _measure(item, look, area.width, area.height, focused=index == cursor).height
            for index, item in enumerate(face.items)
        )
        for cursor in range(len(face.items))
    )
    if max(heights, default=0) > below.height:
        return area
    area.text(small, 0, 0, area.width, face.hint)
    return below


def _has_signs(face: MenuFace, body: Area) -> bool:
    """Whether icons stand before the items: not on a narrow display where a word would break for them."""
    if any(item.seat for item in face.items):
        return True
    small = font("small")
    room = body.width - 11 * any(item.marked is not None for item in face.items) - 11 - 4
    tight = any(
        small.width(word) > room - (small.width(item.price) + 6 if item.price else 0)
        for item in face.items
        for word in item.label.split()
    )
    return any(is_icon(item.icon) for item in face.items) and not (body.upright and tight)


def _look(face: MenuFace, body: Area) -> _Look:
    """Layout with large letters if the whole menu fits at any cursor position."""
    look = _Look(
        font("medium"),
        boxes=any(item.marked is not None for item in face.items),
        signs=_has_signs(face, body),
        wrapped=body.upright,
    )
    room = body.width - look.left - 4
    fits = all(
        look.letters.width(item.label) + (look.letters.width(item.price) + 6 if item.price else 0) <= room
        for item in face.items
    )
    small = font("small")
    texts = (_below(item, body.height) for item in face.items)
    below = max((2 + LEADING * len(wrap(small, text, room - 2, 2)) for text in texts if text), default=0)
    if fits and len(face.items) * look.pitch + below <= body.height:
        return look
    return look._replace(letters=font("small"))


def _below(item: MenuItem, height: int) -> str:
    """What stands below an item under the cursor: why it is out of reach; or its hint, in a list of some lines."""
    return item.reason or (item.hint if height > 3 * ROW else "")


def _measure(item: MenuItem, look: _Look, width: int, height: int, *, focused: bool) -> _Item:
    """Lay out ``item`` in ``width`` pixels of a list ``height`` high."""
    small = font("small")
    price = fit(look.letters, item.price, width - look.left - 4 if look.wrapped else width // 3)
    if item.reason and not focused:
        price = _DASH
    words = item.label
    room = width - look.left - 4 - (look.letters.width(price) + 4 if price else 0)
    if look.wrapped and price and room < _NARROW:
        # then the price follows the words
        words, price, room = f"{words} {price}", "", width - look.left - 4
    most = max((height - look.pitch) // LEADING, 0)
    text = _below(item, height) if focused else ""
    spare = (most - 1 if text else most) if focused or look.wrapped else 0
    further = (4 if focused else 2) if look.wrapped else 1
    label = wrap(look.letters, words, room, 1 + min(max(spare, 0), further)) or [""]
    spare = most - (len(label) - 1)
    below = wrap(small, text, width - look.left - 6, min(4 if look.wrapped else 2, spare)) if text else []
    high = look.pitch + (len(label) - 1) * look.letters.line_height + len(below) * LEADING + (2 if below else 0)
    return _Item(label, price, below, min(high, height))


def _paint_item(row: Area, item: MenuItem, set_as: _Item, look: _Look, *, focused: bool) -> None:
    """Draw tick box, icon and text; a lit bar at the cursor, an outline if OK would do nothing."""
    middle = (look.pitch - 9) // 2 + 1 if look.pitch > ROW else 1
    if item.marked is not None:
        tick_box(row, 0, middle, ticked=item.marked)
    x = 11 if look.boxes else 0
    if look.signs and not (item.seat and seat_mark(row, item.seat, x, middle)):
        row.icon(item.icon, x, middle)
    words = row.part(look.left, 0, row.width - look.left, row.height)
    ink = 1
    if focused and item.reason:
        words.frame(0, 0, words.width, words.height)
        words.round_corners(0, 0, words.width, words.height)
    elif focused:
        words.fill(0, 0, words.width, words.height)
        ink = 0
    _words(words, set_as, look, ink)


def _words(area: Area, item: _Item, look: _Look, ink: int) -> None:
    """Label, price at the right, reason or hint below."""
    y = 1 if item.below else 0
    area.text(look.letters, 2, y, area.width - 4, item.price, align="right", ink=ink)
    for line in item.label:
        area.text(look.letters, 2, y, area.width - 4, line, ink=ink)
        y += look.letters.line_height
    for line in item.below:
        area.text(font("small"), 3, y, area.width - 6, line, ink=ink)
        y += LEADING


def paint_confirm(area: Area, face: ConfirmFace) -> None:
    """Draw the consequence and two buttons, side by side if both fit."""
    if area.upright:
        _upright_confirm(area, face)
        return
    small = font("small")
    tall = area.height >= SHORT
    high = _BUTTON if tall else _LOW_BUTTON
    yes, no = (small.width(text) + 10 for text in (face.yes, face.no))
    stacked = tall and yes + no + 4 > area.width
    foot = area.height - (2 * high - 1 if stacked else high)
    body = area.part(0, 0, area.width, foot - 1 if tall else foot)
    lines = [line for line in face.lines if line]
    if not tall and len(wrap(small, "\n".join(lines), body.width - 2, 2)) > 1:
        heading(body, _in_one(face.prompt, lines), seat=face.seat, private=face.private, lines=2)
    else:
        body = heading(body, face.prompt, seat=face.seat, private=face.private, lines=2 if tall and not stacked else 1)
        _what_happens(body, lines)
    if stacked:
        _button(area.part(0, foot, area.width, high), face.yes, lit=face.cursor == 0)
        _button(area.part(0, foot + high - 1, area.width, high), face.no, lit=face.cursor == 1)
        return
    left = _share(yes, no, area.width - 4, face.cursor)
    _button(area.part(0, foot, left, high), face.yes, lit=face.cursor == 0)
    _button(area.part(left + 4, foot, area.width - left - 4, high), face.no, lit=face.cursor == 1)


def _in_one(prompt: str, lines: list[str]) -> str:
    """The prompt and what happens as one text."""
    return f"{prompt}{'' if prompt[-1:] in '.:!?' else ':'} {' · '.join(lines)}".strip()


def _upright_confirm(area: Area, face: ConfirmFace) -> None:
    """The consequence, and the buttons one below the other, each as high as its words."""
    small = font("small")
    labels = [wrap(small, text, area.width - 6, 2) or [""] for text in (face.yes, face.no)]
    highs = [_BUTTON + (len(lines) - 1) * LEADING for lines in labels]
    foot = area.height - sum(highs) - 1
    body = heading(area.part(0, 0, area.width, foot - 1), face.prompt, seat=face.seat, private=face.private)
    _what_happens(body, [line for line in face.lines if line])
    for number, (lines, high) in enumerate(zip(labels, highs, strict=True)):
        button = area.part(0, foot, area.width, high)
        _button(button, "", lit=face.cursor == number)
        for line, text in enumerate(lines):
            ink = 0 if face.cursor == number else 1
            button.text(small, 3, 2 + line * LEADING, area.width - 6, text, align="centre", ink=ink)
        foot += high + 1


def _what_happens(area: Area, lines: list[str]) -> None:
    """Draw the lines, large if each fits."""
    medium = font("medium")
    wide = area.width - 2
    whole = all(medium.width(line) <= wide for line in lines)
    words = setting("\n".join(lines), wide, area.height, ("medium", "small") if whole else ("small",))
    put(area, words, 1, max((area.height - words.height) // 2, 0), wide)


def _share(yes: int, no: int, width: int, cursor: int) -> int:
    """Width of the left button: half, or as both need; if they do not fit, the lit one first."""
    half = width // 2
    if yes + no > width:
        return min(yes, width - 20) if cursor == 0 else max(width - no, 20)
    if yes > half:
        return yes
    return width - no if no > width - half else half


def _button(area: Area, text: str, *, lit: bool) -> None:
    """Draw a button; filled at the cursor."""
    if lit:
        area.fill(0, 0, area.width, area.height)
    else:
        area.frame(0, 0, area.width, area.height)
    area.round_corners(0, 0, area.width, area.height)
    small = font("small")
    top = (area.height - small.height) // 2
    area.text(small, 3, top, area.width - 6, text, align="centre", ink=0 if lit else 1)
