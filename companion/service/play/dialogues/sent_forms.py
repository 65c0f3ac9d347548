"""The forms that were sent last in a play, written down beside it: moves do not tell the answers that made them."""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import suppress

from msgspec import Struct

from companion.core.dialogue import Asked
from companion.core.questions import Answer
from companion.plays.storage.log_errors import LogError
from companion.plays.storage.stores import Settings
from companion.service.play.dialogues.filled_forms import FormKey
from companion.service.table_state import BesidePlay


class SentForm(Struct, frozen=True):
    """The answers that were sent last of a form, by the keys of its fields."""

    seat: int
    form: str
    hidden: bool
    answers: dict[str, Answer]


class SentForms(Struct, frozen=True):
    """What is written down."""

    forms: tuple[SentForm, ...] = ()


class SentBefore:
    """What a play keeps of its forms, for everybody who sends some: the table and a terminal. ``last`` are the answers
    that were sent last; each change makes another mapping.
    """

    def __init__(self, settings: Settings, play: str = "") -> None:
        self._kept = BesidePlay(settings, "forms:", SentForms)
        self._written = True
        self.last: Mapping[FormKey, Mapping[str, Answer]] = {}
        self.take_up(play)

    def take_up(self, play: str) -> None:
        """Go on with what was sent in the play with this id; with nothing where it is empty."""
        self.write_down()
        sent = self._kept.take_up(play) or SentForms()
        self.last = {(form.seat, form.form, form.hidden): form.answers for form in sent.forms}

    def put(self, kept_as: FormKey, answers: Mapping[str, Answer]) -> None:
        """A form was sent. It is not written down here: nobody waits for a second write to the disk."""
        self.last = {**self.last, kept_as: answers}
        self._written = False

    def write_down(self) -> None:
        """Write what has been put since. Where that is not possible it is not offered after a restart: the moves are
        on disk already, and count.
        """
        if self._written:
            return
        self._written = True
        with suppress(LogError):
            self._kept.keep(SentForms(tuple(SentForm(*key, dict(sent)) for key, sent in self.last.items())))


def kept_as(seat: int, walked: Asked) -> FormKey:
    """Under what the answers of the form are kept in which the dialogue of ``seat`` stands."""
    form = walked.question.form
    return seat, form.key if form else "", any(question.secret for question in (*walked.answered, walked.question))
