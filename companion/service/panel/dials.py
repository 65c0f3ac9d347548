"""Answering a single question with keys and encoders. Pure functions: a ``Dial``, a question and a key give a new
``Dial`` or an answer.

A piece to be placed (``Fit``): first its rotation is set, then its row, then its column, among the possible ways. Two
keys set one of them at a time; with three keys a hundred ways take at most a dozen presses. A way is an index of the
question's options; ``axis`` says what is being set: 0 the rotation, 1 the row, 2 the column.

Dice of which only the hits matter: only their number is entered, as for any number; a phone can enter the faces.

A position (``Place``): the cursor moves over the picture, from one possible position to the next. If none is possible,
or the picture has no positions, the options are a list, which has room for the reasons.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

from msgspec import structs

from companion.core.answer_parsing import items, whole_number
from companion.core.options import Option
from companion.core.questions import Answer, AnyQuestion, Confirm, Count, Dice, Fit, Pick, PickMany, Place, Text
from companion.core.widgets import Grid, Hand, Rondel, Space, Track, Widget
from companion.core.wording import Speaker, verbatim
from companion.render.faces import AnyFace, FitFace
from companion.render.widgets.widget_face import said_grid, spoken
from companion.service.play.play_views import Dialogue

AXES = 3


def first_way(question: Fit) -> int:
    """The way at which the piece is first shown: a possible one if there is any, with the smallest rotation, row and
    column.
    """
    ways = _in_reach(question)
    return min(ways, key=ways.__getitem__) if ways else 0


def moved(question: Fit, way: int, axis: int, steps: int) -> int:
    """The way after ``steps`` along ``axis``, more or (negative) less; it stops at the ends."""
    ways = _in_reach(question)
    if way not in ways:
        return way
    now = ways[way]
    choices = sorted({there[axis] for there in ways.values() if there[:axis] == now[:axis]})
    wanted = choices[min(max(choices.index(now[axis]) + steps, 0), len(choices) - 1)]
    alike = [index for index, there in ways.items() if there[: axis + 1] == (*now[:axis], wanted)]
    return min(alike, key=lambda index: (_far(ways[index], now), ways[index]))


def next_axis(question: Fit, way: int, axis: int) -> int:
    """The axis to set after ``axis``, skipping those with only one value; ``AXES`` if there is none."""
    ways = _in_reach(question)
    for later in range(axis + 1, AXES):
        if way in ways and len({there[later] for there in ways.values() if there[:later] == ways[way][:later]}) > 1:
            return later
    return AXES


def fit_face(question: Fit, widget: Widget, way: int, axis: int, speaker: Speaker) -> FitFace | None:
    """The picture of the piece on its grid; None if there is nothing to draw."""
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
    """Rotation, row and column of every possible way."""
    found = {}
    for index, option in enumerate(question.options):
        if option.reason is None:
            x, y, turn = map(int, option.value.split(","))
            found[index] = (turn, y, x)
    return found


def _far(way: tuple[int, int, int], other: tuple[int, int, int]) -> int:
    return abs(way[1] - other[1]) + abs(way[2] - other[2])


UP_AND_DOWN = 1
"""The ``FitFace`` axes on which up and down have an effect."""


def next_position(question: Place[Any], at: int, steps: int) -> int:
    """The option ``steps`` further among the possible ones; it stops at the ends."""
    reach = [index for index, option in enumerate(question.options) if option.reason is None]
    if at not in reach:
        return max(min(at + steps, len(question.options) - 1), 0)
    return reach[max(min(reach.index(at) + steps, len(reach) - 1), 0)]


def walk_face(question: Place[Any], widget: Widget, at: int, speaker: Speaker) -> AnyFace | None:
    """The drawn picture of ``widget`` with a cursor on option number ``at``; None where a list of words is clearer."""
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
    """The space under the cursor, with the label and the price of its option."""
    prices = " ".join(_prices(option))
    return structs.replace(space, label=option.label, note=verbatim(prices) if prices else space.note)


def _prices(option: Option[Any]) -> list[str]:
    return [str(amount.n) for amount in option.price]


@dataclass(frozen=True)
class Dial:
    """The state of the keys of a place in one dialogue (``digest``): cursor, number, dice, options picked so far.

    For a piece to be placed ``value`` is the index of its option and ``at`` the axis being set. In a list, ``at`` is -1
    on the page above the first line, which explains the question.
    """

    digest: str
    at: int = 0
    value: int = 0
    picked: tuple[str, ...] = ()
    dice: tuple[int, ...] = ()
    sure: bool = False
    """Whether OK was pressed once on something that cannot be undone freely, so that it is asked again."""
    pending: Answer | None = None


def as_dialled(question: AnyQuestion) -> AnyQuestion:
    """A question in the form in which keys answer it. Where only the hits of dice matter it asks for their number;
    where several options are chosen it leaves out the certain ones, which are chosen anyway.
    """
    if isinstance(question, PickMany) and any(option.certain for option in question.options):
        return structs.replace(question, options=tuple(option for option in question.options if not option.certain))
    if not (isinstance(question, Dice) and question.hits):
        return question
    return Count(key=question.key, prompt=question.prompt, hint=question.hint, high=question.dice, icon="dice")


def dial_for(dialogue: Dialogue, dial: Dial | None) -> Dial:
    """The dial of this dialogue: ``dial`` if it belongs to the dialogue, else a new one at the preset answer."""
    if dial is not None and dial.digest == dialogue.digest:
        return dial
    question = as_dialled(dialogue.question)
    preset = question.preset
    match question:
        case Count(start=start, low=low, high=high):
            return Dial(dialogue.digest, value=min(max(start, low), high) if preset is None else whole_number(preset))
        case Dice(dice=dice):
            faces = (1,) * dice if preset is None else tuple(whole_number(face) for face in items(preset))
            return Dial(dialogue.digest, dice=faces)
        case Fit() as fit:
            way = first_way(fit) if preset is None else fit.options.index(fit.option(preset))
            return Dial(dialogue.digest, at=next_axis(fit, way, -1) % AXES, value=way)
        case Pick(options=options) as pick:
            reachable = [index for index, option in enumerate(options) if option.reason is None]
            first = reachable[0] if reachable else 0
            return Dial(dialogue.digest, at=first if preset is None else options.index(pick.option(preset)))
        case PickMany(options=options) if preset is not None:
            return Dial(dialogue.digest, at=len(options), picked=tuple(str(value) for value in items(preset)))
        case Confirm(default=default):
            return Dial(dialogue.digest, at=1 if (default if preset is None else preset) is False else 0)
        case PickMany() | Text():
            return Dial(dialogue.digest)


def turned(dial: Dial, question: AnyQuestion, steps: int) -> Dial:
    """The dial after ``steps`` downwards (an encoder clockwise); cursors stop at the ends, faces of dice wrap
    around.
    """
    question = as_dialled(question)
    match question:
        case Count(low=low, high=high):
            # An encoder turned clockwise moves down a list and raises a number; arrow keys differ, see ``nudged``.
            return replace(dial, value=min(max(dial.value + steps, low), high))
        case Dice(faces=faces):
            faces_now = list(dial.dice)
            faces_now[dial.at] = (faces_now[dial.at] - 1 + steps) % faces + 1
            return replace(dial, dice=tuple(faces_now))
        case Fit() as fit:
            return replace(dial, value=moved(fit, dial.value, dial.at, steps))
        case Place() as place:
            return replace(dial, at=next_position(place, dial.at, steps))
        case Pick() | PickMany() | Text() | Confirm():
            pass
    first = -1 if explained(question) else 0
    return replace(dial, at=max(min(dial.at + steps, _lines(question) - 1), first))


def explained(question: AnyQuestion) -> bool:
    """Whether a list has a page above its first line that explains the question."""
    return question.hint is not None and isinstance(question, Pick | PickMany) and not isinstance(question, Place | Fit)


def nudged(dial: Dial, question: AnyQuestion, key: str, times: int = 1) -> Dial:
    """The dial after the arrow key ``up`` or ``down``. Up raises a number, and moves to the line above in a list."""
    down = key == "down"
    more_is_up = isinstance(question, Count | Dice)  # a die, too, though it is turned like a list
    return turned(dial, question, times if down != more_is_up else -times)


def pressed_ok(dial: Dial, question: AnyQuestion) -> Dial | Answer:
    """The result of OK: the next ``Dial`` within the question, or its answer."""
    question = as_dialled(question)
    match question:
        case Count():
            return dial.value
        case Dice(dice=dice):
            return list(dial.dice) if dial.at == dice - 1 else replace(dial, at=dial.at + 1)
        case Text() | Pick(options=()):
            return dial
        case Pick() | PickMany() if dial.at < 0:
            return replace(dial, at=0)
        case Fit(options=options) as fit:
            later = next_axis(fit, dial.value, dial.at)
            return replace(dial, at=later) if later < AXES else options[dial.value].value
        case Pick(options=options):
            return str(options[dial.at].value)
        case PickMany(options=options):
            if dial.at == len(options):
                return list(dial.picked)
            return replace(dial, picked=_toggled(dial.picked, str(options[dial.at].value)))
        case Confirm():
            return dial.at == 0


def previous_die(dial: Dial, question: AnyQuestion) -> Dial | None:
    """The dial on the die before; None if there is none."""
    return replace(dial, at=dial.at - 1) if isinstance(question, Dice) and dial.at else None


def meaning(dial: Dial, question: AnyQuestion) -> Any:
    """What OK would do now, as a value to compare: a press on an older picture still counts if it meant the same."""
    return (dial.digest, dial.sure, pressed_ok(dial, question))


def _toggled(picked: tuple[str, ...], value: str) -> tuple[str, ...]:
    return tuple(item for item in picked if item != value) if value in picked else (*picked, value)


def _lines(question: AnyQuestion) -> int:
    match question:
        case Pick(options=options):
            return len(options)
        case PickMany(options=options):
            return len(options) + 1
        case Confirm():
            return 2
        case Count() | Dice() | Text():
            return 1
