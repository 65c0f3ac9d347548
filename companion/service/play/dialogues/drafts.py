"""Half-finished dialogues, and moves that wait until somebody has entered what the cardboard shows.

Screens do not ask questions with one possible answer, they show the answer among those given. Only screens skip: the
walk, playthroughs and stored answers have them like all others.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from msgspec import Struct

from companion.core.chance import Drawn
from companion.core.dialogue import Asked
from companion.core.forms import single_answer
from companion.core.options import Option
from companion.core.questions import Answer, AnyQuestion, Confirm, Count, Dice, Pick, PickMany, Text
from companion.core.secrecy import Viewer
from companion.core.wording import Message, Verbatim, Wording, listed, say


class Draft(Struct, frozen=True):
    """The answers a seat has given so far in its present dialogue.

    ``stood_on`` is the digest of the questions they answered: when it changes, the table has changed under the draft
    and the draft is dropped with a word.
    """

    answers: tuple[Answer, ...] = ()
    stood_on: str = ""


NO_DRAFT = Draft()


class WalkedDialogue(Struct, frozen=True):
    """Where the dialogue of ``seat`` stands on screens: ``walked`` is the question after ``answers``, those that were
    skipped among them, and the questions that they answer.
    """

    seat: int
    walked: Asked
    answers: tuple[Answer, ...]

    @property
    def secret(self) -> bool:
        """Whether its question or one before it is secret."""
        return any(question.secret for question in (*self.walked.answered, self.walked.question))


class Pending(Struct, frozen=True):
    """A complete move of ``seat`` that came to a chance taken from cardboard: ``question`` is asked of ``by``.

    Nothing of it is on disk yet. ``entered`` are the answers taken from cardboard so far, ``drawn`` what the companion
    drew for it until here.
    """

    seat: int
    actor: str
    move: Any
    nonce: str
    question: AnyQuestion
    by: int
    entered: tuple[Answer, ...] = ()
    drawn: tuple[Drawn, ...] = ()


class Shown:
    """The questions shown lately, by viewer and digest: so that a stale answer can be told what has changed since.

    By viewer, because a digest can be guessed: whoever was not shown a question must not learn that another was.
    """

    KEPT = 512

    def __init__(self) -> None:
        self._questions: dict[tuple[Viewer, str], AnyQuestion] = {}

    def put(self, viewer: Viewer, stood_on: str, question: AnyQuestion) -> None:
        """Remember a question. Any thread: a dict assignment is one step."""
        if len(self._questions) >= self.KEPT:
            self._questions = dict(list(self._questions.items())[self.KEPT // 2 :])
        self._questions[viewer, stood_on] = question

    def get(self, viewer: Viewer, stood_on: str) -> AnyQuestion | None:
        return self._questions.get((viewer, stood_on))


def in_words(question: AnyQuestion, answer: Answer) -> Wording:
    """An answer as a person would read it back."""
    match question:
        case Pick():
            return question.option(answer).label
        case PickMany(options=options) if isinstance(answer, list):
            return _listed([option for option in options if str(option.value) in {str(item) for item in answer}])
        case Dice() if isinstance(answer, list):
            return Verbatim({"": " + ".join(str(face) for face in answer)})
        case Confirm(yes=yes, no=no):
            return yes if answer else no
        case PickMany() | Count() | Dice() | Text():
            return Verbatim({"": str(answer)})


def _listed(options: Sequence[Option[Any]]) -> Wording:
    if not options:
        return say("none")
    return options[0].label if len(options) == 1 else listed([option.label for option in options])


def what_changed(before: AnyQuestion, now: AnyQuestion | None) -> Message:
    """Why an answer to ``before`` cannot be taken, in words: what stands there now."""
    if now is None:
        return say("That was already decided.")
    if isinstance(before, Pick) and isinstance(now, Pick) and before.key == now.key:
        options = {str(option.value): option for option in now.options}
        for old in before.options:
            new = options.get(str(old.value))
            if new is None:
                return say("{what} is not there any more.", what=old.label)
            if new.reason is not None and old.reason is None:
                return say("{what} is out of reach now: {why}", what=old.label, why=new.reason)
            if new.price != old.price:
                return say(
                    "The price of {what} was {old}, now it is {new}.",
                    what=old.label,
                    old=sum(amount.n for amount in old.price),
                    new=sum(amount.n for amount in new.price),
                )
    return say("The table has changed meanwhile. Look again.")


def only_answer(question: AnyQuestion) -> Answer | None:
    """The one answer ``question`` can be given, where a screen may skip it: None where there are several, where an
    option is listed as out of reach, for a secret question (how soon the next one comes would tell), and on a form.
    """
    if question.secret or question.form is not None:
        return None
    return single_answer(question)


def given_before(answered: Sequence[AnyQuestion], answers: Sequence[Answer]) -> tuple[Answer, ...]:
    """What is left of ``answers`` when the last one somebody gave is taken back, with all that was skipped since."""
    asked = [index for index, question in enumerate(answered) if only_answer(question) is None]
    return tuple(answers[: asked[-1]]) if len(asked) > 1 else ()
