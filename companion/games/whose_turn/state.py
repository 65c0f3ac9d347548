"""State: the order, who has passed or is out, and what the play waits for. Everything is public."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta, Struct

from companion.core.setup import MOST_SEATS

NextOrder = Literal["same", "left", "passed", "high", "low", "hand"]
"""How the order of the next round is found: unchanged, first player moves to the left, in order of passing, by a number
(highest or lowest first), or entered by hand.
"""

RoundEnd = Literal["lap", "pass", "all"]
"""A round ends when everybody has had one turn, when everybody has passed, or when all who play at once are done."""

MOST_NUMBER = 999
"""The largest number that may decide the order."""

MOST_ROUNDS = 300
"""Rounds after which the table is asked who won."""

Seats = Annotated[list[int], Meta(max_length=MOST_SEATS)]


class Beginning(Struct, frozen=True, tag="beginning"):
    """The table says who begins."""


class Turn(Struct, frozen=True, tag="turn"):
    """It is the turn of this seat."""

    seat: int


class Together(Struct, frozen=True, tag="together"):
    """All seats play at once. Seats that are done are in ``State.passed`` until the others are."""


class Numbers(Struct, frozen=True, tag="numbers"):
    """Everybody gives a number that decides the order of the next round."""


class Arranging(Struct, frozen=True, tag="arranging"):
    """The table enters the order of the next round."""


class Finishing(Struct, frozen=True, tag="finishing"):
    """Everybody is out: the table says who won."""


Due = Beginning | Turn | Together | Numbers | Arranging | Finishing


class State(Struct):
    """``seats`` are clockwise. ``order`` is that of this round, without the seats that are ``out``; ``began`` is the
    seat that began it. ``passed`` are those that have passed in it, the first to pass first. ``numbers`` are those
    given for the next round's order. ``winner`` is the seat that won, 0 for none; ``count``: the points are counted on
    a score sheet.
    """

    seats: Seats
    order: Seats
    round_end: RoundEnd
    next_order: NextOrder
    agenda: list[Due]
    passed: Seats = []
    out: Seats = []
    numbers: dict[int, int] = {}
    round: int = 1
    began: int = 0
    winner: int = 0
    count: bool = False

    @property
    def playing(self) -> list[int]:
        """The seats that are not done yet while all play at once; else empty."""
        together = bool(self.agenda) and isinstance(self.agenda[-1], Together)
        return [seat for seat in self.order if seat not in self.passed] if together else []

    @property
    def on_turn(self) -> int:
        """The seat whose turn it is; 0 if it is nobody's."""
        due = self.agenda[-1] if self.agenda else None
        return due.seat if isinstance(due, Turn) else 0
