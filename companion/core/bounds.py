"""How large a stored state may be: checked before a rule reads one from paper, from a backup or a damaged file."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import msgspec
from msgspec import Struct

from companion.core.errors import CompanionError


class Bounds(Struct, frozen=True):
    """Limits of a game's state: size of a whole number (positive or negative), members of a list or mapping,
    characters of a text, depth of nesting, number of parts, and bytes of JSON, which are checked before the rest is
    read.

    Narrower bounds of a single field stand in its type, as ``msgspec.Meta``.
    """

    number: int = 99_999
    members: int = 400
    text: int = 1_000
    depth: int = 60
    parts: int = 30_000
    size: int = 256 * 1024


BOUNDS = Bounds()
"""Those of a game that states none of its own."""


class OutOfBounds(CompanionError):
    """A value from outside passes a bound. The text says which bound, and quotes no value."""


def read_within(raw: bytes, bounds: Bounds = BOUNDS) -> Any:
    """Read JSON as plain values. Raises ``OutOfBounds`` and what ``msgspec.json.decode`` raises."""
    if len(raw) > bounds.size:
        raise OutOfBounds(f"more than {bounds.size} bytes")
    plain = msgspec.json.decode(raw)
    check_bounds(plain, bounds)
    return plain


def check_bounds(plain: object, bounds: Bounds = BOUNDS) -> None:
    """Check a value as JSON has it: numbers, texts, lists and mappings. Raises ``OutOfBounds``."""
    level, left = [plain], bounds.parts
    for _ in range(bounds.depth + 1):
        left -= len(level)
        if left < 0:
            raise OutOfBounds(f"more than {bounds.parts} parts")
        inner: list[object] = []
        for part in level:
            inner += _checked_members(part, bounds)
        if not inner:
            return
        level = inner
    raise OutOfBounds(f"more than {bounds.depth} parts in each other")


def _checked_members(part: object, bounds: Bounds) -> Iterable[object]:
    """The members of a list, the keys and values of a mapping; nothing of a value, after its own check."""
    match part:
        case str() if len(part) > bounds.text:
            raise OutOfBounds(f"a text of more than {bounds.text} characters")
        case int() | float() if not -bounds.number <= part <= bounds.number:
            raise OutOfBounds(f"a number beyond {bounds.number}")
        case list() | tuple() | dict() if len(part) > bounds.members:
            raise OutOfBounds(f"more than {bounds.members} members")
        case list() | tuple():
            return part
        case dict():
            return (*part, *part.values())
        case _:
            return ()
