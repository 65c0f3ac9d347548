"""Presses of the keys of a place for a form: found with what keys do, line by line, and carried out on it.

Where the form offers to fill something in, they are found with that and without it; the fewer count.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from companion.core.errors import Refused
from companion.core.forms import Field
from companion.core.questions import Answer, Confirm, Count, Dice, Fit, Pick, PickMany, Place, Text
from companion.pace.key_presses import KeyPress, dialled
from companion.service.panel.dials import dial_for
from companion.service.panel.form_entry import (
    OFFER,
    OpenForm,
    RefilledView,
    gone_up,
    open_form,
    pressed,
    swept,
    taken,
)
from companion.service.play.play_views import Dialogue, FormView

MOST = 2000
"""Presses after which a form is given up as one that keys cannot fill."""


class FormPress(NamedTuple):
    """A press, and the key of the field under the cursor; empty on the line that sends."""

    key: str
    press: KeyPress


def form_presses(seat: int, refill: RefilledView, wanted: Mapping[str, Answer]) -> tuple[FormPress, ...] | None:
    """What is pressed from a form that nobody has touched to its sending with exactly these fields; None where keys
    cannot give that. The question "Sure?" is not among it.
    """
    view = refill({})
    if view is None:
        return None
    dialogue = Dialogue(seat, view.fields[0].question, digest="", form=view)
    by_lines = _Hand(open_form(dialogue, view, None, refill), refill)
    ways = [by_lines] if by_lines.fills(wanted, offers=False) else []
    if by_lines.offered:
        by_offers = _Hand(open_form(dialogue, view, None, refill), refill)
        ways += [by_offers] if by_offers.fills(wanted, offers=True) else []
    return min((tuple(way.done) for way in ways), key=len, default=None)


class _Hand:
    """Fingers on the keys of a place, and the form on its display."""

    def __init__(self, opened: OpenForm, refill: RefilledView) -> None:
        self.opened = opened
        self.done: list[FormPress] = []
        self.offered = bool(opened.view.offers)
        self._refill = refill

    def fills(self, wanted: Mapping[str, Answer], *, offers: bool) -> bool:
        """Fill in and send the form, with what it ``offers`` where that brings it closer; whether keys can."""
        try:
            while not _stands(self.opened.view, wanted) and len(self.done) < MOST:
                upward = _to_offer(self.opened, wanted, self._refill) if offers else ()
                for press in upward or _next(self.opened, wanted):
                    self.does(press)
        except Refused:
            return False
        if not _stands(self.opened.view, wanted):
            return False
        self.sends()
        return True

    def does(self, press: KeyPress) -> None:
        """Do one press, as ``KeyAnswers`` takes it. Raises ``Refused``."""
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
        self.offered = self.offered or bool(self.opened.view.offers)

    def sends(self) -> None:
        """OK held sends the form as it stands: that of the last answer, if it was not held already. OK that has filled
        something in does not.
        """
        if self.done and self.done[-1].press == "ok" and not self.done[-1].key.startswith(OFFER):
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


def _to_offer(opened: OpenForm, wanted: Mapping[str, Answer], refill: RefilledView) -> Sequence[KeyPress]:
    """What is pressed to fill in the offer above the cursor that brings the form closest, if one does."""
    above = opened.stops[: opened.stops.index(opened.entry.at) + 1]
    closest, steps = _distance(opened.view, wanted), 0
    for offer in opened.view.offers:
        view = refill(offer.given)
        stop = f"{OFFER}{offer.key}"
        if view is not None and stop in above and _distance(view, wanted) < closest:
            closest, steps = _distance(view, wanted), len(above) - above.index(stop)
    up: list[KeyPress] = ["back"] * (steps - 1)
    return (*up, "ok") if steps else ()


def _distance(view: FormView, wanted: Mapping[str, Answer]) -> int:
    """How many of the wanted answers a form does not show."""
    shown = {field.key: field for field in view.fields}
    return sum(key not in shown or not _is(shown[key], answer) for key, answer in wanted.items())


def _next(opened: OpenForm, wanted: Mapping[str, Answer]) -> Sequence[KeyPress]:
    """What a person presses next who wants the form to be like that."""
    field, entry = opened.field, opened.entry
    above = opened.stops[: opened.stops.index(entry.at)]
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
            values, now = [str(option.value) for option in options], str(field.answer)
            return values.index(str(answer)) - values.index(now) if now in values else None
        case Count():
            return int(str(answer)) - int(str(field.answer))
        case Confirm():
            return 1
        case Dice() | Text():
            return None
