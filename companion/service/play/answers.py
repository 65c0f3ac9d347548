"""Answers to the questions of the game and of the table's rooms, which are distinguished by their service, and the
moves they make: applied by the rules and stored, or kept until a real roll or draw is entered. Used only by the
deciding thread.
"""

from __future__ import annotations

import secrets
from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Annotated, Any

from msgspec import Meta, structs

from companion.core.chance import CardboardNeeded
from companion.core.dialogue import Asked, Done
from companion.core.errors import Refused, RulesBug
from companion.core.forms import Filled, held_up, single_answer
from companion.core.questions import Answer, AnyQuestion, Pick
from companion.core.secrecy import PUBLIC, Viewer, seen, viewer_of
from companion.core.step import TABLE
from companion.core.wording import SeatName, say
from companion.service.asking.requests import Digest, FormAnswers, Nonce, Reply, Request, SeatOrTable, as_sent
from companion.service.asking.sender import Actor, Handler, Handlers, Sender, not_yours
from companion.service.play.dialogues import CHANCE, Draft, DraftKey, Pending, SeatForm, preview, what_changed
from companion.service.play.play_now import rules_bug
from companion.service.play.play_views import Dialogue, Preview
from companion.service.play.running_play import RunningPlay
from companion.service.table_state import without


class AnswerQuestion(Request, frozen=True):
    """Answer the question with this digest, shown to ``seat`` or for it. ``service`` names a question that is not the
    game's. ``thrown`` is the result of the dice that this answer leads to, if they were thrown already.
    """

    may_ask = "for a seat"
    private = frozenset({"digest", "answer", "thrown"})
    seat: SeatOrTable
    digest: Digest
    answer: Answer
    nonce: Nonce = ""
    service: Annotated[str, Meta(max_length=40)] = ""
    thrown: Answer | None = None

    def content(self) -> list[object]:
        thrown = () if self.thrown is None else (as_sent(self.thrown),)
        return ["AnswerQuestion", self.seat, self.digest, as_sent(self.answer), self.service, *thrown]


class AnswerStep(Request, frozen=True):
    """Answer the question with this digest only if that can be taken back: the answer is kept if the dialogue
    continues. If it would end, or a service asks, nothing changes, and the reply says what the answer would do.
    """

    may_ask = "for a seat"
    private = frozenset({"digest", "answer"})
    seat: SeatOrTable
    digest: Digest
    answer: Answer
    nonce: Nonce = ""
    service: Annotated[str, Meta(max_length=40)] = ""

    def content(self) -> list[object]:
        return ["AnswerStep", self.seat, self.digest, as_sent(self.answer), self.service]


class PreviewReply(Reply, frozen=True, kw_only=True):
    """The reply to an ``AnswerStep`` that changed nothing, because it could not be taken back: what the answer would
    do.
    """

    preview: Preview

    @property
    def taken(self) -> bool:
        return False


class AnswerQuestions(Request, frozen=True):
    """Several answers of one dialogue at once, the first to the question with this digest: all or none."""

    may_ask = "for a seat"
    private = frozenset({"digest", "answers"})
    seat: SeatOrTable
    digest: Digest
    answers: Annotated[tuple[Answer, ...], Meta(min_length=1, max_length=100)]
    nonce: Nonce = ""

    def content(self) -> list[object]:
        return ["AnswerQuestions", self.seat, self.digest, [as_sent(answer) for answer in self.answers]]


class SubmitForm(Request, frozen=True):
    """Send the form with this digest, shown to ``seat`` or for it. ``answers`` are those that differ from the
    preselected ones, by field key. Several moves are stored all or none. ``thrown`` is the result of the dice that the
    only move leads to, if they were thrown already.
    """

    may_ask = "for a seat"
    private = frozenset({"digest", "answers", "thrown"})
    seat: SeatOrTable
    digest: Digest
    answers: FormAnswers
    nonce: Nonce = ""
    thrown: Answer | None = None

    def content(self) -> list[object]:
        answers = sorted((key, as_sent(self.answers[key])) for key in self.answers)
        thrown = () if self.thrown is None else (as_sent(self.thrown),)
        return ["SubmitForm", self.seat, self.digest, answers, *thrown]


