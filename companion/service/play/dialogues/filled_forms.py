"""The form that a dialogue has come to, as a viewer sees it and as it is sent."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from msgspec import Struct

from companion.core.dialogue import Asked
from companion.core.form_offers import Offer
from companion.core.forms import Field, Filled, field_keys, held_up, same_form
from companion.core.questions import Answer
from companion.core.secrecy import Viewer, seen
from companion.core.wording import N_, Wording, say
from companion.service.play.dialogues.preview import button, to_do_first
from companion.service.play.play_now import PlayNow
from companion.service.play.play_views import Final, FormView, Preview

FormKey = tuple[int, str, bool]
"""Under what the answers of a form are kept: the seat, the form's key, and whether they are hidden."""


class SeatForm(Struct, frozen=True):
    """A form filled by whoever answers for a seat: ``before`` are the answers of the dialogue before it, ``digest``
    names all questions from the first of the dialogue to the last of the form. ``hidden``: a question of the dialogue
    is secret, and with it what is answered. ``final``: why it cannot be taken back freely
    once sent.
    """

    seat: int
    before: tuple[Answer, ...]
    filled: Filled
    digest: str
    hidden: bool = False
    final: Final | None = None

    @property
    def kept_as(self) -> FormKey:
        """Under what its answers are kept: the same seat, form, and those who may know them."""
        return (self.seat, self.filled.form.key, self.hidden)

    @property
    def sent(self) -> dict[str, Answer]:
        """The answers that are sent with it, usual ones too, by the keys of their fields."""
        fields = self.filled.fields if self.filled.draft else self.filled.fields[: self.filled.whole]
        return {field.key: field.answer for field in fields if field.answer is not None}


def seat_form(
    play: PlayNow, seat: int, viewer: Viewer, walked: Asked, answers: Sequence[Answer], given: Mapping[str, Answer]
) -> SeatForm | None:
    """The form in which a dialogue stands after ``answers``, filled with ``given``; None where it stands in none."""
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
    hidden = any(question.secret for question in shown)
    final = play.final(filled.ahead)
    return SeatForm(seat, before, filled, play.stood_on(seat, viewer, shown), hidden, final)


def form_view(form: SeatForm, viewer: Viewer, offered: tuple[Offer, ...] = ()) -> FormView:
    """A form as screens show it. ``offered`` are answers that can be filled in at once."""
    filled = form.filled
    told = tuple(seen(line, viewer) for line in filled.told)
    preview = Preview(_button(filled), told, form.final, bool(filled.draft))
    heading = filled.form
    return FormView(
        key=heading.key,
        prompt=heading.prompt,
        fields=filled.fields,
        digest=form.digest,
        before=list(form.before),
        preview=preview,
        ready=filled.ready,
        offers=offered,
    )


def _button(filled: Filled) -> Wording:
    """The words of the button: of the last field that has words of its own for what it does, else of the form. A form
    that waits for one of several answers says for which.
    """
    if not filled.ready:
        if len(filled.fields) == 1:
            return to_do_first(filled.fields[0].question)
        return say("Still open: {what}", N_("Choose first"), what=held_up(filled.fields).question.prompt)
    for field in reversed(filled.fields):
        if field.answer is not None and _acts(field):
            return button(field.question, field.answer)
    return filled.form.act or say("Go on")


def _acts(field: Field) -> bool:
    chosen = getattr(field.question, "options", ())
    return field.question.act is not None or any(
        option.act is not None and str(option.value) == str(field.answer) for option in chosen
    )
