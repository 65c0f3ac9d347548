"""Moves: put through the rules and on disk, or kept until somebody has entered the cardboard. Deciding thread only."""

from __future__ import annotations

import secrets
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from msgspec import structs

from companion.core.chance import CardboardNeeded
from companion.core.errors import Refused, RulesBug
from companion.core.questions import AnyQuestion
from companion.core.secrecy import seen, viewer_of
from companion.core.step import TABLE
from companion.core.wording import say
from companion.service.asking.requests import Reply
from companion.service.asking.sender import Handlers, Sender, not_yours
from companion.service.play.dialogues import CHANCE, Pending
from companion.service.play.play_now import rules_bug
from companion.service.play.play_requests import AnswerQuestion, CorrectNumber
from companion.service.play.play_views import Dialogue
from companion.service.play.running_play import RunningPlay


class Moves:
    """See the module."""

    def __init__(self, running: RunningPlay) -> None:
        self._running = running
        self._part = running.part

    def handlers(self) -> Handlers:
        return {CorrectNumber: self._correct}

    def submit(self, move: Pending) -> Reply:
        """Put a complete move through the rules and on disk, or keep it until the cardboard was entered. Raises
        ``Refused`` and ``LogError``.
        """
        play = self._running.playing()
        self.drop(move.seat)
        try:
            entry = play.submit(
                move.seat, move.actor, move.move, nonce=move.nonce, entered=move.entered, before=move.drawn
            )
        except CardboardNeeded as needed:
            waits = structs.replace(move, question=needed.question, by=needed.by, drawn=needed.drawn)
            self._part.put(replace(self._part.now, pending=(*self._part.now.pending, waits)))
            return Reply()
        except RulesBug as bug:
            self._running.note_rules_bug()
            raise rules_bug(bug) from bug
        self._running.entered(entry)
        return Reply()

    def submit_all(self, seat: int, actor: str, moves: Sequence[Any], question: AnyQuestion, nonce: str) -> Reply:
        """Put the moves of a form through the rules and on disk, together. ``question`` is the last one of the form,
        which a single move that comes to a chance waits under. Raises ``Refused`` and ``LogError``.
        """
        if len(moves) == 1:
            return self.submit(Pending(seat, actor, moves[0], nonce, question, seat))
        self.drop(seat)
        try:
            entries = self._running.playing().submit_all(seat, actor, moves, nonce=nonce or secrets.token_hex(16))
        except RulesBug as bug:
            self._running.note_rules_bug()
            raise rules_bug(bug) from bug
        self._running.entered(*entries)
        return Reply()

    def drop(self, seat: int) -> None:
        """The move of ``seat`` does not wait for cardboard any more."""
        pending = tuple(move for move in self._part.now.pending if move.seat != seat)
        self._part.put(replace(self._part.now, pending=pending))

    def drop_all(self) -> None:
        """No move waits for cardboard any more: what it was made on is taken back."""
        self._part.put(replace(self._part.now, pending=()))

    def let_anybody_enter(self, move: Pending) -> None:
        """What the cardboard shows for ``move`` may be entered by whoever is there."""
        anew = structs.replace(move, by=TABLE)
        pending = tuple(anew if other is move else other for other in self._part.now.pending)
        self._part.put(replace(self._part.now, pending=pending))

    def cardboard(self, sender: Sender, request: AnswerQuestion) -> Reply:
        """What the cardboard shows, for a move under way. Raises ``Refused``."""
        actor, seat = sender.actor, request.seat
        if actor.seat != seat and seat != TABLE and not actor.writes_for_all:
            raise not_yours(seat)
        for dialogue in self._on_screens_of(seat):
            if dialogue.service == request.service and dialogue.digest == request.digest:
                if dialogue.question.secret and actor.seat != seat:
                    raise not_yours(seat)
                dialogue.question.check(request.answer)
                pending = self._part.now.pending
                move = next(move for move in pending if request.service == f"{CHANCE}{move.seat}")
                return self.submit(structs.replace(move, entered=(*move.entered, request.answer)))
        raise Refused("stale", say("That was already entered."))

    def _on_screens_of(self, seat: int) -> list[Dialogue]:
        state = self._part.now
        return [*state.cardboard(seat), *(state.cardboard(TABLE) if seat != TABLE else ())]

    def _correct(self, sender: Sender, request: CorrectNumber) -> Reply:
        actor, play = sender.actor, self._running.playing()
        known = seen(play.state, viewer_of(actor.seat))
        if not any(item.key == request.key for item in play.game.inventory(known) if item.known):
            raise Refused("not-tracked", say("There is no number called {key}.", key=request.key))
        self._running.entered(play.correct(request.key, request.value, str(actor), nonce=sender.key, seat=actor.seat))
        return Reply()
