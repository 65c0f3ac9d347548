"""The part of the table's state that the seats have: who sits where, who is there, who left, who waits for a seat."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal

from msgspec import Struct

from companion.service.asking.sender import Person
from companion.service.seats.gathering import Gathering

ASLEEP = 60.0
"""Seconds of absence after which the table may go on without a seat that is awaited."""
LONG_ASLEEP = 180.0
"""The same where it is awaited in secret, and the absence after which it can be said to have left."""

Absence = Literal["there", "away", "asleep", "long"]
"""How long nothing was heard of a seat: not at all, less than ``ASLEEP``, less than ``LONG_ASLEEP``, longer."""


class Sitting(Struct, frozen=True):
    """Who is at the table. ``own`` seats had a phone or keys of their own this evening; of ``lately`` ones something
    was heard in the last three minutes. ``writers`` may write for others, as scribe or host: those of this evening,
    and of them those heard of lately.
    """

    seats: frozenset[int]
    gone: frozenset[int] = frozenset()
    own: frozenset[int] = frozenset()
    lately: frozenset[int] = frozenset()
    writers: tuple[Person, ...] = ()
    lately_writing: tuple[Person, ...] = ()

    @property
    def playing(self) -> frozenset[int]:
        return self.seats - self.gone


def absence(seconds: float) -> Absence:
    """The stage of an absence of so many seconds."""
    if seconds <= 0:
        return "there"
    if seconds < ASLEEP:
        return "away"
    return "asleep" if seconds < LONG_ASLEEP else "long"


class Missed(Struct, frozen=True):
    """What was done without a seat and waits for it, as numbers of entries (0: nothing): ``step`` is the first that was
    answered for it, ``undone`` the first taking back to which it was not asked.
    """

    step: int = 0
    undone: int = 0


class DepartureRecord(Struct, frozen=True):
    """``gone`` seats the table goes on without, by agreement, until somebody sits there again. ``open`` seats were left
    by those who held them: another phone may take them, with all they hide, without being asked. ``missed`` is what was
    done without a seat.
    """

    gone: frozenset[int] = frozenset()
    open: frozenset[int] = frozenset()
    missed: dict[int, Missed] = {}


class Offer(Struct, frozen=True):
    """A seat that wants to go to another phone."""

    seat: int
    until: float


class Claim(Struct, frozen=True):
    """A phone that typed the code of a seat, or asks for it without one, and waits for the yes. ``name`` is that of
    somebody new.
    """

    token: str
    until: float
    name: str = ""


@dataclass(frozen=True)
class SeatsState:
    """``claimed`` seats have a device that may act for them, ``phones`` have a page open now; ``keyed`` says when a key
    of a seat was last used, by the table's clock. ``watching`` phones have no seat. ``offers`` are by their code,
    ``claims`` by the seat that another phone waits for. ``in_front`` is whose hands a shared phone is in, by its token.
    """

    gathering: Gathering = field(default_factory=lambda: Gathering(""))
    claimed: frozenset[int] = frozenset()
    phones: frozenset[int] = frozenset()
    keyed: Mapping[int, float] = field(default_factory=dict)
    watching: int = 0
    comings: DepartureRecord = field(default_factory=DepartureRecord)
    offers: Mapping[str, Offer] = field(default_factory=dict, repr=False)
    claims: Mapping[int, Claim] = field(default_factory=dict, repr=False)
    in_front: Mapping[str, int] = field(default_factory=dict, repr=False)
