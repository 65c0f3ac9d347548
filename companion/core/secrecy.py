"""Secrets as a type: ``Sealed[T]``, which ``seen`` empties for every viewer it is not for."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from enum import Enum
from functools import cache
from types import NoneType, UnionType
from typing import Any, Generic, Literal, TypeVar, Union, get_args, get_origin, get_type_hints

from msgspec import UNSET, Struct, UnsetType
from msgspec.structs import fields, replace

T = TypeVar("T")
V = TypeVar("V")


class Viewer(Struct, frozen=True):
    """A seat by number, or the public (``None``): table screen, spectators, displays."""

    seat: int | None = None


PUBLIC = Viewer()


def viewer_of(seat: int) -> Viewer:
    """The viewer for ``seat``; for 0 (the table) the public."""
    return Viewer(seat or None)


class BrokenSeal(Exception):
    """Raised on reading an emptied seal. It is a bug, except when questions are tried for a viewer to find out whether
    they are secret.
    """


class Sealed(Struct, Generic[T], tag="sealed", omit_defaults=True):
    """A value that only the seats in ``to`` may know; for everybody else ``seen`` removes ``inside``.

    ``value`` raises ``BrokenSeal`` on an emptied seal. ``to`` is public and may be empty (a card in a deck).
    ``revealed`` opens the seal for everybody, the public too.
    """

    to: tuple[int, ...]
    inside: T | UnsetType = UNSET
    revealed: bool = False

    @property
    def known(self) -> bool:
        """Whether it has not been emptied."""
        return self.inside is not UNSET

    @property
    def value(self) -> T:
        if isinstance(self.inside, UnsetType):
            raise BrokenSeal(f"sealed to seats {self.to}")
        return self.inside

    @value.setter
    def value(self, value: T) -> None:
        self.inside = value


def seal(value: T, *to: int) -> Sealed[T]:
    """Seal ``value`` to these seats."""
    return Sealed(to, value)


def seen(value: V, viewer: Viewer) -> V:
    """``value`` with every seal emptied, at any depth, that is not for ``viewer``.

    Parts without a seal are shared with the original, so the result is read-only. Sets must not have seals as members,
    nor mappings have them as keys, because order and number would reveal something.
    """
    found: V = _redacted(value, viewer)
    return found


def _redacted(value: Any, viewer: Viewer) -> Any:
    if type(value) in PLAIN:
        return value
    if isinstance(value, Sealed):
        return _redacted_seal(value, viewer)
    if isinstance(value, Struct):
        looked = {name: _redacted(getattr(value, name), viewer) for name in _sealable_fields(type(value))}
        changed = {name: new for name, new in looked.items() if new is not getattr(value, name)}
        return replace(value, **changed) if changed else value
    if isinstance(value, list):
        return [_redacted(item, viewer) for item in value]
    if isinstance(value, tuple):
        return tuple(_redacted(item, viewer) for item in value)
    if isinstance(value, dict):
        return {key: _redacted(item, viewer) for key, item in value.items()}
    return value


PLAIN = frozenset((int, float, str, bytes, bool, NoneType))
"""Types that cannot hold a seal, checked first because most members of lists and mappings are of these."""


def _redacted_seal(sealed: Sealed[Any], viewer: Viewer) -> Sealed[Any]:
    if not sealed.known:
        return sealed
    if sealed.revealed or viewer.seat in sealed.to:
        return Sealed(sealed.to, _redacted(sealed.inside, viewer), sealed.revealed)
    return Sealed(sealed.to)


def seals(value: Any) -> Iterator[Sealed[Any]]:
    """Every seal in ``value``, at any depth, in an order that is the same for equal values."""
    if isinstance(value, Sealed):
        yield value
        inner: Iterable[Any] = (value.inside,)
    elif isinstance(value, Struct):
        inner = (getattr(value, name) for name in _sealable_fields(type(value)))
    elif isinstance(value, dict):
        inner = value.values()
    elif isinstance(value, list | tuple):
        inner = value
    else:
        return
    for part in inner:
        yield from seals(part)


@cache
def _sealable_fields(struct: type[Struct]) -> tuple[str, ...]:
    """Fields that may hold a seal at some depth; ``seen`` visits only these."""
    hints = get_type_hints(struct)
    return tuple(field.name for field in fields(struct) if _may_hold(hints[field.name], set()))


SEALLESS = (int, float, str, bytes, bool, NoneType, UnsetType, Enum)


def _may_hold(kind: Any, met: set[Any]) -> bool:
    """Whether a value of this type may hold a seal; True in doubt."""
    origin = get_origin(kind) or kind
    if origin is Literal or origin in met:
        return False
    if not isinstance(origin, type):
        return origin not in (Union, UnionType) or _any_may_hold(get_args(kind), met)
    if issubclass(origin, SEALLESS):
        return False
    if issubclass(origin, Sealed):
        return True
    if issubclass(origin, Struct):
        met.add(origin)
        hints = get_type_hints(origin)
        return _any_may_hold((*get_args(kind), *(hints[field.name] for field in fields(origin))), met)
    return not get_args(kind) or _any_may_hold(get_args(kind), met)


def _any_may_hold(kinds: Iterable[Any], met: set[Any]) -> bool:
    return any(_may_hold(kind, met) for kind in kinds if kind is not Ellipsis)
