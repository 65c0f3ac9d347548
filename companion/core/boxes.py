"""A game's components as data: shipped facts under what the owners typed in.

A box is ``kind -> key -> field -> fact``: ``box["card"]["harbour"]["points"]``. A fact nobody knows is absent; rules
that need it ask the table once, at the moment they need it.
"""

from __future__ import annotations

from collections.abc import Iterator

from msgspec import Struct

Fact = int | str | bool | list[int | str]
Component = dict[str, Fact]
Box = dict[str, dict[str, Component]]


class Learned(Struct, frozen=True):
    """A fact the owners entered in mid-play, to be kept for the next evening."""

    kind: str
    key: str
    field: str
    value: Fact


class BoxField(Struct, frozen=True):
    """What a component of ``kind`` has: a whole number from ``low`` to ``high``, or a text when both are 0."""

    kind: str
    field: str
    low: int = 0
    high: int = 0


def merged(shipped: Box, owners: Box) -> Box:
    """The owners' facts over the shipped ones. Neither argument is changed."""
    box: Box = {kind: {key: dict(facts) for key, facts in parts.items()} for kind, parts in shipped.items()}
    for kind, parts in owners.items():
        for key, facts in parts.items():
            box.setdefault(kind, {}).setdefault(key, {}).update(facts)
    return box


def put(box: Box, learned: Learned) -> None:
    """Write one fact into ``box``."""
    box.setdefault(learned.kind, {}).setdefault(learned.key, {})[learned.field] = learned.value


def number(box: Box, kind: str, key: str, field: str) -> int | None:
    """A fact that is a whole number, or None while nobody has entered it."""
    fact = box.get(kind, {}).get(key, {}).get(field)
    return fact if isinstance(fact, int) else None


def missing(box: Box, fields: tuple[BoxField, ...]) -> Iterator[tuple[str, str, str]]:
    """Every (kind, key, field) that a component should have and nobody has entered."""
    for wanted in fields:
        for key, facts in box.get(wanted.kind, {}).items():
            if wanted.field not in facts:
                yield wanted.kind, key, wanted.field
