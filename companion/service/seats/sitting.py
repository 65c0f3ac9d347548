"""Who is at the table, as far as its agreement and its waiting are concerned: values."""

from __future__ import annotations

from typing import Literal

from msgspec import Struct

from companion.service.asking.sender import Person

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
