"""A dialogue with other questions than its game asks: how a mistake is planted."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from companion.core.questions import Question


def with_each(asking: Any, change: Callable[[Question], Question]) -> Any:
    """The dialogue with every question changed."""
    question = next(asking)
    while True:
        answer = yield change(question)
        try:
            question = asking.send(answer)
        except StopIteration as stop:
            return stop.value
