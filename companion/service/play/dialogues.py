"""The dialogues of the play on the table: where each stands, its form, its preview, and its draft.

Screens skip questions with one possible answer, and show it among the answers given. Walks, playthroughs and stored
moves have these questions like all others.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Any

from msgspec import Struct, structs

from companion.core.answer_parsing import whole_number
from companion.core.card_plays import way_of_card
from companion.core.chance import Drawn
from companion.core.dialogue import Asked, Done
from companion.core.errors import Refused
from companion.core.form_offers import Offer, as_last_time, offers
from companion.core.forms import Field, Filled, field_keys, held_up, same_form, single_answer
from companion.core.game import Awaited
from companion.core.options import Option
from companion.core.questions import Answer, AnyQuestion, Confirm, Count, Dice, Pick, PickMany, Text
from companion.core.secrecy import PUBLIC, Viewer, seen
from companion.core.step import TABLE, throw_ahead, trial
from companion.core.widgets import Card, Hand
from companion.core.wording import N_, Message, Verbatim, Wording, listed, say, say_n
from companion.plays.storage.log_errors import LogError
from companion.plays.storage.stores import Settings
from companion.service.play.play_now import LatestPhoto, Memoized, PlayNow
from companion.service.play.play_views import Answered, Dialogue, Final, FormView, Meaning, Outlook, Phase, Preview
from companion.service.table_state import BesidePlay

DraftKey = tuple[int, bool]
"""The key of a draft: the seat, and whether a scribe answers for it."""

FormKey = tuple[int, str, bool]
"""The key of stored answers: the seat, the form's key, and whether the answers are secret."""

CHANCE = "chance-"
"""Prefix of the service of a dialogue that asks for a real roll or draw; the number of the moving seat follows."""

NOBODY = Awaited()
NO_OUTLOOK = Outlook()


class Draft(Struct, frozen=True):
    """The answers a seat has given so far in its current dialogue.

    ``stood_on`` is the digest of the questions they answered. When it changes, the table has changed: the draft is
    dropped, and the seat is told.
    """

    answers: tuple[Answer, ...] = ()
    stood_on: str = ""


NO_DRAFT = Draft()


class Pending(Struct, frozen=True):
    """A complete move of ``seat`` that needs a real roll or draw: ``question`` is asked of seat ``by``.

    Nothing of it is on disk yet. ``entered`` are the answers entered so far, ``drawn`` what the companion has drawn for
    the move.
    """

    seat: int
    actor: str
    move: Any
    nonce: str
    question: AnyQuestion
    by: int
    entered: tuple[Answer, ...] = ()
    drawn: tuple[Drawn, ...] = ()


class WalkedDialogue(Struct, frozen=True):
    """Where the dialogue of ``seat`` stands on screens: ``walked`` is the question after ``answers``, which include the
    answers of skipped questions.
    """

    seat: int
    walked: Asked
    answers: tuple[Answer, ...]

    @property
    def secret(self) -> bool:
        """Whether its question or one before it is secret."""
        return _any_secret((*self.walked.answered, self.walked.question))


class CardSteps(Struct, frozen=True):
    """The steps to play a card: the answers to the question with this digest and to later ones, without the one that
    would send the move; or the answers to fill into its form.
    """

    digest: str = ""
    answers: tuple[Answer, ...] = ()
    given: dict[str, Answer] | None = None


