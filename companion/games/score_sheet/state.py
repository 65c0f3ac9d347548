"""State of a score sheet. Whether an entry is written is public; the numbers of a sealed entry are not."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta, Struct

from companion.core.secrecy import Sealed
from companion.core.setup import MOST_SEATS

Phase = Literal["setup", "play", "over"]
Seats = Annotated[tuple[int, ...], Meta(max_length=MOST_SEATS)]
MOST_ROUNDS = 99
"""The number of rounds after which a play without a limit ends; no sheet can have more."""


class Side(Struct, frozen=True):
    """A party with a score: a seat (its key is the number) or a team (its key is a letter)."""

    key: str
    seats: Seats


class BackIn(Struct, frozen=True):
    """The return of ``side`` in ``round`` after it was out; its points changed by ``points``."""

    side: str
    round: int
    points: int


class SheetState(Struct):
    """``sides`` is empty until the teams are chosen. ``rounds`` is -1 until chosen, 0 for no limit, and after the last
    round the number of rounds played.

    ``round`` counts from 1 and is 0 while the entries of the end are written. ``stage`` is the index of the round's
    stage, ``done`` the sides that have finished it. Entries are stored by ``entry_key``; a sealed one moves from
    ``sealed`` to ``entries`` when revealed. ``outright`` is the side that won outright, ``declared`` whether the table
    said so. ``options`` are the keys of the options that the table chose, ``numbers`` the numbers that it chose, by
    option; ``outcome`` is how a cooperative game ended. ``out`` are the sides that are out of the play, ``back`` those
    that came back in.
    """

    seats: Seats
    phase: Phase
    sides: Annotated[list[Side], Meta(max_length=MOST_SEATS)]
    rounds: Annotated[int, Meta(ge=-1, le=MOST_ROUNDS)]
    round: Annotated[int, Meta(ge=0, le=MOST_ROUNDS)] = 0
    stage: int = 0
    done: list[str] = []
    entries: dict[str, list[int]] = {}
    sealed: dict[str, Sealed[list[int]]] = {}
    outright: str = ""
    declared: bool = False
    options: list[str] = []
    numbers: dict[str, int] = {}
    outcome: str = ""
    out: list[str] = []
    back: list[BackIn] = []

    def side_of(self, seat: int) -> Side | None:
        """The side of ``seat``, or None."""
        return next((side for side in self.sides if seat in side.seats), None)

    def side(self, key: str) -> Side | None:
        """The side with this key, or None."""
        return next((side for side in self.sides if side.key == key), None)

    def written(self, key: str) -> bool:
        """Whether there is an entry under ``key``, sealed or not."""
        return key in self.entries or key in self.sealed

    def known(self, key: str) -> list[int] | None:
        """The numbers under ``key``; None if nothing is written or it is sealed for this viewer."""
        if key in self.entries:
            return self.entries[key]
        sealed = self.sealed.get(key)
        return sealed.value if sealed is not None and sealed.known else None


TOTALS_HIDDEN = "totals_hidden"
"""The key of an option that every sheet has: sums stay hidden until everything is written. No key of a sheet can be
equal to it.
"""


def entry_key(side: Side, category: str, number: int) -> str:
    """Key of an entry: ``2/roads/r1``, or ``2/roads/end`` for round 0."""
    return f"{side.key}/{category}/{f'r{number}' if number else 'end'}"
