"""Answers: to the game's questions, and to those of the table's rooms, which are told apart by their service. Deciding
thread only.
"""

from __future__ import annotations

from collections.abc import Callable

from companion.core.dialogue import Asked, Done
from companion.core.errors import Refused
from companion.core.questions import Answer
from companion.core.secrecy import PUBLIC, Viewer
from companion.core.step import TABLE
from companion.core.wording import SeatName, say
from companion.service.asking.requests import Reply
from companion.service.asking.sender import Actor, Handler, Handlers, Sender, not_yours
from companion.service.play.drafts import Draft, Pending, what_changed
from companion.service.play.moves import Moves
from companion.service.play.play_requests import AnswerQuestion, AnswerQuestions, StepBack
from companion.service.play.play_state import CHANCE, DraftKey
from companion.service.play.play_views import Dialogue
from companion.service.play.running_play import RunningPlay

Back = Callable[[Actor, int], bool]
"""Goes a step back in a room's own question to a seat; whether there was one."""


class Answers:
    """See the module."""

    def __init__(self, running: RunningPlay, moves: Moves) -> None:
        self._running = running
        self._moves = moves
        self._part = running.part
        self._services: dict[str, Handler] = {CHANCE: moves.cardboard}
        self._backs: list[Back] = []
        self._listeners: list[Callable[[Actor], None]] = []

    def serve(self, service: str, room: Handler, back: Back | None = None) -> None:
        """Give a room the answers to questions whose service begins with ``service``; ``back`` takes its own last
        answer back.
        """
        self._services[service] = room
        if back is not None:
            self._backs.append(back)

    def listen(self, listener: Callable[[Actor], None]) -> None:
        """Let a room know who answers, before the answer is taken."""
        self._listeners.append(listener)

    def handlers(self) -> Handlers:
        """What can be answered, and taken back while it is half-finished."""
        return {AnswerQuestion: self._answer, AnswerQuestions: self._answer_all, StepBack: self._step_back}

    def _answer(self, sender: Sender, request: AnswerQuestion) -> Reply:
        self._heard(sender.actor)
        for prefix, room in self._services.items():
            if request.service.startswith(prefix):
                return room(sender, request)
        return self._step(sender, request.seat, request.digest, (request.answer,))

    def _answer_all(self, sender: Sender, request: AnswerQuestions) -> Reply:
        self._heard(sender.actor)
        return self._step(sender, request.seat, request.digest, request.answers)

    def _heard(self, actor: Actor) -> None:
        self._running.playing()
        for listener in self._listeners:
            listener(actor)

    def _step_back(self, sender: Sender, request: StepBack) -> Reply:
        actor, seat = sender.actor, request.seat
        if any(back(actor, seat) for back in self._backs):
            return Reply()
        scribe, state = _writes_for(actor, seat), self._part.now
        if scribe and not actor.writes_for_all:
            raise not_yours(seat)
        if any(move.seat == seat and move.drawn for move in state.pending):
            # The companion has drawn for this move already: whoever left it now could make another on the same numbers.
            raise Refused("drawn", say("Chance has spoken already: enter what the cardboard shows."))
        draft = state.drafts.get((seat, scribe))
        if draft is not None:
            self._keep_draft((seat, scribe), draft.answers[:-1])
        self._moves.drop(seat)
        return Reply()

    def _step(self, sender: Sender, seat: int, digest: str, given: tuple[Answer, ...]) -> Reply:
        actor, state = sender.actor, self._part.now
        scribe = _writes_for(actor, seat)
        if scribe and not actor.writes_for_all:
            raise not_yours(seat)
        viewer = actor.viewer_for(seat)
        dialogue = state.dialogue(seat, viewer, scribe=scribe)
        self._check_fresh(viewer, digest, dialogue, state.dialogue(seat, PUBLIC, scribe=scribe))
        answers = (*(dialogue.answers if dialogue else ()), *given)
        walked = state.on.walked(seat, viewer, answers)
        match walked:
            case Refused() as refusal:
                if refusal.code == "bug":
                    self._running.stumble()
                raise refusal
            case Asked():
                self._keep_draft((seat, scribe), answers)
                return Reply()
            case Done(move=move):
                return self._moves.submit(Pending(seat, str(actor), move, sender.key, walked.answered[-1], seat))
        raise Refused("sealed", say("Only {who} may answer that.", who=SeatName(seat)))

    def _check_fresh(self, viewer: Viewer, digest: str, dialogue: Dialogue | None, public: Dialogue | None) -> None:
        """Refuse an answer to something that is no longer there, saying what changed. ``public`` is the same dialogue
        as small displays show it: the digest of what keys answer does not tell how often the seat has acted in secret.
        """
        if dialogue is not None and dialogue.digest == digest:
            return
        if public is not None and public.digest == digest and _alike(public, dialogue):
            return
        before = self._part.now.shown.get(viewer, digest)
        now = dialogue.question if dialogue else None
        if before is None:
            raise Refused("stale", say("The table has changed meanwhile. Look again."))
        raise Refused("stale", what_changed(before, now))

    def _keep_draft(self, key: DraftKey, answers: tuple[Answer, ...]) -> None:
        """What was answered so far; without answers there is no draft."""
        drafts = {other: draft for other, draft in self._part.now.drafts.items() if other != key}
        if answers:
            drafts[key] = Draft(answers, self._part.now.draft_stands_on(key, answers))
        self._part.replace(drafts=drafts)


def _writes_for(actor: Actor, seat: int) -> bool:
    return actor.seat != seat and seat != TABLE


def _alike(one: Dialogue, other: Dialogue | None) -> bool:
    """Whether two viewers are asked the same after the same answers."""
    return other is not None and (one.question, one.answers) == (other.question, other.answers)
