"""What the table decides together: taking back, putting back, setting right, going on without somebody. Deciding thread
only.

Who must agree is in ``consent``; here it is asked, remembered and carried out. Nothing of it survives a restart: a
question under way lapses then, as it does with time.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec import structs

from companion.core.dialogue import Asked, Done
from companion.core.errors import Refused
from companion.core.questions import Answer, Pick
from companion.core.secrecy import Viewer
from companion.core.step import TABLE, Told
from companion.core.wording import N_, Message, SeatName, listed, say, say_n
from companion.plays.closing import play_closed
from companion.plays.log_errors import LogError
from companion.plays.undo import UndoStep, redo_offer, undo_offer
from companion.service.actor import Actor, Person, not_yours
from companion.service.agreement.agreement_requests import ComeBack, Depart, GoOnWithout, Redo, Undo, WithdrawVotes
from companion.service.agreement.consent import (
    LAPSE,
    Needed,
    may_answer,
    to_go_on_without,
    to_let_leave,
    to_set_right,
    to_take_back,
)
from companion.service.agreement.sleepers import as_one, sleeper
from companion.service.agreement.votes import SET_RIGHT, WITHDRAW, Kind, Vote
from companion.service.play.drafts import Pending
from companion.service.play.play_requests import AnswerQuestion
from companion.service.play.play_snapshot import scribe_redo, scribe_undo, what_of
from companion.service.screens.views import Dialogue, Notice, Reply
from companion.service.seats.sitting import LONG_ASLEEP
from companion.service.sender import Handlers, Sender

if TYPE_CHECKING:
    from companion.service.desk import Desk


MOST_AT_ONCE = 16
"""Steps made for those who have left before the table looks up."""

DEFAULT = "default"
"""The actor of a step that was answered for somebody who sleeps or has left."""


class Agreement:
    """The table's own questions and what follows from the answers. Acts on the desk it belongs to."""

    def __init__(self, desk: Desk) -> None:
        self._desk = desk
        self._stuck: set[tuple[str, int, int]] = set()
        self._noes: dict[tuple[str, int | str], frozenset[int]] = {}

    # -- what may be asked -------------------------------------------------------------------------------------

    def handlers(self) -> Handlers:
        """What can be asked of the table together."""
        return {
            Undo: self._undo,
            Redo: self._redo,
            GoOnWithout: self._skip,
            Depart: self._depart,
            ComeBack: self._come_back,
            WithdrawVotes: self._withdraw_all,
        }

    def _undo(self, sender: Sender, _: Undo) -> Reply:
        actor, play = sender.actor, self._desk.playing()
        offer = scribe_undo(play) if actor.writes_for_all else undo_offer(play.effective, actor.seat)
        if offer is None:
            raise Refused("nothing-to-undo", say("There is nothing to take back."))
        return self.take_back(actor, offer, sender.key)

    def take_back(self, actor: Actor, offer: UndoStep, nonce: str) -> Reply:
        """Take back what ``offer`` says, at once or by asking. Raises ``Refused``."""
        if self._desk.playing().concluded:
            raise play_closed()
        if offer.way == "free":
            needed = Needed()
        else:
            needed = to_take_back(self._desk.sitting, actor.who, entered=offer.entered)
        vote = Vote(
            nonce=nonce,
            kind="undo",
            asker=actor.who,
            target=offer.to,
            what=what_of(offer),
            needed=needed,
            actor=str(actor),
            marked=offer.marked or bool(needed.unasked),
            entered=offer.entered,
            free=offer.way == "free",
        )
        return self._put_to_vote(vote)

    def _redo(self, sender: Sender, _: Redo) -> Reply:
        actor, play = sender.actor, self._desk.playing()
        offer = scribe_redo(play) if actor.writes_for_all else redo_offer(play.entries, actor.seat)
        if offer is None:
            raise Refused("nothing-to-redo", say("There is nothing to put back."))
        if offer.way == "vote" and not actor.writes_for_all:
            raise Refused("not-yours", say("Whoever took it back can put it back."))
        self._desk.entered(play.redo(offer.to, play.head.seat, str(actor), nonce=sender.key))
        return Reply()

    def bring_back(self, actor: Actor, to: int, what: Message, nonce: str, *, alone: bool) -> Reply:
        """Put back the state of entry ``to``, which was taken back without asking this seat: ``alone`` at once, as its
        No would have kept it; else by asking. Raises ``Refused``.
        """
        needed = Needed() if alone else to_take_back(self._desk.sitting, actor.who)
        vote = Vote(nonce, "back", actor.who, to, what, needed, actor=str(actor), marked=True, free=alone)
        return self._put_to_vote(vote)

    def _skip(self, sender: Sender, request: GoOnWithout) -> Reply:
        """Go on without a seat that sleeps, once one other agrees, where there is one."""
        actor, seat, moment = sender.actor, request.seat, self._desk.moment
        if seat not in moment.awaited.must and not any(move.by == seat for move in self._desk.pending):
            raise Refused("not-awaited", say("The table is not waiting for {who}.", who=SeatName(seat)))
        asleep = sleeper(moment, seat)
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
            to_go_on_without(self._desk.sitting, actor.who, seat),
            actor=str(actor),
            commits=as_one(asleep.commits),
        )
        return self._put_to_vote(vote)

    def _depart(self, sender: Sender, request: Depart) -> Reply:
        """Go on without a seat until somebody sits there again, once two others say so, or the only other."""
        actor, seat = sender.actor, request.seat
        if seat not in self._desk.playing().setup.numbers:
            raise Refused("unknown-seat", say("Seat {n} is not in this play.", n=seat))
        if seat in self._desk.leaving.now.gone:
            raise Refused("gone", say("The table goes on without {who} already.", who=SeatName(seat)))
        if seat != actor.seat and self._desk.presence.stage(seat) != "long":
            raise self._still_there(seat, round(LONG_ASLEEP))
        what = say("going on without {who} for good", who=SeatName(seat))
        needed = to_let_leave(self._desk.sitting, actor.who, seat)
        return self._put_to_vote(Vote(sender.key, "leave", actor.who, seat, what, needed, actor=str(actor)))

    def _come_back(self, sender: Sender, _: ComeBack) -> Reply:
        self._desk.came(sender.actor.seat)
        return Reply()

    def set_right(self, actor: Actor, kind: Kind, subject: str, what: Message, nonce: str, asks: Pick[str]) -> Reply:
        """Set right what ``subject`` names, once everybody agrees that ``asks`` asks. Raises ``Refused``."""
        needed = to_set_right(self._desk.sitting, actor.who)
        vote = Vote(nonce, kind, actor.who, TABLE, what, needed, actor=str(actor), subject=subject, asks=asks)
        return self._put_to_vote(vote)

    def asks_otherwise(self, kind: Kind, asks: Pick[str], *, anew: bool) -> None:
        """What is to be set right has changed under the vote; ``anew``: so much that whoever agreed is asked again."""
        for vote in [vote for vote in self._desk.votes if vote.kind == kind]:
            now = structs.replace(vote, asks=asks)
            if anew:
                now = structs.replace(now, yes=frozenset(), answered=(), until=self._desk.mono() + LAPSE)
            self._desk.votes = [now if other.id == vote.id else other for other in self._desk.votes]
            self._desk.changed()

    def drop(self, kind: Kind) -> None:
        """What such a vote was about is no longer to be decided."""
        for vote in [vote for vote in self._desk.votes if vote.kind == kind]:
            self._drop(vote)

    def _still_there(self, seat: int, wait: int) -> Refused:
        if self._desk.presence.stage(seat) == "there":
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

    def _put_to_vote(self, vote: Vote) -> Reply:
        if not vote.free:
            self._hear_noes(vote)
        if vote.free or (vote.agreed and not self._is_looked_at(vote)):
            return self._carry_out(vote)
        vote = structs.replace(vote, until=self._desk.mono() + LAPSE)
        self._desk.votes = [other for other in self._desk.votes if other.kind != vote.kind] + [vote]
        self._desk.changed()
        return Reply(notice=say("The others are asked whether they agree.", N_("The others are asked")))

    def _hear_noes(self, vote: Vote) -> None:
        """Refuse what somebody has said no to; that holds until the play moves on, or they ask for it themselves."""
        noes = self._noes.get(vote.about, frozenset()) - {vote.asker.seat} - self._desk.leaving.now.gone
        self._noes[vote.about] = noes
        if noes:
            who = listed([SeatName(seat) for seat in sorted(noes)])
            raise Refused("no-stands", say("{who} said no. That stands until the play moves on.", who=who))

    # -- what is answered --------------------------------------------------------------------------------------

    def vote(self, sender: Sender, request: AnswerQuestion) -> Reply:
        """A yes or no for a seat. Raises ``Refused``."""
        actor, seat, vote_id, answer = sender.actor, request.seat, request.digest, request.answer
        vote = next((vote for vote in self._desk.votes if vote.id == vote_id and vote.open_for(seat)), None)
        if actor.seat != seat and not actor.writes_for_all:
            raise not_yours(seat)
        if vote is None:
            raise Refused("stale", say("That was already decided."))
        own = actor.seat == seat
        if vote.kind == "swap":
            vote.question().check(answer)
            self._drop(vote)
            return self._moved(vote.target, agreed=answer is True)
        if not own and not may_answer(vote.needed, vote.asker, seat, actor.who):
            raise self._somebody_else(vote, seat)
        vote.question().check(answer)
        self._drop(vote)
        if not vote.means_yes(answer):
            self._noes[vote.about] = self._noes.get(vote.about, frozenset()) | {seat}
            self._tell(vote.asker.seat, say("{who} does not agree.", who=SeatName(seat)))
            self._is_over(vote, refused_by=seat)
            return Reply()
        vote = vote.with_yes(seat, None if own else actor.who.seat)
        if vote.agreed and not self._is_looked_at(vote):
            return self._carry_out(vote)
        self._desk.votes.append(vote)
        return Reply()

    def _is_looked_at(self, vote: Vote) -> bool:
        """Whether the companion is still looking what it would set right."""
        return vote.kind == "fact" and self._desk.mending.looking

    def _is_over(self, vote: Vote, refused_by: int | None = None) -> None:
        """Nothing comes of the vote; of what it was about, that may have to be known."""
        if vote.kind == "fact":
            self._desk.mending.end()
        elif vote.kind == "audit" and refused_by is not None:
            self._desk.auditing.count_again(refused_by)

    def _somebody_else(self, vote: Vote, seat: int) -> Refused:
        if seat not in vote.needed.spoken_for:
            return not_yours(seat)
        return Refused("same-person", say("Whoever asks cannot answer for {who} too.", who=SeatName(seat)))

    def withdraw(self, sender: Sender, request: AnswerQuestion) -> Reply:
        """Whoever asked does not want it any more. Raises ``Refused``."""
        vote_id = request.service.removeprefix(WITHDRAW)
        vote = next((vote for vote in self._desk.votes if vote.id == vote_id and vote.kind != "swap"), None)
        if vote is None:
            raise Refused("stale", say("That was already decided."))
        if not _asked_by(vote, sender.actor.who):
            raise not_yours(vote.asker.seat)
        vote.waiting().check(request.answer)
        self._drop(vote)
        self._is_over(vote)
        return Reply(notice=say("Withdrawn: nothing was changed.", N_("Withdrawn")))

    def _withdraw_all(self, sender: Sender, _: WithdrawVotes) -> Reply:
        mine = [vote for vote in self._desk.votes if vote.kind != "swap" and _asked_by(vote, sender.actor.who)]
        for vote in mine:
            self._drop(vote)
            self._is_over(vote)
        return Reply(notice=say("Withdrawn: nothing was changed.", N_("Withdrawn"))) if mine else Reply()

    def waiting(self) -> dict[int, tuple[Dialogue, ...]]:
        """What those who asked may do meanwhile, by seat (0: the host)."""
        found: dict[int, tuple[Dialogue, ...]] = {}
        for vote in self._desk.votes:
            if vote.kind != "swap":
                seat = vote.asker.seat
                ask = Dialogue(seat, vote.waiting(), vote.id + str(len(vote.yes)), service=WITHDRAW + vote.id)
                found[seat] = (*found.get(seat, ()), ask)
        return found

    def phone_asks(self, seat: int, nonce: str, name: str = "") -> None:
        """A phone typed this seat's code, or somebody called ``name`` asks for it: ask the seat itself."""
        needed = Needed(frozenset({seat}))
        vote = Vote(nonce, "swap", Person(), seat, say("another phone"), needed, name=name)
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

    def _drop(self, vote: Vote) -> None:
        self._desk.votes = [other for other in self._desk.votes if other.id != vote.id]
        self._desk.changed()

    def _tell(self, seat: int, words: Message) -> None:
        self._desk.notices[seat] = (Notice(words, "warning"),)
        self._desk.changed()

    # -- what follows ------------------------------------------------------------------------------------------

    def _carry_out(self, vote: Vote) -> Reply:
        if vote.kind == "skip":
            return self._go_on_without(vote.target, vote.nonce)
        if vote.kind == "leave":
            self._desk.leaving.leaves(vote.target)
            self._desk.changed()
            self.settle()
            return Reply()
        if vote.kind in SET_RIGHT:
            return self._set_right(vote)
        play = self._desk.playing()
        seat = vote.asker.seat or play.head.seat
        self._desk.pending = []
        if vote.kind == "back":
            entry = play.bring_back(vote.target, seat, vote.actor, nonce=vote.nonce)
        else:
            entry = play.undo(
                vote.target, seat, vote.actor, marked=vote.marked, nonce=vote.nonce, agreed=_how_agreed(vote)
            )
        gone = self._desk.leaving.now.gone
        self._desk.entered(entry)
        if vote.kind == "undo" and not vote.free:
            self._desk.leaving.misses_undo(gone, entry.number)
        for other in vote.needed.unasked:
            self._tell(other, say("{who} took back something that everybody had seen.", who=SeatName(seat)))
        return Reply()

    def _set_right(self, vote: Vote) -> Reply:
        agreed = _how_agreed(vote)
        try:
            if vote.kind == "fact":
                reply = self._desk.mending.carry_out(vote.actor, agreed)
            else:
                reply = self._desk.auditing.carry_out(vote.actor, agreed)
        except (Refused, LogError):
            self._is_over(vote)
            raise
        for other in vote.needed.unasked:
            self._tell(other, say("Set right without asking you: {what}", what=vote.what))
        return reply

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
                    return self._desk.submit(Pending(seat, DEFAULT, move, nonce, walked.answered[-1], seat))
                case Asked(question=question) if question.default is not None:
                    answers = (*answers, question.default)
                case Asked(question=question) if question.secret:
                    raise Refused("no-default", say("Only {who} may answer that.", who=SeatName(seat)))
                case Asked(question=question):
                    why = say("Somebody must answer for {who}: {what}", who=SeatName(seat), what=question.prompt)
                    raise Refused("no-default", why)
                case _:
                    raise Refused("not-awaited", say("The table is not waiting for {who}.", who=SeatName(seat)))

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
        if desk.auditing.goes_on or any(vote.kind != "swap" for vote in desk.votes):
            return None
        waited = gone & ({*desk.moment.awaited.must} | {move.by for move in desk.pending})
        number = len(play.entries)
        return min((seat for seat in waited if (play.id, number, seat) not in self._stuck), default=None)

    # -- what changes meanwhile --------------------------------------------------------------------------------

    def forget(self) -> None:
        """Another play: nobody has said no to anything."""
        self._noes = {}

    def moved_on(self, must: tuple[int, ...], *, by_move: bool) -> None:
        """An entry was made: what was asked about the time before it is over."""
        keep = ("swap", "leave", *SET_RIGHT)
        self._desk.votes = [
            vote for vote in self._desk.votes if vote.kind in keep or (vote.kind == "skip" and vote.target in must)
        ]
        if by_move:
            self._noes = {}
        self._desk.changed()

    def is_there(self, seat: int) -> None:
        """A sign of this seat: whether to go on without it is no question any more."""
        for vote in list(self._desk.votes):
            if vote.kind in ("skip", "leave") and vote.target == seat:
                self._drop(vote)
                self._tell(vote.asker.seat, say("{who} is there again.", who=SeatName(seat)))

    def settle(self) -> None:
        """What time brings: questions lapse, and what the table has agreed to meanwhile is carried out."""
        desk = self._desk
        if desk.moment.awake != desk.awake() or desk.moment.absent != desk.absences():
            desk.changed()
        waiting = desk.moving.waiting()
        if any(vote.kind == "swap" and vote.target not in waiting for vote in desk.votes):
            desk.votes = [vote for vote in desk.votes if vote.kind != "swap" or vote.target in waiting]
            desk.changed()
        for vote in [vote for vote in desk.votes if vote.kind != "swap"]:
            if desk.mono() >= vote.until:
                self._drop(vote)
                self._tell(vote.asker.seat, lapsed(vote.what))
                self._is_over(vote)
            else:
                self._ask_again(vote)
        desk.auditing.settle()
        desk.mending.settle()

    def _ask_again(self, vote: Vote) -> None:
        """Somebody has left, has come, or has a phone by now: others may be needed than when it was asked."""
        needed = self._needed_now(vote)
        now = vote
        if needed != vote.needed:
            now = structs.replace(vote, needed=needed, marked=vote.marked or bool(needed.unasked))
            self._desk.votes = [now if other.id == vote.id else other for other in self._desk.votes]
            self._desk.changed()
        if now.agreed and not self._is_looked_at(now):
            self._drop(now)
            try:
                self._carry_out(now)
            except (Refused, LogError) as trouble:
                self._tell(now.asker.seat, trouble.message)

    def _needed_now(self, vote: Vote) -> Needed:
        sitting = self._desk.sitting
        match vote.kind:
            case "undo":
                return to_take_back(sitting, vote.asker, entered=vote.entered)
            case "back":
                return to_take_back(sitting, vote.asker)
            case "leave":
                return to_let_leave(sitting, vote.asker, vote.target)
            case "fact" | "audit":
                return to_set_right(sitting, vote.asker)
        # Whom there was to ask when it was asked: nobody's falling silent is a yes.
        return vote.needed


def _asked_by(vote: Vote, who: Person) -> bool:
    """Whether ``who`` may withdraw it; what was asked at the panel, whoever stands there."""
    return vote.asker.is_also(who) or vote.asker == who


def lapsed(what: Message) -> Message:
    """What whoever asked is told when two minutes have passed."""
    return say("Nobody answered in time. Nothing was changed: {what}", what=what)


def _how_agreed(vote: Vote) -> tuple[Told, ...]:
    """The lines of the log that say who answered for whom, and who could not be asked."""
    lines: list[Told] = []
    for seat, by in vote.answered:
        if by:
            lines.append(say("{by} agreed for {who}.", by=SeatName(by), who=SeatName(seat)))
        else:
            lines.append(say("The host agreed for {who}.", who=SeatName(seat)))
    if vote.needed.unasked:
        missing = listed([SeatName(seat) for seat in sorted(vote.needed.unasked)])
        lines.append(say("Not asked, having neither phone nor keys: {who}.", who=missing))
    return tuple(lines)
