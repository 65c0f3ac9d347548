"""Documents with one part exchanged for something hostile: each number, list, mapping and text in turn."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any

from msgspec import Struct

Path = tuple[str | int, ...]

NUMBERS: tuple[Any, ...] = (-1, 0, 99_999, 10**7, 2**62, -(2**62))
LONG = 20_000
DEEP = 300
"""Parts in each other: fewer than JSON readers follow, more than any position has."""
TEXTS: tuple[Any, ...] = ("x" * LONG, "", "{nothere}", "{n:>300000000}", "\u202e\x00")


class Mutation(Struct, frozen=True):
    """A document with ``put`` at a ``path``."""

    path: Path
    put: str
    document: Any


def mutations(document: Any, chance: random.Random | None = None, most: int = 0) -> Iterator[Mutation]:
    """Every mutation of every kind of place in ``document``; with ``chance`` so many of them, evenly drawn. Of places
    that differ only in the number of a list's member, one stands for all.
    """
    places = [(path, value, name) for path in _places(document) for name, value in _hostile(_at(document, path))]
    if chance is not None:
        places = chance.sample(places, min(most, len(places)))
    for path, value, name in places:
        yield Mutation(path, name, _with(document, path, value))


def _hostile(value: Any) -> Iterator[tuple[str, Any]]:
    yield "deep", _deep()
    if isinstance(value, bool) or value is None:
        yield "2**62", 2**62
    elif isinstance(value, int):
        yield from ((str(number), number) for number in NUMBERS if number != value)
    elif isinstance(value, str):
        yield from ((text[:20], text) for text in TEXTS if text != value)
    elif isinstance(value, list):
        yield "none", []
        yield "numbers", [2**62] * LONG
        if value:
            yield from ((f"{times} times", value * times) for times in (2, 12, LONG // len(value)))
    elif isinstance(value, dict):
        yield "nothing", {}
        yield "many", {**value, **{str(number): 10**7 for number in range(LONG)}}


def _deep() -> Any:
    value: Any = []
    for _ in range(DEEP):
        value = [value]
    return value


def _places(document: Any) -> Iterator[Path]:
    met: set[Path] = set()
    todo: list[Path] = [()]
    while todo:
        path = todo.pop()
        value = _at(document, path)
        kind = tuple("[]" if isinstance(part, int) else part for part in path)
        if kind in met and not isinstance(value, list | dict):
            continue
        met.add(kind)
        yield path
        if isinstance(value, dict):
            todo += [(*path, key) for key in value]
        elif isinstance(value, list):
            todo += [(*path, number) for number in range(min(len(value), 3))]


def _at(document: Any, path: Path) -> Any:
    for part in path:
        document = document[part]
    return document


def _with(document: Any, path: Path, value: Any) -> Any:
    """A copy with another value at ``path``; the rest is shared."""
    if not path:
        return value
    copy = list(document) if isinstance(document, list) else dict(document)
    copy[path[0]] = _with(document[path[0]], path[1:], value)  # type: ignore[index]
    return copy
