"""What a seat may do, complete and typed."""

from __future__ import annotations

from typing import Annotated

import msgspec
from msgspec import Struct

from tests.core.torture.state import Order
from tests.core.torture.tables import Piece, Where


class SetUp(Struct, frozen=True, tag="set-up"):
    """The table: who begins, and how much gold each side has."""

    first: int
    gold: Annotated[int, msgspec.Meta(ge=1, le=4)]


class Add(Struct, frozen=True, tag="add"):
    """Put an order at the end of the own plan."""

    order: Order


class Drop(Struct, frozen=True, tag="drop"):
    """Take an order out of the own plan."""

    order: Order


class Ready(Struct, frozen=True, tag="ready"):
    """The own plan stands, unless the seat thinks again before all are ready."""


class Sail(Struct, frozen=True, tag="sail"):
    """Sail to a space of the rondel and do what it says."""

    to: Where


class Attack(Struct, frozen=True, tag="attack"):
    """Attack a side of another seat."""

    side: str


class Lose(Struct, frozen=True, tag="lose"):
    """Take a hit with this piece."""

    piece: Piece


class Vote(Struct, frozen=True, tag="vote"):
    """Vote for a side, or for nobody."""

    side: str


class Play(Struct, frozen=True, tag="play"):
    """Play the card with this handle."""

    handle: str


class Value(Struct, frozen=True, tag="value"):
    """The table: what is printed on the card, and whether to keep that for other evenings."""

    worth: Annotated[int, msgspec.Meta(ge=0, le=5)]
    keep: bool


Move = SetUp | Add | Drop | Ready | Sail | Attack | Lose | Vote | Play | Value
