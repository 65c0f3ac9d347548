"""Everything a person may read in a finished value."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from companion.core.questions import Question
from companion.core.wording import Message, Verbatim


def wordings(value: Any) -> Iterator[Message | Verbatim]:
    """All messages and owners' words within ``value``, at any depth. An argument is spoken with its message."""
    if isinstance(value, Message | Verbatim):
        yield value
    elif isinstance(value, Question) and value.act is not None:
        yield replace(value.act, args={**value.act.args, "answer": "3"})  # as on the button, once there is an answer
        yield from wordings(replace(value, act=None))
    elif isinstance(value, Struct):
        for name in value.__struct_fields__:
            yield from wordings(getattr(value, name))
    elif isinstance(value, list | tuple):
        for item in value:
            yield from wordings(item)


def icons(value: Any) -> Iterator[str]:
    """All names of icons within ``value``."""
    if isinstance(value, Struct):
        for name in value.__struct_fields__:
            if name == "icon" and getattr(value, name):
                yield getattr(value, name)
            yield from icons(getattr(value, name))
    elif isinstance(value, list | tuple):
        for item in value:
            yield from icons(item)
