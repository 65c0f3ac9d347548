"""A box that records which facts are read, to find out what a question, a price or a rule depends on."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from companion.core.boxes import Box, Component, Fact

FactKey = tuple[str, str, str]
"""Kind, component and field of a fact."""


class ReadBox(dict[str, dict[str, Component]]):
    """A copy of ``box`` for reading. ``known`` are the facts read, ``missing`` those looked up and absent; both in the
    order of their first lookup.
    """

    def __init__(self, box: Box) -> None:
        self.known: dict[FactKey, None] = {}
        self.missing: dict[FactKey, None] = {}
        super().__init__({kind: _ReadComponents(self, kind, parts) for kind, parts in box.items()})

    def __missing__(self, kind: str) -> dict[str, Component]:
        return _ReadComponents(self, kind, {})

    def get(self, kind: str, default: Any = None) -> Any:
        """The components of ``kind``; an unknown kind gives a mapping that records its lookups as missing."""
        return super().get(kind, default) if kind in self or default is None else self[kind]

    def note(self, kind: str, key: str, field: str, *, there: bool) -> None:
        """Record that a fact was read."""
        (self.known if there else self.missing)[kind, key, field] = None


class _ReadComponents(dict[str, Component]):
    def __init__(self, box: ReadBox, kind: str, parts: Mapping[str, Component]) -> None:
        self._box, self._kind = box, kind
        super().__init__({key: _ReadFacts(box, kind, key, facts) for key, facts in parts.items()})

    def get(self, key: str, default: Any = None) -> Any:
        if key in self or default is None:
            return super().get(key, default)
        return _ReadFacts(self._box, self._kind, key, {})


class _ReadFacts(dict[str, Fact]):
    def __init__(self, box: ReadBox, kind: str, key: str, facts: Component) -> None:
        self._box, self._place = box, (kind, key)
        super().__init__(facts)

    def get(self, field: str, default: Any = None) -> Any:
        self._note(field)
        return super().get(field, default)

    def __getitem__(self, field: str) -> Fact:
        self._note(field)
        return super().__getitem__(field)

    def __contains__(self, field: object) -> bool:
        if isinstance(field, str):
            self._note(field)
        return super().__contains__(field)

    def items(self) -> Any:
        """All known facts, each recorded as read."""
        for field in self:
            self._note(field)
        return super().items()

    def _note(self, field: str) -> None:
        self._box.note(*self._place, field, there=dict.__contains__(self, field))
