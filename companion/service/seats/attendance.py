"""Who is at the table now: open pages, keys that were used, seats that are heard of again. Deciding thread only."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace

from companion.core.step import TABLE
from companion.plays.log_errors import LogError
from companion.plays.time_source import Clock
from companion.service.asking.sender import Actor, Person
from companion.service.play.running_play import RunningPlay
from companion.service.seats.departures import Departures
from companion.service.seats.presence import Presence
from companion.service.seats.seats_state import Absence, SeatsState, Sitting
from companion.service.table_state import Part

AWAKE_AFTER_KEY = 600.0
"""Seconds a seat counts as awake after one of its keys was pressed."""


@dataclass(eq=False, repr=False)
class Attendance:
    """See the module."""

    _part: Part[SeatsState]
    _clock: Clock
    _running: RunningPlay
    _presence: Presence
    _leaving: Departures
    _listeners: list[Callable[[int], None]] = field(default_factory=list, init=False)

    def listen(self, listener: Callable[[int], None]) -> None:
        """Let a room know of every seat that gives a sign."""
        self._listeners.append(listener)

    def phones_are(self, seats: frozenset[int], writers: Sequence[Person] = ()) -> None:
        """The seats that have a page open now, and the hosts that may write for others."""
        self._presence.pages(seats, writers)
        before = self._part.now.phones
        if seats != before:
            self._part.put(replace(self._part.now, phones=seats))
            for seat in seats - before:
                self._is_there(seat)

    def claims_are(self, seats: frozenset[int]) -> None:
        """The seats a device may act for."""
        self._part.put(replace(self._part.now, claimed=seats))
        self._presence.has_own(seats)

    def watched_by(self, people: int) -> None:
        """So many phones without a seat look on."""
        if people != self._part.now.watching:
            self._part.put(replace(self._part.now, watching=people))

    def came(self, seat: int) -> None:
        """Somebody acts at this seat: the table does not go on without it any more. Raises ``LogError``."""
        if seat in self._leaving.now.gone | self._leaving.now.open:
            self._leaving.comes(seat)

    def key_pressed_at(self, seat: int) -> None:
        """A key of a seat's own was used: somebody sits there."""
        with suppress(LogError):
            self.came(seat)
        silent = seat not in self.awake() or seat in self.absences()
        change = self._part.put if silent else self._part.note
        change(replace(self._part.now, keyed={**self._part.now.keyed, seat: self._clock.mono()}))
        self._presence.pressed(seat)
        self._is_there(seat)

    def acted(self, actor: Actor) -> None:
        """Somebody answers with a device. Raises ``LogError``."""
        self.came(actor.seat)
        if actor.seat != TABLE:
            self._presence.pressed(actor.seat)
            self._is_there(actor.seat)
        elif actor.writes_for_all and actor.device:
            self._presence.wrote(actor.who)

    def awake(self) -> frozenset[int]:
        """The seats that have a page open, or used a key lately."""
        now, state = self._clock.mono(), self._part.now
        return state.phones | {seat for seat, at in state.keyed.items() if now - at < AWAKE_AFTER_KEY}

    def stage(self, seat: int) -> Absence:
        """How long the seat has been silent."""
        return self._presence.stage(seat)

    def absences(self) -> dict[int, Absence]:
        """How long the seats of the play have been silent, those that are not there."""
        stages = {seat: self._presence.stage(seat) for seat in self._running.now.numbers}
        return {seat: stage for seat, stage in stages.items() if stage != "there"}

    def sitting(self) -> Sitting:
        """Who is at the table, as far as its agreement is concerned. Raises ``Refused`` without a play."""
        return self._presence.sitting(self._running.playing().setup.numbers, self._leaving.now.gone)

    def _is_there(self, seat: int) -> None:
        for listener in self._listeners:
            listener(seat)
