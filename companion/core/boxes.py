"""A game's components as data: shipped facts under what the owners typed in.

A box is ``kind -> key -> field -> fact``: ``box["card"]["harbour"]["points"]``. A fact nobody knows is absent; rules
that need it ask the table once, at the moment they need it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from msgspec import Struct

from companion.core.wording import Wording

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
    """What is to be known of a component, as a form asks for it.

    A whole number from ``low`` to ``high`` when they differ, one of ``choices`` when there are any, else a text.
    ``many`` makes it a list of those, in order, the same one possibly more than once.
    """

    key: str
    label: Wording
    low: int = 0
    high: int = 0
    choices: tuple[tuple[str, Wording], ...] = ()
    many: bool = False


class BoxKind(Struct, frozen=True):
    """A kind of component: the spaces of a track, the cards of a deck.

    ``components`` are those that every copy of the game has, whether or not anything is known of them; ``most`` is
    how many further ones owners may add, each under a key of their own.
    """

    key: str
    label: Wording
    fields: tuple[BoxField, ...]
    components: tuple[tuple[str, Wording], ...] = ()
    most: int = 0


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


def missing(box: Box, kinds: Iterable[BoxKind]) -> Iterator[tuple[str, str, str]]:
    """Every (kind, key, field) that a component should have and nobody has entered."""
    for kind in kinds:
        parts = box.get(kind.key, {})
        for key in dict.fromkeys([*(key for key, _ in kind.components), *parts]):
            for field in kind.fields:
                if field.key not in parts.get(key, {}):
                    yield kind.key, key, field.key