class StepBack(Request, frozen=True):
    """Take back the last answer of a half-finished dialogue, or a move that waits for a real roll or draw."""

    may_ask = "for a seat"
    seat: SeatOrTable
    nonce: Nonce = ""


class CorrectNumber(Request, frozen=True):
    """Correct a tracked number that this device may see to the number on the table."""

    may_ask = "seat or admin"
    private = frozenset({"value"})
    key: Annotated[str, Meta(max_length=120)]
    value: Annotated[int, Meta(ge=-(2**31), le=2**31)]
    nonce: Nonce = ""


class Moves:
    """Applies and stores moves, or keeps them until a real roll or draw is entered."""

    def __init__(self, running: RunningPlay) -> None:
        self._running = running
        self._part = running.part

    def handlers(self) -> Handlers:
        return {CorrectNumber: self._correct}

    def submit(self, move: Pending) -> Reply:
        """Apply and store a complete move, or keep it until a real roll or draw is entered. Raises ``Refused`` and
        ``LogError``.
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

    def submit_all(
        self,
        seat: int,
        actor: str,
        moves: Sequence[Any],
        question: AnyQuestion,
        nonce: str,
        thrown: tuple[Answer, ...] = (),
    ) -> Reply:
        """Apply and store the moves of a form together. ``question`` is the last one of the form, under which a single
        move that reaches a chance waits; ``thrown`` is the result thrown for it already. Raises ``Refused`` and
        ``LogError``.
        """
        if len(moves) == 1:
            return self.submit(Pending(seat, actor, moves[0], nonce, question, seat, entered=thrown))
        self.drop(seat)
        try:
            entries = self._running.playing().submit_all(seat, actor, moves, nonce=nonce or secrets.token_hex(16))
        except RulesBug as bug:
            self._running.note_rules_bug()
            raise rules_bug(bug) from bug
        self._running.entered(*entries)
        return Reply()

    def drop(self, seat: int) -> None:
        """Drop the move of ``seat`` that waits for a real roll or draw."""
        pending = tuple(move for move in self._part.now.pending if move.seat != seat)
        self._part.put(replace(self._part.now, pending=pending))

    def drop_all(self) -> None:
        """Drop all moves that wait for a real roll or draw, because the state before them was undone."""
        self._part.put(replace(self._part.now, pending=()))

    def let_anybody_enter(self, move: Pending) -> None:
        """Let anybody present enter the real roll or draw for ``move``."""
        anew = structs.replace(move, by=TABLE)
        pending = tuple(anew if other is move else other for other in self._part.now.pending)
        self._part.put(replace(self._part.now, pending=pending))

    def cardboard(self, sender: Sender, request: AnswerQuestion) -> Reply:
        """Enter the real roll or draw for a move that waits for it. Raises ``Refused``."""
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


Back = Callable[[Actor, int], bool]
"""A function that goes a step back in a room's own question to a seat; False if there was no step."""


