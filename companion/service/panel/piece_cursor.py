"""Laying a piece by keys: first its turn, then its row, then its column, among the ways in reach. Pure.

Two keys dial one thing at a time; the three together find one of a hundred ways in a dozen presses. A way is an index
of the question's options; ``stage`` counts what is being dialled: 0 the turn, 1 the row, 2 the column.
"""

from __future__ import annotations

from companion.core.questions import Fit
from companion.core.widgets import Grid, Widget
from companion.core.wording import Speaker
from companion.render.faces import FitFace
from companion.render.widget_face import said_grid

STAGES = 3


def first_way(question: Fit) -> int:
    """Where the piece lies at first: in reach if it can be, its turn as printed, at the top left."""
    ways = _in_reach(question)
    return min(ways, key=ways.__getitem__) if ways else 0


def moved(question: Fit, way: int, stage: int, steps: int) -> int:
    """The way after ``steps`` towards more of what is dialled, or less; it stops at the ends."""
    ways = _in_reach(question)
    if way not in ways:
        return way
    now = ways[way]
    choices = sorted({there[stage] for there in ways.values() if there[:stage] == now[:stage]})
    wanted = choices[min(max(choices.index(now[stage]) + steps, 0), len(choices) - 1)]
    alike = [index for index, there in ways.items() if there[: stage + 1] == (*now[:stage], wanted)]
    return min(alike, key=lambda index: (_far(ways[index], now), ways[index]))


def next_stage(question: Fit, way: int, stage: int) -> int:
    """What is to be dialled after ``stage``, leaving out what has one value only; ``STAGES`` when nothing is."""
    ways = _in_reach(question)
    for later in range(stage + 1, STAGES):
        if way in ways and len({there[later] for there in ways.values() if there[:later] == ways[way][:later]}) > 1:
            return later
    return STAGES


def fit_face(question: Fit, widget: Widget, way: int, stage: int, speaker: Speaker) -> FitFace | None:
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
        stage=stage,
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
