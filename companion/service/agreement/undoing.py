"""Undo and redo, also of what was done while a person was away. Used only by the deciding thread."""

from __future__ import annotations

from hashlib import blake2b

import msgspec
from msgspec import Struct, structs

from companion.core.errors import Refused
from companion.core.options import Option
from companion.core.questions import Pick
from companion.core.step import TABLE
from companion.core.wording import N_, Message, SeatName, say, say_n
from companion.plays.log.closing import play_closed
from companion.plays.play import Play
from companion.plays.undo import UndoStep, redo_offer, undo_offer, undo_offer_to
from companion.service.agreement.agreement_requests import Redo, Undo
from companion.service.agreement.ballots import PlayMatter
from companion.service.agreement.consent import Needed, to_take_back
from companion.service.agreement.vote_changes import VoteChange, vote_changes
from companion.service.agreement.votes import MISSED, Vote, how_agreed
from companion.service.asking.requests import Reply
from companion.service.asking.sender import Actor, Handlers, Sender, not_yours
from companion.service.play.answers import AnswerQuestion
from companion.service.play.play_now import scribe_redo, scribe_undo, told_of, what_of
from companion.service.play.play_views import Dialogue
from companion.service.play.running_play import DEFAULT, RunningPlay
from companion.service.seats.attendance import Departures
from companion.service.seats.seats_state import Missed


class Undoing(PlayMatter):
    """Votes to undo, and to bring back what was undone: done at once if it is free, else once the table agrees."""

    def handlers(self) -> Handlers:
        return {Undo: self._undo, Redo: self._redo}

    def _undo(self, sender: Sender, _: Undo) -> Reply:
        actor, play = sender.actor, self._running.playing()
        offer = scribe_undo(play) if actor.writes_for_all else undo_offer(play.effective, actor.seat, play.age)
        if offer is None:
            raise Refused("nothing-to-undo", say("There is nothing to take back."))
        return self.take_back(actor, offer, sender.key)

    def take_back(self, actor: Actor, offer: UndoStep, nonce: str) -> Reply:
        """Undo as ``offer`` says, at once or by a vote. Raises ``Refused``."""
        play = self._running.playing()
        if play.concluded:
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
            commits=_undoes(play, offer),
            changes=() if offer.way == "free" else self._changes(offer.to, actor.seat),
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
        """Restore the state of entry ``to``, which was undone without asking this seat: at once if ``alone``, because
        its No would have prevented the undo; else by a vote. Raises ``Refused``.
        """
        needed = Needed() if alone else to_take_back(self._attendance.sitting(), actor.who)
        changes = () if alone else self._changes(to, actor.seat)
        vote = Vote(
            nonce, "back", actor.who, to, what, needed, actor=str(actor), marked=True, free=alone, changes=changes
        )
        return self._ballots.put(vote)

    def _changes(self, to: int, seat: int) -> tuple[VoteChange, ...]:
        """The numbers that would change if entry ``to`` became the current one."""
        play = self._running.playing()
        return vote_changes(play.game, play.state, play.state_after(to), seat)

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


MOST_STEPS = 4
"""The most steps that are named one by one."""


def _undoes(play: Play, offer: UndoStep) -> tuple[Message, ...]:
    """The steps that an undo would take back, in public lines. Only public steps are named and counted, because a
    number that includes others would reveal how often a seat has acted in secret.
    """
    lines: list[Message] = []
    for step in reversed(play.effective):
        if step.open and step.number != offer.main.number:
            lines.append(told_of(step))
        if step.base <= offer.to:
            break
    lines.reverse()
    found = [say("The play stands as before that step. Put the pieces on the table back, too.")]
    found += [say("Undone with it: {line}", line=line) for line in lines[:MOST_STEPS]]
    if more := len(lines[MOST_STEPS:]):
        found.append(say_n("{n} further step is undone too.", "{n} further steps are undone too.", more))
    if play.effective[-1].closed:
        found.append(say("Whatever was chosen in secret since then is chosen anew."))
    return tuple(found)


UNDO, BACK, SO = "undo", "back", "so"
"""The answers: undo the step; restore what was undone; leave it as it is."""


