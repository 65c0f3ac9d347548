"""Everything a saved play holds."""

from __future__ import annotations

import msgspec
from msgspec import Struct

from companion.core.boxes import Box
from companion.core.secrecy import Sealed
from companion.core.wording import Message, SeatName, named, say
from tests.core.torture.agenda import Due
from tests.core.torture.tables import Face, What, Where


class Order(Struct, frozen=True):
    """One line of a plan."""

    what: What
    side: str


class HeldCard(Struct):
    """A card in a hand. Its handle numbers the draws, so it says nothing about the face."""

    handle: str
    face: Sealed[Face]


class Side(Struct):
    """What a seat plays. ``quest`` is the number of fleets it wants to have at the end."""

    key: str
    seat: int
    gold: int = 0
    fleets: int = 2
    forts: int = 1
    laurels: int = 0
    glory: int = 0
    space: Where = "market"
    quest: Sealed[int] = msgspec.field(default_factory=lambda: Sealed[int](()))
    hand: list[HeldCard] = []
    played: list[Face] = []


class State(Struct):
    """One play. ``agenda`` is a stack: its last item is what the table waits for, and it is empty at the end."""

    seats: list[int]
    sides: list[Side]
    rounds: int
    bank: int
    yard: int
    box: Box
    deck: dict[Face, Sealed[int]]
    agenda: list[Due]
    round: int = 0
    first: int = 0
    quarry: int = 0
    drawn: int = 0
    voted: bool = False
    plans: dict[int, Sealed[list[Order]]] = {}
    ready: list[int] = []
    votes: dict[int, Sealed[str]] = {}

    def side(self, key: str) -> Side:
        return next(side for side in self.sides if side.key == key)

    def of(self, seat: int) -> list[Side]:
        return [side for side in self.sides if side.seat == seat]


def called(side: Side) -> Message:
    """A side by the name of whoever sits there, with its letter where a seat plays two."""
    if letter := side.key.lstrip("0123456789"):
        return say("{seat} {letter}", seat=SeatName(side.seat), letter=letter.upper())
    return named(side.seat)
