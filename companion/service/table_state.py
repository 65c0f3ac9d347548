"""The state of the table: one frozen value, made of one part for each room. Only the deciding thread replaces it.

A room declares its part as a frozen dataclass and takes a ``Part`` of the holder for it. Only through that the part is
replaced; rooms above read it from ``StateHolder.now``. What of it survives a restart is kept ``BesidePlay``.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Generic, TypeVar, cast

from msgspec import convert, to_builtins

from companion.plays.storage.stores import Settings

P = TypeVar("P")
K = TypeVar("K")
V = TypeVar("V")


class TableState:
    """The parts of all rooms, by their type."""

    __slots__ = ("_parts",)

    def __init__(self, parts: Mapping[type, Any]) -> None:
        self._parts = parts

    def __getitem__(self, kind: type[P]) -> P:
        return cast("P", self._parts[kind])

    def __contains__(self, kind: type) -> bool:
        return kind in self._parts

    def with_part(self, part: object) -> TableState:
        """The same state with another value of this part."""
        return TableState({**self._parts, type(part): part})


class StateHolder:
    """Holds the state that counts ``now``. ``changes`` grows with every change that somebody may see."""

    def __init__(self) -> None:
        self._now = TableState({})
        self._changes = 0

    @property
    def now(self) -> TableState:
        return self._now

    @property
    def changes(self) -> int:
        return self._changes

    def part(self, first: P) -> Part[P]:
        """A room's part of the state, with its first value; every part belongs to one room."""
        if type(first) in self._now:
            raise LookupError(f"{type(first).__name__} belongs to another room")
        self._now = self._now.with_part(first)

        return Part(self, type(first))

    def _put(self, part: object, *, seen: bool) -> None:
        self._now = self._now.with_part(part)
        self._changes += seen

    def touch(self) -> None:
        """Note that something screens show beside the state is different: devices, addresses, the language."""
        self._changes += 1


class Part(Generic[P]):
    """A room's part of the state, to read and to replace."""

    def __init__(self, holder: StateHolder, kind: type[P]) -> None:
        self._holder = holder
        self._kind = kind

    @property
    def now(self) -> P:
        return self._holder.now[self._kind]

    def put(self, part: P) -> None:
        self._holder._put(part, seen=True)

    def note(self, part: P) -> None:
        """The same where no screen shows the difference."""
        self._holder._put(part, seen=False)


def without(entries: Mapping[K, V], key: K) -> dict[K, V]:
    """The same entries but that of ``key``, which need not be there."""
    return {other: entry for other, entry in entries.items() if other != key}


class BesidePlay(Generic[P]):
    """What a room writes down of the play on the table, in the settings under ``prefix`` and the play's id."""

    def __init__(self, settings: Settings, prefix: str, kind: type[P]) -> None:
        self._settings = settings
        self._prefix = prefix
        self._kind = kind
        self._play = ""

    def take_up(self, play: str) -> P | None:
        """A play is on the table, none with an empty id: what was written of it. Raises ``ValidationError``."""
        self._play = play
        kept = self._settings.get(self._prefix + play) if play else None
        return None if kept is None else convert(kept, self._kind, str_keys=True)

    def keep(self, value: P | None) -> None:
        """Write it down, as long as a play is on the table. Raises ``LogError``."""
        if self._play:
            self._settings.put(self._prefix + self._play, to_builtins(value, str_keys=True))
