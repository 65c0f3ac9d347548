"""The rooms of the table: each holds a part of the state and handles the requests about it.

Arrows go one way: play, seats, clock, agreement, audit; each knows those before it. What happens in a room and matters
to a later one is told to the listeners that ``assembly`` connects.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace

from companion.plays.play import Play
from companion.service.agreement.ballots import Ballots
from companion.service.agreement.guided_setup import GuidedSetup
from companion.service.agreement.proposals import Proposals
from companion.service.agreement.seat_votes import GoingOn, SeatMoves
from companion.service.agreement.secret_time import SecretTime
from companion.service.asking.requests import Reply, Request
from companion.service.asking.sender import Handlers, Origin
from companion.service.asking.taking import Taking
from companion.service.audit.fact_corrections import FactCorrections
from companion.service.audit.running_audit import RunningAudit
from companion.service.clock.quiet_hours import QuietHours
from companion.service.clock.turn_clock import RunningClock
from companion.service.play.notices import Notices
from companion.service.play.reading import Reading
from companion.service.play.running_play import RunningPlay
from companion.service.screens.moment import Moment, Moments
from companion.service.seats.attendance import Attendance, Departures, Presence
from companion.service.seats.seat_transfer import SeatTransfers
from companion.service.seats.seats_state import Gathering, SeatsState
from companion.service.table_state import Part, StateHolder


@dataclass(eq=False, repr=False)
class Rooms:
    """The rooms that a play passes through. Deciding thread only."""

    state: StateHolder
    notices: Notices
    running: RunningPlay
    reading: Reading
    seats: Part[SeatsState]
    leaving: Departures
    presence: Presence
    moving: SeatTransfers
    attendance: Attendance
    turn_clock: RunningClock
    quiet: QuietHours
    ballots: Ballots
    going_on: GoingOn
    seat_moves: SeatMoves
    auditing: RunningAudit
    facts: FactCorrections
    secret_time: SecretTime
    guided: GuidedSetup
    proposals: Proposals
    moments: Moments
    _taking: Taking = field(default_factory=Taking, init=False)

    @property
    def moment(self) -> Moment:
        """The table now; the same value until something changes."""
        return self.moments.now

    def serve(self, handlers: Handlers) -> None:
        """Let a room of the service handle these requests."""
        self._taking.serve(handlers)

    def take(self, origin: Origin, request: Request) -> Reply:
        """Take a request, or refuse it."""
        return self._taking.take(origin, request, self.running.play)

    def sit_down(self, gathering: Gathering) -> None:
        """Gather people for a play that has not begun."""
        self._take_up(gathering, None)

    def put_up(self, gathering: Gathering, play: Play) -> None:
        """Put a play on the table, just begun or resumed."""
        self._take_up(gathering, play)
        self.auditing.look_again()

    def _take_up(self, gathering: Gathering, play: Play | None) -> None:
        play_id = play.id if play is not None else ""
        self._taking.forget()
        self.running.take_up(play)
        self.reading.take_up(play)
        self.notices.clear()
        self.seats.put(replace(self.seats.now, gathering=gathering))
        self.moving.clear()
        self.leaving.take_up(play_id, gathering.play_id)
        self.presence.take_up(play_id)
        if play is None:
            self.turn_clock.take_up("", ())
        else:
            self.turn_clock.take_up(play_id, play.setup.numbers, play.effective)
        self.ballots.forget()
        self.proposals.forget()
        self.auditing.take_up(play)
        self.facts.clear()
        self.guided.take_up(play)

    def settle(self) -> None:
        """Periodic work: silence, lapsed questions, and what the table has agreed to meanwhile."""
        self.running.settle()
        self.moments.settle()
        self.seat_moves.settle()
        self.ballots.settle()
        self.auditing.settle()
        self.facts.settle()
        self.secret_time.settle()
        self.proposals.settle()
