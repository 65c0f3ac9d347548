"""Ledgers (table or chips) and meters (bars) on a small display."""

from __future__ import annotations

from companion.core.widgets import Bar, Column, Ledger, Meter, Row
from companion.core.wording import Wording
from companion.render.canvas.area import Area, is_icon
from companion.render.canvas.glyphs import fit, font, wrap
from companion.render.canvas.layout import GUTTER, ROW, heading, rows, window_from
from companion.render.canvas.marks import patterned, seat_mark
from companion.render.faces import WidgetFace
from companion.render.widgets.widget_words import words

_SPACE = 5
_UNKNOWN = "?"
_NAME = -1
"""Pseudo column of a row's label on a line of its own; one less for every further line of it."""

_MARK = 13
"""Pixels in front of chips: seat shape or short label."""


def paint_ledger(area: Area, face: WidgetFace, ledger: Ledger) -> None:
    """Draw a table if its columns fit, else icon-number chips per row."""
    body = heading(area, words(ledger.title), seat=face.seat, private=face.private)
    if len(ledger.rows) == 1 or body.height < 2 * ROW + 1:
        _chips(body, face, ledger)
        return
    widths = _columns(ledger)
    first = _first(ledger, body.width - GUTTER - 2 - sum(widths))
    if first is None:
        _chips(body, face, ledger)
    else:
        _table(body, face, ledger, widths, first)


def _cell(cell: int | Wording | None, row: Row) -> str:
    """Cell text; unknown is a question mark, no longer counting a dash."""
    if cell is None:
        return "\N{EN DASH}" if row.out else _UNKNOWN
    return words(cell)


def _columns(ledger: Ledger) -> list[int]:
    """Width of every column, space before it included."""
    small = font("small")
    return [
        _SPACE
        + max(
            _head_width(column, narrow=True),
            *(small.width(_cell(row.cells[place], row)) if place < len(row.cells) else 0 for row in ledger.rows),
            0,
        )
        for place, column in enumerate(ledger.columns)
    ]


def _head_width(column: Column, *, narrow: bool) -> int:
    """Width of a column head: icon or word; ``narrow`` keeps about three letters."""
    if is_icon(column.icon):
        return 9
    wide = font("small").width(words(column.label))
    return min(wide, 23) if narrow else wide


def _first(ledger: Ledger, room: int) -> int | None:
    """Width of the label column; None if too little is left."""
    small = font("small")
    need = max(
        (
            (11 if row.seat is not None else 0) + (small.width(words(row.label)) + 1 if row.label else 0)
            for row in ledger.rows
        ),
        default=0,
    )
    least = min(need, 30)
    return None if room < least else min(need, room)


