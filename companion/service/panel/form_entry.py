"""Answering a form with keys: a line for each field, and a cursor. Pure functions: a form, a ``FormEntry`` and a key
give a new ``FormEntry``.

The encoder changes the value of the line under the cursor: options, numbers and yes or no, wrapping around. Fields that
need more (several options, positions, pieces, dice, texts) and fields without an answer are asked on a page of their
own, which looks as for a single question. OK moves to the next line; OK on the last line sends.

An offer to fill in fields has a line above the field that it repeats; above all lines if it concerns the whole form.
BACK moves up to it, OK fills it in, the encoder leaves it. OK from above skips it, so it costs no press if it is not
wanted.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from typing import Any

from msgspec import structs

from companion.core.answer_parsing import whole_number
from companion.core.errors import Refused
from companion.core.form_offers import Offer
from companion.core.forms import Field, held_up, single_answer
from companion.core.questions import Answer, AnyQuestion, Confirm, Count, Dice, Fit, Pick, PickMany, Place, Text
from companion.core.wording import N_, say
from companion.service.panel.dials import Dial, dial_for, meaning, nudged, pressed_ok, previous_die, turned
from companion.service.play.play_views import Dialogue, FormView

SEND = ""
"""The cursor key of the line that sends. Elsewhere the cursor is the key of a field."""

OFFER = "+"
"""The prefix of the cursor key on the line of an offer. No key of a field begins with it."""

SEEN = 4
"""Lines that a small display shows at once. The cursor never begins so far down that a line above is hidden."""

LEFT = say("Something is left to choose.", N_("Choose an option"))

RefilledView = Callable[[Mapping[str, Answer]], FormView | None]
"""A function: the form's view with these answers; None if the form is no longer asked."""


@dataclass(frozen=True)
class FormEntry:
    """The state of the keys of a place in the form of one dialogue (``digest``), and the answers they have changed
    (``given``).

    ``page`` is the dial of the open question of the field under the cursor. ``sure`` is the button under the cursor,
    once OK was pressed on something that cannot be undone freely.
    """

    digest: str
    at: str
    given: Mapping[str, Answer]
    page: Dial | None = None
    sure: int | None = None


@dataclass(frozen=True)
class OpenForm:
    """A form at a place: its dialogue, its view with the answers so far, and what was entered."""

    dialogue: Dialogue
    view: FormView
    entry: FormEntry

    @property
    def lines(self) -> tuple[Field, ...]:
        """The fields that are drawn. Those without a choice are left out, except secret ones: the number of presses
        would reveal whether they are there.
        """
        return tuple(field for field in self.view.fields if field.question.secret or not _settled(field))

    @property
    def stops(self) -> tuple[str, ...]:
        """The possible cursor keys, from the top: fields, offers above them, and the line that sends."""
        offered = {offer.at: f"{OFFER}{offer.key}" for offer in self.view.offers}
        keys = ("", *(field.key for field in self.lines))
        return (*(stop for key in keys for stop in (offered.get(key), key) if stop), SEND)

    @property
    def offer(self) -> Offer | None:
        """The offer under the cursor, or None."""
        return next((offer for offer in self.view.offers if f"{OFFER}{offer.key}" == self.entry.at), None)

    @property
    def field(self) -> Field | None:
        """The field under the cursor; None on an offer, and on the line that sends."""
        return next((field for field in self.lines if field.key == self.entry.at), None)

    @property
    def asked(self) -> Dialogue | None:
        """The question of the field under the cursor, as a dialogue of its own that begins at the current answer."""
        field = self.field
        if field is None:
            return None
        question = field.question if field.refused else structs.replace(field.question, usual=field.answer)
        return Dialogue(self.dialogue.seat, question, f"{self.view.digest}-{field.key}")

    def with_entry(self, **changed: Any) -> OpenForm:
        """The same form with another cursor, page or button."""
        return replace(self, entry=replace(self.entry, **changed))


