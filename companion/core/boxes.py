"""A game's components as data: shipped facts, overridden by those the owners entered.

A box is ``kind -> key -> field -> fact``: ``box["card"]["harbour"]["points"]``. An unknown fact is absent;
rules ask the table for it once, when they need it. As a file a box is TOML: ``read`` and ``write``.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from msgspec import Struct

from companion.core.box_files import BoxError, BoxFile, BoxProblem, read, read_file, write
from companion.core.box_kinds import (
    Box,
    BoxField,
    BoxKind,
    Component,
    Fact,
    FactProblem,
    fact_problem,
    fact_words,
    kind_called,
)

__all__ = [
    "Box",
    "BoxError",
    "BoxField",
    "BoxFile",
    "BoxKind",
    "BoxProblem",
    "Component",
    "CorrectedBox",
    "Fact",
    "FactCorrection",
    "FactProblem",
    "Learned",
    "different",
    "fact",
    "fact_problem",
    "fact_words",
    "facts",
    "kind_called",
    "known",
    "merged",
    "missing",
    "number",
    "put",
    "read",
    "read_file",
    "write",
]


class Learned(Struct, frozen=True):
    """A fact the owners entered, during a play or on a page, stored for later plays. A ``value`` of None removes what
    they entered.
    """

    kind: str
    key: str
    field: str
    value: Fact | None


class FactCorrection(Struct, frozen=True):
    """Correction of a wrongly entered fact from ``old`` to ``new``; None for absent."""

    kind: str
    key: str
    field: str
    old: Fact | None
    new: Fact | None

    @property
    def learned(self) -> Learned:
        """The fact after the correction."""
        return Learned(self.kind, self.key, self.field, self.new)

    @property
    def before(self) -> Learned:
        """The fact before it, to undo the correction."""
        return Learned(self.kind, self.key, self.field, self.old)


def merged(shipped: Box, owners: Box) -> Box:
    """A new box: the shipped facts, overridden by the owners'."""
    box: Box = {kind: {key: dict(facts) for key, facts in parts.items()} for kind, parts in shipped.items()}
    for kind, parts in owners.items():
        for key, facts in parts.items():
            box.setdefault(kind, {}).setdefault(key, {}).update(facts)
    return box


def facts(box: Box) -> Iterator[Learned]:
    """Every fact of ``box``."""
    for kind, parts in box.items():
        for key, component in parts.items():
            for field, value in component.items():
                yield Learned(kind, key, field, value)


def different(owners: Box, shipped: Box) -> Box:
    """The facts of ``owners`` that differ from ``shipped``."""
    box: Box = {}
    for own in facts(owners):
        printed = fact(shipped, own.kind, own.key, own.field)
        if printed != own.value or type(printed) is not type(own.value):
            put(box, own)
    return box


class CorrectedBox(dict[str, dict[str, Component]]):
    """A box in which ``put`` writes the corrected value of a corrected fact, to replay steps as if it had been correct
    from the start.
    """

    def __init__(self, box: Box, corrections: Iterable[FactCorrection]) -> None:
        super().__init__(box)
        self.right = {(one.kind, one.key, one.field): one.new for one in corrections}


def put(box: Box, learned: Learned) -> None:
    """Write one fact into ``box``."""
    value = learned.value
    if isinstance(box, CorrectedBox):
        value = box.right.get((learned.kind, learned.key, learned.field), value)
    if value is None:
        box.get(learned.kind, {}).get(learned.key, {}).pop(learned.field, None)
    else:
        box.setdefault(learned.kind, {}).setdefault(learned.key, {})[learned.field] = value


def fact(box: Box, kind: str, key: str, field: str) -> Fact | None:
    """One fact, or None if absent."""
    return box.get(kind, {}).get(key, {}).get(field)


def number(box: Box, kind: str, key: str, field: str) -> int | None:
    """A fact that is a whole number, or None."""
    found = fact(box, kind, key, field)
    return found if isinstance(found, int) else None


def missing(box: Box, kinds: Iterable[BoxKind]) -> Iterator[tuple[str, str, str]]:
    """(kind, key, field) of every absent fact that is not optional."""
    for kind in kinds:
        parts = box.get(kind.key, {})
        for key in dict.fromkeys([*(key for key, _ in kind.components), *parts]):
            for field in kind.fields:
                if not field.optional and field.key not in parts.get(key, {}):
                    yield kind.key, key, field.key


def known(box: Box, kind: BoxKind) -> tuple[int, int]:
    """How many facts of ``kind`` are known, and of how many; without optional ones."""
    parts = box.get(kind.key, {})
    wanted = sum(not field.optional for field in kind.fields)
    of = wanted * len(kind.listed.union(parts))
    return of - sum(1 for _ in missing(box, (kind,))), of