class PutBack(Struct, frozen=True):
    """An undo about which a seat was not asked; entry ``to`` was the current one before. ``alone``: only the person who
    undid it has acted since, so that the seat alone may restore it.
    """

    to: int
    by: int
    what: Message
    alone: bool


class WhileAway:
    """What was done for a person who was away: shown when the person is back, with the possibility to undo it."""

    def __init__(self, running: RunningPlay, leaving: Departures, undoing: Undoing) -> None:
        self._running = running
        self._leaving = leaving
        self._undoing = undoing

    def dialogues(self) -> dict[int, tuple[Dialogue, ...]]:
        """The dialogues for each seat that is back; those about undos come first."""
        now, play = self._leaving.now, self._running.play
        if play is None or play.concluded:
            return {}
        asked = {seat: _asked(play, seat, missed) for seat, missed in now.missed.items() if seat not in now.gone}
        return {seat: (ask,) for seat, ask in asked.items() if ask is not None}

    def answer(self, sender: Sender, request: AnswerQuestion) -> Reply:
        """Record that the seat has read it. Raises ``Refused``."""
        actor, seat, answer = sender.actor, request.seat, request.answer
        if actor.seat != seat:
            raise not_yours(seat)
        (ask,) = self.dialogues().get(seat, (None,))
        if ask is None or ask.digest != request.digest:
            raise Refused("stale", say("The table has changed meanwhile. Look again."))
        ask.question.check(answer)
        play, missed = self._running.playing(), self._leaving.now.missed[seat]
        back = _put_back(play, missed)
        reply = Reply()
        if answer == BACK and back is not None:
            reply = self._undoing.bring_back(actor, back.to, back.what, sender.key, alone=back.alone)
        elif answer == UNDO and (offer := _undo(play, seat, missed)) is not None:
            reply = self._undoing.take_back(actor, offer, sender.key)
        read = structs.replace(missed, undone=0) if back is not None else structs.replace(missed, step=0)
        self._leaving.has_seen(seat, read)
        return reply


def _asked(play: Play, seat: int, missed: Missed) -> Dialogue | None:
    back = _put_back(play, missed)
    if back is not None:
        words = say("Put it back", N_("Put it back")) if back.alone else say("Ask to put it back", N_("Ask: put back"))
        prompt = say(
            "While you were away, {who} took back: {what}",
            N_("Undone without you"),
            who=SeatName(back.by),
            what=back.what,
        )
        return _dialogue(play, seat, prompt, Option(BACK, words, icon="redo"))
    if not missed.step or not play.effective.holds(missed.step):
        return None
    offer = _undo(play, seat, missed)
    prompt = say(
        "The table went on without you: {what}",
        N_("Went on without you"),
        what=told_of(play.entries.numbered(missed.step)),
    )
    if offer is None:
        return _dialogue(play, seat, prompt)
    words = say("Take it back", N_("Take it back")) if offer.way == "free" else say("Vote on undo", N_("Vote on undo"))
    return _dialogue(play, seat, prompt, Option(UNDO, words, icon="undo"))


def _dialogue(play: Play, seat: int, prompt: Message, *offered: Option[str]) -> Dialogue:
    options = (*offered, Option(SO, say("Leave it so", N_("Leave it so")), icon="check"))
    question = Pick(key="missed", prompt=prompt, options=options)
    # a public line number, since the number of an entry would reveal how often others have acted in secret
    digest = blake2b(msgspec.json.encode((play.id, seat, question)), digest_size=10).hexdigest()
    return Dialogue(seat, question, digest, service=f"{MISSED}{seat}")


def _undo(play: Play, seat: int, missed: Missed) -> UndoStep | None:
    return undo_offer_to(play.effective, seat, play.entries.numbered(missed.step).base)


def _put_back(play: Play, missed: Missed) -> PutBack | None:
    if not missed.undone:
        return None
    undo = play.entries.numbered(missed.undone)
    if not play.can_come_back(undo.base):
        return None
    since = play.entries.since(undo.number)
    alone = all(entry.seat in (undo.seat, TABLE) or entry.actor == DEFAULT for entry in since)
    return PutBack(undo.base, undo.seat, told_of(play.entries.numbered(undo.base)), alone)
