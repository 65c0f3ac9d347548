"""A map of squares on a small display: as large as it fits, its legend beside it."""

from __future__ import annotations

from companion.core.widgets import Cell, Grid
from companion.render.area import Area, is_icon
from companion.render.faces import WidgetFace
from companion.render.glyphs import font
from companion.render.layout import ROW, SHORT, heading, rows, window_from
from companion.render.marks import patterned, seat_mark
from companion.render.widget_words import words

_LEAST = 3
"""A square smaller than this says nothing: a larger map is shown in part, around the cursor."""

_LARGEST = 11
_WORDS = 40
"""Pixels the legend needs to be worth its room."""


def paint_grid(area: Area, face: WidgetFace, grid: Grid) -> None:
    """Map at the left over the full height, title and legend at the right; a wide map stands under its title."""
    if grid.width < 1 or grid.height < 1:
        heading(area, words(grid.title), seat=face.seat, private=face.private)
        return
    size = min((area.height - 1) // grid.height, _LARGEST)
    if area.height >= SHORT and size >= _LEAST and size * grid.width + 5 + _WORDS <= area.width:
        wide = size * grid.width + 1
        _map(area.part(0, (area.height - size * grid.height - 1) // 2, wide, size * grid.height + 1), face, grid, size)
        side = area.part(wide + 4, 0, area.width - wide - 4, area.height)
        body = heading(side, words(grid.title), seat=face.seat, private=face.private)
        _legend(body, face, grid)
        return
    body = heading(area, words(grid.title), seat=face.seat, private=face.private)
    size = min((body.height - 1) // grid.height, (body.width - 1) // grid.width, _LARGEST)
    if size >= _LEAST:
        wide, high = size * grid.width + 1, size * grid.height + 1
        _map(body.part((body.width - wide) // 2, (body.height - high) // 2, wide, high), face, grid, size)
        return
    _map(body, face, grid, _LEAST + 2)


def _map(area: Area, face: WidgetFace, grid: Grid, size: int) -> None:
    """The squares that fit into ``area``, around the cursor if that is not all."""
    columns = min(grid.width, (area.width - 1) // size)
    lines = min(grid.height, (area.height - 1) // size)
    at_x, at_y = _position(face.cursor)
    left = min(max(at_x - columns // 2, 0), grid.width - columns)
    top = min(max(at_y - lines // 2, 0), grid.height - lines)
    patterns = {kind.key: number for number, kind in enumerate(grid.legend)}
    _lattice(area, columns, lines, size)
    icons = {kind.key: kind.icon for kind in grid.legend}
    for cell in grid.cells:
        x, y = (cell.x - left), (cell.y - top)
        if 0 <= x < columns and 0 <= y < lines:
            square = area.part(x * size, y * size, size + 1, size + 1)
            _square(square, cell, patterns.get(cell.fill, -1), cell.icon or icons.get(cell.fill, ""))
    if 0 <= at_x - left < columns and 0 <= at_y - top < lines:
        _cursor(area, (at_x - left) * size, (at_y - top) * size, size)
    _edges(area, grid, range(left, left + columns), range(top, top + lines), size)


def _position(cursor: str) -> tuple[int, int]:
    """Column and row of a cursor ``"x,y"``; before the first of each when there is none."""
    x, _, y = cursor.partition(",")
    return (int(x), int(y)) if x.isdecimal() and y.isdecimal() else (-1, -1)


def _lattice(area: Area, columns: int, lines: int, size: int) -> None:
    """A dot at every corner, or lines all round where squares are small."""
    for line in range(lines + 1):
        for column in range(columns + 1):
            area.fill(column * size, line * size, 1, 1)


def _square(area: Area, cell: Cell, pattern: int, sign: str) -> None:
    """A square of the map: its shape, icon or letter, else the pattern of its kind."""
    inside = area.width - 2
    middle = (area.width - 9) // 2
    if inside >= 8 and ((cell.seat and seat_mark(area, cell.seat, middle, middle)) or area.icon(sign, middle, middle)):
        return
    if inside >= 8 and cell.label:
        area.text(font("small"), 1, (area.height - ROW) // 2, inside, words(cell.label)[:1], align="centre")
        return
    if pattern >= 0:
        patterned(area, 1, 1, inside, inside, pattern)
    elif cell.fill or cell.icon or cell.seat or cell.label:
        area.fill(2, 2, inside - 2 or 1, inside - 2 or 1)


def _cursor(area: Area, x: int, y: int, size: int) -> None:
    """Two frames, light in dark, around the square being picked."""
    area.frame(x, y, size + 1, size + 1)
    if size >= 5:
        area.frame(x + 1, y + 1, size - 1, size - 1)


def _edges(area: Area, grid: Grid, columns: range, lines: range, size: int) -> None:
    """A line along each side at which the map really ends."""
    wide, high = len(columns) * size + 1, len(lines) * size + 1
    if columns.start == 0:
        area.fill(0, 0, 1, high)
    if columns.stop == grid.width:
        area.fill(wide - 1, 0, 1, high)
    if lines.start == 0:
        area.fill(0, 0, wide, 1)
    if lines.stop == grid.height:
        area.fill(0, high - 1, wide, 1)


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
