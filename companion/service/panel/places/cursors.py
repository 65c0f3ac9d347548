"""Place a piece and pick a position by keys. Pure.

A piece: first its turn, then its row, then its column, among the ways in reach. Two keys dial one thing at a time; the
three together find one of a hundred ways in a dozen presses. A way is an index of the question's options; ``axis``
counts what is being dialled: 0 the turn, 1 the row, 2 the column.

A position: the cursor walks over the picture, from one position in reach to the next. Where nothing is in reach, or the
picture has no positions, the options stay a list, which has room for the reasons.
"""

from __future__ import annotations

from typing import Any

from msgspec import structs

from companion.core.options import Option
from companion.core.questions import Fit, Place
from companion.core.widgets import Grid, Hand, Rondel, Space, Track, Widget
from companion.core.wording import Speaker, verbatim
from companion.render.faces import AnyFace, FitFace
from companion.render.widgets.widget_face import said_grid, spoken

AXES = 3


def first_way(question: Fit) -> int:
    """Where the piece lies at first: in reach if it can be, its turn as printed, at the top left."""
    ways = _in_reach(question)
    return min(ways, key=ways.__getitem__) if ways else 0


def moved(question: Fit, way: int, axis: int, steps: int) -> int:
    """The way after ``steps`` towards more of what is dialled, or less; it stops at the ends."""
    ways = _in_reach(question)
    if way not in ways:
        return way
    now = ways[way]
    choices = sorted({there[axis] for there in ways.values() if there[:axis] == now[:axis]})
    wanted = choices[min(max(choices.index(now[axis]) + steps, 0), len(choices) - 1)]
    alike = [index for index, there in ways.items() if there[: axis + 1] == (*now[:axis], wanted)]
    return min(alike, key=lambda index: (_far(ways[index], now), ways[index]))


def next_axis(question: Fit, way: int, axis: int) -> int:
    """What is to be dialled after ``axis``, leaving out what has one value only; ``AXES`` when nothing is."""
    ways = _in_reach(question)
    for later in range(axis + 1, AXES):
        if way in ways and len({there[later] for there in ways.values() if there[:later] == ways[way][:later]}) > 1:
            return later
    return AXES


def fit_face(question: Fit, widget: Widget, way: int, axis: int, speaker: Speaker) -> FitFace | None:
    """The picture of the piece on its grid; None where there is nothing to draw."""
    if not isinstance(widget, Grid) or not question.options:
        return None
    option = question.options[way]
    return FitFace(
        prompt=speaker.short(question.prompt),
        grid=said_grid(widget, speaker),
        squares=question.squares(option.value),
        word=speaker.short(option.reason or option.label),
        out=option.reason is not None,
        axis=axis,
    )


def _in_reach(question: Fit) -> dict[int, tuple[int, int, int]]:
    """Turn, row and column of every way in reach."""
    found = {}
    for index, option in enumerate(question.options):
        if option.reason is None:
            x, y, turn = map(int, option.value.split(","))
            found[index] = (turn, y, x)
    return found


def _far(way: tuple[int, int, int], other: tuple[int, int, int]) -> int:
    return abs(way[1] - other[1]) + abs(way[2] - other[2])


UP_AND_DOWN = 1
"""What ``FitFace`` calls it when up and down move something."""


def next_position(question: Place[Any], at: int, steps: int) -> int:
    """The option ``steps`` further on among those in reach; it stops at the ends."""
    reach = [index for index, option in enumerate(question.options) if option.reason is None]
    if at not in reach:
        return max(min(at + steps, len(question.options) - 1), 0)
    return reach[max(min(reach.index(at) + steps, len(reach) - 1), 0)]


def walk_face(question: Place[Any], widget: Widget, at: int, speaker: Speaker) -> AnyFace | None:
    """The picture with the cursor on option ``at``; None where a list tells more."""
    if at >= len(question.options) or question.options[at].reason is not None:
        return None
    option = question.options[at]
    position = str(option.value)
    match widget:
        case Grid():
            word = " ".join((speaker.short(option.label), *_prices(option)))
            prompt = speaker.short(question.prompt)
            return FitFace(
                prompt=prompt, grid=said_grid(widget, speaker), squares=(position,), word=word, axis=UP_AND_DOWN
            )
        case Track() | Rondel() if any(space.key == position for space in widget.spaces):
            spaces = tuple(_named(space, option) if space.key == position else space for space in widget.spaces)
            return spoken(structs.replace(widget, title=question.prompt, spaces=spaces), speaker, cursor=position)
        case Hand() if any(card.key == position for card in widget.cards) and not option.price:
            return spoken(structs.replace(widget, title=question.prompt), speaker, cursor=position)
    return None


def _named(space: Space, option: Option[Any]) -> Space:
    """The space under the cursor says what the option says: its label, and what it costs."""
    prices = " ".join(_prices(option))
    return structs.replace(space, label=option.label, note=verbatim(prices) if prices else space.note)


def _prices(option: Option[Any]) -> list[str]:
    return [str(amount.n) for amount in option.price]
