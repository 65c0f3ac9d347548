"""Keys and encoders to cursor moves and answers. Pure: a dial, a question and a key give a new dial or an answer."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

from companion.core.answer_parsing import items, whole_number
from companion.core.questions import Answer, AnyQuestion, Confirm, Count, Dice, Fit, Pick, PickMany, Place, Text
from companion.service.panel.places.cursors import AXES, first_way, moved, next_axis, next_position
from companion.service.play.play_views import Dialogue


@dataclass(frozen=True)
class Dial:
    """Where the keys of a place stand in one dialogue (``digest``): cursor, number, dice, things picked so far.

    For a piece to be placed ``value`` is the option it lies by, and ``at`` the axis being dialled. Above the first line
    of a list, at -1, is what explains the question.
    """

    digest: str
    at: int = 0
    value: int = 0
    picked: tuple[str, ...] = ()
    dice: tuple[int, ...] = ()
    sure: bool = False
    """Whether OK was pressed once on something that cannot be taken back freely, and is asked again."""
    pending: Answer | None = None


def dial_for(dialogue: Dialogue, dial: Dial | None) -> Dial:
    """The dial of this dialogue: the present one if it belongs to it, else a fresh one, on the usual answer."""
    if dial is not None and dial.digest == dialogue.digest:
        return dial
    preset = dialogue.question.preset
    match dialogue.question:
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
    """The dial after ``steps`` downwards (an encoder clockwise); cursors stop at the ends, dice go round."""
    match question:
        case Count(low=low, high=high):
            # Down the list is towards more on an encoder but towards less with an arrow key: see ``nudged``.
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
    """The dial after the arrow key ``up`` or ``down``. Up is more of a number, and the line above of a list."""
    down = key == "down"
    more_is_up = isinstance(question, Count | Dice)
    return turned(dial, question, times if down != more_is_up else -times)


def pressed_ok(dial: Dial, question: AnyQuestion) -> Dial | Answer:
    """What OK does: moves on within the question, or gives its answer."""
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
    """The dial on the die before; None where there is none."""
    return replace(dial, at=dial.at - 1) if isinstance(question, Dice) and dial.at else None


def meaning(dial: Dial, question: AnyQuestion) -> Any:
    """What OK would do now. A press on an older picture counts when it meant the same."""
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
