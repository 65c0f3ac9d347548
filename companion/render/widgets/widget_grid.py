"""Square map on a small display, with legend."""

from __future__ import annotations

from functools import cache

from PIL import Image

from companion.core.widgets import Cell, Grid
from companion.render.canvas.area import Area, is_icon
from companion.render.canvas.glyphs import ELLIPSIS, font, wrap
from companion.render.canvas.layout import LEADING, ROW, SHORT, heading, put, rows, setting, window_from
from companion.render.canvas.marks import patterned, seat_mark
from companion.render.faces import FitFace, WidgetFace
from companion.render.widgets.widget_words import words

_LEAST = 4
"""Smallest square in pixels; larger maps are shown in part."""

_READABLE = 9
"""Smallest square for an icon."""

_LARGEST = 11
_WORDS = 40
"""Least pixels for a legend."""

_SIGNS = (("turn",), ("up", "down"), ("back", "next"))
"""What the keys change, by ``axis``."""


def paint_grid(area: Area, face: WidgetFace, grid: Grid) -> None:
    """Draw the map at the left, title and legend at the right; wide maps under their title."""
    if grid.width < 1 or grid.height < 1:
        heading(area, words(grid.title), seat=face.seat, private=face.private)
        return
    if area.upright:
        _upright_grid(area, face, grid)
        return
    size = min(area.height // grid.height, _LARGEST)
    if size >= _LEAST and size * grid.width + 5 + _WORDS <= area.width:
        wide = size * grid.width
        _map(area.part(0, 0, wide + 2, area.height), grid, size, _position(face.cursor))
        side = area.part(wide + 5, 0, area.width - wide - 5, area.height)
        body = heading(side, words(grid.title), seat=face.seat, private=face.private)
        _legend(body, face, grid)
        return
    body = heading(area, words(grid.title), seat=face.seat, private=face.private)
    size = min(body.height // grid.height, body.width // grid.width, _LARGEST)
    _map(body, grid, size if size >= _LEAST else _READABLE, _position(face.cursor))


def _upright_grid(area: Area, face: WidgetFace, grid: Grid) -> None:
    """Title, map and legend, one below the other."""
    body = heading(area, words(grid.title), seat=face.seat, private=face.private)
    size = min(body.width // grid.width, (body.height - min(len(grid.legend), 3) * ROW) // grid.height, _LARGEST)
    size = size if size >= _LEAST else _READABLE
    high = min(size * grid.height, body.height // size * size)
    _map(body.part(0, 0, body.width, high), grid, size, _position(face.cursor))
    if body.height - high >= ROW + 3:
        _legend(body.below(high + 3), face, grid)


def _upright_fit(area: Area, face: FitFace) -> None:
    """The question, the map with the piece, the position and the keys, one below the other."""
    grid = face.grid
    body = heading(area, face.prompt, seat=face.seat, private=face.private)
    word = setting(face.word, body.width, 4 * ROW, ("small",))
    foot = body.height - word.height - ROW - 2
    size = min(body.width // grid.width, foot // grid.height, _LARGEST)
    size = size if size >= _LEAST else _READABLE
    laid = frozenset(map(_position, face.squares))
    at = _position(face.squares[0]) if face.squares else (-1, -1)
    _map(body.part(0, 0, body.width, foot), grid, size, at, laid, out=face.out)
    put(body, word, 0, foot + 1, body.width)
    for number, sign in enumerate(_SIGNS[face.axis % len(_SIGNS)]):
        body.icon(sign, number * 11, body.height - 9)


def paint_fit(area: Area, face: FitFace) -> None:
    """Draw the map with the piece; beside it the question, the position and the keys."""
    grid = face.grid
    laid = frozenset(map(_position, face.squares))
    at = _position(face.squares[0]) if face.squares else (-1, -1)
    if grid.width < 1 or grid.height < 1:
        heading(area, face.prompt, seat=face.seat, private=face.private)
        return
    if area.upright:
        _upright_fit(area, face)
        return
    size = min(area.height // grid.height, _LARGEST)
    size = size if size >= _LEAST and size * grid.width + 5 + _WORDS <= area.width else _READABLE
    wide = min(size * grid.width, (area.width - 5 - _WORDS) // size * size)
    _map(area.part(0, 0, wide + 2, area.height), grid, size, at, laid, out=face.out)
    side = area.part(wide + 5, 0, area.width - wide - 5, area.height)
    if area.height < SHORT:
        _low_words(side, face)
        return
    body = heading(side, face.prompt, seat=face.seat, private=face.private, lines=2 if face.seat or face.private else 3)
    foot = body.height - ROW
    put(body, setting(face.word, body.width, foot, ("small",)), 0, 0, body.width)
    for number, sign in enumerate(_SIGNS[face.axis % len(_SIGNS)]):
        body.icon(sign, number * 11, body.height - 9)


def _low_words(area: Area, face: FitFace) -> None:
    """The question if it fits whole above the position, which goes first."""
    small = font("small")
    word = setting(face.word, area.width, area.height, ("small",))
    room = area.width - (12 if face.seat else 0) - (12 if face.private else 0)
    asked = wrap(small, face.prompt, room, 3)
    if not asked[-1:] or asked[-1].endswith(ELLIPSIS) or len(asked) * LEADING + 1 + word.height > area.height:
        put(area, word, 0, max((area.height - word.height) // 2, 0), area.width)
        return
    put(heading(area, face.prompt, seat=face.seat, private=face.private, lines=len(asked)), word, 0, 0, area.width)


def _map(
    area: Area,
    grid: Grid,
    size: int,
    at: tuple[int, int],
    laid: frozenset[tuple[int, int]] = frozenset(),
    *,
    out: bool = False,
) -> None:
    """Draw the squares around ``at`` that fit; framed if there is room. ``laid`` is covered by the piece; without one
    the square at the cursor is lit.
    """
    columns = min(grid.width, area.width // size)
    lines = min(grid.height, area.height // size)
    at_x, at_y = at
    left = min(max(at_x - columns // 2, 0), grid.width - columns)
    top = min(max(at_y - lines // 2, 0), grid.height - lines)
    sheet = area.part(
        (area.width - columns * size) // 2, (area.height - lines * size) // 2, columns * size, lines * size
    )
    if sheet.width + 2 <= area.width and sheet.height + 2 <= area.height:
        sheet.frame(-1, -1, sheet.width + 2, sheet.height + 2)
    cells = {(cell.x, cell.y): cell for cell in grid.cells}
    kinds = {kind.key: (number, kind.icon) for number, kind in enumerate(grid.legend)}
    for y in range(lines):
        for x in range(columns):
            spot = (left + x, top + y)
            _square(sheet, x * size, y * size, size, cells.get(spot), kinds, lit=not laid and spot == at)
            if spot in laid:
                _piece(sheet.part(x * size, y * size, size, size), out=out)


def _piece(square: Area, *, out: bool) -> None:
    """Square of the piece: filled, or crossed out if invalid."""
    last = square.width - 1
    square.fill(0, 0, square.width, square.height, 0 if out else 1)
    if out:
        square.frame(0, 0, square.width, square.height)
        square.line(0, 0, last, last)
        square.line(last, 0, 0, last)


def _position(cursor: str) -> tuple[int, int]:
    """Column and row of ``"x,y"``; (-1, -1) if empty."""
    x, _, y = cursor.partition(",")
    return (int(x), int(y)) if x.isdecimal() and y.isdecimal() else (-1, -1)


def _square(
    sheet: Area, x: int, y: int, size: int, cell: Cell | None, kinds: dict[str, tuple[int, str]], *, lit: bool
) -> None:
    """Square of the map: shape, icon, letter, pattern, or a dot if empty."""
    ink = 0 if lit else 1
    number, kind_icon = kinds.get(cell.fill, (-1, "")) if cell else (-1, "")
    if cell and size >= _READABLE and _signed(sheet.part(x, y, size, size), cell, cell.icon or kind_icon, lit=lit):
        return
    if cell and number >= 0:
        inside = size - 1 if size >= _READABLE else size
        patterned(sheet, x, y, inside, inside, number)
        if lit:
            sheet.frame(x, y, size, size)
            sheet.frame(x + 1, y + 1, max(size - 2, 1), max(size - 2, 1), 1 if size > 5 else 0)
        return
    if lit:
        sheet.fill(x, y, size, size)
    if cell and (cell.fill or cell.icon or cell.seat or cell.label):
        sheet.fill(x + 1, y + 1, size - 2, size - 2, ink)
    elif size >= 4:
        sheet.fill(x + size // 2, y + size // 2, 1, 1, ink)


def _signed(square: Area, cell: Cell, sign: str, *, lit: bool) -> bool:
    """Draw a cell's sign, inverted at the cursor; False if it has none."""
    if not (cell.seat or is_icon(sign) or cell.label):
        return False
    ink = 1
    if lit:
        square.fill(0, 0, square.width, square.height)
        ink = 0
    middle = (square.width - 9) // 2
    if (cell.seat and seat_mark(square, cell.seat, middle, middle, ink)) or square.icon(sign, middle, middle, ink):
        return True
    square.stamp(_letter(words(cell.label)[:1], square.width), 0, 0, ink)
    return True


@cache
def _letter(letter: str, size: int) -> Image.Image:
    """Letter centred in a square, clipped."""
    small = font("small")
    mask = Image.new("1", (size, size))
    small.draw(mask, ((size - small.width(letter)) // 2, (size - ROW) // 2), letter)
    return mask


def _legend(area: Area, face: WidgetFace, grid: Grid) -> None:
    """Legend: icon or pattern of each kind."""
    small = font("small")
    for index, row in rows(area, lambda _: [ROW] * len(grid.legend), face.top, window_from):
        kind = grid.legend[index]
        if is_icon(kind.icon):
            row.icon(kind.icon, 0, 1)
        else:
            row.frame(0, 1, 9, 9)
            patterned(row, 1, 2, 7, 7, index)
        row.text(small, 12, 0, row.width - 12, words(kind.name or kind.label))
