"""The turn clock of the table: it follows who is waited for, and survives a restart. What is asked and shown of it."""

from __future__ import annotations

from collections.abc import Iterable
from contextlib import suppress
from dataclasses import dataclass, field

from msgspec import Struct

from companion.core.errors import Refused
from companion.core.game import Awaited
from companion.core.step import TABLE
from companion.core.wording import say
from companion.plays.log.entry_sequence import EffectiveEntries
from companion.plays.storage.log_errors import LogError
from companion.plays.storage.stores import Settings
from companion.plays.time_source import Clock
from companion.service.asking.requests import Reply, Request
from companion.service.asking.sender import Handlers, Sender
from companion.service.clock.turn_clock import (
    LONGEST,
    ClockRule,
    Clocks,
    Waiting,
    paused,
    resumed,
    started,
    up_to,
    waited_for,
)
from companion.service.play.dialogues import Pending
from companion.service.table_state import BesidePlay, StateHolder


@dataclass(frozen=True)
class ClockState:
    """``clocks`` are those of the play on the table, as they stood when they last changed."""

    clocks: Clocks = field(default_factory=Clocks)


class SeatTime(Struct, frozen=True):
    """The clock of a seat: ``seconds`` left, or used where the clock only counts; it may be below zero."""

    seat: int
    seconds: float
    running: bool


class ClockView(Struct, frozen=True):
    """The turn clocks as they stood at ``since``, on the table's own count of seconds. ``table`` seconds went to the
    table's questions and to pauses.
    """

    kind: str
    down: bool
    paused: bool
    since: float
    seats: tuple[SeatTime, ...]
    table: int = 0


class SetClock(Request, frozen=True):
    """Choose how the turns are timed; all clocks begin anew."""

    may_ask = "admin"
    rule: ClockRule


class PauseClock(Request, frozen=True):
    """Stop the clocks, or let them go on."""

    may_ask = "seat or admin"
    on: bool


SAVED_EVERY = 20.0
"""Seconds after which running clocks are written down again: so much is lost by a power cut at most."""

NOBODY = Waiting(frozenset(), frozenset())


class RunningClock:
    """The clocks of the play on the table. Only the deciding thread comes here."""

    def __init__(self, clock: Clock, settings: Settings, state: StateHolder) -> None:
        self._clock = clock
        self._kept = BesidePlay(settings, "clocks:", Clocks)
        self._part = state.part(ClockState())
        self._numbers: tuple[int, ...] = ()
        self._waiting = NOBODY
        self._line: EffectiveEntries | None = None
        self._saved = 0.0

    @property
    def clocks(self) -> Clocks:
        return self._part.now.clocks

    def take_up(self, play: str, numbers: Iterable[int], line: EffectiveEntries | None = None) -> None:
        """A play is on the table (or none, with an empty id): its clocks go on where they stood."""
        if self.clocks.on:
            self._save()
        self._numbers, self._waiting, self._line = tuple(numbers), NOBODY, line
        now = self._clock.mono()
        kept = self._kept.take_up(play)
        self._part.put(ClockState(started(ClockRule(), self._numbers, now) if kept is None else resumed(kept, now)))

    def follow(
        self, awaited: Awaited, *, votes: bool = False, pending: Iterable[Pending] = (), undone: bool = False
    ) -> None:
        """Note who is waited for now: nobody while the table itself is asked, which ends no turn."""
        turns, running = self._waited(awaited, pending)
        if not awaited.over and (votes or (TABLE in awaited.must and not awaited.secret)):
            running = frozenset()
            turns = turns if undone else frozenset(self.clocks.turns)
        if undone or (turns, running) != (self._waiting.turns, self._waiting.running):
            self._waiting = Waiting(turns, running, self._entry, undone)
            if self.clocks.on:
                clocks = waited_for(self.clocks, self._waiting, self._clock.mono(), self._counts)
                # Whoever makes a moment asks for this first, so it counts as no change of its own.
                self._part.note(ClockState(clocks))
                self._save()

    def _waited(self, awaited: Awaited, pending: Iterable[Pending]) -> tuple[frozenset[int], frozenset[int]]:
        """Whose turn it is, and whose clock runs. In a secret phase that is everybody: who has done something, or has
        something to enter, is nobody's business.
        """
        if awaited.over:
            return frozenset(), frozenset()
        if awaited.secret:
            return frozenset(self._numbers), frozenset(self._numbers)
        turns = frozenset(awaited.must) - {TABLE}
        done, entering = {move.seat for move in pending}, {move.by for move in pending}
        return turns, (turns - done) | entering - {TABLE}

    @property
    def _entry(self) -> int:
        return self._line.numbers[-1] if self._line is not None else 0

    def _counts(self, entry: int) -> bool:
        return self._line is not None and self._line.holds(entry)

    def handlers(self) -> Handlers:
        return {SetClock: self._choose, PauseClock: self._pause}

    def _choose(self, _: Sender, request: SetClock) -> Reply:
        """Start all clocks anew under another rule."""
        rule = request.rule
        if not self._numbers:
            raise Refused("no-play", say("No play is on."))
        if not (1 <= rule.bank <= LONGEST and 0 <= rule.gain <= LONGEST):
            raise Refused("no-clock", say("A clock has from 1 second to 4 hours."))
        now = self._clock.mono()
        clocks = waited_for(started(rule, self._numbers, now), self._waiting, now, self._counts)
        self._part.put(ClockState(clocks))
        self._save()
        return Reply()

    def _pause(self, _: Sender, request: PauseClock) -> Reply:
        if not self.clocks.on:
            raise Refused("no-clock", say("No clock runs."))
        self._part.put(ClockState(paused(self.clocks, self._clock.mono(), on=request.on)))
        self._save()
        return Reply()

    def idle(self) -> None:
        """Write running clocks down from time to time."""
        runs = self.clocks.on and self.clocks.running and not self.clocks.paused
        if runs and self._clock.mono() - self._saved > SAVED_EVERY:
            self._save()

    def view(self) -> ClockView | None:
        """The clocks as everybody may see them, as they stood when they last changed; None without any."""
        if not self.clocks.on:
            return None
        down = self.clocks.rule.counts_down
        seats = tuple(
            SeatTime(seat, round(self.clocks.left(seat) if down else clock.used, 1), seat in self.clocks.running)
            for seat, clock in sorted(self.clocks.seats.items())
        )
        return ClockView(
            self.clocks.rule.kind, down, self.clocks.paused, self.clocks.since, seats, round(self.clocks.table)
        )

    def _save(self) -> None:
        self._saved = self._clock.mono()
        # Disk-full is reported when saving a move; a clock may fail to be saved.
        with suppress(LogError):
            self._kept.keep(up_to(self.clocks, self._saved))
