"""Track on a small display: a line of spaces, or a lane per token if it is long."""

from __future__ import annotations

from companion.core.widgets import Space, Token, Track
from companion.render.canvas.area import Area, is_icon
from companion.render.canvas.glyphs import font
from companion.render.canvas.layout import ROW, SHORT, heading, rows, window_from
from companion.render.canvas.marks import down_mark
from companion.render.faces import WidgetFace
from companion.render.widgets.widget_words import caption, focus, standing, token_mark, words

_PITCH = 10
"""Least pixels between spaces with 9-pixel shapes."""


def paint_track(area: Area, face: WidgetFace, track: Track) -> None:
    """Draw spaces side by side if they fit, else lanes."""
    body = heading(area, words(track.title), seat=face.seat, private=face.private)
    if not track.spaces:
        return
    if len(track.spaces) * _PITCH > body.width or area.height < SHORT:
        _lanes(body, face, track)
        return
    named = focus(track.spaces, track.tokens, face.cursor, face.seat)
    if named is not None:
        caption(body.below(body.height - ROW), named)
    _line(body.part(0, 0, body.width, body.height - ROW), face, track)


def _line(area: Area, face: WidgetFace, track: Track) -> None:
    """Spaces on one line, tokens stacked, arrows and icons below."""
    places = {space.key: number for number, space in enumerate(track.spaces)}
    pitch = area.width // len(track.spaces)
    left = (area.width - pitch * len(track.spaces)) // 2 + pitch // 2
    moving = [token for token in track.tokens if token.to in places and token.at in places]
    icons = any(is_icon(space.icon) for space in track.spaces)
    base = area.height - 4 - (10 if icons else 0) - (5 if moving else 0)
    area.fill(left, base, pitch * (len(track.spaces) - 1) + 1, 1)
    if track.loop:
        _joined_ends(area, left, left + pitch * (len(track.spaces) - 1), base)
    for number, space in enumerate(track.spaces):
        x = left + number * pitch
        _node(area, x, base, space, lit=space.key == face.cursor)
        area.icon(space.icon, x - 4, base + 4 + (5 if moving else 0))
    for token in moving:
        _arrow(area, left + places[token.at] * pitch, left + places[token.to] * pitch, base + 3)
    for key, tokens in standing(track.tokens).items():
        if key in places:
            _stack(area, tokens, left + places[key] * pitch - 4, base - 3)


def _joined_ends(area: Area, left: int, right: int, y: int) -> None:
    """Dots at both ends of a circular track."""
    area.dotted(0, y, left)
    area.dotted(right + 2, y, area.width - right - 2)


def _node(area: Area, x: int, y: int, space: Space, *, lit: bool) -> None:
    """Space: dot, ring if marked, filled with a pointer at the cursor."""
    if lit:
        area.fill(x - 3, y - 2, 7, 5)
    elif space.marked:
        area.fill(x - 2, y - 2, 5, 5)
        area.fill(x - 1, y - 1, 3, 3, 0)
    else:
        area.fill(x - 1, y - 1, 3, 3)


def _arrow(area: Area, start: int, end: int, y: int) -> None:
    """Dotted arrow under the line."""
    low, high = sorted((start, end))
    area.dotted(low, y + 3, high - low)
    area.fill(start, y, 1, 3)
    for row in range(3):
        area.fill(end - row, y + row, 1 + 2 * row, 1)


def _stack(area: Area, tokens: list[Token], x: int, foot: int) -> None:
    """Shapes on top of each other, the first highest; pushed together, each on a dark rim, when they are many."""
    if len(tokens) == 1:
        step = 0
    else:
        step = max(min(_PITCH, (foot - 9) // (len(tokens) - 1)), 1)
    for number, token in enumerate(reversed(tokens)):
        y = foot - 9 - number * step
        token_mark(area, token, x, y)


def _lanes(area: Area, face: WidgetFace, track: Track) -> None:
    """A lane for each token: how far it is, and the word of its space at the right."""
    small = font("small")
    order = {space.key: number for number, space in enumerate(track.spaces)}
    names = {space.key: words(space.label) or space.key for space in track.spaces}
    tokens = [token for token in track.tokens if token.at in order]
    widest = min(max((small.width(names[token.at]) for token in tokens), default=0), area.width // 2)
    last = max(len(track.spaces) - 1, 1)
    for index, row in rows(area, lambda _: [ROW] * len(tokens), face.top, window_from):
        token = tokens[index]
        length = row.width - widest - 7 - 9
        here = 1 + length * order[token.at] // last
        row.dotted(0, 5, here - 1)
        row.dotted((here + 10) & ~1, 5, length + 9 - ((here + 10) & ~1))
        token_mark(row, token, here, 1)
        if token.to in order:
            down_mark(row, length * order[token.to] // last + 3, 1)
        own = face.seat and token.seat == face.seat
        if own:
            row.fill(row.width - widest - 3, 0, widest + 3, ROW)
        row.text(small, row.width - widest - 1, 0, widest, names[token.at], align="right", ink=0 if own else 1)