def open_form(dialogue: Dialogue, view: FormView, entry: FormEntry | None, refill: RefilledView) -> OpenForm:
    """The form of ``dialogue`` with what was entered so far; ``view`` is its view without any entry. A new one begins
    at the first field without an answer, unless it can be sent unchanged.
    """
    if entry is not None and entry.digest == dialogue.digest:
        filled = refill(entry.given) if entry.given else view
        if filled is not None:
            found = OpenForm(dialogue, filled, entry)
            return found if entry.at in found.stops else _at(found, _first(found))
    fresh = OpenForm(dialogue, view, FormEntry(dialogue.digest, SEND, {}))
    return _at(fresh, _first(fresh), jumped=True)


def _first(opened: OpenForm) -> str:
    """The key of the line where the cursor begins."""
    lines = opened.lines
    missing = next((at for at, field in enumerate(lines) if field.answer is None), 0)
    if missing < SEEN and not opened.view.ready:
        return lines[missing].key
    return lines[0].key if lines else SEND


def _at(opened: OpenForm, key: str, *, jumped: bool = False) -> OpenForm:
    """The form with the cursor on a line. A field without an answer is opened, unless the cursor ``jumped`` past lines
    that the person has not seen.
    """
    there = opened.with_entry(at=key, page=None, sure=None)
    field, asked = there.field, there.asked
    if field is None or asked is None or field.answer is not None or (jumped and field is not there.lines[0]):
        return there
    return there.with_entry(page=dial_for(asked, None))


def swept(opened: OpenForm, steps: int, refill: RefilledView) -> OpenForm:
    """The form after the encoder was turned by ``steps``, clockwise positive."""
    return _changed(opened, refill, lambda dial, question: turned(dial, question, steps), steps, up=steps)


def arrowed(opened: OpenForm, key: str, times: int, refill: RefilledView) -> OpenForm:
    """The form after the key ``up`` or ``down``. Up raises a number, and moves to the previous option of a list."""
    steps = times if key == "down" else -times
    return _changed(opened, refill, lambda dial, question: nudged(dial, question, key, times), steps, up=-steps)


def _changed(
    opened: OpenForm, refill: RefilledView, dialled: Callable[[Dial, AnyQuestion], Dial], steps: int, *, up: int
) -> OpenForm:
    """The form after a change: ``steps`` move down a list, ``up`` is added to a number."""
    entry, field, asked = opened.entry, opened.field, opened.asked
    if entry.sure is not None:
        return opened.with_entry(sure=min(max(entry.sure + steps, 0), 1))
    if opened.offer is not None:
        return _at(opened, _below(opened) if steps > 0 else _above(opened))
    if field is None or asked is None:
        return opened
    value = None if entry.page is not None else _round(field, steps, up)
    if value is None:
        return opened.with_entry(page=dialled(dial_for(asked, entry.page), asked.question))
    return answered(opened, value, refill)


def _round(field: Field, steps: int, up: int) -> Answer | None:
    """The value ``steps`` further, wrapping around; None if the field has a page of its own or no answer yet."""
    if field.answer is None:
        return None
    match field.question:
        case Place() | Fit():
            return None
        case Pick(options=options):
            values = [str(option.value) for option in options]
            now = str(field.answer)
            return values[(values.index(now) + steps) % len(values)] if now in values else None
        case Count(low=low, high=high):
            return low + (whole_number(field.answer) - low + up) % (high - low + 1)
        case Confirm():
            return bool(field.answer) is (steps % 2 == 0)
        case PickMany() | Dice() | Text():
            return None


def answered(opened: OpenForm, value: Answer, refill: RefilledView) -> OpenForm:
    """The form with another value in the field under the cursor, where the cursor stays."""
    given = {**opened.entry.given, opened.entry.at: value}
    view = refill(given)
    changed = opened.with_entry(given=given, page=None)
    return replace(changed, view=view) if view is not None else changed


