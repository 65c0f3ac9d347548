"""The turn clock: how long each seat has been waited for. Pure: the time comes in as seconds that only grow.

Nobody loses by the clock: who has run out is shown so, and the game goes on. What the table itself is asked, votes and
pauses run no seat's clock; that time is counted apart.

Time that has passed stays passed, whatever is taken back. What the end of a turn gave belongs to the entry that ended
it, and counts as long as that entry does: so nobody gains or loses by undo and redo.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Annotated, Literal

from msgspec import Meta, Struct, structs

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
    """From now on these seats are waited for. Whose turn it is not any more has ended one; whose it is anew begins one.

    ``counts`` says whether an entry still does. When something was taken back or put back nobody begins or ends a
    turn: whoever is on turn again goes on with the one that was interrupted.
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
