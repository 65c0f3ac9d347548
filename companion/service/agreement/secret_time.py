"""A time limit for secret answers: a setting of the table, off unless the admin sets it. Used only by the deciding
thread.

The limit applies only to questions with ``lapse``, whose answer changes nothing. The time runs on the monotonic clock
once the question was sent to every asked seat, is paused during a vote or a pause, and starts again after a restart. It
is off if an asked seat answers by keys, or has said that it needs no time limit.
"""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, replace
from typing import Literal, cast, get_args

from msgspec import Struct, structs

from companion.core.dialogue import Asked, Done
from companion.core.errors import Refused
from companion.core.secrecy import Viewer
from companion.core.step import TABLE
from companion.core.wording import N_, say
from companion.plays.storage.log_errors import LogError
from companion.plays.storage.stores import Settings
from companion.plays.time_source import Clock
from companion.service.agreement.ballots import Ballots
from companion.service.asking.requests import Reply, Request, SeatOrTable
from companion.service.asking.sender import Actor, Handlers, Sender, not_yours
from companion.service.clock.turn_clock import RunningClock
from companion.service.play.answers import Moves
from companion.service.play.dialogues import Pending
from companion.service.play.running_play import RunningPlay
from companion.service.table_state import StateHolder

Limit = Literal[0, 20, 60]
"""Seconds for a secret answer; 0: without a limit."""
KEPT = "secret-time"
"""The key of the setting with the limit."""
TIME = "time"
"""The actor of a step that was made because its time was over."""


class SetSecretTime(Request, frozen=True):
    """Set the seconds for a secret answer, one of ``Limit``."""

    may_ask = "admin"
    seconds: int


class TakeMoreTime(Request, frozen=True):
    """Switch the time limit off for this answer of ``seat``; ``always``: for all of this evening."""

    may_ask = "for a seat"
    seat: SeatOrTable
    always: bool = False


class SecretTimer(Struct, frozen=True):
    """The time that the asked ``seats`` have: ``left`` of ``seconds`` at time ``at`` of the table's clock. It is paused
    unless it ``runs``.
    """

    seats: tuple[int, ...]
    seconds: int
    left: float
    at: float
    runs: bool = False

    def at_time(self, now: float, *, runs: bool) -> SecretTimer:
        """The timer at ``now``, started or paused as ``runs`` says."""
        left = max(self.left - (now - self.at), 0.0) if self.runs else self.left
        return structs.replace(self, left=left, at=now, runs=runs)


Key = tuple[str, int, tuple[int, ...]]
"""What distinguishes common questions publicly: play, last public entry, seats that the game waits for."""


@dataclass(frozen=True)
class SecretTimeState:
    """``limit`` is the setting, ``timer`` the current timer. ``unlimited`` are the seats that need no limit."""

    limit: Limit = 0
    timer: SecretTimer | None = None
    unlimited: frozenset[int] = frozenset()