class Answers:
    """Answers to any question that is asked now. ``asked`` gives all dialogues of a sender now, those of the table's
    rooms included.
    """

    def __init__(self, running: RunningPlay, moves: Moves, asked: Callable[[Actor], Sequence[Dialogue]]) -> None:
        self._running = running
        self._asked = asked
        self._moves = moves
        self._part = running.part
        self._services: dict[str, Handler] = {CHANCE: moves.cardboard}
        self._backs: list[Back] = []
        self._listeners: list[Callable[[Actor], None]] = []

    def serve(self, service: str, room: Handler, back: Back | None = None) -> None:
        """Pass answers to questions whose service begins with ``service`` to a room; ``back`` takes back its own last
        answer.
        """
        self._services[service] = room
        if back is not None:
            self._backs.append(back)

    def listen(self, listener: Callable[[Actor], None]) -> None:
        """Call a listener with each actor before its answer is taken."""
        self._listeners.append(listener)

    def handlers(self) -> Handlers:
        return {
            AnswerQuestion: self._answer,
            AnswerQuestions: self._answer_all,
            AnswerStep: self._step,
            SubmitForm: self._submit_form,
            StepBack: self._step_back,
        }

    def _answer(self, sender: Sender, request: AnswerQuestion) -> Reply:
        self._heard(sender.actor)
        for prefix, room in self._services.items():
            if request.service.startswith(prefix):
                return room(sender, request)
        thrown = () if request.thrown is None else (request.thrown,)
        return self._answered(sender, request.seat, request.digest, (request.answer,), thrown)

    def _answer_all(self, sender: Sender, request: AnswerQuestions) -> Reply:
        self._heard(sender.actor)
        return self._answered(sender, request.seat, request.digest, request.answers)

    def _submit_form(self, sender: Sender, request: SubmitForm) -> Reply:
        self._heard(sender.actor)
        actor, seat = sender.actor, request.seat
        scribe = _writes_for(actor, seat)
        if scribe and not actor.writes_for_all:
            raise not_yours(seat)
        form = self._shown_form(seat, actor.viewer_for(seat), request, scribe=scribe)
        filled = form.filled
        if not filled.ready:
            raise _not_ready(filled)
        if filled.sealed:
            raise _only_for(seat, filled.fields[-1].key)
        if filled.moves:
            thrown = () if request.thrown is None else (request.thrown,)
            self._moves.submit_all(seat, str(actor), filled.moves, filled.fields[-1].question, sender.key, thrown)
        if filled.draft:
            before = () if filled.moves else form.before
            self._keep_draft((seat, scribe), (*before, *filled.draft))
        self._running.remember(form)
        return Reply()

    def _shown_form(self, seat: int, viewer: Viewer, request: SubmitForm, *, scribe: bool) -> SeatForm:
        """The form as it is sent, if it has the questions that were shown; on a small display these were the public
        ones.
        """
        state = self._part.now
        found: list[SeatForm] = []
        for looker in (viewer, PUBLIC):
            dialogue = state.dialogue(seat, looker, scribe=scribe)
            form = state.form(dialogue, looker, request.answers) if dialogue is not None else None
            if form is None:
                break
            found.append(form)
            if form.digest == request.digest and _same_questions(form, found[0]):
                return found[0]
            shown = (
                state.form(dialogue, looker, _before_the_button(form, request.answers))
                if dialogue is not None
                else None
            )
            if shown is not None and shown.digest == request.digest and _same_questions(form, found[0]):
                return found[0]
        if not found:
            raise Refused("stale", say("The table has changed meanwhile. Look again."))
        now = found[0].filled
        at = "" if now.ready else held_up(now.fields).key
        raise Refused("form-changed", say("Something here has changed meanwhile. Look again."), at)

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
            # The companion has drawn for this move already, so leaving it would allow another move with the same draws.
            raise Refused("drawn", say("Chance has spoken already: enter what the cardboard shows."))
        draft = state.drafts.get((seat, scribe))
        if draft is not None:
            self._keep_draft((seat, scribe), state.given_before((seat, scribe), draft.answers))
        self._moves.drop(seat)
        return Reply()

    def _step(self, sender: Sender, request: AnswerStep) -> Reply:
        """Keep the answer if the dialogue continues; if it would end, say what it would do."""
        self._heard(sender.actor)
        viewer = sender.actor.viewer_for(request.seat)
        if request.service:
            asked = (request.seat, request.digest, request.service)
            found = [ask for ask in self._asked(sender.actor) if (ask.seat, ask.digest, ask.service) == asked]
            if not found:
                raise Refused("stale", say("The table has changed meanwhile. Look again."))
            return PreviewReply(preview=preview(self._part.now.play, found[0], viewer, (request.answer,)))
        dialogue = self._fresh(sender.actor, request.seat, request.digest)
        answers = (*dialogue.answers, request.answer)
        walked = self._walked(request.seat, viewer, answers)
        if isinstance(walked, Asked):
            return self._go_on(sender.actor, request.seat, answers)
        return PreviewReply(preview=preview(self._part.now.play, dialogue, viewer, (request.answer,)))

    def _answered(
        self, sender: Sender, seat: int, digest: str, given: tuple[Answer, ...], thrown: tuple[Answer, ...] = ()
    ) -> Reply:
        actor = sender.actor
        answers = (*self._fresh(actor, seat, digest).answers, *given)
        walked = self._walked(seat, actor.viewer_for(seat), answers)
        match walked:
            case Asked():
                return self._go_on(actor, seat, answers)
            case Done(move=move):
                waits = Pending(seat, str(actor), move, sender.key, walked.answered[-1], seat, entered=thrown)
                return self._moves.submit(waits)
            case Refused():
                raise walked

    def _walked(self, seat: int, viewer: Viewer, answers: Sequence[Answer]) -> Asked | Done[Any] | Refused:
        """The result of walking the answers. Raises ``Refused`` if the rules failed, or if only the seat itself may
        continue.
        """
        walked = self._part.now.on.walked(seat, viewer, answers)
        if isinstance(walked, Refused) and walked.code == "bug":
            self._running.note_rules_bug()
            raise walked
        if walked is None:
            raise _only_for(seat)
        return walked

    def _go_on(self, actor: Actor, seat: int, answers: tuple[Answer, ...]) -> Reply:
        self._keep_draft((seat, _writes_for(actor, seat)), answers)
        return Reply()

    def _fresh(self, actor: Actor, seat: int, digest: str) -> Dialogue:
        """The dialogue that ``actor`` was shown under this digest. Raises ``Refused`` with what has changed if it is
        not asked any more. The digest may also be that of small displays, which does not reveal how often the seat has
        acted in secret.
        """
        scribe, state = _writes_for(actor, seat), self._part.now
        if scribe and not actor.writes_for_all:
            raise not_yours(seat)
        viewer = actor.viewer_for(seat)
        dialogue = state.dialogue(seat, viewer, scribe=scribe)
        public = state.dialogue(seat, PUBLIC, scribe=scribe)
        if dialogue is not None:
            if dialogue.digest == digest:
                return dialogue
            if public is not None and public.digest == digest and _alike(public, dialogue):
                return dialogue
        before = state.shown.get(viewer, digest)
        if before is None:
            raise Refused("stale", say("The table has changed meanwhile. Look again."))
        raise Refused("stale", what_changed(before, dialogue.question if dialogue else None))

    def _keep_draft(self, key: DraftKey, answers: tuple[Answer, ...]) -> None:
        """Store the answers so far as a draft; without answers, delete the draft."""
        drafts = without(self._part.now.drafts, key)
        if answers:
            drafts[key] = Draft(answers, self._part.now.draft_stands_on(key, answers))
        self._part.put(replace(self._part.now, drafts=drafts))


