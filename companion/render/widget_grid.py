"""A map of squares on a small display: as large as it fits, its legend beside it."""

from __future__ import annotations

from companion.core.widgets import Cell, Grid
from companion.render.area import Area, is_icon
from companion.render.faces import WidgetFace
from companion.render.glyphs import font
from companion.render.layout import ROW, heading, rows, window_from
from companion.render.marks import patterned, seat_mark
from companion.render.widget_words import words

_LEAST = 4
"""A square smaller than this says nothing: a larger map is shown in part, around the cursor."""

_READABLE = 9
"""A square in which an icon fits."""

_LARGEST = 11
_WORDS = 40
"""Pixels the legend needs to be worth its room."""


def paint_grid(area: Area, face: WidgetFace, grid: Grid) -> None:
    """Map at the left over the full height, title and legend at the right; a wide map stands under its title."""
    if grid.width < 1 or grid.height < 1:
        heading(area, words(grid.title), seat=face.seat, private=face.private)
        return
    size = min(area.height // grid.height, _LARGEST)
    if size >= _LEAST and size * grid.width + 5 + _WORDS <= area.width:
        wide = size * grid.width
        _map(area.part(0, 0, wide + 2, area.height), face, grid, size)
        side = area.part(wide + 5, 0, area.width - wide - 5, area.height)
        body = heading(side, words(grid.title), seat=face.seat, private=face.private)
        _legend(body, face, grid)
        return
    body = heading(area, words(grid.title), seat=face.seat, private=face.private)
    size = min(body.height // grid.height, body.width // grid.width, _LARGEST)
    _map(body, face, grid, size if size >= _LEAST else _READABLE)


def _map(area: Area, face: WidgetFace, grid: Grid, size: int) -> None:
    """The squares that fit into ``area``, around the cursor if that is not all; framed where there is room."""
    columns = min(grid.width, area.width // size)
    lines = min(grid.height, area.height // size)
    at_x, at_y = _position(face.cursor)
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
            _square(sheet, x * size, y * size, size, cells.get(spot), kinds, lit=spot == (at_x, at_y))


def _position(cursor: str) -> tuple[int, int]:
    """Column and row of a cursor ``"x,y"``; before the first of each when there is none."""
    x, _, y = cursor.partition(",")
    return (int(x), int(y)) if x.isdecimal() and y.isdecimal() else (-1, -1)


def _square(
    sheet: Area, x: int, y: int, size: int, cell: Cell | None, kinds: dict[str, tuple[int, str]], *, lit: bool
) -> None:
    """A square of the map: its shape, icon or letter, the pattern of its kind, or the dot of empty ground."""
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
    """Put the sign of the cell into its square, dark on light under the cursor; False when it has none."""
    if not (cell.seat or is_icon(sign) or cell.label):
        return False
    ink = 1
    if lit:
        square.fill(0, 0, square.width, square.height)
        ink = 0
    middle = (square.width - 9) // 2
    if (cell.seat and seat_mark(square, cell.seat, middle, middle, ink)) or square.icon(sign, middle, middle, ink):
        return True
    top = (square.height - ROW) // 2
    square.text(font("small"), 1, top, square.width - 2, words(cell.label)[:1], align="centre", ink=ink)
    return True


def _legend(area: Area, face: WidgetFace, grid: Grid) -> None:
    """Each kind of square with its icon or its pattern."""
    small = font("small")
    for index, row in rows(area, lambda _: [ROW] * len(grid.legend), face.top, window_from):
        kind = grid.legend[index]
        if is_icon(kind.icon):
            row.icon(kind.icon, 0, 1)
        else:
            row.frame(0, 1, 9, 9)
            patterned(row, 1, 2, 7, 7, index)
        row.text(small, 12, 0, row.width - 12, words(kind.label))
