"""The small signs of the displays: seats, arrows, boxes to tick, patterns, the meander, dice."""

from __future__ import annotations

from functools import cache

from PIL import Image

from companion.render.area import Area, is_icon
from companion.render.glyphs import picture
from companion.render.icons import icon

_MEANDER = (
    "#######.",
    "#.....#.",
    "#.###.#.",
    "#...#.#.",
    "#####.##",
)

_TICK = (
    ".......#",
    "......##",
    "#....##.",
    "##..##..",
    ".####...",
    "..##....",
)

PATTERNS = (
    ("#.", ".#"),
    ("##",),
    ("#...", "..#."),
    ("#...", ".#..", "..#.", "...#"),
    ("####", "...."),
    ("#..", "#..", "#.."),
    ("#...#...", "........", "..#...#.", "........"),
    ("####", "#...", "#...", "#..."),
)
"""Fillings that are told apart at a glance, each a small tile; in the order in which a legend takes them."""

_PIPS = {
    1: ((1, 1),),
    2: ((0, 0), (2, 2)),
    3: ((0, 0), (1, 1), (2, 2)),
    4: ((0, 0), (2, 0), (0, 2), (2, 2)),
    5: ((0, 0), (2, 0), (1, 1), (0, 2), (2, 2)),
    6: ((0, 0), (2, 0), (0, 1), (2, 1), (0, 2), (2, 2)),
}


def seat_mark(area: Area, seat: int, x: int, y: int, ink: int = 1) -> bool:
    """The shape of a seat, 9 by 9; False, and nothing drawn, where there is no such seat."""
    return area.icon(f"seat-{seat}", x, y, ink)


def large_seat_mark(area: Area, seat: int, x: int, y: int, ink: int = 1) -> None:
    """The shape of a seat, 15 by 15; the table's own sign for seat 0."""
    area.stamp(_large(seat), x, y, ink)


def up_mark(area: Area, x: int, y: int, ink: int = 1) -> None:
    """A small triangle pointing up, 5 by 3."""
    for row in range(3):
        area.fill(x + 2 - row, y + row, 1 + 2 * row, 1, ink)


def down_mark(area: Area, x: int, y: int, ink: int = 1) -> None:
    """A small triangle pointing down, 5 by 3."""
    for row in range(3):
        area.fill(x + row, y + row, 5 - 2 * row, 1, ink)


def big_arrow(area: Area, x: int, y: int, *, up: bool, hollow: bool) -> None:
    """A triangle 13 by 7 beside a number being dialled; ``hollow`` when the number can go no further."""
    for row in range(7):
        reach = row if up else 6 - row
        area.fill(x + 6 - reach, y + row, 1 + 2 * reach, 1)
        if hollow and 0 < reach < 6:
            area.fill(x + 7 - reach, y + row, 2 * reach - 1, 1, 0)


def tick_box(area: Area, x: int, y: int, *, ticked: bool, ink: int = 1) -> None:
    """A box 9 by 9, a tick through it when chosen."""
    area.frame(x, y, 9, 9, ink)
    if ticked:
        area.stamp(_drawn(_TICK), x + 1, y + 1, ink)


def meander(area: Area, y: int) -> None:
    """The Greek key across the area, 5 pixels high, whole keys only and centred."""
    keys = area.width // 8
    area.stamp(_meander(keys), (area.width - keys * 8) // 2, y)


def patterned(area: Area, x: int, y: int, width: int, height: int, pattern: int) -> None:
    """A rectangle filled with one of ``PATTERNS``, by number, anew from 0 after the last."""
    if width > 0 and height > 0:
        area.stamp(_pattern(pattern % len(PATTERNS), width, height), x, y)


def die(area: Area, x: int, y: int, size: int, value: int, *, chosen: bool) -> None:
    """A die of ``size`` pixels with the pips of ``value``, blank for none; ``chosen`` is drawn dark on light."""
    area.fill(x, y, size, size)
    if not chosen:
        area.fill(x + 1, y + 1, size - 2, size - 2, 0)
    area.round_corners(x, y, size, size)
    pip = 5 if size >= 23 else 3 if size >= 13 else 1
    middles = (size // 4, size // 2, size - 1 - size // 4)
    for column, row in _PIPS.get(value, ()):
        left, top = x + middles[column] - pip // 2, y + middles[row] - pip // 2
        area.fill(left, top, pip, pip, 0 if chosen else 1)
        if pip == 5:
            area.round_corners(left, top, pip, pip, 1 if chosen else 0)


def card_back(area: Area, x: int, y: int, width: int, height: int) -> None:
    """The back of a card nobody may look at: a frame around a weave."""
    area.fill(x, y, width, height, 0)
    patterned(area, x + 2, y + 2, width - 4, height - 4, 3)
    area.frame(x, y, width, height)
    area.round_corners(x, y, width, height)


def private_border(area: Area) -> Area:
    """The woven border that says a picture is for its owner's eyes; returns the area inside."""
    for x, y, width, height in (
        (0, 0, area.width, 3),
        (0, area.height - 3, area.width, 3),
        (0, 3, 3, area.height - 6),
        (area.width - 3, 3, 3, area.height - 6),
    ):
        patterned(area, x, y, width, height, 3)
    return area.inset(4)


@cache
def _drawn(rows: tuple[str, ...]) -> Image.Image:
    return picture(list(rows))


@cache
def _large(seat: int) -> Image.Image:
    if 1 <= seat <= 8:
        return icon(f"seat-{seat}", 15)
    sign = Image.new("1", (15, 15))
    sign.paste(icon("table"), (3, 3))
    return sign


@cache
def _meander(keys: int) -> Image.Image:
    return _drawn(tuple(row * keys for row in _MEANDER)) if keys else Image.new("1", (1, 1))


@cache
def _pattern(number: int, width: int, height: int) -> Image.Image:
    tile = PATTERNS[number]
    rows = [(tile[y % len(tile)] * width)[:width] for y in range(height)]
    return picture(rows)


@cache
def large_icon(name: str) -> Image.Image | None:
    """An icon of the set in dots of twice the size, 18 by 18; None for a name the set does not have."""
    return icon(name).resize((18, 18), Image.Resampling.NEAREST) if is_icon(name) else None
