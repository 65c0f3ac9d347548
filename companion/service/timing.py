"""The turn clock of the table: it follows who is waited for, and survives a restart."""

from __future__ import annotations

from collections.abc import Iterable
from contextlib import suppress
from typing import Any, Protocol

import msgspec

from companion.core.errors import Refused
from companion.core.game import Awaited
from companion.core.step import TABLE
from companion.core.wording import say
from companion.plays.clock import Clock
from companion.plays.faults import LogError
from companion.service.clocks import LONGEST, ClockRule, Clocks, paused, resumed, started, up_to, waited_for
from companion.service.views import ClockView, SeatTime

SAVED_EVERY = 20.0
"""Seconds after which running clocks are written down again: so much is lost by a power cut at most."""

KEPT = "clocks:"
"""Before the play in the settings."""


class Notebook(Protocol):
    """Where small things are kept; the log's settings are one."""

    def get(self, key: str, default: Any = None) -> Any: ...

    def put(self, key: str, value: Any) -> None: ...


class Timing:
    """The clocks of the play on the table. Only the deciding thread comes here."""

    def __init__(self, clock: Clock, notebook: Notebook | None = None) -> None:
        self._clock = clock
        self._notebook = notebook
        self._play = ""
        self._numbers: tuple[int, ...] = ()
        self._waiting: frozenset[int] = frozenset()
        self._saved = 0.0
        self.clocks = Clocks()

    def take_up(self, play: str, numbers: Iterable[int]) -> None:
        """A play is on the table (or none, with an empty id): its clocks go on where they stood."""
        self._play, self._numbers, self._waiting = play, tuple(numbers), frozenset()
        now = self._clock.mono()
        kept = self._notebook.get(KEPT + play) if self._notebook is not None and play else None
        if kept is None:
            self.clocks = started(ClockRule(), self._numbers, now)
        else:
            self.clocks = resumed(msgspec.convert(kept, Clocks, str_keys=True), now)

    def follow(self, awaited: Awaited, votes: bool, *, undone: bool = False) -> None:
        """See who is waited for now. In a secret phase every seat is: who has done something is nobody's business."""
        waiting = set(self._numbers) if awaited.secret else set(awaited.must) - {TABLE}
        if awaited.over or votes or TABLE in awaited.must:
            waiting = set()
        if frozenset(waiting) == self._waiting and not undone:
            return
        self._waiting = frozenset(waiting)
        if self.clocks.on:
            self.clocks = waited_for(self.clocks, waiting, self._clock.mono(), undone=undone)
            self._save()

    def choose(self, rule: ClockRule) -> None:
        """Another way of counting: all clocks begin anew. Raises ``Refused``."""
        if not self._play:
            raise Refused("no-play", say("No play is on."))
        if not (1 <= rule.bank <= LONGEST and 0 <= rule.gain <= LONGEST):
            raise Refused("no-clock", say("A clock has from 1 second to 4 hours."))
        now = self._clock.mono()
        self.clocks = waited_for(started(rule, self._numbers, now), self._waiting, now)
        self._save()

    def pause(self, *, on: bool) -> None:
        """Stop the clocks, or let them go on. Raises ``Refused``."""
        if not self.clocks.on:
            raise Refused("no-clock", say("No clock runs."))
        self.clocks = paused(self.clocks, self._clock.mono(), on=on)
        self._save()

    def idle(self) -> None:
        """Write running clocks down from time to time."""
        if self.clocks.on and self.clocks.running and self._clock.mono() - self._saved > SAVED_EVERY:
            self._save()

    def view(self) -> ClockView | None:
        """The clocks as everybody may see them, as they stood when they last changed; None without any."""
        if not self.clocks.on:
            return None
        down = self.clocks.rule.counts_down
        seats = tuple(
            SeatTime(seat, round(clock.left if down else clock.used, 1), seat in self.clocks.running)
            for seat, clock in sorted(self.clocks.seats.items())
        )
        return ClockView(
            self.clocks.rule.kind, down, self.clocks.paused, self.clocks.since, seats, round(self.clocks.table)
        )

    def _save(self) -> None:
        self._saved = self._clock.mono()
        if self._notebook is None:
            return
        # A full disk is said where a move cannot be kept; a clock that is not written down stops nobody.
        with suppress(LogError):
            now = up_to(self.clocks, self._saved)
            self._notebook.put(KEPT + self._play, msgspec.to_builtins(now, str_keys=True))
