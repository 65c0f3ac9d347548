"""The turn clock: how long each seat has been waited for. Pure: the time comes in as seconds that only grow.

Nobody loses by the clock: who has run out is shown so, and the game goes on. What the table itself is asked, votes and
pauses run no seat's clock; that time is counted apart.
"""

from __future__ import annotations

from collections.abc import Iterable
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
    """The clock of one seat when it was last stopped or started, in seconds. ``left`` may be below zero.

    ``turn`` is what this turn has used so far, ``gained`` what the last one gave.
    """

    used: float = 0.0
    left: float = 0.0
    turn: float = 0.0
    gained: float = 0.0


class Clocks(Struct, frozen=True):
    """All clocks of a play. ``since`` is the moment they were last brought up to date; ``table`` seconds went to what
    the table itself is asked, and to pauses.
    """

    rule: ClockRule = ClockRule()
    seats: dict[int, SeatClock] = {}
    running: tuple[int, ...] = ()
    since: float = 0.0
    paused: bool = False
    table: float = 0.0

    @property
    def on(self) -> bool:
        return self.rule.kind != "none"


def started(rule: ClockRule, seats: Iterable[int], now: float) -> Clocks:
    """Fresh clocks that stand still."""
    return Clocks(rule, {seat: SeatClock(left=float(rule.bank)) for seat in seats}, (), now)


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
    seats = {
        seat: _spent(clock, passed) if seat in clocks.running else clock for seat, clock in clocks.seats.items()
    }
    return structs.replace(clocks, since=now, seats=seats)


def _spent(clock: SeatClock, seconds: float) -> SeatClock:
    return structs.replace(
        clock, used=clock.used + seconds, left=clock.left - seconds, turn=clock.turn + seconds
    )


def waited_for(clocks: Clocks, seats: Iterable[int], now: float, *, undone: bool = False) -> Clocks:
    """From now on these seats are waited for. Whoever is not any more has ended a turn; whoever is anew begins one.

    ``undone``: because something was taken back. Then nobody ends a turn, and whoever goes on with one gives back what
    its end had given: time that has passed stays passed, but nobody gains by taking back.
    """
    clocks = up_to(clocks, now)
    running = tuple(seat for seat in sorted(set(seats)) if seat in clocks.seats)
    changed = dict(clocks.seats)
    for seat in set(clocks.running) - set(running):
        if not undone:
            changed[seat] = _ended(clocks.rule, changed[seat])
    for seat in set(running) - set(clocks.running):
        changed[seat] = _returned(changed[seat]) if undone else _begun(clocks.rule, changed[seat])
    return structs.replace(clocks, seats=changed, running=running)


def _ended(rule: ClockRule, clock: SeatClock) -> SeatClock:
    gains = {"fischer": float(rule.gain), "bronstein": min(float(rule.gain), clock.turn)}
    gained = gains.get(rule.kind, 0.0)
    return structs.replace(clock, left=clock.left + gained, gained=gained)


def _returned(clock: SeatClock) -> SeatClock:
    return structs.replace(clock, left=clock.left - clock.gained, gained=0.0)


def _begun(rule: ClockRule, clock: SeatClock) -> SeatClock:
    left = float(rule.bank) if rule.kind == "sand" else clock.left
    return structs.replace(clock, left=left, turn=0.0, gained=0.0)


def paused(clocks: Clocks, now: float, *, on: bool) -> Clocks:
    """Stop everything, or go on."""
    return structs.replace(up_to(clocks, now), paused=on)
