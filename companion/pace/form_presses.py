"""Presses of the keys of a place for a form: found with what keys do, line by line, and carried out on it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from companion.core.errors import Refused
from companion.core.forms import Field
from companion.core.questions import Answer, Confirm, Count, Fit, Pick, PickMany, Place
from companion.pace.key_presses import Press, dialled
from companion.service.panel.form_entry import OpenForm, Refill, gone_up, open_form, pressed, swept, taken
from companion.service.panel.key_actions import dial_for
from companion.service.play.play_views import Dialogue, FormView

MOST = 2000
"""Presses after which a form is given up as one that keys cannot fill."""


class FormPress(NamedTuple):
    """A press, and the key of the field under the cursor; empty on the line that sends."""

    key: str
    press: Press


def form_presses(seat: int, refill: Refill, wanted: Mapping[str, Answer]) -> tuple[FormPress, ...] | None:
    """What is pressed from a form that nobody has touched to its sending with exactly these fields; None where keys
    cannot give that. The question "Sure?" is not among it.
    """
    view = refill({})
    if view is None:
        return None
    dialogue = Dialogue(seat, view.fields[0].question, digest="", form=view)
    hand = _Hand(open_form(dialogue, view, None, refill), refill)
    try:
        while not _stands(hand.opened.view, wanted) and len(hand.done) < MOST:
            for press in _next(hand.opened, wanted):
                hand.does(press)
    except Refused:
        return None
    if not _stands(hand.opened.view, wanted):
        return None
    hand.sends()
    return tuple(hand.done)


class _Hand:
    """Fingers on the keys of a place, and the form on its display."""

    def __init__(self, opened: OpenForm, refill: Refill) -> None:
        self.opened = opened
        self.done: list[FormPress] = []
        self._refill = refill

    def does(self, press: Press) -> None:
        """One press, as ``KeyAnswers`` takes it. Raises ``Refused``."""
        self.done.append(FormPress(self.opened.entry.at, press))
        if press == "back":
            self.opened = gone_up(self.opened) or self.opened
        elif isinstance(press, int):
            self.opened = swept(self.opened, press, self._refill)
        else:
            self.opened = pressed(self.opened, self._refill)
            page, asked = self.opened.entry.page, self.opened.asked
            if press == "hold" and page is not None and asked is not None:
                self.opened = taken(self.opened, list(page.picked), self._refill)

    def sends(self) -> None:
        """OK held sends the form as it stands: that of the last answer, if it was not held already."""
        if self.done and self.done[-1].press == "ok":
            self.done[-1] = FormPress(self.done[-1].key, "hold")
        else:
            self.done.append(FormPress(self.opened.entry.at, "hold"))


def _stands(view: FormView, wanted: Mapping[str, Answer]) -> bool:
    """Whether the form can be sent with these fields and answers; what follows them is at most an offer to go on."""
    sent = [field.key for field in view.fields if field.answer is not None]
    return view.ready and sent == list(wanted) and not _unlike(view.fields, wanted)


def _unlike(fields: Sequence[Field], wanted: Mapping[str, Answer]) -> list[str]:
    """The keys of the fields that show another answer."""
    return [field.key for field in fields if field.key in wanted and not _is(field, wanted[field.key])]


def _is(field: Field, answer: Answer) -> bool:
    return (
        field.answer is not None
        and field.refused is None
        and field.question.format(field.answer) == field.question.format(answer)
    )


def _next(opened: OpenForm, wanted: Mapping[str, Answer]) -> Sequence[Press]:
    """What a person presses next who wants the form to be like that."""
    field, entry = opened.field, opened.entry
    keys = [line.key for line in opened.lines]
    above = keys[: keys.index(entry.at)] if field is not None else keys
    if entry.page is None and _unlike([line for line in opened.lines if line.key in above], wanted):
        return ["back"]
    if field is None or field.key not in wanted or opened.asked is None:
        raise Refused("no-answer", opened.view.prompt)
    answer, page = wanted[field.key], entry.page
    if page is None and _is(field, answer):
        return ["ok"]
    if page is None and field.answer is not None and (steps := _around(field, answer)) is not None:
        return [steps]
    presses = dialled(opened.asked, dial_for(opened.asked, page), answer)
    if presses is None:
        raise Refused("no-answer", opened.view.prompt)
    if page is None and not isinstance(presses[0], int):
        # the page is opened first: by OK where there is no answer yet, else by a turn and back
        return ["ok", *presses] if field.answer is None else [1, -1, *presses]
    return presses


def _around(field: Field, answer: Answer) -> int | None:
    """The steps of the knob to an answer on its line; None where it has a page of its own."""
    match field.question:
        case Place() | Fit() | PickMany():
            return None
        case Pick(options=options):
            values = [str(option.value) for option in options]
            return values.index(str(answer)) - values.index(str(field.answer))
        case Count():
            return int(str(answer)) - int(str(field.answer))
        case Confirm():
            return 1
    return None
