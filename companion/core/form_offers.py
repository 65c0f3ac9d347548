"""Offers to fill in a form: the answers of the last time, or one answer for all fields that ask the same.

An offer is a set of answers. A screen fills the form with them and sends nothing.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator, Mapping, Sequence
from typing import Any

from msgspec import Struct

from companion.core.forms import Field, Filled, usual_answer
from companion.core.questions import Answer, AnyQuestion, Confirm, Count, Pick

FEWEST = 3
"""The smallest number of fields with the same question for which one answer is offered for all."""

LAST, SAME = "last", "same-"
"""Keys of offers; an offer for fields with the same question ends in the key of the first of them."""

Refill = Callable[[Mapping[str, Answer]], Filled | None]
"""A function that fills the form with these answers instead of its own; None if that is not possible."""


class Offer(Struct, frozen=True):
    """Answers that can be filled in, by the keys of fields: the form is then filled with these only. ``at``: the field
    that the offer repeats, empty if it is for the whole form.
    """

    key: str
    given: dict[str, Answer]
    at: str = ""


class LastTime(Struct, frozen=True):
    """The answers of the last time as far as they are possible now, and all answers of the form filled with them."""

    given: dict[str, Answer]
    answers: list[tuple[str, str | None]]


def as_last_time(last: Mapping[str, Answer], refill: Refill) -> LastTime | None:
    """The part of ``last``, a seat's answers of the last time, that is possible now; None if the form would not be
    ready with it. It does not depend on what is entered in the form.
    """
    then = refill(last)
    refused = {field.key for field in then.fields if field.refused is not None} if then is not None else set()
    if refused:
        last = {key: last[key] for key in last if key not in refused}
        then = refill(last)
    if then is None or not then.ready:
        return None
    given = {field.key: last[field.key] for field in then.fields if _is_given(field)}
    return LastTime(given, _answers(then.fields))


def offers(filled: Filled, last: LastTime | None, refill: Refill) -> tuple[Offer, ...]:
    """What a form offers as it is filled now."""
    again = last is not None and last.answers != _answers(filled.fields)
    return (*((Offer(LAST, last.given),) if again and last is not None else ()), *_the_same_for_all(filled, refill))


def _the_same_for_all(filled: Filled, refill: Refill) -> Iterator[Offer]:
    """An offer to give all fields with the same question the answer of the first of them, as long as no other one has
    an answer.
    """
    given = {field.key: field.answer for field in filled.fields if field.given and field.answer is not None}
    for group in _alike(filled.fields[: filled.whole] if filled.whole else filled.fields):
        first, *others = group
        if first.answer is None or not first.given or any(field.given for field in others):
            continue
        if all(_text(field) == _text(first) for field in others):
            continue
        wanted = {**given, **{field.key: first.answer for field in group}}
        then = refill(wanted)
        if then is None or any(field.refused for field in then.fields):
            continue
        found = {field.key: _text(field) for field in then.fields}
        if all(found.get(field.key) == _text(first) for field in group):
            yield Offer(f"{SAME}{first.key}", wanted, first.key)


def _alike(fields: Sequence[Field]) -> list[list[Field]]:
    """The groups of fields with the same question, of at least ``FEWEST`` fields."""
    groups: dict[Hashable, list[Field]] = {}
    for field in fields:
        asked = _asked(field.question)
        if asked is not None and field.refused is None:
            groups.setdefault(asked, []).append(field)
    return [group for group in groups.values() if len(group) >= FEWEST]


def _asked(question: AnyQuestion) -> Hashable | None:
    """A key that is equal for questions with the same prompt and possible answers; None if one answer cannot stand for
    several questions of this kind. Arguments of the prompt do not count: "how many steps for {block}" is one question
    for all blocks, but "how many swords" and "how many arrows" are two.
    """
    words = (question.kind, question.prompt.text)
    if isinstance(question, Count):
        return (*words, question.low, question.high)
    if isinstance(question, Confirm):
        return words
    if type(question) is Pick:
        return (*words, *(str(option.value) for option in question.options))
    return None


def _text(field: Field) -> str | None:
    return None if field.answer is None else field.question.format(field.answer)


def _answers(fields: Sequence[Field]) -> list[tuple[str, str | None]]:
    return [(field.key, _text(field)) for field in fields]


def _is_given(field: Field) -> bool:
    """Whether a field has an answer other than its usual one."""
    usual: Any = usual_answer(field.question)
    return field.given and (usual is None or field.question.format(usual) != _text(field))
