"""The forms: a turn with what is done on the action, what ends a round, the set-up; and answers that are usual."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeVar

from companion.core.forms import together
from companion.core.options import Option
from companion.core.questions import Asking
from companion.core.wording import say

M = TypeVar("M")
T = TypeVar("T", bound=str | int)


def as_turn(asking: Asking[M]) -> Asking[M]:
    """Questions of a turn from its beginning. It never goes on with the form of the turn before, when all others have
    passed.
    """
    return together("turn", say("Your turn"), asking, anew=True)


def as_action(asking: Asking[M]) -> Asking[M]:
    """Questions of the action on which a citizen was placed: they go on with the form of the turn."""
    return together("turn", say("Your turn"), asking)


def as_entry(asking: Asking[M]) -> Asking[M]:
    """Questions of what is printed on cards that nobody has entered yet, and of what is then done with them: a form of
    its own, in whatever form they were met.
    """
    return together("entry", say("What is printed there"), asking)


def if_open(options: Sequence[Option[T]], value: T) -> T | None:
    """``value`` where that option is in reach."""
    return value if any(option.value == value and option.reason is None for option in options) else None


def only_open(options: Sequence[Option[T]]) -> T | None:
    """The value of the only option in reach; None where there is a choice, or nothing."""
    open_ = [option.value for option in options if option.reason is None]
    return open_[0] if len(open_) == 1 else None
