"""The moves of seats and of the table."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta, Struct

from companion.core.setup import MOST_SEATS
from companion.games.whose_turn.state import MOST_NUMBER, NextOrder

Order = Annotated[tuple[int, ...], Meta(max_length=MOST_SEATS)]


class Begin(Struct, frozen=True, tag="begin"):
    """The table says who begins; 0 for a random choice."""

    seat: int


class Done(Struct, frozen=True, tag="done"):
    """The seat ends its turn."""


class Pass(Struct, frozen=True, tag="pass"):
    """The seat takes no more turns in this round."""


class GiveNumber(Struct, frozen=True, tag="number"):
    """A seat enters its bid, or another number that decides the order of the next round."""

    number: Annotated[int, Meta(ge=0, le=MOST_NUMBER)]


class Arrange(Struct, frozen=True, tag="arrange"):
    """The table enters the order: of the round that begins, or of this one."""

    order: Order


class SetTurn(Struct, frozen=True, tag="turn"):
    """The table says whose turn it is now. A seat that had passed or was out is back in."""

    seat: int


class Leave(Struct, frozen=True, tag="leave"):
    """The table says who is out of the game; the others play on."""

    seat: int


class SetNextOrder(Struct, frozen=True, tag="next-order"):
    """The table says how the order of the next round is found."""

    by: NextOrder


class Finish(Struct, frozen=True, tag="finish"):
    """The game on the table is over. ``winner`` is a seat, or 0 if nobody won alone; ``count`` says that the points are
    counted on a score sheet.
    """

    winner: int = 0
    count: bool = False


Move = Begin | Done | Pass | GiveNumber | Arrange | SetTurn | Leave | SetNextOrder | Finish
