"""Taking back and putting back: at once where it is free, else once the table agrees. Deciding thread only."""

from __future__ import annotations

from companion.core.errors import Refused
from companion.core.wording import Message, SeatName, say
from companion.plays.closing import play_closed
from companion.plays.undo import UndoStep, redo_offer, undo_offer
from companion.service.agreement.agreement_requests import Redo, Undo
from companion.service.agreement.ballots import PlayMatter
from companion.service.agreement.consent import Needed, to_take_back
from companion.service.agreement.votes import Vote, how_agreed
from companion.service.asking.requests import Reply
from companion.service.asking.sender import Actor, Handlers, Sender
from companion.service.play.play_snapshot import scribe_redo, scribe_undo, what_of


class Undoing(PlayMatter):
    """See the module: votes to undo, and to bring back what was undone."""

    def handlers(self) -> Handlers:
        """What can be taken back and put back."""
        return {Undo: self._undo, Redo: self._redo}

    def _undo(self, sender: Sender, _: Undo) -> Reply:
        actor, play = sender.actor, self._running.playing()
        offer = scribe_undo(play) if actor.writes_for_all else undo_offer(play.effective, actor.seat)
        if offer is None:
            raise Refused("nothing-to-undo", say("There is nothing to take back."))
        return self.take_back(actor, offer, sender.key)

    def take_back(self, actor: Actor, offer: UndoStep, nonce: str) -> Reply:
        """Take back what ``offer`` says, at once or by asking. Raises ``Refused``."""
        if self._running.playing().concluded:
            raise play_closed()
        if offer.way == "free":
            needed = Needed()
        else:
            needed = to_take_back(self._attendance.sitting(), actor.who, entered=offer.entered)
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
        return self._ballots.put(vote)

    def _redo(self, sender: Sender, _: Redo) -> Reply:
        actor, play = sender.actor, self._running.playing()
        offer = scribe_redo(play) if actor.writes_for_all else redo_offer(play.entries, actor.seat)
        if offer is None:
            raise Refused("nothing-to-redo", say("There is nothing to put back."))
        if offer.way == "vote" and not actor.writes_for_all:
            raise Refused("not-yours", say("Whoever took it back can put it back."))
        self._running.entered(play.redo(offer.to, play.head.seat, str(actor), nonce=sender.key))
        return Reply()

    def bring_back(self, actor: Actor, to: int, what: Message, nonce: str, *, alone: bool) -> Reply:
        """Put back the state of entry ``to``, which was taken back without asking this seat: ``alone`` at once, as its
        No would have kept it; else by asking. Raises ``Refused``.
        """
        needed = Needed() if alone else to_take_back(self._attendance.sitting(), actor.who)
        vote = Vote(nonce, "back", actor.who, to, what, needed, actor=str(actor), marked=True, free=alone)
        return self._ballots.put(vote)

    def needed(self, vote: Vote) -> Needed:
        return to_take_back(self._attendance.sitting(), vote.asker, entered=vote.entered)

    def carry_out(self, vote: Vote) -> Reply:
        play = self._running.playing()
        seat = vote.asker.seat or play.head.seat
        self._moves.drop_all()
        if vote.kind == "back":
            entry = play.bring_back(vote.target, seat, vote.actor, nonce=vote.nonce)
        else:
            entry = play.undo(
                vote.target, seat, vote.actor, marked=vote.marked, nonce=vote.nonce, agreed=how_agreed(vote)
            )
        gone = self._leaving.now.gone
        self._running.entered(entry)
        if vote.kind == "undo" and not vote.free:
            self._leaving.misses_undo(gone, entry.number)
        words = say("{who} took back something that everybody had seen.", who=SeatName(seat))
        self._notices.tell(vote.needed.unasked, words)
        return Reply()
