"""Rondel on a small display: dial at the left, token positions as text at the right."""

from __future__ import annotations

from math import cos, pi, sin

from companion.core.widgets import Rondel, Space, Token
from companion.render.canvas.area import Area, is_icon
from companion.render.canvas.glyphs import font
from companion.render.canvas.layout import ROW, SHORT, heading, put, rows, setting, window_from
from companion.render.faces import WidgetFace
from companion.render.widgets.widget_words import focus, standing, token_mark, words


def paint_rondel(area: Area, face: WidgetFace, rondel: Rondel) -> None:
    """Draw dial, title, centre and token list; upright one below the other."""
    if area.upright:
        below = heading(area, words(rondel.title), seat=face.seat, private=face.private)
        size = min(below.width // 2 * 2 - 1, below.height * 3 // 5)
        _dial(below.part((below.width - size) // 2, 0, size, size), face, rondel)
        _words_of(below.below(size + 3), face, rondel)
        return
    size = min(area.height, area.width // 2) // 2 * 2 - 1
    _dial(area.part(0, 0, size, size), face, rondel)
    side = area.part(size + 4, 0, area.width - size - 4, area.height)
    _words_of(heading(side, words(rondel.title), seat=face.seat, private=face.private), face, rondel)


def _words_of(body: Area, face: WidgetFace, rondel: Rondel) -> None:
    """Centre, and the space at the cursor or the tokens."""
    centre = "\n".join(text for text in (words(rondel.centre), words(rondel.centre_note)) if text)
    if centre and (body.upright or body.height >= SHORT - ROW - 2):
        said = setting(centre, body.width, 2 * ROW, ("small",))
        put(body, said, 0, 0, body.width)
        body = body.below(said.height + 1)
    named = focus(rondel.spaces, rondel.tokens, face.cursor, 0) if face.cursor else None
    if named is not None:
        _chosen(body, named)
    else:
        _list(body, face, rondel)


def _chosen(area: Area, space: Space) -> None:
    """Space at the cursor, with its note."""
    said = setting(words(space.label) or space.key, area.width - 4, min(2 * ROW, area.height), ("small",))
    area.fill(0, 0, area.width, said.height)
    put(area, said, 2, 0, area.width - 4, ink=0)
    below = area.below(said.height + 1)
    put(below, setting(words(space.note), area.width, below.height, ("small",)), 0, 0, area.width)


def _list(area: Area, face: WidgetFace, rondel: Rondel) -> None:
    """Each token and its space."""
    small = font("small")
    names = {space.key: words(space.label) or space.key for space in rondel.spaces}
    tokens = [token for token in rondel.tokens if token.at in names]
    for index, row in rows(area, lambda _: [ROW] * len(tokens), face.top, window_from):
        token = tokens[index]
        own = bool(face.seat) and token.seat == face.seat
        if own:
            row.fill(11, 0, row.width - 11, ROW)
        token_mark(row, token, 0, 1)
        row.text(small, 13, 0, row.width - 15, names[token.at], ink=0 if own else 1)


def _dial(area: Area, face: WidgetFace, rondel: Rondel) -> None:
    """Spaces clockwise from the top: icons on the rim if roomy, else strokes; tokens inside."""
    if not rondel.spaces:
        return
    count = len(rondel.spaces)
    roomy = area.height >= SHORT and count <= 12
    stacks = standing(rondel.tokens)
    _rings(area, roomy=roomy)
    for number, space in enumerate(rondel.spaces):
        angle = 2 * pi * number / count
        _spoke(area, angle + pi / count)
        _space(area, space, angle, lit=space.key == face.cursor, roomy=roomy)
    for number, space in enumerate(rondel.spaces):
        _tokens(area, stacks.get(space.key, []), 2 * pi * number / count, roomy=roomy, own=face.seat)


def _rings(area: Area, *, roomy: bool) -> None:
    """Outer edge, and inner line on a roomy dial."""
    edge = area.width - 1
    left, top = area.left, area.top
    area.pen.ellipse((left, top, left + edge, top + edge), outline=255)
    if roomy:
        area.pen.ellipse((left + 12, top + 12, left + edge - 12, top + edge - 12), outline=255)


def _spoke(area: Area, angle: float) -> None:
    """Border between two spaces."""
    x, y = _at(area, angle, area.width / 2 - 1)
    to_x, to_y = _at(area, angle, area.width / 2 - (11 if area.height >= SHORT else 5))
    area.line(x, y, to_x, to_y)


def _at(area: Area, angle: float, radius: float) -> tuple[int, int]:
    """Pixel at ``angle`` (clockwise from the top) and ``radius``."""
    middle = (area.width - 1) / 2
    return round(middle + radius * sin(angle)), round(middle - radius * cos(angle))


def _space(area: Area, space: Space, angle: float, *, lit: bool, roomy: bool) -> None:
    """Icon or dot on the rim; lit at the cursor."""
    x, y = _at(area, angle, area.width / 2 - (6.5 if roomy else 4))
    if roomy and is_icon(space.icon):
        if lit:
            area.fill(x - 5, y - 5, 11, 11)
        area.icon(space.icon, x - 4, y - 4, 0 if lit else 1)
    elif lit:
        area.fill(x - 2, y - 2, 5, 5)
    elif space.marked:
        area.fill(x - 1, y - 1, 3, 3)


def _tokens(area: Area, tokens: list[Token], angle: float, *, roomy: bool, own: int) -> None:
    """Tokens of a space; if more than two, the own or first one, and a dot."""
    if not roomy:
        if tokens:
            x, y = _at(area, angle, area.width / 2 - 7)
            area.fill(x - 1, y - 1, 3, 3)
        return
    radius = area.width / 2 - 17.5
    if len(tokens) > 2:
        x, y = _at(area, angle, radius - 7)
        area.fill(x - 1, y - 1, 3, 3)
        tokens = [next((token for token in tokens if own and token.seat == own), tokens[0])]
    for number in reversed(range(len(tokens))):
        x, y = _at(area, angle, radius - number * 10)
        token_mark(area, tokens[number], x - 4, y - 4)
