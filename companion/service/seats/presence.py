"""Who has been heard of this evening, with what, and how long ago. Deciding thread only."""

from __future__ import annotations

from collections.abc import Iterable
from contextlib import suppress
from math import inf

from msgspec import Struct

from companion.plays.log_errors import LogError
from companion.plays.stores import Settings
from companion.plays.time_source import Clock
from companion.service.asking.sender import Person
from companion.service.seats.seats_state import LONG_ASLEEP, Absence, Sitting, absence
from companion.service.table_state import BesidePlay

AFTER_KEY = 120.0
"""Seconds for which a key pressed at a seat says that somebody is still there: between two presses people think."""

EVENING = 12 * 3600.0
"""Seconds after which a sign is one of another evening."""


class PresenceRecord(Struct, frozen=True):
    """``seats`` that had a phone or keys of their own this evening, and ``writers``: hosts that wrote for others."""

    seats: frozenset[int] = frozenset()
    writers: tuple[Person, ...] = ()


class Presence:
    """Survives a restart, but for the times: absences are then counted from the start."""

    def __init__(self, clock: Clock, settings: Settings) -> None:
        self._clock = clock
        self._kept = BesidePlay(settings, "evening:", PresenceRecord)
        self._heard = PresenceRecord()
        self._since = clock.mono()
        self._last: dict[int, float] = {}
        self._writing: dict[Person, float] = {}
        self._open: frozenset[int] = frozenset()

    def take_up(self, play: str, *, anew: bool = False) -> None:
        """A play is on the table; none with an empty id. ``anew``: on another evening than before."""
        kept = self._kept.take_up(play)
        self._heard = PresenceRecord() if kept is None or anew else kept
        self._since = self._clock.mono()
        since = self._since - EVENING
        tonight = PresenceRecord(
            frozenset(seat for seat, at in self._last.items() if at > since),
            tuple(who for who, at in self._writing.items() if at > since),
        )
        self._keep(PresenceRecord(self._heard.seats | tonight.seats, self._heard.writers or tonight.writers))

    def pages(self, seats: frozenset[int], writers: Iterable[Person]) -> None:
        """These seats have a page open now, and these hosts."""
        now = self._clock.mono()
        for seat in seats | self._open:
            self._last[seat] = now
        self._open = seats
        self.has_own(seats)
        self._write(writers)

    def pressed(self, seat: int) -> None:
        """A key was used at a seat, or a program acted for it."""
        self._last[seat] = max(self._last.get(seat, 0.0), self._clock.mono() + AFTER_KEY)
        self.has_own((seat,))

    def wrote(self, who: Person) -> None:
        """A host wrote for others."""
        self._write((who,))

    def has_own(self, seats: Iterable[int]) -> None:
        """These seats have a device of their own."""
        self._keep(PresenceRecord(self._heard.seats.union(seats), self._heard.writers))

    def silent_for(self, seat: int) -> float:
        """Seconds since the last sign of this seat; for ever, if it had nothing of its own to give one with."""
        if seat in self._open:
            return 0.0
        if seat not in self._heard.seats:
            return inf
        return max(0.0, self._clock.mono() - max(self._last.get(seat, 0.0), self._since))

    def stage(self, seat: int) -> Absence:
        """How long the seat has been away, as far as it matters to the table."""
        return absence(self.silent_for(seat))

    def sitting(self, seats: Iterable[int], gone: frozenset[int]) -> Sitting:
        """What the constitution needs to know."""
        now = self._clock.mono()
        return Sitting(
            seats=frozenset(seats),
            gone=gone,
            own=self._heard.seats,
            lately=frozenset(seat for seat in self._heard.seats if self.silent_for(seat) < LONG_ASLEEP),
            writers=self._heard.writers,
            lately_writing=tuple(who for who, at in self._writing.items() if now - at < LONG_ASLEEP),
        )

    def _write(self, writers: Iterable[Person]) -> None:
        now = self._clock.mono()
        for who in writers:
            self._writing[who] = now
            if who not in self._heard.writers:
                self._keep(PresenceRecord(self._heard.seats, (*self._heard.writers, who)))

    def _keep(self, heard: PresenceRecord) -> None:
        if heard == self._heard:
            return
        self._heard = heard
        # A full disk is said where a move cannot be kept; until a restart it is known in memory.
        with suppress(LogError):
            self._kept.keep(heard)