class Shown:
    """The questions shown lately, by viewer and digest, so that somebody who sends a stale answer is told what changed.

    They are kept by viewer because a digest can be guessed: nobody may learn that a question was shown to another.
    """

    KEPT = 512

    def __init__(self) -> None:
        self._questions: dict[tuple[Viewer, str], AnyQuestion] = {}

    def put(self, viewer: Viewer, stood_on: str, question: AnyQuestion) -> None:
        """Remember a question. Any thread may call it: assigning to a dict is atomic."""
        if len(self._questions) >= self.KEPT:
            self._questions = dict(list(self._questions.items())[self.KEPT // 2 :])
        self._questions[viewer, stood_on] = question

    def get(self, viewer: Viewer, stood_on: str) -> AnyQuestion | None:
        return self._questions.get((viewer, stood_on))


def in_words(question: AnyQuestion, answer: Answer) -> Wording:
    """An answer in words."""
    if (other := question.leaving(answer)) is not None:
        return other.label
    match question:
        case Pick():
            return question.option(answer).label
        case PickMany(options=options) if isinstance(answer, list):
            return _listed([option for option in options if str(option.value) in {str(item) for item in answer}])
        case Dice() if isinstance(answer, list):
            return Verbatim({"": " + ".join(str(face) for face in answer)})
        case Dice():
            return say_n("{n} hit", "{n} hits", question.hits_of(answer))
        case Confirm(yes=yes, no=no):
            return yes if answer else no
        case PickMany() | Count() | Text():
            return Verbatim({"": str(answer)})


def _listed(options: Sequence[Option[Any]]) -> Wording:
    if not options:
        return say("none")
    return options[0].label if len(options) == 1 else listed([option.label for option in options])


def what_changed(before: AnyQuestion, now: AnyQuestion | None) -> Message:
    """The reason why an answer to ``before`` is refused: how the question asked ``now`` differs."""
    if now is None:
        return say("That was already decided.")
    if isinstance(before, Pick) and isinstance(now, Pick) and before.key == now.key:
        options = {str(option.value): option for option in now.options}
        for old in before.options:
            new = options.get(str(old.value))
            if new is None:
                return say("{what} is not there any more.", what=old.label)
            if new.reason is not None and old.reason is None:
                return say("{what} is not possible now: {why}", what=old.label, why=new.reason)
            if new.price != old.price:
                return say(
                    "The price of {what} was {old}, now it is {new}.",
                    what=old.label,
                    old=sum(amount.n for amount in old.price),
                    new=sum(amount.n for amount in new.price),
                )
    return say("The table has changed meanwhile. Look again.")


def only_answer(question: AnyQuestion) -> Answer | None:
    """The one possible answer of a question that screens skip. None if there are several answers, if an option is
    listed as not possible, if the question is on a form, or if it is secret (a skipped question could be noticed by the
    time until the next one).
    """
    if question.secret or question.form is not None:
        return None
    return single_answer(question)


def given_before(answered: Sequence[AnyQuestion], answers: Sequence[Answer]) -> tuple[Answer, ...]:
    """``answers`` without the last one that a person gave, and without the skipped ones after it."""
    asked = [index for index, question in enumerate(answered) if only_answer(question) is None]
    return tuple(answers[: asked[-1]]) if len(asked) > 1 else ()


def _any_secret(questions: Sequence[AnyQuestion]) -> bool:
    return any(question.secret for question in questions)


# -- preview: what answers would do -------------------------------------------------------------------------------


def preview(play: PlayNow | None, dialogue: Dialogue, viewer: Viewer, answers: Sequence[Answer]) -> Preview:
    """What ``answers`` to ``dialogue`` and to the questions after it would do, tried on what ``viewer`` knows. Changes
    nothing. The button is that of the last question answered.
    """
    question = dialogue.question
    if not answers:
        return Preview(button(question, None), more=True)
    first, *more = answers
    try:
        question.accept(first)
    except Refused as refusal:
        return Preview(button(question, None), refused=refusal.message)
    act = button(question, first)
    if dialogue.service:
        return Preview(act, refused=say("That was already answered.") if more else None)
    if play is None:
        return Preview(act)
    walked = play.walked(dialogue.seat, viewer, (*dialogue.answers, *answers))
    match walked:
        case Asked(answered=answered):
            return Preview(button(answered[-1], answers[-1]), more=True)
        case Done(move=move, answered=answered):
            return _tried(play, dialogue.seat, viewer, button(answered[-1], answers[-1]), move)
        case Refused(message=message):
            return Preview(act if not more else button(question, None), refused=message)
        case None:
            return Preview(act, more=True)


def _tried(play: PlayNow, seat: int, viewer: Viewer, act: Wording, move: object) -> Preview:
    copy = play.game.copy(play.known(viewer))
    try:
        tried = trial(copy, seat, lambda step: play.game.apply(step, move))
    except Refused as refusal:
        return Preview(act, refused=refusal.message)
    told = tuple(seen(line, viewer) for line in tried.told)
    return Preview(act, told, play.final(tried.ahead), after=play.outlook(seat, viewer, tried.state))


def throws_of(play: PlayNow, walked: Asked, seat: int, viewer: Viewer, answers: Sequence[Answer]) -> Dice | None:
    """The dice whose hits ``seat`` itself must enter if the usual answer ends its dialogue; None if there are none, or
    the companion throws them.
    """
    usual = walked.question.preset
    if usual is None or walked.question.secret or "cardboard" not in play.setup.chance.values():
        return None
    done = play.walked(seat, viewer, (*answers, usual))
    if not isinstance(done, Done):
        return None
    dice = throw_ahead(play.game.copy(play.known(viewer)), seat, lambda step: play.game.apply(step, done.move))
    return by_hand(play, dice)


def by_hand(play: PlayNow, dice: Dice | None) -> Dice | None:
    """The dice if people throw them; None if the companion does."""
    return dice if dice is not None and play.setup.chance.get(dice.key) == "cardboard" else None


def _to_do_first(question: AnyQuestion) -> Wording:
    """The words of a button that waits for the answer to one question."""
    if isinstance(question, Count | Dice | Text):
        return say("A number is missing")
    return say("Choose an option")


def button(question: AnyQuestion, answer: Answer | None) -> Wording:
    """The text of the button that sends ``answer``: what it will do. Without an answer, what to do first."""
    if answer is None:
        return _to_do_first(question)
    match question:
        case Pick():
            option = question.option(answer)
            if option.act is not None:
                return option.act
        case Confirm(yes=yes, no=no):
            return yes if answer else no
        case PickMany(act_none=Message() as none) if not answer:
            return none
        case Count(act_none=Message() as none) if whole_number(answer) == 0:
            return none
    words = in_words(question, answer)
    if question.act is not None:
        return Message(
            question.act.text,
            {**question.act.args, "answer": words},
            question.act.short,
            question.act.plural,
            question.act.count,
        )
    if isinstance(question, Count):
        # a number alone would look like one more number button
        return say("Enter {answer}", N_("{answer}"), answer=words)
    return words


# -- form: the questions that a screen shows at once --------------------------------------------------------------


class SeatForm(Struct, frozen=True):
    """A form of ``seat``, filled. ``before`` are the answers of the dialogue before it; ``digest`` names all questions
    from the first of the dialogue to the last of the form. ``hidden``: a question of the dialogue is secret, and so are
    the answers. ``final``: why the form cannot be taken back freely once sent. For ``throws`` see ``FormView``, for
    ``after`` see ``Preview``.
    """

    seat: int
    before: tuple[Answer, ...]
    filled: Filled
    digest: str
    hidden: bool = False
    final: Final | None = None
    throws: Dice | None = None
    after: Outlook = NO_OUTLOOK

    @property
    def kept_as(self) -> FormKey:
        """The key under which its answers are stored when it is sent."""
        return (self.seat, self.filled.form.key, self.hidden)

    @property
    def sent(self) -> dict[str, Answer]:
        """The answers that are sent with it, usual ones included, by the keys of their fields."""
        fields = self.filled.fields if self.filled.draft else self.filled.fields[: self.filled.whole]
        return {field.key: field.answer for field in fields if field.answer is not None}


def seat_form(
    play: PlayNow, seat: int, viewer: Viewer, walked: Asked, answers: Sequence[Answer], given: Mapping[str, Answer]
) -> SeatForm | None:
    """The form that a dialogue has reached after ``answers``, filled with ``given``; None if it has reached none."""
    if walked.question.form is None:
        return None
    questions = (*walked.answered, walked.question)
    begin = len(walked.answered)
    while begin and same_form(questions[begin - 1], walked.question):
        begin -= 1
    begun = dict(zip(field_keys(walked.answered[begin:]), answers[begin:], strict=True))
    before = tuple(answers[:begin])
    filled = play.filled(seat, viewer, before, {**begun, **given})
    if filled is None:
        return None
    shown = (*walked.answered[:begin], *(field.question for field in filled.fields))
    digest = play.stood_on(seat, viewer, shown)
    hidden = _any_secret(shown)
    throws = by_hand(play, filled.throws) if filled.ready and not hidden else None
    whole = filled.ready and not filled.draft
    after = play.outlook(seat, viewer, filled.after) if whole else NO_OUTLOOK
    return SeatForm(seat, before, filled, digest, hidden, play.final(filled.ahead), throws, after)


def form_view(form: SeatForm, viewer: Viewer, offered: tuple[Offer, ...] = ()) -> FormView:
    """A form as screens show it to ``viewer``. ``offered`` are answers that can be filled in at once."""
    filled = form.filled
    told = tuple(seen(line, viewer) for line in filled.told)
    return FormView(
        key=filled.form.key,
        prompt=filled.form.prompt,
        fields=filled.fields,
        digest=form.digest,
        before=list(form.before),
        preview=Preview(form_button(filled), told, form.final, bool(filled.draft), after=form.after),
        ready=filled.ready,
        offers=offered,
        throws=form.throws,
    )


def form_button(filled: Filled) -> Wording:
    """The text of the button that sends a form: that of its last field with a text of its own, else that of the form,
    else the last chosen answer. If the form cannot be sent yet, what to answer first.
    """
    if not filled.ready:
        if len(filled.fields) == 1:
            return _to_do_first(filled.fields[0].question)
        return say("{what}", N_("Choose an option"), what=held_up(filled.fields).question.prompt)
    for last in reversed(filled.fields):
        if last.answer is not None and _acts(last):
            return button(last.question, last.answer)
    if filled.form.act is not None:
        return filled.form.act
    last = filled.fields[-1]
    if isinstance(last.question, Pick) and last.answer is not None:
        return say("Go on: {what}", N_("{what}"), what=last.question.option(last.answer).label)
    return say("Go on")


def _acts(field: Field) -> bool:
    """Whether the answer of a field has a text of its own for the button."""
    chosen = getattr(field.question, "options", ())
    return field.question.act is not None or any(
        option.act is not None and str(option.value) == str(field.answer) for option in chosen
    )


class SentForm(Struct, frozen=True):
    """The answers of a form as it was sent last, by the keys of its fields."""

    seat: int
    form: str
    hidden: bool
    answers: dict[str, Answer]


class SentForms(Struct, frozen=True):
    """The stored form answers of a play."""

    forms: tuple[SentForm, ...] = ()


class SentBefore:
    """The forms of a play that were sent last, stored beside it: a move does not tell the answers that made it.

    ``last`` are their answers; every change replaces the mapping. The table and a terminal use it.
    """

    def __init__(self, settings: Settings, play: str = "") -> None:
        self._kept = BesidePlay(settings, "forms:", SentForms)
        self._written = True
        self.last: Mapping[FormKey, Mapping[str, Answer]] = {}
        self.take_up(play)

    def take_up(self, play: str) -> None:
        """Load what was sent in the play with this id; nothing if the id is empty."""
        self.write_down()
        sent = self._kept.take_up(play) or SentForms()
        self.last = {(form.seat, form.form, form.hidden): form.answers for form in sent.forms}

    def put(self, kept_as: FormKey, answers: Mapping[str, Answer]) -> None:
        """Remember a form that was sent. ``write_down`` stores it later, so that nobody waits for a second write to
        the disk.
        """
        self.last = {**self.last, kept_as: answers}
        self._written = False

    def write_down(self) -> None:
        """Store what was put since the last time. If that fails, it is not offered after a restart; the moves
        themselves are on disk already.
        """
        if self._written:
            return
        self._written = True
        with suppress(LogError):
            self._kept.keep(SentForms(tuple(SentForm(*key, dict(sent)) for key, sent in self.last.items())))


def kept_as(seat: int, walked: Asked) -> FormKey:
    """The key for storing the answers of the form that the dialogue of ``seat`` has reached."""
    form = walked.question.form
    return seat, form.key if form else "", _any_secret((*walked.answered, walked.question))


# -- where each dialogue stands -----------------------------------------------------------------------------------


@dataclass(frozen=True)
class PlayState(Memoized):
    """The play on the table with what belongs to it. ``pending`` are moves that wait for a real roll or draw;
    ``rules_broke``: a bug in the rules stopped the last step; ``photo`` is the newest one of the play; ``shown`` are
    the questions shown lately, ``last`` the answers of each form that was sent last, ``reminders`` the hints of the
    last move, by seat (0: for everybody).
    """

    phase: Phase = "gathering"
    play: PlayNow | None = None
    drafts: Mapping[DraftKey, Draft] = field(default_factory=dict)
    pending: Sequence[Pending] = ()
    rules_broke: bool = False
    photo: LatestPhoto | None = None
    reminders: Mapping[int, tuple[Message, ...]] = field(default_factory=dict)
    last: Mapping[FormKey, Mapping[str, Answer]] = field(default_factory=dict)
    shown: Shown = field(default_factory=Shown, compare=False, repr=False)
    _kept: dict[Any, Any] = field(default_factory=dict, init=False, compare=False, repr=False)

    @property
    def on(self) -> PlayNow:
        """The play. Raises ``LookupError`` without one."""
        if self.play is None:
            raise LookupError("no play is on")
        return self.play

    @property
    def numbers(self) -> tuple[int, ...]:
        """The seats that play."""
        return self.play.setup.numbers if self.play is not None else ()

    @property
    def awaited(self) -> Awaited:
        """Seats the game is waiting for; empty before it starts."""
        return self.play.awaited if self.play is not None else NOBODY

    def has_answered(self, seat: int) -> bool:
        """Whether the game waits for ``seat`` only to hide that it has answered in secret. Only for the seat's own
        screens; others must not see it.
        """
        if self.play is None or self.awaited.progress or seat not in self.awaited.must or seat == TABLE:
            return False
        walked = self.play.walked(seat, Viewer(seat), ())
        return isinstance(walked, Asked) and walked.question.given is not None

    def owed_by(self, seat: int) -> AnyQuestion | None:
        """The real roll or draw that ``seat`` must enter before the play continues after a common choice; None if that
        is being entered already.
        """
        owed = self.play.owed if self.play is not None else None
        if owed is None or owed.by != seat or any(move.seat == seat for move in self.pending):
            return None
        return owed.question

    def dialogue(self, seat: int, viewer: Viewer, *, scribe: bool = False) -> Dialogue | None:
        """The game's current question to ``seat`` as ``viewer`` may see it, or None. ``scribe``: with the draft of a
        scribe.
        """
        standing = self.standing(seat, viewer, scribe=scribe)
        if standing is None:
            return None
        key = ("dialogue", seat, viewer, scribe)
        return self.on.keep_while(key, (standing, self.last), lambda: self._as_dialogue(viewer, standing))

    def standing(self, seat: int, viewer: Viewer, *, scribe: bool = False) -> WalkedDialogue | None:
        """The state of that dialogue. Cheaper than ``dialogue``, which also fills its form and computes its digest."""
        if self.play is None or seat not in (*self.awaited.must, *self.awaited.may):
            return None
        if any(move.seat == seat for move in self.pending):
            return None
        answers = self.drafts.get((seat, scribe), NO_DRAFT).answers
        # cached with the play, because answers of others do not change the state of this dialogue
        key = (self.play.known_as(viewer), answers)
        standing = self.play.keep_recent(("standing", seat), key, lambda: self._stand(seat, viewer, answers))
        return None if standing is None or (viewer.seat != seat and standing.secret) else standing

    def _stand(self, seat: int, viewer: Viewer, draft: tuple[Answer, ...]) -> WalkedDialogue | None:
        for answers in (draft, ()):
            walked = self.on.walked(seat, viewer, answers)
            if isinstance(walked, Asked):
                return WalkedDialogue(seat, *self._skip(seat, viewer, walked, answers))
        return None

    def _skip(
        self, seat: int, viewer: Viewer, walked: Asked, answers: tuple[Answer, ...]
    ) -> tuple[Asked, tuple[Answer, ...]]:
        """The walk continued past all questions with one possible answer, except one that ends the dialogue."""
        while (only := only_answer(walked.question)) is not None:
            further = self.on.walked(seat, viewer, (*answers, only))
            if not isinstance(further, Asked):
                break
            walked, answers = further, (*answers, only)
        return walked, answers

    def given_before(self, key: DraftKey, answers: Sequence[Answer]) -> tuple[Answer, ...]:
        """The answers of a draft after a step back."""
        walked = self.on.walked(key[0], self._answering(key), answers)
        return given_before(walked.answered, answers) if isinstance(walked, Asked) else ()

    def _as_dialogue(self, viewer: Viewer, standing: WalkedDialogue) -> Dialogue:
        seat, walked, answers = standing.seat, standing.walked, standing.answers
        answered = tuple(
            Answered(question.prompt, in_words(question, answer), only_answer(question) is not None)
            for question, answer in zip(walked.answered, answers, strict=True)
        )
        stood_on = self.on.stood_on(seat, viewer, (*walked.answered, walked.question))
        self.shown.put(viewer, stood_on, walked.question)
        form = seat_form(self.on, seat, viewer, walked, answers, {})
        dialogue = Dialogue(seat, walked.question, stood_on, list(answers), answered)
        if form is None:
            throws = throws_of(self.on, walked, seat, viewer, answers)
            return structs.replace(dialogue, meanings=self._meanings([walked.question]), throws=throws)
        return self._on_form(dialogue, form, viewer)

    def with_answers(self, dialogue: Dialogue, viewer: Viewer, given: Mapping[str, Answer]) -> Dialogue | None:
        """A dialogue with its form filled with ``given``; None if it has reached no form."""
        form = self.form(dialogue, viewer, given)
        return self._on_form(dialogue, form, viewer) if form is not None else None

    def _on_form(self, dialogue: Dialogue, form: SeatForm, viewer: Viewer) -> Dialogue:
        meanings = self._meanings([field.question for field in form.filled.fields])
        return structs.replace(dialogue, form=self.form_view(form, viewer), meanings=meanings)

    def _meanings(self, questions: Sequence[AnyQuestion]) -> tuple[Meaning, ...]:
        """The explanations of the questions; equal ones of a form are given once."""
        found: dict[str, Meaning] = {}
        for question in questions:
            if (words := self.on.game.meaning(question)) is not None:
                found.setdefault(repr(words), Meaning(question.prompt, words))
        return tuple(found.values())

    def form(self, dialogue: Dialogue, viewer: Viewer, given: Mapping[str, Answer]) -> SeatForm | None:
        """The form of a dialogue that is shown to ``viewer``, filled with ``given``; None if it has reached no form."""
        walked = self.on.walked(dialogue.seat, viewer, dialogue.answers) if not dialogue.service else None
        if not isinstance(walked, Asked):
            return None
        return seat_form(self.on, dialogue.seat, viewer, walked, dialogue.answers, given)

    def form_view(self, form: SeatForm, viewer: Viewer) -> FormView:
        """A form as pages show it to ``viewer``, with the answers that can be filled in at once."""
        play, last = self.on, self.last.get(form.kept_as, {})

        def refill(given: Mapping[str, Answer]) -> Filled | None:
            return play.filled(form.seat, viewer, form.before, given)

        key = ("as last time", form.kept_as, play.known_as(viewer), repr(form.before))
        offered = last and form.filled.form.again
        again = self.keep(key, lambda: as_last_time(last, refill)) if offered else None
        return form_view(form, viewer, offers(form.filled, again, refill))

    def refilled(self, dialogue: Dialogue, viewer: Viewer, given: Mapping[str, Answer]) -> FormView | None:
        """A form as small displays show it. The last one of each seat and viewer is cached, because displays are drawn
        more often than their keys change an answer.
        """
        key, wanted = ("refilled", dialogue.seat, viewer), (dialogue.digest, dict(given))
        kept = self._kept.get(key)
        if kept is None or kept[0] != wanted:
            form = self.form(dialogue, viewer, given)
            kept = self._kept[key] = (wanted, self.form_view(form, viewer) if form is not None else None)
        view: FormView | None = kept[1]
        return view

    def card_steps(self, seat: int, viewer: Viewer, widget: str, key: str) -> CardSteps:
        """The steps that play a card of the hand ``widget`` of ``seat``. Raises ``Refused`` with the reason if it
        cannot be played.
        """
        dialogue = self.dialogue(seat, viewer)
        if dialogue is None:
            raise Refused("not-awaited", say("It is not your turn now."))
        hands = (each for each in self.on.widgets(viewer) if isinstance(each, Hand))
        mine = (card for hand in hands if hand.key == widget and hand.seat == seat for card in hand.cards)
        card = next((card for card in mine if card.key == key), None)
        if card is None:
            raise Refused("stale", say("The table has changed meanwhile. Look again."))
        return self.steps_of_card(dialogue, viewer, card)

    def steps_of_card(self, dialogue: Dialogue, viewer: Viewer, card: Card) -> CardSteps:
        """The steps that play a card from this dialogue on. Raises ``Refused`` with the reason if it cannot be
        played.
        """
        seat, before = dialogue.seat, dialogue.form.before if dialogue.form is not None else dialogue.answers
        way = way_of_card(self.on.game, self.on.known(viewer), seat, before, card)
        answers = way.answers[len(before) :]
        if dialogue.form is not None:
            return CardSteps(given=dict(zip(field_keys(way.questions[len(before) :]), answers, strict=True)))
        ends = not isinstance(self.on.walked(seat, viewer, way.answers), Asked)
        return CardSteps(dialogue.digest, answers[:-1] if ends else answers)

    def cardboard(self, seat: int) -> list[Dialogue]:
        """The questions for real rolls and draws that ``seat`` must enter, for moves that wait for them."""
        found = []
        for move in self.pending:
            if move.by == seat:
                question = move.question
                viewer = Viewer(seat) if question.secret else PUBLIC
                found.append(
                    Dialogue(
                        seat,
                        question,
                        self.on.stood_on(move.seat, viewer, (question,)) + f"-{len(move.entered)}",
                        service=f"{CHANCE}{move.seat}",
                        revocable=move.seat == seat and not move.drawn,
                        meanings=self._meanings([question]),
                    )
                )
        return found

    def draft_stands_on(self, key: DraftKey, answers: Sequence[Answer]) -> str:
        """The digest of the questions that a draft with ``answers`` has answered; "" if these are no longer
        possible.
        """
        viewer = self._answering(key)
        walked = self.on.walked(key[0], viewer, answers)
        return self.on.stood_on(key[0], viewer, walked.answered) if isinstance(walked, Asked) else ""

    @staticmethod
    def _answering(key: DraftKey) -> Viewer:
        """The viewer for whom a draft is walked."""
        seat, scribe = key
        return PUBLIC if scribe or seat == TABLE else Viewer(seat)