def _writes_for(actor: Actor, seat: int) -> bool:
    return actor.seat != seat and seat != TABLE


def _before_the_button(form: SeatForm, answers: FormAnswers) -> FormAnswers:
    """The answers of a form without the tapped option that sent it."""
    fields = list(form.filled.fields)
    while fields and single_answer(fields[-1].question) is not None:
        fields.pop()
    last = fields[-1] if fields else None
    if last is None or not isinstance(last.question, Pick) or not last.question.sends:
        return answers
    return {key: answer for key, answer in answers.items() if key != last.key}


def _same_questions(one: SeatForm, other: SeatForm) -> bool:
    return [field.question for field in one.filled.fields] == [field.question for field in other.filled.fields]


def _not_ready(filled: Filled) -> Refused:
    """The refusal of a form that is not ready, with the field that prevents it."""
    field = held_up(filled.fields)
    what = field.question.prompt
    if field.refused is not None:
        return Refused("out-of-reach", say("{what} {why}", what=what, why=field.refused), field.key)
    return Refused("no-answer", say("{what} Choose an option.", what=what), field.key)


def _only_for(seat: int, field: str = "") -> Refused:
    """The refusal of an answer after which the dialogue asks something that only the seat may see."""
    return Refused("sealed", say("Only {who} may answer that.", who=SeatName(seat)), field)


def _alike(one: Dialogue, other: Dialogue) -> bool:
    """Whether two viewers are asked the same after the same answers."""
    return (one.question, one.answers) == (other.question, other.answers)
