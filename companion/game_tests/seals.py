"""Every seal of a state, and states in which others hide something else."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from copy import deepcopy
from typing import Any

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
        values = [deepcopy(sealed.value) for sealed in found]
        for sealed, value in zip(found, values, strict=True):
            other = _other(value, values, decide)
            if other != value:
                sealed.value = deepcopy(other)
                changed += 1
    return changed


def _other(value: Any, values: list[Any], decide: Callable[[int], int]) -> Any:
    chosen = values[decide(len(values))]
    if chosen == value and isinstance(value, int) and not isinstance(value, bool):
        return value + 1
    if chosen == value and isinstance(value, list) and all(isinstance(item, int) for item in value):
        return [item + 1 for item in value]
    return chosen
