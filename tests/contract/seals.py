"""Every seal of a state, and states in which others hide something else."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import msgspec
from msgspec import Struct

from companion.core.secrecy import Sealed, Viewer

Kind = tuple[str, ...]
"""Where a seal stands, but for the numbers and keys on the way: seals of one kind may hold each other's values."""


def seals(value: Any, kind: Kind = ()) -> Iterator[tuple[Kind, Sealed[Any]]]:
    """All seals within ``value``, at any depth."""
    if isinstance(value, Sealed):
        yield kind, value
        if value.known:
            yield from seals(value.value, (*kind, "sealed"))
    elif isinstance(value, Struct):
        for name in value.__struct_fields__:
            yield from seals(getattr(value, name), (*kind, type(value).__name__, name))
    elif isinstance(value, list | tuple):
        for item in value:
            yield from seals(item, kind)
    elif isinstance(value, dict):
        for item in value.values():
            yield from seals(item, kind)


def hidden_from(sealed: Sealed[Any], viewer: Viewer) -> bool:
    """Whether there is something inside that the viewer may not know."""
    return sealed.known and not sealed.revealed and viewer.seat not in sealed.to


def with_other_secrets(state: Any, viewer: Viewer, decide: Callable[[int], int]) -> int:
    """Let every seal in ``state`` that is not the viewer's hold something else; how many do.

    What is inside comes from other hidden seals of the same kind, or is a changed number.
    """
    by_kind: dict[Kind, list[Sealed[Any]]] = {}
    for kind, sealed in seals(state):
        if hidden_from(sealed, viewer):
            by_kind.setdefault(kind, []).append(sealed)
    changed = 0
    for found in by_kind.values():
        values = [msgspec.json.encode(sealed.value) for sealed in found]
        for sealed, value in zip(found, values, strict=True):
            other = _other(msgspec.to_builtins(sealed.value), values, decide)
            if msgspec.json.encode(other) != value:
                sealed.value = msgspec.convert(other, _type_of(sealed.value))
                changed += 1
    return changed


def _other(plain: Any, values: list[bytes], decide: Callable[[int], int]) -> Any:
    chosen = msgspec.json.decode(values[decide(len(values))])
    if chosen == plain and isinstance(plain, int) and not isinstance(plain, bool):
        return plain + 1
    if chosen == plain and isinstance(plain, list) and all(isinstance(item, int) for item in plain):
        return [item + 1 for item in plain]
    return chosen


def _type_of(value: Any) -> Any:
    if isinstance(value, list) and value:
        return list[type(value[0])]  # type: ignore[misc]
    return Any if isinstance(value, list) else type(value)
