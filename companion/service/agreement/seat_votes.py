"""Votes about a seat: continuing without it, once or for good; giving it to another phone. Used only by the deciding
thread.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

from companion.core.dialogue import Asked, Done
from companion.core.errors import Refused
from companion.core.owed_chance import EnterChance
from companion.core.questions import Answer
from companion.core.secrecy import Viewer
from companion.core.step import TABLE
from companion.core.wording import SeatName, say, say_n
from companion.plays.storage.entry import part_of
from companion.service.agreement.agreement_requests import ComeBack, Depart, GoOnWithout
from companion.service.agreement.ballots import Ballots, Matter, PlayMatter
from companion.service.agreement.consent import Needed, to_go_on_without, to_let_leave, to_move_seat
from companion.service.agreement.sleepers import sleeper
from companion.service.agreement.votes import Vote
from companion.service.asking.requests import Reply
from companion.service.asking.sender import Handlers, Sender
from companion.service.play.dialogues import Pending
from companion.service.play.running_play import DEFAULT
from companion.service.seats.attendance import Attendance
from companion.service.seats.seat_transfer import ConfirmSeat, SeatTransfers
from companion.service.seats.seats_state import LONG_ASLEEP

MOST_AT_ONCE = 16
"""The most steps made for absent seats in one run of periodic work."""


@dataclass(eq=False)
class GoingOn(PlayMatter):
    """Continuing without a person: once for a seat that sleeps, for good for one that has left."""

    _waits: list[Callable[[], bool]] = field(default_factory=list, init=False)

    def wait_while(self, busy: Callable[[], bool]) -> None:
        """Set a function; while it says that people at the table are busy, no answers are given for seats that have
        left.
        """
        self._waits.append(busy)

    def handlers(self) -> Handlers:
        return {GoOnWithout: self._skip, Depart: self._depart, ComeBack: self._come_back}

    def _skip(self, sender: Sender, request: GoOnWithout) -> Reply:
        """Continue without a seat that sleeps, once one other person agrees, if there is one."""
        actor, seat, state = sender.actor, request.seat, self._running.now
        if seat not in state.awaited.must and not any(move.by == seat for move in state.pending):
            raise Refused("not-awaited", say("The table is not waiting for {who}.", who=SeatName(seat)))
        asleep = sleeper(state, seat, self._attendance.absence_of(seat), self._leaving.now.gone)
        if request.stood and request.stood != asleep.stood:
            raise Refused("stale", say("The table has changed meanwhile. Look again."))
        if asleep.why is not None:
            raise Refused("no-default", asleep.why)
        if not asleep.ready:
            raise self._still_there(seat, asleep.wait)
        vote = Vote(
            sender.key,
            "skip",
            actor.who,
            seat,
            say("going on without {who}", who=SeatName(seat)),
            to_go_on_without(self._attendance.sitting(), actor.who, seat),
            actor=str(actor),
            commits=asleep.commits,
        )
        return self._ballots.put(vote)

    def _depart(self, sender: Sender, request: Depart) -> Reply:
        """Continue without a seat until a person sits there again, once two others agree, or the only other."""
        actor, seat = sender.actor, request.seat
        if seat not in self._running.playing().setup.numbers:
            raise Refused("unknown-seat", say("Seat {n} is not in this play.", n=seat))
        if seat in self._leaving.now.gone:
            raise Refused("gone", say("The table goes on without {who} already.", who=SeatName(seat)))
        if seat != actor.seat and self._attendance.absence_of(seat) != "long":
            raise self._still_there(seat, round(LONG_ASLEEP))
        what = say("going on without {who} for good", who=SeatName(seat))
        needed = to_let_leave(self._attendance.sitting(), actor.who, seat)
        return self._ballots.put(Vote(sender.key, "leave", actor.who, seat, what, needed, actor=str(actor)))

    def _come_back(self, sender: Sender, _: ComeBack) -> Reply:
        self._attendance.came(sender.actor.seat)
        return Reply()

    def _still_there(self, seat: int, wait: int) -> Refused:
        if self._attendance.absence_of(seat) == "there":
            return Refused("awake", say("{who} is still there.", who=SeatName(seat)))
        minutes = wait // 60
        return Refused(
            "too-soon",
            say_n(
                "{who} was here a moment ago. Wait until nothing was heard for {n} minute.",
                "{who} was here a moment ago. Wait until nothing was heard for {n} minutes.",
                minutes,
                who=SeatName(seat),
            ),
        )

    # -- what the table has agreed to --------------------------------------------------------------------------

    def needed(self, vote: Vote) -> Needed:
        if vote.kind == "leave":
            return to_let_leave(self._attendance.sitting(), vote.asker, vote.target)
        return super().needed(vote)

    def carry_out(self, vote: Vote) -> Reply:
        if vote.kind == "skip":
            return self._go_on_without(vote.target, vote.nonce)
        self._leaving.leaves(vote.target)
        self._ballots.settle()
        return Reply()

    def _go_on_without(self, seat: int, nonce: str) -> Reply:
        """Answer everything that a sleeping seat is asked at this moment, one question after the other."""
        owed = tuple(getattr(self._running.playing().state, "agenda", ()))
        reply = self._answer_for(seat, nonce)
        for index in range(1, MOST_AT_ONCE):
            if not self._still_owes(seat, owed):
                break
            try:
                self._answer_for(seat, part_of(nonce, index))
            except Refused:
                # questions that nobody can answer for it are asked as before
                break
        return reply

    def _still_owes(self, seat: int, owed: tuple[object, ...]) -> bool:
        """Whether ``seat`` is asked something that was ``owed`` before already, and nothing new."""
        state = self._running.now
        if seat not in state.awaited.must or state.pending or state.has_answered(seat):
            return False
        left = tuple(getattr(self._running.playing().state, "agenda", ()))
        return 0 < len(left) < len(owed) and owed[: len(left)] == left

    def _answer_for(self, seat: int, nonce: str) -> Reply:
        """Answer for a sleeping seat with the defaults of its questions. Anybody may enter real rolls and draws for it.
        Its secret answers stay.
        """
        state = self._running.now
        if state.has_answered(seat):
            return Reply()
        owed = state.owed_by(seat)
        if owed is not None and not owed.secret:
            self._moves.submit(Pending(seat, DEFAULT, EnterChance(), nonce, owed, seat))
            state = self._running.now
        waiting = next((move for move in state.pending if move.by == seat), None)
        if waiting is not None and not waiting.question.secret:
            self._moves.let_anybody_enter(waiting)
            return Reply()
        answers: tuple[Answer, ...] = ()
        while True:
            walked = state.on.walked(seat, Viewer(seat), answers)
            match walked:
                case Done(move=move):
                    return self._moves.submit(Pending(seat, DEFAULT, move, nonce, walked.answered[-1], seat))
                case Asked(question=question) if question.default is not None:
                    answers = (*answers, question.default)
                case Asked(question=question) if question.secret:
                    raise Refused("no-default", say("Only {who} may answer that.", who=SeatName(seat)))
                case Asked(question=question):
                    why = say("Somebody must answer for {who}: {what}", who=SeatName(seat), what=question.prompt)
                    raise Refused("no-default", why)
                case _:
                    raise Refused("not-awaited", say("The table is not waiting for {who}.", who=SeatName(seat)))

    def answer_for_the_absent(self) -> None:
        """Answer for the seats that have left, one step after the other. Does nothing directly after an undo, because
        the step would be repeated at once and nobody could undo further. Raises ``LogError``.
        """
        for _ in range(MOST_AT_ONCE):
            seat = self._gone_and_awaited()
            if seat is None:
                return
            play = self._running.playing()
            number = len(play.entries)
            try:
                self._go_on_without(seat, f"gone-{number}-{seat}")
            except Refused as refusal:
                self._ballots.note_stuck((play.id, number, seat))
                self._notices.tell((TABLE, *self._running.now.numbers), refusal.message)

    def _gone_and_awaited(self) -> int | None:
        """A seat that has left and that the game waits for, if any other person is still there; else None."""
        gone, play, state = self._leaving.now.gone, self._running.play, self._running.now
        if not gone or play is None or play.head.kind in ("undo", "redo") or not self._attendance.awake() - gone:
            return None
        if self._ballots.now.asked or any(busy() for busy in self._waits):
            return None
        waited = gone & ({*state.awaited.must} | {move.by for move in state.pending})
        number, stuck = len(play.entries), self._ballots.now.stuck
        left = [seat for seat in waited if (play.id, number, seat) not in stuck and not state.has_answered(seat)]
        return min(left, default=None)


class SeatMoves(Matter):
    """A seat that another phone asks for: its own keys or phone are asked, or the host decides."""

    def __init__(self, ballots: Ballots, moving: SeatTransfers, attendance: Attendance) -> None:
        self._ballots = ballots
        self._moving = moving
        self._attendance = attendance

    def handlers(self) -> Handlers:
        return {ConfirmSeat: self._confirm}

    def _confirm(self, _: Sender, request: ConfirmSeat) -> Reply:
        self._ballots.ask_seat_no_more(request.seat)
        if request.agreed:
            return self._hand_over(request.seat)
        self._moving.turn_away(request.seat)
        return Reply()

    def needed(self, vote: Vote) -> Needed:
        """The seat itself; after long silence the host and one other instead."""
        seat = vote.target
        hosting = self._attendance.part.now.hosting
        host = hosting.seat if hosting is not None else 0
        silent = self._attendance.presence.silent_for(seat)
        return to_move_seat(self._attendance.sitting(), seat, host, silent, new=self._moving.is_new(seat))

    def carry_out(self, vote: Vote) -> Reply:
        return self._hand_over(vote.target, tuple(sorted(vote.yes)))

    def is_over(self, vote: Vote, refused_by: int | None) -> None:
        del refused_by
        self._moving.turn_away(vote.target)

    def _hand_over(self, seat: int, by: tuple[int, ...] = ()) -> Reply:
        self._moving.confirm(seat, by)
        return Reply(notice=say("{who} goes on with the new phone.", who=SeatName(seat)))

    def settle(self) -> None:
        """Periodic work: drop votes on a seat that no phone waits for any more."""
        waiting = self._moving.waiting()
        for vote in self._ballots.now.votes:
            if vote.kind == "swap" and vote.target not in waiting:
                self._ballots.ask_seat_no_more(vote.target)
