"""The rooms of the table, put together: who holds which part of the state, who follows whom, who is asked what.

Arrows go one way: play, seats, clock, agreement, audit; each knows those before it. What goes on in a room and matters
to a later one is told to whoever has asked for it: here.
"""

from __future__ import annotations

import secrets
from collections.abc import Callable
from dataclasses import replace

from companion.core.setup import Meta
from companion.plays.play import Play
from companion.plays.storage.stores import Settings
from companion.plays.time_source import Clock
from companion.service.agreement.ballots import Ballots
from companion.service.agreement.seat_votes import GoingOn, SeatMoves
from companion.service.agreement.undoing import Undoing, WhileAway
from companion.service.agreement.votes import MISSED, VOTE, WITHDRAW
from companion.service.asking.requests import Reply, Request
from companion.service.asking.sender import Handlers, Origin
from companion.service.asking.taking import Taking
from companion.service.audit.audit_questions import SERVICE as AUDIT
from companion.service.audit.counting import Counting
from companion.service.audit.fact_corrections import FactCorrections
from companion.service.audit.facts.fact_proposal import SERVICE as FACT
from companion.service.audit.running_audit import RunningAudit
from companion.service.clock.quiet_hours import Hours, QuietHours
from companion.service.clock.running_clock import RunningClock
from companion.service.play.answers import Answers
from companion.service.play.moves import Moves
from companion.service.play.notices import Notices
from companion.service.play.running_play import RunningPlay
from companion.service.screens.moment import Moment
from companion.service.screens.moments import Moments
from companion.service.seats.attendance import Attendance, Departures, Presence
from companion.service.seats.seat_transfer import SeatTransfers
from companion.service.seats.seats_state import Gathering, SeatsState
from companion.service.table_state import StateHolder


class Rooms:
    """See the module. ``secret(n)`` gives n random bytes, ``meta`` what a game is by its key. Deciding thread only."""

    def __init__(
        self,
        clock: Clock,
        settings: Settings,
        secret: Callable[[int], bytes] = secrets.token_bytes,
        meta: Callable[[str], Meta | None] = lambda _key: None,
    ) -> None:
        self.state = StateHolder()
        self.notices = Notices(self.state)
        self.running = RunningPlay(self.state, self.notices, settings)
        self.moves = Moves(self.running)
        self.answers = Answers(self.running, self.moves, lambda actor: self.moment.asked(actor))
        self.seats = self.state.part(SeatsState())
        self.leaving = Departures(self.seats, settings)
        self.presence = Presence(clock, settings)
        self.moving = SeatTransfers(self.seats, clock, secret)
        self.attendance = Attendance(self.seats, clock, self.running, self.presence, self.leaving)
        self.turn_clock = RunningClock(clock, settings, self.state)
        self.quiet = QuietHours(clock, settings.get("quiet"), lambda hours: self._keep_quiet(settings, hours))
        self.ballots = Ballots(self.state, clock, self.running, self.leaving, self.notices)
        known = (self.ballots, self.running, self.moves, self.attendance, self.leaving, self.notices)
        self.undoing = Undoing(*known)
        self.going_on = GoingOn(*known)
        self.seat_moves = SeatMoves(self.ballots, self.moving)
        self.while_away = WhileAway(self.running, self.leaving, self.undoing)
        self.auditing = RunningAudit(
            self.state, clock, self.running, self.attendance, self.ballots, self.notices, settings
        )
        self.counting = Counting(self.auditing, self.running, self.attendance, self.leaving, self.ballots)
        self.facts = FactCorrections(self.state, clock, self.running, self.attendance, self.ballots, self.notices)
        self.moments = Moments(
            self.state,
            clock,
            self.attendance,
            self.moving,
            self.turn_clock,
            self.quiet,
            self.ballots,
            self.while_away,
            meta,
        )
        self._taking = Taking()
        self._put_together()

    def _put_together(self) -> None:
        self.answers.listen(self.attendance.acted)
        self.answers.serve(VOTE, self.ballots.vote)
        self.answers.serve(WITHDRAW, self.ballots.withdraw)
        self.answers.serve(MISSED, self.while_away.answer)
        self.answers.serve(FACT, self.facts.answer, self.facts.back)
        self.answers.serve(AUDIT, self.counting.answer, self.counting.back)
        self.attendance.listen(self.ballots.is_there)
        self.ballots.decide("undo", self.undoing)
        self.ballots.decide("back", self.undoing)
        self.ballots.decide("skip", self.going_on)
        self.ballots.decide("leave", self.going_on)
        self.ballots.decide("swap", self.seat_moves)
        self.ballots.decide("audit", self.auditing)
        self.ballots.decide("fact", self.facts)
        self.going_on.wait_while(lambda: self.auditing.goes_on)
        for follower in (self.leaving, self.ballots, self.moments, self.auditing, self.facts):
            self.running.follow(follower.follow)
        for room in (
            self.answers,
            self.moves,
            self.turn_clock,
            self.ballots,
            self.undoing,
            self.going_on,
            self.seat_moves,
            self.auditing,
            self.counting,
            self.facts,
        ):
            self.serve(room.handlers())

    def _keep_quiet(self, settings: Settings, hours: Hours | None) -> None:
        settings.put("quiet", hours)
        self.state.touch()

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
        """People gather for a play that has not begun."""
        self._take_up(gathering, None)

    def put_up(self, gathering: Gathering, play: Play) -> None:
        """A play is on the table: just begun, or gone on with."""
        self._take_up(gathering, play)
        self.auditing.look_again()

    def _take_up(self, gathering: Gathering, play: Play | None) -> None:
        play_id = play.id if play is not None else ""
        self._taking.forget()
        self.running.take_up(play)
        self.notices.clear()
        self.seats.put(replace(self.seats.now, gathering=gathering))
        self.moving.clear()
        self.leaving.take_up(play_id)
        self.presence.take_up(play_id)
        if play is None:
            self.turn_clock.take_up("", ())
        else:
            self.turn_clock.take_up(play_id, play.setup.numbers, play.effective)
        self.ballots.forget()
        self.auditing.take_up(play)
        self.facts.clear()

    def settle(self) -> None:
        """Periodic work: silence, lapsed questions, and what the table has agreed to meanwhile."""
        self.moments.settle()
        self.seat_moves.settle()
        self.ballots.settle()
        self.auditing.settle()
        self.facts.settle()
