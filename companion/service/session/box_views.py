"""The box of a game as a page shows it: every fact with its source, and what is unknown."""

from __future__ import annotations

from typing import Literal

from msgspec import Struct

from companion.core import boxes
from companion.core.boxes import Box, BoxField, BoxKind, Component, Fact, fact_words
from companion.core.game import AnyGame
from companion.core.wording import Message, Wording

Mark = Literal["missing", "printed", "yours", "open"]
"""The source of a fact: unknown; shipped with the companion; entered by the owners; optional and unknown."""


class FactView(Struct, frozen=True):
    """A fact of a component: ``value`` is the valid one, ``printed`` the shipped one."""

    field: BoxField
    value: Fact | None
    printed: Fact | None
    mark: Mark

    @property
    def words(self) -> tuple[Wording, ...]:
        """The value in words, one for each thing of a list."""
        return fact_words(self.field, self.value)


class PartView(Struct, frozen=True):
    """A component: ``own`` ones were added by the owners; ``missing`` facts must still be looked up."""

    key: str
    label: Wording
    own: bool
    facts: tuple[FactView, ...]

    @property
    def missing(self) -> int:
        return sum(fact.mark == "missing" for fact in self.facts)

    @property
    def component(self) -> Component:
        """The valid facts."""
        return {fact.field.key: fact.value for fact in self.facts if fact.value is not None}


class KindView(Struct, frozen=True):
    """All components of a kind: ``known`` of ``of`` facts are known; ``free`` more components may be added."""

    kind: BoxKind
    parts: tuple[PartView, ...]
    known: int
    of: int
    free: int

    def part(self, key: str) -> PartView | None:
        """The component with this key."""
        return next((part for part in self.parts if part.key == key), None)


class BoxView(Struct, frozen=True):
    """The box of a game. ``playing``: that game is on the table, with a copy of its own."""

    game: str
    title: Wording
    kinds: tuple[KindView, ...]
    warnings: tuple[Message, ...]
    edition: str
    playing: bool

    @property
    def known(self) -> int:
        return sum(kind.known for kind in self.kinds)

    @property
    def of(self) -> int:
        return sum(kind.of for kind in self.kinds)

    def kind(self, key: str) -> KindView | None:
        return next((view for view in self.kinds if view.kind.key == key), None)

    def next_missing(self, kind: str, key: str) -> tuple[str, str] | None:
        """Kind and key of the next component with a missing fact after this one; wraps round at the end of the box."""
        every = [(view.kind.key, part.key, part.missing) for view in self.kinds for part in view.parts]
        place = next((at for at, (of, found, _) in enumerate(every) if (of, found) == (kind, key)), -1)
        after = [*every[place + 1 :], *every[: max(place, 0)]]
        return next(((of, found) for of, found, lacks in after if lacks), None)


class LentBox(Struct, frozen=True):
    """The box of a game as its owners lend it: the file, and of how many components it says something."""

    game: str
    title: Wording
    components: int
    text: str


def box_view(game: AnyGame, owners: Box, edition: str = "", *, playing: bool = False) -> BoxView:
    """The box of a game with what its owners entered."""
    whole = boxes.merged(game.box, owners)
    return BoxView(
        game=game.meta.key,
        title=game.meta.title,
        kinds=tuple(_kind_view(kind, game.box, whole) for kind in game.meta.box),
        warnings=tuple(game.box_warnings(whole)),
        edition=edition,
        playing=playing,
    )


def _kind_view(kind: BoxKind, shipped: Box, whole: Box) -> KindView:
    parts = whole.get(kind.key, {})
    known, of = boxes.known(whole, kind)
    own = [key for key in parts if key not in kind.listed]
    printed = shipped.get(kind.key, {})
    return KindView(
        kind=kind,
        parts=tuple(
            _part_view(kind, key, parts.get(key, {}), printed.get(key, {}), own=key not in printed)
            for key in kind.in_order(parts)
        ),
        known=known,
        of=of,
        free=max(kind.most - len(own), 0),
    )


def _part_view(kind: BoxKind, key: str, facts: Component, printed: Component, *, own: bool) -> PartView:
    views = tuple(_fact_view(field, facts.get(field.key), printed.get(field.key)) for field in kind.fields)
    return PartView(key, kind.names(key, facts), own and key not in kind.listed, views)


def _fact_view(field: BoxField, value: Fact | None, printed: Fact | None) -> FactView:
    mark: Mark
    if value is None:
        mark = "open" if field.optional else "missing"
    else:
        mark = "printed" if value == printed else "yours"
    return FactView(field, value, printed, mark)
