"""Seals: emptied at any depth for everybody they are not for, and loud when somebody reaches inside."""

from __future__ import annotations

from enum import Enum
from typing import Any, Generic, Optional, TypeVar

import msgspec
import pytest
from msgspec import Struct

from companion.core.secrecy import PUBLIC, BrokenSeal, Sealed, Viewer, seal, seen
from companion.core.wording import Message, say

T = TypeVar("T")


class Colour(Enum):
    RED = "red"


class Plain(Struct):
    number: int = 1
    words: list[str] = []
    colour: Colour = Colour.RED


class Coin(Struct):
    face: Sealed[int]


class Boxed(Struct, Generic[T]):
    content: T


class Node(Struct):
    """A struct that holds its own kind."""

    face: Sealed[int] | None = None
    below: list[Node] = []


class Parent(Struct):
    children: list[Child] = []


class Child(Struct):
    """Two structs that hold each other."""

    parent: Parent | None = None
    face: Sealed[int] | None = None


class Table(Struct):
    plain: Plain
    one: Sealed[int]
    many: list[Coin] = []
    by_seat: dict[int, Sealed[str]] = {}
    pair: tuple[int, Sealed[int]] | None = None
    maybe: Optional[Coin] = None  # noqa: UP045  (the older way of writing it must be found too)
    boxed: Boxed[Sealed[int]] | None = None
    anything: Any = None
    nested: Sealed[list[Sealed[int]]] | None = None
    tree: Node = msgspec.field(default_factory=Node)
    family: Parent = msgspec.field(default_factory=Parent)


def full() -> Table:
    return Table(
        plain=Plain(),
        one=seal(7, 1),
        many=[Coin(seal(7, 1)), Coin(seal(8, 2))],
        by_seat={1: seal("seven", 1), 2: seal("eight", 2)},
        pair=(0, seal(7, 1)),
        maybe=Coin(seal(7, 1)),
        boxed=Boxed(seal(7, 1)),
        anything=[{"deep": (seal(7, 1),)}],
        nested=seal([seal(7, 1), seal(8, 2)], 1, 2),
        tree=Node(below=[Node(below=[Node(seal(7, 1))])]),
        family=Parent([Child(Parent([Child(face=seal(7, 1))]))]),
    )


def faces(table: Table) -> list[Sealed[Any]]:
    """Every seal of seat 1 in ``full``, wherever it lies."""
    assert table.pair
    assert table.maybe
    assert table.boxed
    inner = table.family.children[0].parent
    assert inner
    assert inner.children[0].face
    assert table.tree.below[0].below[0].face
    return [
        table.one,
        table.many[0].face,
        table.by_seat[1],
        table.pair[1],
        table.maybe.face,
        table.boxed.content,
        table.anything[0]["deep"][0],
        table.tree.below[0].below[0].face,
        inner.children[0].face,
    ]


def test_everybody_else_finds_every_seal_empty() -> None:
    for viewer in (PUBLIC, Viewer(2), Viewer(8)):
        assert not any(face.known for face in faces(seen(full(), viewer)))
    assert b"7" not in msgspec.json.encode(seen(full(), PUBLIC))


def test_the_seat_it_is_for_finds_what_is_inside() -> None:
    assert [face.value for face in faces(seen(full(), Viewer(1)))] == [7, 7, "seven", 7, 7, 7, 7, 7, 7]


def test_a_seal_within_a_seal_keeps_its_own_seats() -> None:
    nested = seen(full(), Viewer(1)).nested
    assert nested
    assert [inner.known for inner in nested.value] == [True, False]
    outer = seen(full(), Viewer(3)).nested
    assert outer
    assert not outer.known


def test_looking_leaves_the_original_as_it_was() -> None:
    table = full()
    seen(table, PUBLIC)
    assert table == full()


def test_looking_twice_is_looking_once_and_never_opens() -> None:
    once = seen(full(), PUBLIC)
    assert seen(once, PUBLIC) == once
    assert seen(once, Viewer(1)) == once


def test_what_holds_no_seal_is_shared() -> None:
    table = full()
    assert seen(table, PUBLIC).plain is table.plain
    message = say("{n} coins", n=3)
    assert seen(message, PUBLIC) == message


def test_reading_an_empty_seal_is_loud() -> None:
    hidden = seen(seal(7, 1), PUBLIC)
    with pytest.raises(BrokenSeal, match="1"):
        _ = hidden.value


def test_nothing_and_an_empty_seal_are_different() -> None:
    assert seal(None, 1).known
    assert seal(None, 1) != Sealed((1,))


def test_what_is_sealed_to_nobody_is_seen_by_nobody() -> None:
    assert not any(seen(seal(7), Viewer(seat)).known for seat in (None, 0, *range(1, 9)))


def test_a_revealed_seal_is_open_to_all_but_what_lies_inside_stays_sealed() -> None:
    opened = Sealed((1,), [seal(7, 1)], revealed=True)
    shown = seen(opened, PUBLIC)
    assert shown.known
    assert not shown.value[0].known


def test_a_sealed_argument_of_a_message_is_hidden_at_any_depth() -> None:
    told = say("{who} drew {card}", who="Ana", card=seal(say("the {beast}", beast="bull"), 1))
    within = say("And so {told}", told=told)
    assert b"bull" in msgspec.json.encode(seen(within, Viewer(1)))
    assert b"bull" not in msgspec.json.encode(seen(within, PUBLIC))


def test_a_sealed_line_is_hidden_whole() -> None:
    line: Sealed[Message] = seal(say("You drew the bull."), 1)
    assert seen(line, Viewer(1)).value == say("You drew the bull.")
    assert not seen(line, Viewer(2)).known


def test_full_and_emptied_seals_survive_the_codec() -> None:
    for viewer in (Viewer(1), PUBLIC):
        coins = [seen(Coin(seal(7, 1)), viewer)]
        assert msgspec.json.decode(msgspec.json.encode(coins), type=list[Coin]) == coins
