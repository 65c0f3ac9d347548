"""Read single values of a score sheet: one function for each kind of field."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any, TypeGuard

from companion.core.box_kinds import did_you_mean
from companion.core.legible import is_legible
from companion.core.wording import Message, Verbatim, say, say_n, verbatim
from companion.games.score_sheet.fields import Field, FieldKind

_ID = re.compile(r"[a-z][a-z0-9-]{0,29}")
_LANGUAGE = re.compile(r"[a-z]{2}")
_LONGEST_LIST = 40


class WrongValue(Exception):
    """A value that its field does not allow: what was expected, and a hint or None."""

    def __init__(self, expected: Message, hint: Message | None = None) -> None:
        super().__init__(expected.text)
        self.expected = expected
        self.hint = hint


def read(field: Field, value: object) -> Any:
    """``value`` as the type of the field, which is not a table. Raises ``WrongValue``."""
    return _READERS[field.kind](field, value)


def _id(_field: Field, value: object) -> str:
    if isinstance(value, str) and _ID.fullmatch(value):
        return value
    hint = None
    if isinstance(value, str):
        tidy = re.sub(r"[^a-z0-9]+", "-", value.lower()).strip("-")
        hint = say("Did you mean {key}?", key=tidy) if _ID.fullmatch(tidy) else None
    raise WrongValue(say("a short key of small letters, digits and hyphens that begins with a letter"), hint)


def _words(field: Field, value: object) -> Verbatim:
    words = {"": value} if isinstance(value, str) else value
    if not isinstance(words, dict) or not words:
        example = '{en = "Roads", es = "Caminos"}'
        raise WrongValue(say("a text, or a text by language such as {example}", example=example))
    for language, text in words.items():
        if language and not _LANGUAGE.fullmatch(language):
            raise WrongValue(say("a language as two small letters, not {found}", found=language))
        if not isinstance(text, str) or not is_legible(text):
            raise WrongValue(say("a text on one line, not empty"))
        if len(text) > field.high:
            raise WrongValue(say_n("at most {n} character", "at most {n} characters", field.high))
    return verbatim(words)


def _is_whole(value: object) -> TypeGuard[int]:
    return isinstance(value, int) and not isinstance(value, bool)


def _whole(field: Field, value: object) -> int:
    if _is_whole(value) and field.low <= value <= field.high:
        return value
    raise WrongValue(say("a whole number from {low} to {high}", low=field.low, high=field.high))


def _flag(_field: Field, value: object) -> bool:
    if isinstance(value, bool):
        return value
    raise WrongValue(say("true or false"))


def _choice(field: Field, value: object) -> str:
    names = [name for name, _ in field.choices]
    if isinstance(value, str) and value in names:
        return value
    hint = did_you_mean(value, names) if isinstance(value, str) else None
    raise WrongValue(say("one of {names}", names=", ".join(names)), hint)


def _span(field: Field, value: object) -> tuple[int, int]:
    low, high, example = field.low, field.high, "[2, 5]"
    if isinstance(value, list) and len(value) == 2 and all(_is_whole(number) for number in value):
        least, most = value
        if low <= least <= most <= high:
            return least, most
    raise WrongValue(
        say("lowest and highest, between {low} and {high}, such as {example}", low=low, high=high, example=example)
    )


def _rounds(field: Field, value: object) -> int | str | tuple[int, int]:
    if value in ("once", "open"):
        return str(value)
    expected = say(
        "a number from {low} to {high}, once, open, or lowest and highest such as {example}",
        low=field.low,
        high=field.high,
        example="[3, 10]",
    )
    if isinstance(value, str):
        raise WrongValue(expected, did_you_mean(value, ("once", "open")))
    try:
        return _span(field, value) if isinstance(value, list) else _whole(field, value)
    except WrongValue as error:
        raise WrongValue(expected) from error


def _teams(field: Field, value: object) -> tuple[int, ...] | int:
    if isinstance(value, list) and len(value) > 1 and all(_is_whole(one) and 1 <= one <= field.high for one in value):
        return tuple(value)
    if _is_whole(value) and 2 <= value <= field.high:
        return value
    raise WrongValue(say("the sizes of two teams or more such as {example}, or a number of teams", example="[2, 2]"))


def _wholes(field: Field, value: object) -> tuple[int, ...]:
    if isinstance(value, list) and 1 <= len(value) <= _LONGEST_LIST:
        return tuple(_whole(field, number) for number in value)
    raise WrongValue(say("a list of whole numbers such as {example}", example="[1, 4, 9]"))


def _rows(field: Field, value: object) -> tuple[tuple[int, int], ...]:
    expected = say("pairs of a number and its points such as {example}", example="[[1, 2], [2, 5]]")
    if not isinstance(value, list) or not 1 <= len(value) <= _LONGEST_LIST:
        raise WrongValue(expected)
    rows: list[tuple[int, int]] = []
    for row in value:
        if not isinstance(row, list) or len(row) != 2:
            raise WrongValue(expected)
        number, points = (_whole(field, part) for part in row)
        if number < 0 or (rows and number <= rows[-1][0]):
            raise WrongValue(say("numbers from 0 that rise from row to row, not {n} there", n=number))
        rows.append((number, points))
    return tuple(rows)


def _above(field: Field, value: object) -> str | int:
    names = [name for name, _ in field.choices]
    if isinstance(value, str) and value in names:
        return value
    if _is_whole(value):
        return _whole(field, value)
    hint = did_you_mean(value, names) if isinstance(value, str) else None
    raise WrongValue(say("one of {names}, or points for each further one", names=", ".join(names)), hint)


_READERS: dict[FieldKind, Callable[[Field, object], Any]] = {
    "id": _id,
    "words": _words,
    "whole": _whole,
    "flag": _flag,
    "choice": _choice,
    "span": _span,
    "rounds": _rounds,
    "teams": _teams,
    "wholes": _wholes,
    "rows": _rows,
    "above": _above,
}
