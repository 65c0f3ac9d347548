"""What the table decides together: taking back, putting back, going on without somebody. Deciding thread only."""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec import structs

from companion.core.errors import Refused
from companion.core.questions import Answer, Asked, Done
from companion.core.secrecy import Viewer
from companion.core.step import TABLE
from companion.core.wording import SeatName, say
from companion.plays.undo import redo_offer, undo_offer
from companion.service.actor import Actor, not_yours
from companion.service.drafts import Pending
from companion.service.playing import scribe_redo, scribe_undo, what_of
from companion.service.requests import Request
from companion.service.views import Notice, Reply
from companion.service.votes import Vote

if TYPE_CHECKING:
    from companion.service.desk import Desk


MOST_AT_ONCE = 16
"""Steps made for those who have left before the table looks up."""


class Agreement:
    """The table's own questions and what follows from the answers. Acts on the desk it belongs to."""

    def __init__(self, desk: Desk) -> None:
        self._desk = desk
        self._stuck: set[tuple[str, int, int]] = set()

    def undo(self, actor: Actor, request: Request) -> Reply:
        """Take back as the constitution allows: at once, or by asking the table."""

        def take() -> Reply:
            play = self._desk.playing()
            offer = scribe_undo(play) if actor.writes_for_all else undo_offer(play.effective, actor.seat)
            if offer is None:
                raise Refused("nothing-to-undo", say("There is nothing to take back."))
            vote = Vote(
                nonce=request.key,
                kind="undo",
                asker=actor.seat,
                target=offer.to,
                voters=self._others_awake(actor) if offer.way == "vote" else frozenset(),
                what=what_of(offer),
                marked=offer.marked,
            )
            return self._put_to_vote(vote, actor)

        return self._desk.once(actor, request, take)

    def redo(self, actor: Actor, request: Request) -> Reply:
        """Put back what was just taken back."""

        def put() -> Reply:
            play = self._desk.playing()
            offer = scribe_redo(play) if actor.writes_for_all else redo_offer(play.entries, actor.seat)
            if offer is None:
                raise Refused("nothing-to-redo", say("There is nothing to put back."))
            if offer.way == "vote" and not actor.writes_for_all:
                raise Refused("not-yours", say("Whoever took it back can put it back."))
            self._desk.entered(play.redo(offer.to, play.head.seat, str(actor), nonce=request.key))
            return Reply()

        return self._desk.once(actor, request, put)

    def skip(self, actor: Actor, seat: int, request: Request) -> Reply:
        """Go on without ``seat``: at once for the host, else when those awake agree."""

        def go_on() -> Reply:
            if seat not in self._desk.moment.awaited.must and not any(move.by == seat for move in self._desk.pending):
                raise Refused("not-awaited", say("The table is not waiting for {who}.", who=SeatName(seat)))
            if not actor.writes_for_all and seat in self._desk.awake():
                raise Refused("awake", say("{who} is still there.", who=SeatName(seat)))
            voters = frozenset[int]() if actor.writes_for_all else self._others_awake(actor) - {seat}
            what = say("going on without {who}", who=SeatName(seat))
            return self._put_to_vote(Vote(request.key, "skip", actor.seat, seat, voters, what), actor)

        return self._desk.once(actor, request, go_on)

    def leave(self, actor: Actor, seat: int, request: Request) -> Reply:
        """Go on without ``seat`` until somebody sits there again: at once for the host, else when those awake agree."""

        def put() -> Reply:
            if seat not in self._desk.playing().setup.numbers:
                raise Refused("unknown-seat", say("Seat {n} is not in this play.", n=seat))
            if seat in self._desk.leaving.now.gone:
                raise Refused("gone", say("The table goes on without {who} already.", who=SeatName(seat)))
            if not actor.writes_for_all and seat != actor.seat and seat in self._desk.awake():
                raise Refused("awake", say("{who} is still there.", who=SeatName(seat)))
            voters = frozenset[int]() if actor.writes_for_all else self._others_awake(actor) - {seat}
            what = say("going on without {who} for good", who=SeatName(seat))
            return self._put_to_vote(Vote(request.key, "leave", actor.seat, seat, voters, what), actor)

        return self._desk.once(actor, request, put)

    def without_the_gone(self) -> None:
        """Answer for the seats that have left, one step after the other. Not just after something was taken back: that
        step would be made again at once, and nobody could go back any further.
        """
        for _ in range(MOST_AT_ONCE):
            seat = self._gone_and_awaited()
            if seat is None:
                return
            number = len(self._desk.playing().entries)
            try:
                self._go_on_without(seat, f"gone-{number}-{seat}")
            except Refused as refusal:
                self._stuck.add((self._desk.playing().id, number, seat))
                for other in (TABLE, *self._desk.gathering.names):
                    self._desk.notices[other] = (Notice(refusal.message, "warning"),)
                self._desk.changed()

    def _gone_and_awaited(self) -> int | None:
        """A seat that has left and is waited for, while somebody is there for whom the table goes on."""
        desk = self._desk
        gone, play = desk.leaving.now.gone, desk.play
        if not gone or play is None or play.head.kind in ("undo", "redo") or not desk.awake() - gone:
            return None
        if desk.auditing.audit is not None or any(vote.kind != "swap" for vote in desk.votes):
            return None
        waited = gone & ({*desk.moment.awaited.must} | {move.by for move in desk.pending})
        number = len(play.entries)
        return min((seat for seat in waited if (play.id, number, seat) not in self._stuck), default=None)

    def _others_awake(self, actor: Actor) -> frozenset[int]:
        return (self._desk.awake() & set(self._desk.gathering.names)) - {actor.seat}

    def _put_to_vote(self, vote: Vote, actor: Actor) -> Reply:
        if vote.agreed:
            return self._carry_out(vote, actor)
        self._desk.votes = [other for other in self._desk.votes if other.kind != vote.kind] + [vote]
        self._desk.changed()
        return Reply(notice=say("The others are asked whether they agree."))

    def vote(self, actor: Actor, seat: int, vote_id: str, answer: Answer) -> Reply:
        """A voter's yes or no. Raises ``Refused``."""
        if actor.seat != seat and not actor.writes_for_all:
            raise not_yours(seat)
        vote = next((vote for vote in self._desk.votes if vote.id == vote_id and vote.open_for(seat)), None)
        if vote is None:
            raise Refused("stale", say("That was already decided."))
        vote.question().check(answer)
        self._desk.votes.remove(vote)
        self._desk.changed()
        if vote.kind == "swap":
            return self._moved(vote.target, agreed=answer is True)
        if answer is not True:
            self._desk.notices[vote.asker] = (Notice(say("{who} does not agree.", who=SeatName(seat)), "warning"),)
            return Reply()
        vote = vote.with_yes(seat)
        if vote.agreed:
            return self._carry_out(vote, actor)
        self._desk.votes.append(vote)
        return Reply()

    def phone_asks(self, seat: int, nonce: str, name: str = "") -> None:
        """A phone typed this seat's code, or somebody called ``name`` asks for it: ask the seat itself."""
        vote = Vote(nonce, "swap", TABLE, seat, frozenset({seat}), say("another phone"), name=name)
        self._desk.votes = [other for other in self._desk.votes if other.kind != "swap" or other.target != seat]
        self._desk.votes.append(vote)
        self._desk.changed()

    def phone_may(self, seat: int, *, agreed: bool) -> Reply:
        """The host says yes or no for the seat. Raises ``Refused``."""
        self._desk.votes = [vote for vote in self._desk.votes if vote.kind != "swap" or vote.target != seat]
        self._desk.changed()
        return self._moved(seat, agreed=agreed)

    def _moved(self, seat: int, *, agreed: bool) -> Reply:
        if not agreed:
            self._desk.moving.turn_away(seat)
            return Reply()
        self._desk.carry(seat, self._desk.moving.confirm(seat))
        self._desk.changed()
        return Reply(notice=say("{who} goes on with the new phone.", who=SeatName(seat)))

    def _carry_out(self, vote: Vote, actor: Actor) -> Reply:
        if vote.kind == "skip":
            return self._go_on_without(vote.target, vote.nonce)
        if vote.kind == "leave":
            self._desk.leaving.leaves(vote.target)
            self._desk.changed()
            return Reply()
        play = self._desk.playing()
        seat = vote.asker if vote.asker else play.head.seat
        self._desk.pending = []
        self._desk.entered(play.undo(vote.target, seat, str(actor), marked=vote.marked, nonce=vote.nonce))
        return Reply()

    def _go_on_without(self, seat: int, nonce: str) -> Reply:
        """Answer for a sleeper: with the defaults of its questions, and cardboard may be entered by anybody."""
        waiting = next((move for move in self._desk.pending if move.by == seat), None)
        if waiting is not None and not waiting.question.secret:
            self._desk.pending[self._desk.pending.index(waiting)] = structs.replace(waiting, by=TABLE)
            self._desk.changed()
            return Reply()
        answers: tuple[Answer, ...] = ()
        while True:
            walked = self._desk.moment.walked(seat, Viewer(seat), answers)
            match walked:
                case Done(move=move):
                    return self._desk.submit(Pending(seat, "default", move, nonce, walked.answered[-1], seat))
                case Asked(question=question) if question.default is not None:
                    answers = (*answers, question.default)
                case Asked(question=question) if question.secret:
                    raise Refused("no-default", say("Only {who} may answer that.", who=SeatName(seat)))
                case Asked(question=question):
                    why = say("Somebody must answer for {who}: {what}", who=SeatName(seat), what=question.prompt)
                    raise Refused("no-default", why)
                case _:
                    raise Refused("not-awaited", say("The table is not waiting for {who}.", who=SeatName(seat)))

    def settle(self) -> None:
        """What time brings: sleepers leave the votes, and a vote nobody has to answer any more is carried out."""
        awake = self._desk.awake()
        if self._desk.moment.awake != awake:
            self._desk.changed()
        waiting = self._desk.moving.waiting()
        if any(vote.kind == "swap" and vote.target not in waiting for vote in self._desk.votes):
            self._desk.votes = [vote for vote in self._desk.votes if vote.kind != "swap" or vote.target in waiting]
            self._desk.changed()
        for vote in list(self._desk.votes):
            fewer = vote.among(awake)
            if fewer == vote or vote not in self._desk.votes:
                continue
            self._desk.votes[self._desk.votes.index(vote)] = fewer
            self._desk.changed()
            if fewer.agreed:
                self._desk.votes.remove(fewer)
                self._carry_out_alone(fewer)
        self._desk.auditing.settle()
        self._desk.mending.settle()

    def _carry_out_alone(self, vote: Vote) -> None:
        """Nobody is left to ask, and nobody waits for the reply: a refusal becomes a word for whoever asked."""
        try:
            self._carry_out(vote, Actor("table"))
        except Refused as refusal:
            self._desk.notices[vote.asker] = (Notice(refusal.message, "warning"),)
            self._desk.changed()
