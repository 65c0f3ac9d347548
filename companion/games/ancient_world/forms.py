"""Forms: a turn with its action, what a seat owes besides, what the table is asked; and usual answers."""

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
    """Questions of a turn from its beginning. It never goes on with the form of the turn before, when all others have
    passed.
    """
    return together("turn", say("Your turn"), asking, anew=True, layout="dense", again=False)


def as_action(asking: Asking[M]) -> Asking[M]:
    """Questions of the action on which a citizen was placed: they go on with the form of the turn."""
    return together("turn", say("Your turn"), asking, layout="dense", again=False)


def as_owed(state: State, asking: Asking[M]) -> Asking[M]:
    """Questions of what a seat owes besides its turn: damage, losses, and what ends a round. What the same seat owes
    next goes on with the form.
    """
    prompt = say("Losses") if state.stage == "turns" else words.END_OF_ROUND
    return together("owed", prompt, asking, layout="dense")


def of_table(key: str, prompt: Message, asking: Asking[M], act: Message | None = None) -> Asking[M]:
    """Questions that the table answers for everybody, a form for each move: nobody enters facts unread. ``act`` is the
    button of one whose answers have no words for it.
    """
    return together(key, prompt, asking, act, anew=True, layout="dense")


def if_open(options: Sequence[Option[T]], value: T) -> T | None:
    """``value`` where that option is in reach."""
    return value if any(option.value == value and option.reason is None for option in options) else None


def only_open(options: Sequence[Option[T]]) -> T | None:
    """The value of the only option in reach; None where there is a choice, or nothing."""
    open_ = [option.value for option in options if option.reason is None]
    return open_[0] if len(open_) == 1 else None
