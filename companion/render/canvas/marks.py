"""Small symbols: seats, arrows, tick boxes, patterns, meander, dice."""

from __future__ import annotations

from functools import cache, lru_cache

from PIL import Image, ImageFilter

from companion.render.canvas.area import Area, sign
from companion.render.canvas.glyphs import icon, picture

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

_DISC = (
    ".........",
    ".........",
    "...###...",
    "..#####..",
    "..#####..",
    "..#####..",
    "...###...",
    ".........",
    ".........",
)

PATTERNS = (
    ("#.", ".#"),
    ("#...", "....", "..#.", "...."),
    ("####", "...."),
    ("#...", ".#..", "..#.", "...#"),
    ("##.#", "####", ".###", "####"),
    ("#..", "#..", "#.."),
    ("####", "#...", "#...", "#..."),
    ("##",),
)
"""Distinguishable fill patterns, each a tile, in legend order."""

_WEAVE = 3

_PIPS = {
    1: ((1, 1),),
    2: ((0, 0), (2, 2)),
    3: ((0, 0), (1, 1), (2, 2)),
    4: ((0, 0), (2, 0), (0, 2), (2, 2)),
    5: ((0, 0), (2, 0), (1, 1), (0, 2), (2, 2)),
    6: ((0, 0), (2, 0), (0, 1), (2, 1), (0, 2), (2, 2)),
}


def seat_mark(area: Area, seat: int, x: int, y: int, ink: int = 1) -> bool:
    """Shape of a seat, 9 by 9; returns False if there is no such seat."""
    return area.icon(f"seat-{seat}", x, y, ink)


def large_seat_mark(area: Area, seat: int, x: int, y: int, ink: int = 1) -> None:
    """Shape of a seat, 15 by 15; the table's for seat 0."""
    area.stamp(_large(seat), x, y, ink)


def up_mark(area: Area, x: int, y: int, ink: int = 1) -> None:
    """Triangle pointing up, 5 by 3."""
    for row in range(3):
        area.fill(x + 2 - row, y + row, 1 + 2 * row, 1, ink)


def down_mark(area: Area, x: int, y: int, ink: int = 1) -> None:
    """Triangle pointing down, 5 by 3."""
    for row in range(3):
        area.fill(x + row, y + row, 5 - 2 * row, 1, ink)


def big_arrow(area: Area, x: int, y: int, *, up: bool, hollow: bool) -> None:
    """Triangle 13 by 7; ``hollow`` at the end of the range."""
    for row in range(7):
        reach = row if up else 6 - row
        area.fill(x + 6 - reach, y + row, 1 + 2 * reach, 1)
        if hollow and 0 < reach < 6:
            area.fill(x + 7 - reach, y + row, 2 * reach - 1, 1, 0)


def tick_box(area: Area, x: int, y: int, *, ticked: bool) -> None:
    """Tick box, 9 by 9."""
    area.frame(x, y, 9, 9)
    if ticked:
        area.stamp(_drawn(_TICK), x + 1, y + 1)


def meander(area: Area, y: int) -> None:
    """Greek key pattern across the area, 5 pixels high, centred."""
    keys = (area.width + 1) // 8
    area.stamp(_meander(keys), (area.width + 1 - keys * 8) // 2, y)


def patterned(area: Area, x: int, y: int, width: int, height: int, pattern: int) -> None:
    """Fill a rectangle with ``PATTERNS[pattern]``, cyclic. Tiles are aligned to the area's corner."""
    if width > 0 and height > 0:
        area.stamp(_pattern(pattern % len(PATTERNS), x % 12, y % 12, width, height), x, y)


def die(area: Area, x: int, y: int, size: int, value: int, *, chosen: bool) -> None:
    """Die of ``size`` pixels with pips, blank for none; ``chosen`` is inverted."""
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
    """Back of a hidden card."""
    area.fill(x, y, width, height, 0)
    patterned(area, x + 2, y + 2, width - 4, height - 4, _WEAVE)
    area.frame(x, y, width, height)
    area.round_corners(x, y, width, height)


def private_border(area: Area) -> Area:
    """Draw the border of private pictures; returns the area inside."""
    for x, y, width, height in (
        (0, 0, area.width, 2),
        (0, area.height - 2, area.width, 2),
        (0, 2, 3, area.height - 4),
        (area.width - 3, 2, 3, area.height - 4),
    ):
        patterned(area, x, y, width, height, _WEAVE)
    return area.part(5, 3, area.width - 10, area.height - 6)


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
    return _drawn(tuple((row * keys)[:-1] for row in _MEANDER))


@lru_cache(maxsize=256)
def _pattern(number: int, x: int, y: int, width: int, height: int) -> Image.Image:
    tile = PATTERNS[number]
    rows = [tile[row % len(tile)] * (x + width) for row in range(y, y + height)]
    return picture([row[x : x + width] for row in rows])


@cache
def large_icon(name: str) -> Image.Image | None:
    """Icon at double size, 18 by 18; None for an unknown name."""
    mask = sign(name)
    return mask and mask.resize((18, 18), Image.Resampling.NEAREST)


def apart(area: Area, name: str, x: int, y: int) -> None:
    """Icon with a dark outline; a disc for an unknown name."""
    mask = sign(name) or _drawn(_DISC)
    area.stamp(_rim(name), x - 1, y - 1, 0)
    area.stamp(mask, x, y)


@cache
def _rim(name: str) -> Image.Image:
    """Icon grown by one pixel, 11 by 11."""
    grown = Image.new("L", (11, 11))
    grown.paste(sign(name) or _drawn(_DISC), (1, 1))
    return grown.filter(ImageFilter.MaxFilter(3)).convert("1")
