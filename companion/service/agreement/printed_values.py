"""Values printed on the owners' copy, entered before anybody moves: what the play still needs, and putting it in.

Only what nobody knows yet is taken, so that several people may enter at once and nobody overwrites another. What was
typed wrong is corrected as any printed value. Nothing is ever made up.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated, Any

from msgspec import Meta, Struct

from companion.core.boxes import BoxField, BoxKind, Component, Fact, Learned, fact, kind_called
from companion.core.errors import Refused
from companion.core.game import AnyGame
from companion.core.secrecy import PUBLIC, seen
from companion.core.table_setup import PrintedNeed
from companion.core.wording import Message, Wording, say
from companion.plays.corrections import apply_corrections
from companion.service.asking.requests import Nonce, Reply, Request

SECONDS = 5
"""Estimated seconds to read a value off the board and type it."""


class EnterPrinted(Request, frozen=True):
    """Enter values printed on components of one kind, by the component's key and field, before anybody moves."""

    may_ask = "seat or admin"
    kind: Annotated[str, Meta(max_length=40)]
    components: Annotated[dict[str, dict[str, Fact]], Meta(max_length=200)]
    nonce: Nonce = ""


class WrongComponent(Struct, frozen=True):
    """A component whose values were refused, and ``why``."""

    key: str
    why: Message


class PrintedReply(Reply, frozen=True, kw_only=True):
    """A reply that says how many values were stored, and which components were ``wrong``."""

    entered: int = 0
    wrong: tuple[WrongComponent, ...] = ()


class PrintedView(Struct, frozen=True):
    """Printed values of one kind that a play needs: ``known`` of ``of`` values are known. See ``PrintedNeed``."""

    kind: str
    label: Wording
    known: int
    of: int
    now: bool = False

    @property
    def missing(self) -> int:
        return self.of - self.known


class PrintedRow(Struct, frozen=True):
    """A component with its known values."""

    key: str
    label: Wording
    facts: Component


class PrintedTable(Struct, frozen=True):
    """The components of a kind with values that a play needs, and the fields to fill in."""

    kind: BoxKind
    fields: tuple[BoxField, ...]
    rows: tuple[PrintedRow, ...]
    none: bool = False


def _needed(game: AnyGame, state: Any) -> Sequence[tuple[PrintedNeed, BoxKind]]:
    kinds = {kind.key: kind for kind in game.meta.box}
    return [(need, kinds[need.kind]) for need in game.printed_needs(seen(state, PUBLIC))]


def _wanted(kind: BoxKind) -> tuple[BoxField, ...]:
    return tuple(field for field in kind.fields if not field.optional)


def printed_views(game: AnyGame, state: Any) -> tuple[PrintedView, ...]:
    """The printed values that a play needs of each kind."""
    box = game.box_of(state)
    found = []
    for need, kind in _needed(game, state):
        of = [(key, field.key) for key in need.keys for field in _wanted(kind)]
        known = sum(fact(box, kind.key, key, field) is not None for key, field in of)
        found.append(PrintedView(kind.key, kind.label, known, len(of), need.now))
    return tuple(found)


def printed_table(game: AnyGame, state: Any, kind_key: str) -> PrintedTable | None:
    """The components of a kind to be filled in; None if the play needs nothing of this kind."""
    box = game.box_of(state)
    for need, kind in _needed(game, state):
        if kind.key == kind_key:
            parts = box.get(kind.key, {})
            rows = tuple(PrintedRow(key, kind.names(key, parts.get(key, {})), parts.get(key, {})) for key in need.keys)
            return PrintedTable(kind, _wanted(kind), rows, need.none)
    return None


class Checked(Struct, frozen=True):
    """Facts that can be stored together, and the refused components."""

    facts: tuple[Learned, ...]
    wrong: tuple[WrongComponent, ...]


def checked(game: AnyGame, state: Any, request: EnterPrinted) -> Checked:
    """The facts of a request that are still unknown, component by component. Raises ``Refused`` for facts that the
    play does not need.
    """
    needed = {need.kind: need for need, _ in _needed(game, state)}
    need, kind = needed.get(request.kind), kind_called(game.meta.box, request.kind)
    if need is None or kind is None:
        raise Refused("no-fact", say("There is no such thing in the box of this game."))
    box, good, wrong = game.box_of(state), tuple[Learned, ...](), list[WrongComponent]()
    for key, component in request.components.items():
        if key not in need.keys:
            raise Refused("no-component", say("There is no such component."))
        new = tuple(
            Learned(kind.key, key, field, value)
            for field, value in component.items()
            if fact(box, kind.key, key, field) is None
        )
        if not new:
            continue
        try:
            apply_corrections(game, game.copy(state), {}, (*good, *new))
        except Refused as refusal:
            wrong.append(WrongComponent(key, refusal.message))
        else:
            good += new
    return Checked(good, tuple(wrong))


def minutes(values: int) -> int:
    """Estimated minutes to enter this number of values, at least 1."""
    return max(1, round(values * SECONDS / 60))
