"""Who is at the table: heard of this evening, there now, or gone from the play. Deciding thread only."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from math import inf

from msgspec import Struct, structs

from companion.core.step import TABLE
from companion.plays.storage.entry import Entry
from companion.plays.storage.log_errors import LogError
from companion.plays.storage.stores import Settings
from companion.plays.time_source import Clock
from companion.service.asking.sender import Actor, Person
from companion.service.play.running_play import DEFAULT, RunningPlay
from companion.service.seats.seats_state import (
    LONG_ASLEEP,
    Absence,
    DepartureRecord,
    Missed,
    SeatsState,
    Sitting,
    absence,
)
from companion.service.table_state import BesidePlay, Part, without

AFTER_KEY = 120.0
"""Seconds for which a key pressed at a seat says that somebody is still there: between two presses people think."""

EVENING = 12 * 3600.0
"""Seconds after which a sign is one of another evening."""


class PresenceRecord(Struct, frozen=True):
    """``seats`` that had a phone or keys of their own this evening, and ``writers``: hosts that wrote for others."""

    seats: frozenset[int] = frozenset()
    writers: tuple[Person, ...] = ()


class Presence:
    """Who has been heard of this evening, with what, and how long ago. Survives a restart, but for the times: absences
    are then counted from the start.
    """

    def __init__(self, clock: Clock, settings: Settings) -> None:
        self._clock = clock
        self._kept = BesidePlay(settings, "evening:", PresenceRecord)
        self._heard = PresenceRecord()
        self._since = clock.mono()
        self._last: dict[int, float] = {}
        self._writing: dict[Person, float] = {}
        self._open: frozenset[int] = frozenset()

    def take_up(self, play: str, *, anew: bool = False) -> None:
        """Take over the play on the table; none with an empty id. ``anew``: it was begun on another evening."""
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
        """Set the seats and admins that have a page open now."""
        now = self._clock.mono()
        for seat in seats | self._open:
            self._last[seat] = now
        self._open = seats
        self.has_own(seats)
        self._write(writers)

    def pressed(self, seat: int) -> None:
        """Note a sign of a seat: a key, or a program that acted for it."""
        self._last[seat] = max(self._last.get(seat, 0.0), self._clock.mono() + AFTER_KEY)
        self.has_own((seat,))

    def wrote(self, who: Person) -> None:
        """Note that an admin wrote for others."""
        self._write((who,))

    def has_own(self, seats: Iterable[int]) -> None:
        """Note the seats that have a device of their own."""
        self._keep(PresenceRecord(self._heard.seats.union(seats), self._heard.writers))

    def sat_down(self, seat: int) -> None:
        """Note that somebody sits down with a phone, whose page is about to open."""
        self._last[seat] = max(self._last.get(seat, 0.0), self._clock.mono())

    def left(self, seat: int) -> None:
        """Note that somebody stood up by the keys: from now on the seat counts as silent."""
        self._last[seat] = self._clock.mono()

    def silent_for(self, seat: int) -> float:
        """Seconds since the last sign of this seat; for ever, if it had nothing of its own to give one with."""
        if seat in self._open:
            return 0.0
        if seat not in self._heard.seats:
            return inf
        return max(0.0, self._clock.mono() - max(self._last.get(seat, 0.0), self._since))

    def absence_of(self, seat: int) -> Absence:
        """How long the seat has been away, as far as it matters to the table."""
        return absence(self.silent_for(seat))

    def sitting(self, seats: Iterable[int], gone: frozenset[int]) -> Sitting:
        """What ``consent`` needs to know."""
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
        # Disk-full is reported when saving a move; until a restart this is known in memory.
        with suppress(LogError):
            self._kept.keep(heard)


class Departures:
    """Who has left the play, and which seats wait for somebody else. Survives a restart."""

    def __init__(self, part: Part[SeatsState], settings: Settings) -> None:
        self._part = part
        self._kept = BesidePlay(settings, "comings:", DepartureRecord)
        self._kept_keys = BesidePlay(settings, "keys:", frozenset[int])

    @property
    def now(self) -> DepartureRecord:
        return self._part.now.comings

    @property
    def keys(self) -> frozenset[int]:
        """The seats of those who sat down with the keys there, and have no phone."""
        return self._part.now.keys

    def take_up(self, play: str, gathering: str = "") -> None:
        """Take over the play on the table (none with an empty id); ``gathering`` is the one that begins, or began,
        here.
        """
        comings, keys = self._kept.take_up(play) or DepartureRecord(), self._kept_keys.take_up(gathering)
        self._part.put(replace(self._part.now, comings=comings, keys=keys or frozenset()))

    def follow(self, entry: Entry) -> None:
        """Note an entry that was made for a seat without it, or by the seat itself. Raises ``LogError``."""
        if entry.actor == DEFAULT:
            self.misses_step(entry.seat, entry.number)
        elif entry.kind == "move" and entry.actor in (f"seat:{entry.seat}", f"key:{entry.seat}"):
            self.has_seen(entry.seat)

    def leaves(self, seat: int) -> None:
        """Note that a seat has left the play. Raises ``LogError``."""
        self._keep(structs.replace(self.now, gone=self.now.gone | {seat}))

    def opens(self, seats: Iterable[int]) -> None:
        """Open seats that were left, so that anybody may take them. Raises ``LogError``."""
        self._keep(structs.replace(self.now, open=self.now.open | set(seats)))

    def sits_by_keys(self, seats: Iterable[int]) -> None:
        """Add seats that are held with their keys. Raises ``LogError``."""
        self._keep_keys(self.keys.union(seats))

    def stands_up(self, seat: int) -> None:
        """Remove a seat from those held with keys. Raises ``LogError``."""
        self._keep_keys(self.keys - {seat})

    def comes(self, seat: int) -> None:
        """Note that somebody is back at a seat. Raises ``LogError``."""
        self._keep(structs.replace(self.now, gone=self.now.gone - {seat}, open=self.now.open - {seat}))

    def misses_step(self, seat: int, number: int) -> None:
        """Note that entry ``number`` was answered for a seat without it. Raises ``LogError``."""
        before = self.now.missed.get(seat, Missed())
        if seat != TABLE and not before.step:
            self._misses(seat, structs.replace(before, step=number))

    def misses_undo(self, seats: Iterable[int], number: int) -> None:
        """Note that entry ``number`` took something back without asking these seats. Raises ``LogError``."""
        for seat in seats:
            before = self.now.missed.get(seat, Missed())
            if not before.undone:
                self._misses(seat, structs.replace(before, undone=number))

    def has_seen(self, seat: int, missed: Missed | None = None) -> None:
        """Note that a seat has read what was done without it; ``missed`` is what it has not read yet. Raises
        ``LogError``.
        """
        if seat in self.now.missed:
            self._misses(seat, missed or Missed())

    def _misses(self, seat: int, missed: Missed) -> None:
        others = without(self.now.missed, seat)
        self._keep(structs.replace(self.now, missed=others if missed == Missed() else {**others, seat: missed}))

    def _keep_keys(self, keys: frozenset[int]) -> None:
        if keys != self.keys:
            self._kept_keys.keep(keys)
            self._part.put(replace(self._part.now, keys=keys))

    def _keep(self, comings: DepartureRecord) -> None:
        if comings != self.now:
            self._kept.keep(comings)
            self._part.put(replace(self._part.now, comings=comings))


BACK_AT_ONCE = 10.0
"""Seconds in which a phone opens its page after sitting down, or again after another page."""
AWAKE_AFTER_KEY = 600.0
"""Seconds a seat counts as awake after one of its keys was pressed."""


@dataclass(eq=False, repr=False)
class Attendance:
    """Who is there now: open pages, keys that were used, seats that are heard of again."""

    part: Part[SeatsState]
    clock: Clock
    running: RunningPlay
    presence: Presence
    leaving: Departures
    _listeners: list[Callable[[int], None]] = field(default_factory=list, init=False)

    def listen(self, listener: Callable[[int], None]) -> None:
        """Call a listener for every seat that gives a sign."""
        self._listeners.append(listener)

    def phones_are(self, seats: frozenset[int], writers: Sequence[Person] = ()) -> None:
        """Set the seats that have a page open now, and the admins that may write for others."""
        self.presence.pages(seats, writers)
        before = self.part.now.phones
        if seats != before:
            self.part.put(replace(self.part.now, phones=seats))
            for seat in seats - before:
                self._is_there(seat)

    def claims_are(self, seats: frozenset[int]) -> None:
        """Set the seats that a device may act for."""
        self.part.put(replace(self.part.now, claimed=seats))
        self.presence.has_own(seats)

    def watched_by(self, people: int) -> None:
        """Set the number of phones without a seat that look on."""
        if people != self.part.now.watching:
            self.part.put(replace(self.part.now, watching=people))

    def came(self, seat: int) -> None:
        """Note that somebody acts at a seat, so that the table no longer goes on without it. Raises ``LogError``."""
        if seat in self.leaving.now.gone | self.leaving.now.open:
            self.leaving.comes(seat)

    def key_pressed_at(self, seat: int) -> None:
        """Note that a seat's own key was used: somebody sits there."""
        with suppress(LogError):
            self.came(seat)
        silent = seat not in self.awake() or seat in self.absences()
        change = self.part.put if silent else self.part.note
        change(replace(self.part.now, keyed={**self.part.now.keyed, seat: self.clock.mono()}))
        self.presence.pressed(seat)
        self._is_there(seat)

    def left(self, seat: int) -> None:
        """Note that somebody stood up by the keys of a seat."""
        self.part.put(replace(self.part.now, keyed=without(self.part.now.keyed, seat)))
        self.presence.left(seat)

    def acted(self, actor: Actor) -> None:
        """Note that somebody answers with a device. Raises ``LogError``."""
        self.came(actor.seat)
        if actor.seat != TABLE:
            self.presence.pressed(actor.seat)
            self._is_there(actor.seat)
        elif actor.writes_for_all and actor.device:
            self.presence.wrote(actor.who)

    def awake(self) -> frozenset[int]:
        """The seats that have a page open, or used a key lately."""
        now, state = self.clock.mono(), self.part.now
        return state.phones | {seat for seat, at in state.keyed.items() if now - at < AWAKE_AFTER_KEY}

    def lost(self) -> frozenset[int]:
        """The seats with a device that has no page open, and not only for a moment."""
        silent = self.part.now.claimed - self.awake()
        return frozenset(seat for seat in silent if self.presence.silent_for(seat) >= BACK_AT_ONCE)

    def absence_of(self, seat: int) -> Absence:
        """How long the seat has been silent."""
        return self.presence.absence_of(seat)

    def absences(self) -> dict[int, Absence]:
        """How long the seats of the play have been silent, those that are not there."""
        absences = {seat: self.presence.absence_of(seat) for seat in self.running.now.numbers}
        return {seat: absence for seat, absence in absences.items() if absence != "there"}

    def sitting(self) -> Sitting:
        """Who is at the table, as far as its agreement is concerned. Raises ``Refused`` without a play."""
        return self.presence.sitting(self.running.playing().setup.numbers, self.leaving.now.gone)

    def _is_there(self, seat: int) -> None:
        for listener in self._listeners:
            listener(seat)
