"""A form in a terminal: fields without a usual answer are asked first, then all fields are shown as numbered lines, and
Enter sends them.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from string import ascii_lowercase

from msgspec import structs

from companion.core.errors import RulesBug, not_offered
from companion.core.form_offers import LAST, Offer, as_last_time, offers
from companion.core.forms import Field, Filled, held_up
from companion.core.questions import Answer
from companion.core.wording import Message, Speaker, say
from companion.service.play.dialogues import in_words

OPEN = "..."
"""Shown in place of a missing answer."""


class TypedForm:
    """One form while a person fills it in. ``refill`` returns the form with given answers by field key, ``last`` are
    the seat's answers of the last time. ``sent``: the person has decided to send it.
    """

    def __init__(
        self, refill: Callable[[Mapping[str, Answer]], Filled | None], last: Mapping[str, Answer], speaker: Speaker
    ) -> None:
        self._refill = refill
        self._last = as_last_time(last, refill) if last else None
        self._speaker = speaker
        self._given: list[dict[str, Answer]] = [{}]
        self._changing = ""
        self._shown = False
        self._refused: Message | None = None
        self.sent = False

    @property
    def filled(self) -> Filled:
        """The form with the current answers."""
        filled = self._refill(self._given[-1])
        if filled is None:
            raise RulesBug("a form that was begun is gone")
        return filled

    @property
    def answers(self) -> dict[str, Answer]:
        """The answers to send, usual ones included."""
        filled = self.filled
        fields = filled.fields if filled.draft else filled.fields[: filled.whole]
        return {field.key: field.answer for field in fields if field.answer is not None}

    @property
    def asked(self) -> Field | None:
        """The field to be asked now: the one being changed, else the first without an answer while the form cannot be
        sent; None if the lines should be shown.
        """
        filled = self.filled
        for field in filled.fields:
            if field.key == self._changing:
                present = None if field.refused is not None else field.answer
                return structs.replace(field, question=structs.replace(field.question, usual=present))
        missing = next((field for field in filled.fields if field.answer is None), None)
        return None if filled.ready else missing

    def give(self, key: str, answer: Answer) -> None:
        """Answer a field. A form of which every field was asked for is sent without being shown again."""
        self._given.append({**self._given[-1], key: answer})
        self._changing = ""
        filled = self.filled
        self.sent = not self._shown and filled.ready and all(field.given for field in filled.fields)

    def back(self) -> bool:
        """Remove the last given answer. False if there was none."""
        changing, self._changing = bool(self._changing), ""
        if not changing and len(self._given) > 1:
            self._given.pop()
            return True
        return changing

    def take(self, typed: str) -> None:
        """Handle the input below the lines: empty to send, a number to change a field, a letter to fill in an offer."""
        self._refused = None
        typed = typed.strip()
        filled = self.filled
        if not typed:
            self.sent = filled.ready
            self._changing = "" if filled.ready else held_up(filled.fields).key
        elif typed.isdecimal() and 0 < int(typed) <= len(filled.fields):
            self._changing = filled.fields[int(typed) - 1].key
        elif (offer := dict(zip(ascii_lowercase, self._offers(filled), strict=False)).get(typed)) is not None:
            self._given.append(dict(offer.given))
        else:
            self._refused = not_offered(typed).message

    def lines(self) -> list[str]:
        """The lines of the form: heading, each field with its answer or why that is not possible, offers, and what
        prevents sending.
        """
        self._shown = True
        filled, words = self.filled, self._speaker.say
        lines = [words(filled.form.prompt)]
        width = len(str(len(filled.fields)))
        lines += [f"  {number:>{width}}) {self._line(field)}" for number, field in enumerate(filled.fields, 1)]
        lines += [
            f"  {letter:>{width}}) {self._offer(filled, offer)}"
            for letter, offer in zip(ascii_lowercase, self._offers(filled), strict=False)
        ]
        return lines + ([words(self._refused)] if self._refused is not None else [])

    def how_to_answer(self) -> Message:
        """What to type."""
        if not self.filled.ready:
            return say("A number changes its line")
        return say("Enter alone sends this, a number changes its line")

    def _line(self, field: Field) -> str:
        words = self._speaker.say
        prompt = words(field.question.prompt)
        if field.refused is not None:
            not_now = words(say("not now: {why}", why=field.refused))
            return f"{prompt} {field.answer} - {not_now}"
        return f"{prompt} {OPEN if field.answer is None else words(in_words(field.question, field.answer))}"

    def _offers(self, filled: Filled) -> tuple[Offer, ...]:
        return offers(filled, self._last, self._refill)

    def _offer(self, filled: Filled, offer: Offer) -> str:
        if offer.key == LAST:
            return self._speaker.say(say("As last time"))
        field = next(field for field in filled.fields if field.key == offer.at)
        answer = in_words(field.question, offer.given[offer.at])
        return self._speaker.say(say("The same for all: {answer}", answer=answer))
