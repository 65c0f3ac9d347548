"""The turn clock: how long each seat has been waited for. It follows who is waited for, and survives a restart.

Nobody loses by the clock: a seat that has run out is shown so, and the game goes on. What the table itself is asked,
votes and pauses run no seat's clock; that time is counted apart.

Time that has passed stays passed, whatever is taken back. What the end of a turn gave belongs to the entry that ended
it, and counts as long as that entry does: so nobody gains or loses by undo and redo.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Annotated, Literal

from msgspec import Meta, Struct, structs

from companion.core.errors import Refused
from companion.core.game import Awaited
from companion.core.step import TABLE
from companion.core.wording import Message, SeatName, say
from companion.plays.log.entry_sequence import EffectiveEntries
from companion.plays.storage.log_errors import LogError
from companion.plays.storage.stores import Settings
from companion.plays.time_source import Clock
from companion.service.asking.requests import Reply, Request
from companion.service.asking.sender import Handlers, Sender
from companion.service.play.dialogues import Pending
from companion.service.table_state import BesidePlay, StateHolder

ClockKind = Literal["none", "up", "fischer", "bronstein", "sand"]

LONGEST = 4 * 3600
"""Seconds of the largest bank."""

Seconds = Annotated[int, Meta(ge=0, le=LONGEST)]


class ClockRule(Struct, frozen=True, forbid_unknown_fields=True):
    """How time is counted. ``bank`` seconds for the whole play, with ``gain`` seconds for every turn: ``fischer`` adds
    them after it, ``bronstein`` gives back what was used of them. ``sand`` is an hourglass of ``bank`` seconds turned
    over for every turn. ``up`` only counts.
    """

    kind: ClockKind = "none"
    bank: Seconds = 1800
    gain: Seconds = 30

    @property
    def counts_down(self) -> bool:
        return self.kind in ("fischer", "bronstein", "sand")


class SeatClock(Struct, frozen=True):
    """The clock of one seat, in seconds: ``used`` in the whole play, ``turn`` in this turn or else the last."""

    used: float = 0.0
    turn: float = 0.0


class Gain(Struct, frozen=True):
    """What the end of a turn gave to ``seat``, in seconds; ``entry`` of the log ended it, 0 is too old to be undone."""

    entry: int
    seat: int
    seconds: float


class Clocks(Struct, frozen=True):
    """All clocks of a play. ``turns`` are the seats whose turn it is, ``running`` those whose clocks run: fewer while
    the table is asked something, others while somebody enters cardboard for them.

    ``since`` is the moment they were last brought up to date; ``table`` seconds went to what the table itself is asked,
    and to pauses. ``given`` is what of ``gains`` counts, by seat.
    """

    rule: ClockRule = ClockRule()
    seats: dict[int, SeatClock] = {}
    turns: tuple[int, ...] = ()
    running: tuple[int, ...] = ()
    since: float = 0.0
    paused: bool = False
    table: float = 0.0
    gains: tuple[Gain, ...] = ()
    given: dict[int, float] = {}

    @property
    def on(self) -> bool:
        return self.rule.kind != "none"

    def left(self, seat: int) -> float:
        """Seconds of this seat's bank or hourglass; below zero when they have run out."""
        clock = self.seats[seat]
        if self.rule.kind == "sand":
            return self.rule.bank - clock.turn
        return self.rule.bank - clock.used + self.given.get(seat, 0.0)


KEPT_GAINS = 100
"""Turns that can be taken back with what their end gave; of older ones only the sum is kept."""


class Waiting(Struct, frozen=True):
    """Who is waited for. ``turns``: whose turn it is; ``running``: who is to think or do something at this moment.

    ``entry`` is the one whose state counts, and ``undone`` says that undo or redo led to it.
    """

    turns: frozenset[int]
    running: frozenset[int]
    entry: int = 0
    undone: bool = False


def started(rule: ClockRule, seats: Iterable[int], now: float) -> Clocks:
    """New clocks, stopped."""
    return Clocks(rule, {seat: SeatClock() for seat in seats}, since=now)


def resumed(clocks: Clocks, now: float) -> Clocks:
    """Clocks read from the disk: while the table was off, nothing was counted."""
    return structs.replace(clocks, since=now)


def up_to(clocks: Clocks, now: float) -> Clocks:
    """The same clocks with the time until ``now`` counted."""
    passed = max(0.0, now - clocks.since)
    if not clocks.on:
        return structs.replace(clocks, since=now)
    if clocks.paused or not clocks.running:
        return structs.replace(clocks, since=now, table=clocks.table + passed)
    seats = {seat: _spent(clock, passed) if seat in clocks.running else clock for seat, clock in clocks.seats.items()}
    return structs.replace(clocks, since=now, seats=seats)


def _spent(clock: SeatClock, seconds: float) -> SeatClock:
    return SeatClock(clock.used + seconds, clock.turn + seconds)