def _table(area: Area, face: WidgetFace, ledger: Ledger, widths: list[int], first: int) -> None:
    """Draw heads and rows; a dotted line before the sum."""
    small = font("small")
    spare = area.width - GUTTER - 2 - first - sum(widths)
    extra = min(spare // max(len(widths), 1), 12)
    widths = [width + extra for width in widths]
    x = first + 2
    for column, width in zip(ledger.columns, widths, strict=True):
        if is_icon(column.icon):
            area.icon(column.icon, x + width - 9, 1)
        else:
            area.text(small, x + 2, 0, width - 2, words(column.label), align="right")
        x += width
    body = area.below(ROW + 1)
    for index, line in rows(body, lambda _: [ROW] * len(ledger.rows), face.top, window_from):
        _table_row(line, ledger.rows[index], widths, first)
    if ledger.total and widths:
        area.dotted(x - widths[-1] + 2, 0, area.height, down=True)


def _table_row(line: Area, row: Row, widths: list[int], first: int) -> None:
    """Draw a row; lit if marked, struck through if out."""
    small = font("small")
    right = first + 2 + sum(widths)
    x = 11 if row.seat is not None and seat_mark(line, row.seat, 0, 1) else 0
    ink = 1
    if row.marked:
        line.fill(x, 0, min(right + 2, line.width) - x, ROW)
        ink = 0
    taken = line.text(small, x + 1, 0, first - x, words(row.label), ink=ink)
    if row.out:
        line.fill(x, 6, taken + 2, 1, ink)
    x = first + 2
    for place, width in enumerate(widths):
        if place < len(row.cells):
            line.text(small, x, 0, width, _cell(row.cells[place], row), align="right", ink=ink)
        x += width


def _chips(area: Area, face: WidgetFace, ledger: Ledger) -> None:
    """Draw every row as chips, wrapped."""
    single = len(ledger.rows) == 1
    pitch = 12 if single and area.height >= 36 else ROW
    lines: dict[int, list[list[tuple[Row, int]]]] = {}

    def measure(width: int) -> list[int]:
        lines[width] = [line for row in ledger.rows for line in _flow(ledger, row, width, upright=area.upright)]
        return [pitch] * len(lines[width])

    seen: set[int] = set()
    for index, part in rows(area, measure, face.top, window_from):
        line = lines[part.width][index]
        row = line[0][0]
        fresh = id(row) not in seen
        seen.add(id(row))
        _chip_line(part, ledger, line, named=fresh)


def _flow(ledger: Ledger, row: Row, width: int, *, upright: bool) -> list[list[tuple[Row, int]]]:
    """Chips of a row in lines of ``width`` pixels, with what stands before them."""
    lines: list[list[tuple[Row, int]]] = [[]]
    if _named_above(row):
        lines = [*([(row, _NAME - number)] for number in range(len(_name_lines(row, width, upright=upright)))), []]
    width -= _mark(row, upright=upright)
    left = width
    for place in range(min(len(ledger.columns), len(row.cells))):
        need = _chip_width(ledger.columns[place], _cell(row.cells[place], row), width)
        if need > left and lines[-1]:
            lines.append([])
            left = width
        lines[-1].append((row, place))
        left -= need
    return [line for line in lines if line]


def _name_lines(row: Row, width: int, *, upright: bool) -> list[str]:
    """The label of a row on lines of its own."""
    label = words(row.label)
    return (wrap(font("small"), label, width, 3) if upright else []) or [label]


def _mark(row: Row, *, upright: bool) -> int:
    """Pixels before the chips of a row: an upright display keeps none for a label that stands above them."""
    return 4 if upright and row.seat is None else _MARK


def _named_above(row: Row) -> bool:
    """Whether a row's label needs its own line."""
    return row.seat is None and row.label is not None and font("small").width(words(row.label)) > _MARK - 2


def _chip_width(column: Column, cell: str, width: int) -> int:
    """Head, cell and space after them."""
    unit = max(width // 4, 1)
    need = _head_width(column, narrow=False) + _gap(column) + font("small").width(cell) + 4
    return min(-(-need // unit) * unit, width)


def _gap(column: Column) -> int:
    """Space between head and number."""
    return 2 if is_icon(column.icon) else 4


def _chip_line(area: Area, ledger: Ledger, line: list[tuple[Row, int]], *, named: bool) -> None:
    """One line of chips; with shape or label in front if ``named``."""
    small = font("small")
    row = line[0][0]
    if line[0][1] <= _NAME:
        name = _name_lines(row, area.width, upright=area.upright)
        area.text(small, 0, 0, area.width, name[_NAME - line[0][1]])
        return
    x = _chip_head(area, row, named=named)
    for _, place in line:
        column, cell = ledger.columns[place], _cell(row.cells[place], row)
        room = area.width - _mark(row, upright=area.upright)
        need = _chip_width(column, cell, room)
        number = fit(small, cell, need * 2 // 3)
        if is_icon(column.icon):
            area.icon(column.icon, x, 1)
            head = 9
        else:
            head = area.text(small, x, 0, need - 4 - _gap(column) - small.width(number), words(column.label))
        area.text(small, x + head + _gap(column), 0, small.width(number), number)
        x += need


def _chip_head(area: Area, row: Row, *, named: bool) -> int:
    """Draw what precedes a line of chips; returns where they begin."""
    if row.seat is None and not row.label:
        return 0
    shaped = named and row.seat is not None and seat_mark(area, row.seat, 0, 1)
    if named and not shaped and not _named_above(row):
        area.text(font("small"), 0, 0, _MARK - 2, words(row.label))
    return _mark(row, upright=area.upright)


def paint_meter(area: Area, face: WidgetFace, meter: Meter) -> None:
    """Draw a bar per row: owner, amount, figures."""
    body = heading(area, words(meter.title), seat=face.seat, private=face.private)
    small = font("small")
    if area.upright:
        _upright_bars(body, face, meter)
        return
    labels = max((_label_width(bar) for bar in meter.bars), default=0)
    figures = max((small.width(_figures(bar)) for bar in meter.bars), default=0)
    for index, row in rows(body, lambda _: [ROW] * len(meter.bars), face.top, window_from):
        bar = meter.bars[index]
        left = min(labels, row.width * 2 // 5)
        _bar_label(row, bar, left)
        right = min(figures, row.width // 3)
        row.text(small, row.width - right, 0, right, _figures(bar), align="right")
        _bar(row.part(left + 3, 1, row.width - left - right - 7, 8), bar, pips=meter.pips)


def _upright_bars(area: Area, face: WidgetFace, meter: Meter) -> None:
    """Each bar below its owner and figures."""
    small = font("small")
    for index, row in rows(area, lambda _: [2 * ROW + 1] * len(meter.bars), face.top, window_from):
        bar = meter.bars[index]
        right = min(small.width(_figures(bar)), row.width // 2)
        _bar_label(row, bar, row.width)
        row.text(small, row.width - right, ROW, right, _figures(bar), align="right")
        _bar(row.part(0, ROW + 1, row.width - right - 3, 8), bar, pips=meter.pips)


def _figures(bar: Bar) -> str:
    value = _UNKNOWN if bar.value is None else words(bar.value)
    return f"{value}/{bar.top}"


def _label_width(bar: Bar) -> int:
    """Pixels of a bar's shape, icon and label."""
    signs = (11 if bar.seat is not None else 0) + (11 if is_icon(bar.icon) else 0)
    return signs + (font("small").width(words(bar.label)) + 3 if bar.label else 0)


def _bar_label(row: Area, bar: Bar, width: int) -> None:
    """Shape, icon and label of a bar, lit if marked."""
    x = 0
    if bar.seat is not None and seat_mark(row, bar.seat, x, 1):
        x += 11
    if row.icon(bar.icon, x, 1):
        x += 11
    ink = 1
    if bar.marked:
        row.fill(x, 0, max(width - x, 2), ROW)
        ink = 0
    row.text(font("small"), x + 1, 0, width - x - 2, words(bar.label), ink=ink)


def _bar(area: Area, bar: Bar, *, pips: bool) -> None:
    """Draw pips if they stay apart, else a length; a pattern if unknown."""
    if area.width < 8 or bar.top <= 0:
        return
    if bar.value is None:
        area.frame(0, 0, area.width, area.height)
        patterned(area, 2, 2, area.width - 4, area.height - 4, 3)
        return
    value = min(max(bar.value, 0), bar.top)
    pitch = min(area.width // bar.top, 9)
    if pips and pitch >= 4:
        for place in range(bar.top):
            _pip(area, place * pitch, pitch - 2, full=place < value)
        return
    area.frame(0, 0, area.width, area.height)
    area.fill(2, 2, (area.width - 4) * value // bar.top, area.height - 4)


def _pip(area: Area, x: int, size: int, *, full: bool) -> None:
    """One mark: full, or a dot if still to come."""
    if full:
        area.fill(x, (area.height - size) // 2, size, size)
        if size >= 5:
            area.round_corners(x, (area.height - size) // 2, size, size)
    else:
        area.fill(x + size // 2, area.height // 2, 2 - size % 2, 2 - size % 2)
