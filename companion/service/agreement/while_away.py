"""What was done while somebody was away: explained when they are back, and open to be undone. Deciding thread only."""

from __future__ import annotations

from hashlib import blake2b

import msgspec
from msgspec import Struct, structs

from companion.core.errors import Refused
from companion.core.options import Option
from companion.core.questions import Pick
from companion.core.step import TABLE
from companion.core.wording import N_, Message, SeatName, say
from companion.plays.play import Play
from companion.plays.undo import UndoStep, undo_offer_to
from companion.service.agreement.undoing import Undoing
from companion.service.agreement.votes import MISSED
from companion.service.asking.requests import Reply
from companion.service.asking.sender import Sender, not_yours
from companion.service.play.play_requests import AnswerQuestion
from companion.service.play.play_snapshot import told_of
from companion.service.play.play_views import Dialogue
from companion.service.play.running_play import DEFAULT, RunningPlay
from companion.service.seats.departures import Departures
from companion.service.seats.seats_state import Missed

UNDO, BACK, SO = "undo", "back", "so"
"""Take the step back; put back what was taken back; leave it as it is."""


class PutBack(Struct, frozen=True):
    """What was taken back without asking a seat: entry ``to`` counted before. ``alone``: nobody has played on it but
    whoever took it back, so that the seat's word is enough.
    """

    to: int
    by: int
    what: Message
    alone: bool


class WhileAway:
    """See the module."""

    def __init__(self, running: RunningPlay, leaving: Departures, undoing: Undoing) -> None:
        self._running = running
        self._leaving = leaving
        self._undoing = undoing

    def dialogues(self) -> dict[int, tuple[Dialogue, ...]]:
        """What each seat that is back should know, taking back first."""
        now, play = self._leaving.now, self._running.play
        if play is None or play.concluded:
            return {}
        asked = {seat: _asked(play, seat, missed) for seat, missed in now.missed.items() if seat not in now.gone}
        return {seat: (ask,) for seat, ask in asked.items() if ask is not None}

    def answer(self, sender: Sender, request: AnswerQuestion) -> Reply:
        """The seat has read it. Raises ``Refused``."""
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
    words = say("Take it back", N_("Take it back")) if offer.way == "free" else say("Ask to undo", N_("Ask to undo"))
    return _dialogue(play, seat, prompt, Option(UNDO, words, icon="undo"))


def _dialogue(play: Play, seat: int, prompt: Message, *offered: Option[str]) -> Dialogue:
    options = (*offered, Option(SO, say("Leave it so", N_("Leave it so")), icon="check"))
    question = Pick(key="missed", prompt=prompt, options=options)
    # Of what everybody may read: the number of an entry would tell how often others have acted in secret.
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
