"""Makes moments of the state of the table, and lets the turn clock follow who is waited for. Deciding thread only."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

from companion.core.setup import Meta
from companion.plays.storage.entry import Entry
from companion.plays.time_source import Clock
from companion.service.agreement.ballots import Ballots
from companion.service.agreement.undoing import WhileAway
from companion.service.agreement.votes import AgreementState
from companion.service.asking.sender import Actor
from companion.service.audit.audit_questions import AuditState
from companion.service.audit.fact_proposal import FactState
from companion.service.clock.quiet_hours import QuietHours
from companion.service.clock.running_clock import RunningClock
from companion.service.play.dialogues import PlayState
from companion.service.play.notices import NoticesState
from companion.service.play.play_views import Dialogue
from companion.service.screens.moment import Moment
from companion.service.seats.attendance import Attendance
from companion.service.seats.seat_transfer import SeatTransfers
from companion.service.seats.seats_state import SeatsState
from companion.service.table_state import StateHolder


@dataclass(eq=False, repr=False)
class Moments:
    """See the module. ``meta`` says what the game with a key is. ``now`` is the same value until something changes."""

    state: StateHolder
    clock: Clock
    attendance: Attendance
    moving: SeatTransfers
    turn_clock: RunningClock
    quiet: QuietHours
    ballots: Ballots
    while_away: WhileAway
    meta: Callable[[str], Meta | None]
    _serial: int = field(default=0, init=False)
    _made_at: int = field(default=-1, init=False)
    _moment: Moment = field(default_factory=lambda: Moment(0), init=False)

    def asked(self, actor: Actor) -> tuple[Dialogue, ...]:
        """All that ``actor`` is asked now."""
        return self.now.asked(actor)

    @property
    def now(self) -> Moment:
        """The table as it is."""
        if self._made_at != self.state.changes:
            self._follow_clock(undone=False)
            self._serial += 1
            self._moment = self._made()
            self._made_at = self.state.changes
        return self._moment

    def _made(self) -> Moment:
        state = self.state.now
        audit, seats = state[AuditState], state[SeatsState]
        return Moment(
            serial=self._serial,
            playing=state[PlayState],
            seats=seats,
            chosen=self.meta(seats.gathering.game),
            agreement=state[AgreementState],
            audit=audit.audit,
            facts=state[FactState],
            told=state[NoticesState],
            awake=self.attendance.awake(),
            absent=self.attendance.absences(),
            clocks=self.turn_clock.view(),
            quiet=self.quiet.hours,
            arriving=self.moving.waiting(),
            newcomers=self.moving.newcomers(),
            missed=self.while_away.dialogues(),
            waiting=self.ballots.waiting(),
            audit_open=audit.stands_still(self.clock.mono()),
        )

    def follow(self, entry: Entry) -> None:
        """An entry was made: the clock of whoever is waited for now runs."""
        self._follow_clock(undone=entry.kind in ("undo", "redo"))

    def _follow_clock(self, *, undone: bool) -> None:
        state = self.state.now
        self.turn_clock.follow(
            state[PlayState].awaited,
            votes=state[AuditState].audit is not None or bool(state[AgreementState].asked),
            pending=state[PlayState].pending,
            undone=undone,
        )

    def settle(self) -> None:
        """Periodic work: somebody falls silent, or is heard of again."""
        moment = self.now
        if (moment.awake, moment.absent) != (self.attendance.awake(), self.attendance.absences()):
            self.state.touch()
