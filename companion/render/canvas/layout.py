"""Shared layout: heading, scrolling lists, text in the largest font that fits."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import NamedTuple

from companion.render.canvas.area import Align, Area
from companion.render.canvas.glyphs import Font, font, wrap
from companion.render.canvas.marks import down_mark, seat_mark, up_mark

ROW = 10
"""Height of a list row."""

LEADING = 9
"""Line distance within small text."""

GUTTER = 7
"""Width of the scroll bar at the right of a list."""

LINE = 127
"""Pixels of a line on a display of 128: pictures leave one free, to be moved by."""

_UPRIGHT_HEADING = 4
"""Lines of a heading on an upright display."""

SHORT = 48
"""Displays lower than this omit rules and ornaments."""


class TypesetText(NamedTuple):
    """Text broken into lines in a font."""

    font: Font
    lines: list[str]

    @property
    def height(self) -> int:
        """Pixels from the top of the first line to the bottom of the last; 0 without lines."""
        return (len(self.lines) - 1) * self.font.line_height + self.font.height if self.lines else 0


def heading(
    area: Area, text: str, *, seat: int = 0, private: bool = False, explained: bool = False, lines: int = 1
) -> Area:
    """Draw seat shape, ``text``, an eye if ``private``, a question mark if ``explained`` on a page above, and a rule;
    returns the area below.
    """
    small = font("small")
    if area.upright:
        lines = max(lines, _UPRIGHT_HEADING)
        if private and small.width(text) > area.width - (24 if seat else 12):
            # shape and eye stand above the words, which have the whole width then
            heading(area.part(0, 0, area.width, 0), "", seat=seat, private=True, explained=explained)
            return heading(area.below(LEADING + 1), text, lines=lines)
    left = 12 if seat and seat_mark(area, seat, 0, 0) else 0
    edge = area.width - (12 if private else 0)
    if explained:
        edge -= 8
        area.text(small, edge + 2, 0, 6, "?")
    room = edge - left
    if private:
        area.icon("eye", area.width - 9, 0)
    words = wrap(small, text, room, max(min(lines, capacity(small, area.height)), 1))
    for number, line in enumerate(words):
        area.text(small, left, number * LEADING, room, line)
    foot = max(len(words), 1) * LEADING + 1
    if area.height < SHORT:
        return area.below(foot)
    area.fill(0, foot, area.width, 1)
    return area.below(foot + 2)


def fits_line(text: str) -> bool:
    """Whether small letters of ``text`` fit one line of a display."""
    return font("small").width(text) <= LINE


def setting(text: str, width: int, height: int, sizes: Sequence[str] = ("medium", "small")) -> TypesetText:
    """``text`` in the first of ``sizes`` in which it fits without broken words, else shortened in the last."""
    for name in sizes:
        letters = font(name)
        most = capacity(letters, height)
        lines = wrap(letters, text, width, most + 1)
        whole = all(letters.width(word) <= width for word in text.split())
        if most and whole and len(lines) <= most:
            return TypesetText(letters, lines)
    letters = font(sizes[-1])
    return TypesetText(letters, wrap(letters, text, width, capacity(letters, height)))


def balanced(text: str, width: int, height: int) -> TypesetText:
    """Like ``setting``, with lines of similar length."""
    first = setting(text, width, height)
    if len(first.lines) < 2:
        return first
    narrow, wide = width // len(first.lines), width
    best = first
    while wide - narrow > 4:
        middle = (narrow + wide) // 2
        tried = setting(text, middle, height, (first.font.name,))
        if len(tried.lines) == len(first.lines) and _words_of(tried) == _words_of(first):
            best, wide = tried, middle
        else:
            narrow = middle
    return best


def _words_of(words: TypesetText) -> list[str]:
    return " ".join(words.lines).split()


def capacity(letters: Font, height: int) -> int:
    """Lines of a font that fit into ``height``."""
    return max((height - letters.height) // letters.line_height + 1, 0) if height >= letters.height else 0


def put(area: Area, words: TypesetText, x: int, y: int, width: int, *, align: Align = "left", ink: int = 1) -> None:
    """Draw typeset text."""
    for number, line in enumerate(words.lines):
        area.text(words.font, x, y + number * words.font.line_height, width, line, align=align, ink=ink)


def window(heights: Sequence[int], cursor: int, room: int) -> range:
    """Rows to show around ``cursor`` in ``room`` pixels, later ones first."""
    if not heights:
        return range(0)
    first = last = min(max(cursor, 0), len(heights) - 1)
    left = room - heights[first]
    grown = True
    while grown:
        grown = False
        if last + 1 < len(heights) and heights[last + 1] <= left:
            last += 1
            left -= heights[last]
            grown = True
        if first and heights[first - 1] <= left:
            first -= 1
            left -= heights[first]
            grown = True
    return range(first, last + 1)


def window_from(heights: Sequence[int], top: int, room: int) -> range:
    """Rows to show from ``top`` on, or earlier if room would remain."""
    if not heights:
        return range(0)
    first = last = len(heights) - 1
    left = room - heights[first]
    while first and heights[first - 1] <= left:
        first -= 1
        left -= heights[first]
    if top >= first:
        return range(first, last + 1)
    first = last = min(max(top, 0), len(heights) - 1)
    left = room - heights[first]
    while last + 1 < len(heights) and heights[last + 1] <= left:
        last += 1
        left -= heights[last]
    return range(first, last + 1)


Window = Callable[[Sequence[int], int, int], range]


def rows(
    area: Area, measure: Callable[[int], Sequence[int]], at: int, shown: Window = window
) -> Iterator[tuple[int, Area]]:
    """The rows that fit, by index, each with its area. ``measure`` says how high each row is in a given width.

    When not all fit, the marks in the gutter say on which side there is more; a row higher than ``area`` is not shown.
    """
    heights = measure(area.width)
    width = area.width
    if sum(heights) > area.height:
        width -= GUTTER
        heights = measure(width)
    here = shown(heights, at, area.height)
    if len(here) < len(heights):
        if here.start > 0:
            up_mark(area, area.width - 5, 1)
        if here.stop < len(heights):
            down_mark(area, area.width - 5, area.height - 4)
        _thumb(area, here, len(heights))
    y = 0
    for index in here:
        if y + heights[index] > area.height:
            return
        yield index, area.part(0, y, width, heights[index])
        y += heights[index]


def _thumb(area: Area, here: range, count: int) -> None:
    """Where in the list we are: a dotted track between the marks, and a thumb on it."""
    top, length = 6, area.height - 12
    if length < 8:
        return
    x = area.width - 3
    area.dotted(x, top, length, down=True)
    size = max(length * len(here) // count, 3)
    area.fill(x - 1, top + (length - size) * here.start // max(count - len(here), 1), 3, size)
