"""What a score sheet holds in mid-play. Who has written what is public; what stands in a sealed entry is not."""

from __future__ import annotations

from typing import Literal

from msgspec import Struct

from companion.core.secrecy import Sealed

Phase = Literal["setup", "play", "over"]


class Side(Struct, frozen=True):
    """Whoever has one account: a seat (its key is the number) or a team (its key is a letter)."""

    key: str
    seats: tuple[int, ...]


class SheetState(Struct):
    """``sides`` is empty until the teams are chosen, ``rounds`` -1 until their number is; 0 rounds have no limit;
    once the rounds are over it is how many there were.

    ``round`` counts from 1 and is 0 while the end is written. ``stage`` is the place among the round's stages,
    ``done`` the sides that said so in it. Entries stand under ``entry_key``; a sealed one moves from ``sealed`` to
    ``entries`` when it is revealed. ``outright`` is the side that won outright, ``declared`` whether the table said so.
    """

    seats: tuple[int, ...]
    phase: Phase
    sides: list[Side]
    rounds: int
    round: int = 0
    stage: int = 0
    done: list[str] = []
    entries: dict[str, list[int]] = {}
    sealed: dict[str, Sealed[list[int]]] = {}
    outright: str = ""
    declared: bool = False

    def side_of(self, seat: int) -> Side | None:
        """The side that ``seat`` plays for."""
        return next((side for side in self.sides if seat in side.seats), None)

    def side(self, key: str) -> Side | None:
        """The side with this key."""
        return next((side for side in self.sides if side.key == key), None)

    def written(self, key: str) -> bool:
        """Whether there is an entry under ``key``, sealed or not."""
        return key in self.entries or key in self.sealed

    def known(self, key: str) -> list[int] | None:
        """The numbers under ``key``, or None when nothing is written or this viewer may not know it."""
        if key in self.entries:
            return self.entries[key]
        sealed = self.sealed.get(key)
        return sealed.value if sealed is not None and sealed.known else None


def entry_key(side: Side, category: str, number: int) -> str:
    """Where an entry stands: ``2/roads/r1``, or ``2/roads/end`` for round 0."""
    return f"{side.key}/{category}/{f'r{number}' if number else 'end'}"
