"""Limits on the size of a stored state, checked before a rule reads one from a printed sheet, a backup or a damaged
file.
"""

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

    A field with narrower bounds declares them in its type with ``msgspec.Meta``.
    """

    number: int = 99_999
    members: int = 400
    text: int = 1_000
    depth: int = 60
    parts: int = 30_000
    size: int = 256 * 1024


BOUNDS = Bounds()
"""The bounds of a game that declares none."""


class OutOfBounds(CompanionError):
    """An external value exceeds a bound. The text names the bound and quotes no value."""


def read_within(raw: bytes, bounds: Bounds = BOUNDS) -> Any:
    """Read JSON as plain values. Raises ``OutOfBounds`` and what ``msgspec.json.decode`` raises."""
    if len(raw) > bounds.size:
        raise OutOfBounds(f"more than {bounds.size} bytes")
    plain = msgspec.json.decode(raw)
    check_bounds(plain, bounds)
    return plain


def check_bounds(plain: object, bounds: Bounds = BOUNDS) -> None:
    """Check a decoded JSON value: numbers, texts, lists and mappings. Raises ``OutOfBounds``."""
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
    """Check ``part`` itself, and return its members: of a list its items, of a mapping its keys and values, else
    nothing.
    """
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
