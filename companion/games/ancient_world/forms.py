"""The forms on which questions stand: a turn with its action, other dues of a seat, questions for the table. And
preselected answers.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeVar

from companion.core.forms import together
from companion.core.options import Option
from companion.core.questions import Asking
from companion.core.wording import Message, say
from companion.games.ancient_world import words
from companion.games.ancient_world.state import State

M = TypeVar("M")
T = TypeVar("T", bound=str | int)


def as_turn(asking: Asking[M]) -> Asking[M]:
    """Put the questions of a turn on a new form. It does not continue the form of the seat's previous turn, even if all
    others have passed.
    """
    return together("turn", say("Your turn"), asking, anew=True, layout="dense", again=False)


def as_action(asking: Asking[M]) -> Asking[M]:
    """Put the questions of the action on which a citizen was placed on the form of the turn."""
    return together("turn", say("Your turn"), asking, layout="dense", again=False)


def as_owed(state: State, asking: Asking[M]) -> Asking[M]:
    """Put the questions of what a seat has to do besides its turn on a form: damage, losses, the end of a round. The
    seat's next due of this kind continues the form.
    """
    prompt = say("Losses") if state.stage == "turns" else words.END_OF_ROUND
    return together("owed", prompt, asking, layout="dense")


def of_table(key: str, prompt: Message, asking: Asking[M], act: Message | None = None) -> Asking[M]:
    """Put the questions for the table on a form, a new one for each move, so that players read what they confirm.
    ``act`` is the text of the button for answers that bring none.
    """
    return together(key, prompt, asking, act, anew=True, layout="dense")


def if_open(options: Sequence[Option[T]], value: T) -> T | None:
    """``value`` if its option can be chosen, else None."""
    return value if any(option.value == value and option.reason is None for option in options) else None


def only_open(options: Sequence[Option[T]]) -> T | None:
    """The value of the only option that can be chosen; None if there are several or none."""
    open_ = [option.value for option in options if option.reason is None]
    return open_[0] if len(open_) == 1 else None