def pressed(opened: OpenForm, refill: RefilledView) -> OpenForm:
    """The form after OK on a line that does not send: an offer is filled in, an open page advances, or the cursor moves
    to the line below. Raises ``Refused`` if something is not possible or still has to be chosen.
    """
    entry, field, asked = opened.entry, opened.field, opened.asked
    if opened.offer is not None:
        return _filled_in(opened, opened.offer, refill)
    if field is None or asked is None:
        raise Refused("no-answer", LEFT)
    if entry.page is not None:
        result = pressed_ok(dial_for(asked, entry.page), asked.question)
        if isinstance(result, Dial):
            return opened.with_entry(page=result)
        return taken(opened, result, refill)
    if field.refused is not None:
        raise Refused("out-of-reach", field.refused)
    if field.answer is None:
        return opened.with_entry(page=dial_for(asked, None))
    return _at(opened, _below(opened))


def _filled_in(opened: OpenForm, offer: Offer, refill: RefilledView) -> OpenForm:
    """The form with the answers of an offer, and the cursor on the line below it, so that what was filled in is
    visible.
    """
    view = refill(offer.given)
    if view is None:
        return opened
    filled = replace(opened.with_entry(given=offer.given), view=view)
    return _at(filled, offer.at or _first(filled))


def taken(opened: OpenForm, answer: Answer, refill: RefilledView) -> OpenForm:
    """The form with the answer of the open page and the cursor on the line below; the cursor stays if the rules refuse
    the answer. Raises ``Refused`` if the question has no such answer.
    """
    if opened.asked is not None:
        opened.asked.question.check(answer)
    found = answered(opened, answer, refill)
    return found if found.field is None or found.field.refused else _at(found, _below(found))


def sent_back(opened: OpenForm) -> tuple[OpenForm, Refused]:
    """For a form that cannot be sent yet: the form with the cursor on the field to be filled in, and the reason."""
    field = held_up(opened.view.fields)
    return _at(opened, field.key), Refused("no-answer", field.refused or LEFT, field.key)


def gone_up(opened: OpenForm) -> OpenForm | None:
    """The form after BACK: closes the open page, else moves to the line above; None on the first line."""
    entry, field = opened.entry, opened.field
    if entry.sure is not None:
        return opened.with_entry(sure=None)
    if entry.page is not None and opened.asked is not None:
        before = previous_die(entry.page, opened.asked.question)
        if before is not None:
            return opened.with_entry(page=before)
    if entry.page is not None and field is not None and field.answer is not None:
        return opened.with_entry(page=None)
    above = _above(opened)
    return opened.with_entry(at=above, page=None) if above != entry.at else None


def _above(opened: OpenForm) -> str:
    """The cursor key of the line above, offers included; on the first line that line itself."""
    stops = opened.stops
    return stops[max(stops.index(opened.entry.at) - 1, 0)]


def _below(opened: OpenForm) -> str:
    """The cursor key of the field below, skipping offers; after the last field the line that sends."""
    stops = opened.stops
    return next(stop for stop in stops[stops.index(opened.entry.at) + 1 :] if not stop.startswith(OFFER))


def sent_answers(view: FormView) -> dict[str, Answer]:
    """The answers that are sent with a form: those that the person gave."""
    return {field.key: field.answer for field in view.fields if field.given and field.answer is not None}


def form_meaning(opened: OpenForm) -> Any:
    """What OK would do now, as a value to compare: a press on an older picture still counts if it meant the same."""
    entry, field, asked = opened.entry, opened.field, opened.asked
    where = (entry.digest, entry.at, entry.sure)
    if entry.page is not None and asked is not None:
        return (*where, meaning(dial_for(asked, entry.page), asked.question))
    if field is not None:
        return (*where, field.answer)
    return (*where, opened.view.digest, tuple(sent_answers(opened.view).items()))


def _settled(field: Field) -> bool:
    """Whether a field leaves no choice: it has one possible answer, which is filled in."""
    return field.refused is None and field.answer is not None and single_answer(field.question) is not None