class SecretTime:
    """The time limit for secret answers: runs it, stops it, and answers for seats when it is over."""

    def __init__(
        self,
        state: StateHolder,
        clock: Clock,
        running: RunningPlay,
        moves: Moves,
        ballots: Ballots,
        turn_clock: RunningClock,
        settings: Settings,
    ) -> None:
        limit = settings.get(KEPT, 0)
        self._part = state.part(SecretTimeState(limit if limit in get_args(Limit) else 0))
        self._clock = clock
        self._running = running
        self._moves = moves
        self._ballots = ballots
        self._turn_clock = turn_clock
        self._settings = settings
        self._by_keys: frozenset[int] = frozenset()
        self._key: Key | None = None
        self._since = 0
        self._more = False
        self._published: Callable[[], int] = int
        self._sent_to: Callable[[int], int] = lambda _seat: -1

    def connect(self, published: Callable[[], int], sent_to: Callable[[int], int]) -> None:
        """``published`` gives the number of the current moment for pages, ``sent_to`` that of the last one sent to a
        page of a seat.
        """
        self._published, self._sent_to = published, sent_to

    def handlers(self) -> Handlers:
        return {SetSecretTime: self._set, TakeMoreTime: self._take_more}

    def acted(self, actor: Actor) -> None:
        """Record which seats answer by keys."""
        if actor.seat != TABLE:
            own = frozenset({actor.seat})
            self._by_keys = self._by_keys | own if actor.kind == "key" else self._by_keys - own

    def _set(self, _: Sender, request: SetSecretTime) -> Reply:
        if request.seconds not in get_args(Limit):
            raise Refused("no-time", say("There is no such limit."))
        self._settings.put(KEPT, request.seconds)
        self._key = None
        self._part.put(replace(self._part.now, limit=cast("Limit", request.seconds), timer=None))
        return Reply()

    def _take_more(self, sender: Sender, request: TakeMoreTime) -> Reply:
        seat = sender.actor.seat
        if seat != request.seat:
            raise not_yours(request.seat)
        now = self._part.now
        if request.always:
            now = replace(now, unlimited=now.unlimited | {seat})
        self._more = True
        self._part.put(replace(now, timer=None))
        return Reply(notice=say("Take your time: nothing runs out.", N_("Take your time")))

    # -- letting time pass -------------------------------------------------------------------------------------

    def settle(self) -> None:
        """Periodic work: start and stop the time, and answer for those whose time is over."""
        key = self._asked() if self._part.now.limit else None
        timer = self._part.now.timer
        if key != self._key:
            self._key, self._since, self._more, timer = key, self._published(), False, None
        timer = self._next(key, timer)
        if timer is not None and timer.runs and timer.at_time(self._clock.mono(), runs=True).left <= 0:
            self._key = None
            self._put(None)
            self._lapse(timer.seats)
        else:
            self._put(timer)

    def _put(self, timer: SecretTimer | None) -> None:
        if timer != self._part.now.timer:
            self._part.put(replace(self._part.now, timer=timer))

    def _asked(self) -> Key | None:
        """The key of the common question that may lapse, or None."""
        state = self._running.now
        if state.play is None or state.phase != "playing" or state.pending:
            return None
        must = state.awaited.must
        if not must or TABLE in must or any(self._lapsing(seat) is None for seat in must):
            return None
        return state.play.id, state.play.known_entry, must

    def _lapsing(self, seat: int) -> Asked | None:
        """The state of the dialogue in which ``seat`` is asked something that may lapse, answered already or not; else
        None.
        """
        walked = self._running.now.on.walked(seat, Viewer(seat), ())
        may = isinstance(walked, Asked) and walked.question.secret and walked.question.lapse is not None
        return walked if may and isinstance(walked, Asked) else None

    def _next(self, key: Key | None, timer: SecretTimer | None) -> SecretTimer | None:
        """The timer that this question should have now."""
        now = self._part.now
        if key is None or self._more or now.unlimited & {*key[2]} or self._by_keys & {*key[2]}:
            return None
        if timer is None:
            if any(self._sent_to(seat) < self._since for seat in key[2]):
                return None
            timer = SecretTimer(key[2], now.limit, float(now.limit), self._clock.mono())
        runs = not self._ballots.now.asked and not self._turn_clock.clocks.paused
        return timer if runs == timer.runs else timer.at_time(self._clock.mono(), runs=runs)

    def _lapse(self, seats: tuple[int, ...]) -> None:
        """Give the answer that changes nothing for all of ``seats`` that have not answered."""
        for seat in seats:
            state = self._running.now
            if seat not in state.awaited.must or state.has_answered(seat):
                continue
            asked = self._lapsing(seat)
            if asked is None or asked.question.lapse is None:
                continue
            walked = state.on.walked(seat, Viewer(seat), (asked.question.lapse,))
            if isinstance(walked, Done):
                nonce = f"time-{len(self._running.playing().entries)}-{seat}"
                with suppress(Refused, LogError):
                    # otherwise it is still asked, and its time starts again
                    self._moves.submit(Pending(seat, TIME, walked.move, nonce, asked.question, seat))