def waited_for(clocks: Clocks, waiting: Waiting, now: float, counts: Callable[[int], bool]) -> Clocks:
    """From now on these seats are waited for. A seat that is no longer waited for has ended
    its turn; one that is waited for now and was not before begins one.

    ``counts`` says whether an entry still does. When something was taken back or put back nobody begins or ends a
    turn: the person who is on turn again goes on with the one that was interrupted.
    """
    clocks = up_to(clocks, now)
    turns = tuple(seat for seat in sorted(waiting.turns) if seat in clocks.seats)
    running = tuple(seat for seat in sorted(waiting.running) if seat in clocks.seats)
    gains, seats = clocks.gains, clocks.seats
    if not waiting.undone:
        ended = [seat for seat in clocks.turns if seat not in turns]
        gains += tuple(Gain(waiting.entry, seat, gained) for seat in ended if (gained := _gained(clocks, seat)))
        seats = seats | {seat: SeatClock(seats[seat].used) for seat in turns if seat not in clocks.turns}
    gains = _pruned(gains, counts)
    given = _summed(gains, counts)
    return structs.replace(clocks, seats=seats, turns=turns, running=running, gains=gains, given=given)


def _gained(clocks: Clocks, seat: int) -> float:
    """What the end of the turn gives to ``seat``."""
    gain = float(clocks.rule.gain)
    return {"fischer": gain, "bronstein": min(gain, clocks.seats[seat].turn)}.get(clocks.rule.kind, 0.0)


def _summed(gains: Iterable[Gain], counts: Callable[[int], bool]) -> dict[int, float]:
    """The sum of the gains that count, by seat."""
    given: dict[int, float] = {}
    for gain in gains:
        if not gain.entry or counts(gain.entry):
            given[gain.seat] = given.get(gain.seat, 0.0) + gain.seconds
    return given


def _pruned(gains: tuple[Gain, ...], counts: Callable[[int], bool]) -> tuple[Gain, ...]:
    if len(gains) <= 2 * KEPT_GAINS:
        return gains
    old = _summed(gains[:-KEPT_GAINS], counts)
    return (*(Gain(0, seat, seconds) for seat, seconds in old.items()), *gains[-KEPT_GAINS:])


def paused(clocks: Clocks, now: float, *, on: bool) -> Clocks:
    """The clocks stopped, or running again."""
    return structs.replace(up_to(clocks, now), paused=on)


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
    """Choose how the turns are timed. Under another rule than before all clocks begin again, and everybody is told."""

    may_ask = "host"
    rule: ClockRule


class PauseClock(Request, frozen=True):
    """Stop the clocks, or let them go on."""

    may_ask = "seat or admin"
    on: bool


SAVED_EVERY = 20.0
"""Seconds after which running clocks are written down again: so much is lost by a power cut at most."""

NOBODY = Waiting(frozenset(), frozenset())


def _same(rule: ClockRule, before: ClockRule) -> bool:
    """Whether turns are timed as before; where no clock is to run down, times make no difference."""
    return rule == before or (rule.kind == before.kind and not rule.counts_down)


def _chosen(rule: ClockRule, seat: int) -> Message:
    """That the turns are timed otherwise now, as everybody reads it; ``seat`` is 0 for an admin who does not play."""
    if rule.kind == "none":
        return say("{who} switches the turn clock off.", who=SeatName(seat)) if seat else say("The turn clock is off.")
    how = say("counts up") if rule.kind == "up" else _how_long(rule)
    if seat:
        return say("{who} sets the turn clock: {how}. All clocks begin anew.", who=SeatName(seat), how=how)
    return say("The turn clock is set: {how}. All clocks begin anew.", how=how)


def _how_long(rule: ClockRule) -> Message:
    bank = say("{n} min", n=rule.bank // 60) if rule.bank % 60 == 0 else say("{n} s", n=rule.bank)
    if rule.kind == "sand":
        return say("{time} a turn", time=bank)
    if rule.kind == "fischer":
        return say("{time} each, {n} s more after each turn", time=bank, n=rule.gain)
    return say("{time} each, the first {n} s of a turn free", time=bank, n=rule.gain)


class RunningClock:
    """The clocks of the play on the table. Only the deciding thread comes here. ``tell`` shows words to everybody."""

    def __init__(
        self, clock: Clock, settings: Settings, state: StateHolder, tell: Callable[[Message], object] = lambda _: None
    ) -> None:
        self._clock = clock
        self._tell_all = tell
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
        """Take over the play on the table (none with an empty id); its clocks go on where they stood."""
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

    def _choose(self, sender: Sender, request: SetClock) -> Reply:
        """Start all clocks again under another rule; under the same one they go on."""
        rule = request.rule
        if not self._numbers:
            raise Refused("no-play", say("No play is on."))
        if not (1 <= rule.bank <= LONGEST and 0 <= rule.gain <= LONGEST):
            raise Refused("no-clock", say("A clock has from 1 second to 4 hours."))
        if _same(rule, self.clocks.rule):
            return Reply()
        now = self._clock.mono()
        clocks = waited_for(started(rule, self._numbers, now), self._waiting, now, self._counts)
        self._part.put(ClockState(clocks))
        self._save()
        self._tell_all(_chosen(rule, sender.actor.seat or sender.actor.own))
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
