"""Picking a position by keys: the cursor walks over the picture, from one position in reach to the next. Pure.

Where nothing is in reach, or the picture has no positions, the options stay a list, which has room for the reasons.
"""

from __future__ import annotations

from typing import Any

from msgspec import structs

from companion.core.questions import Option, Place
from companion.core.widgets import Grid, Hand, Rondel, Space, Track, Widget
from companion.core.wording import Speaker, verbatim
from companion.render.faces import AnyFace, FitFace
from companion.render.widget_face import said_grid, spoken

UP_AND_DOWN = 1
"""What ``FitFace`` calls it when up and down move something."""


def walked(question: Place[Any], at: int, steps: int) -> int:
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
                prompt=prompt, grid=said_grid(widget, speaker), squares=(position,), word=word, stage=UP_AND_DOWN
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
