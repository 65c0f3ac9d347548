"""Answers that somebody may give to the fields of a form, to one or to two of them: every option, the bounds of a
number and what is between them, and what is not possible.
"""

from __future__ import annotations

from collections.abc import Iterator

from companion.core.forms import Filled
from companion.core.questions import Answer, AnyQuestion, Confirm, Count, Dice, Pick, PickMany, Text

INNER = 12
"""A number with at most so many values is tried with all of them."""

Change = tuple[str, Answer]
"""The key of a field, and another answer to it."""

STRANGE: tuple[Answer, ...] = (["nonsense"], -1)
"""What a form may hold as well, whatever is asked: a list, a number."""


def changes(filled: Filled, after: str | None = None) -> list[Change]:
    """All changes of single fields; ``after`` leaves out this field and those before it."""
    keys = [field.key for field in filled.fields]
    begin = keys.index(after) + 1 if after in keys else 0 if after is None else len(keys)
    return [
        (field.key, answer)
        for field in filled.fields[begin:]
        for answer in [*answers_to(field.question), "nonsense"]
        if answer != field.answer
    ]


def strange(filled: Filled) -> list[Change]:
    """Changes to answers of other shapes than the fields have."""
    return [(field.key, answer) for field in filled.fields for answer in STRANGE]


def pairs(filled: Filled, changed: Filled, first: Change) -> list[tuple[Change, Change]]:
    """All pairs of ``first`` with another field: one behind it, in the form ``changed`` that it leads to, or one before
    it, after which what was answered may no longer be possible or asked.
    """
    keys = [field.key for field in filled.fields]
    behind = changes(changed, after=first[0])
    before = [change for change in changes(filled) if keys.index(change[0]) < keys.index(first[0])]
    return [(first, second) for second in (*behind, *before)]


def answers_to(question: AnyQuestion) -> Iterator[Answer]:
    """Every answer, or the first, last and middle ones where there are many; and those just out of bounds."""
    match question:
        case Pick(options=options):
            yield from (str(option.value) for option in options)
        case PickMany(options=options, least=least, most=most):
            values = [option.value for option in options]
            yield from ([value] for value in values)
            yield from (values[:number] for number in {0, least, most, most + 1})
            yield values[-most:] if most else []
        case Count(low=low, high=high):
            few = high - low < INNER
            yield from range(low - 1, high + 2) if few else (low - 1, low, low + 1, (low + high) // 2, high, high + 1)
        case Confirm():
            yield from (True, False)
        case Dice(dice=dice, faces=faces):
            yield from ([face] * dice for face in range(faces + 2))
            yield [1] * (dice + 1)
        case Text(longest=longest, taken=taken):
            yield from ("a", "ñandú", "x" * longest, "x" * (longest + 1), "", *taken)
