"""Immutable values about a play for pages, displays and the API: questions, previews, log lines."""

from __future__ import annotations

from typing import Literal

from msgspec import Struct

from companion.core.form_offers import Offer
from companion.core.forms import Field
from companion.core.questions import Answer, AnyQuestion, Dice
from companion.core.step import LogText
from companion.core.wording import N_, Message, Wording, say

Phase = Literal["gathering", "playing", "over"]
"""The phase of the table: people sit down, a play is running, its final score is shown."""


class Answered(Struct, frozen=True):
    """A question already answered in the dialogue on screen, and the answer in words. ``skipped``: it had only one
    possible answer, so it was not asked.
    """

    prompt: Message
    answer: Wording
    skipped: bool = False


Final = Literal["chance", "hidden"]
"""Why a move cannot be undone freely: the companion draws, or hidden information decides."""


def final_words(final: Final) -> Message:
    """The warning before a move that becomes final."""
    if final == "hidden":
        return say(
            "Next something hidden is shown: after that, undoing needs everyone's agreement.",
            N_("Then undoing needs a vote"),
        )
    return say(
        "Next comes a draw or a roll: after that, undoing needs everyone's agreement.", N_("Then undoing needs a vote")
    )


class FigureChange(Struct, frozen=True):
    """One of the figures that a seat always sees, now and after a move."""

    label: Wording
    old: int | Wording | None
    new: int | Wording | None
    icon: str = ""
    secret: bool = False


class Outlook(Struct, frozen=True):
    """The result of a move for a seat: its figures that change, and the seats whose turn it would be ``then`` (empty if
    unknown).
    """

    figures: tuple[FigureChange, ...] = ()
    then: tuple[int, ...] = ()


class Preview(Struct, frozen=True):
    """What would happen: the words of the button, what the rules would tell, and what then makes it final.

    ``more`` says that a further question follows; ``refused`` why it is not possible. ``after`` is where the seat would
    stand.
    """

    act: Wording
    told: tuple[LogText, ...] = ()
    final: Final | None = None
    more: bool = False
    refused: Message | None = None
    after: Outlook = Outlook()


class FormView(Struct, frozen=True):
    """The form that a dialogue has reached: questions shown at once, each with the answer given or its usual one.

    ``before`` are the answers of the dialogue before it, ``digest`` names the questions shown and is sent along.
    ``preview`` is that of the whole form; it may be sent when it is ``ready``. ``offers`` can be filled in. ``throws``
    are the dice that people throw once it is sent, so that both can be sent together.
    """

    key: str
    prompt: Message
    fields: tuple[Field, ...]
    digest: str
    before: list[Answer]
    preview: Preview
    ready: bool
    offers: tuple[Offer, ...] = ()
    throws: Dice | None = None


class Meaning(Struct, frozen=True):
    """The explanation of a question for a new player."""

    prompt: Message
    words: Wording


class Dialogue(Struct, frozen=True):
    """The question on a seat's screen. ``seat`` is the seat asked (0: the table). Pages send ``digest`` and ``answers``
    (those before this question) back with the new answer. ``service`` names a question of the table's own (a vote).
    ``form``: the question is one of a form, which can be answered as a whole instead. ``revocable``: it asks for a real
    roll or draw, and the seat can still take back the move that needs it. ``meanings`` are the game's explanations of
    the question, or of those of its form. ``throws`` are the dice that people throw if the usual answer ends the
    dialogue, so that both can be sent together.
    """

    seat: int
    question: AnyQuestion
    digest: str
    answers: list[Answer] = []
    answered: tuple[Answered, ...] = ()
    service: str = ""
    form: FormView | None = None
    revocable: bool = False
    meanings: tuple[Meaning, ...] = ()
    throws: Dice | None = None

    @property
    def heading(self) -> Message:
        """What is asked, in one line: the heading of the form, if the question is one of several on it."""
        return self.form.prompt if self.form is not None else self.question.prompt

    @property
    def back(self) -> bool:
        """Whether a person gave an answer before this question, which can be taken back."""
        return self.revocable or any(not before.skipped for before in self.answered)


class UndoOffer(Struct, frozen=True):
    """What an undo would take back: ``free`` at once, ``vote`` if the table agrees; ``marked`` stays visible."""

    what: Message
    way: Literal["free", "vote"]
    marked: bool = False


class PhotoView(Struct, frozen=True):
    """A photo of the board, by play and number. ``wall`` is when it was taken, if known."""

    play: str
    number: int
    wall: float | None
    width: int
    height: int
