"""Convert single values of a score sheet to the texts of form fields and back.

A text that is no valid value is kept as text, for the validation of the library to report.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any, Final

from companion.core.toml_reading import TomlError, read_toml
from companion.core.toml_writing import toml_line
from companion.games.score_sheet.fields import Field

Texts = Mapping[str, str]
"""Texts of one field by suffix of the input's name: ``""``, ``.low``, ``.how``, ``:es``."""


class Nothing:
    """The value of an empty field: its key is omitted."""


NOTHING: Final = Nothing()
_NUMBER = re.compile(r"[-+]?[0-9]{1,9}")
_BETWEEN = re.compile(r"[-+0-9\s,;:=()\[\]]*")


def texts_of(field: Field, value: object) -> dict[str, str]:
    """Convert ``value`` to texts."""
    match field.kind, value:
        case "words", dict():
            return {f":{language}": str(text) for language, text in value.items()}
        case "flag", _:
            return {"": "on" if value is True else ""}
        case (("span" | "rounds"), [low, high]):
            return {".how": "range", ".low": str(low), ".high": str(high)}
        case (("rounds" | "above"), _):
            return _how(value, "fixed" if field.kind == "rounds" else "each")
        case (("wholes" | "teams" | "cards"), list()):
            return {"": ", ".join(str(number) for number in value)}
        case (("keys" | "parts"), list()):
            return {"": ", ".join(" + ".join(part) if isinstance(part, list) else str(part) for part in value)}
        case "varied", dict():
            return {"": ", ".join(toml_line(str(key), part) for key, part in value.items())}
        case "rows", list():
            return {"": ", ".join(_pair(row) for row in value)}
        case _:
            return {"": str(value)}


def _how(value: object, number: str) -> dict[str, str]:
    """Convert a word, or a number under the choice called ``number``."""
    return {".how": number, ".low": str(value)} if isinstance(value, int) else {".how": str(value)}


def _pair(row: object) -> str:
    return ": ".join(str(part) for part in row) if isinstance(row, list) else str(row)


def value_of(field: Field, texts: Texts) -> Any:
    """Convert ``texts`` to a value, or ``NOTHING``."""
    match field.kind:
        case "flag":
            return _flag(texts, usual=field.default is True)
        case "words":
            return _words(texts)
        case "varied":
            return _tables(texts.get("", ""))
        case "whole" | "sum":
            return _whole(texts.get("", ""))
        case "span":
            return _span(texts)
        case "rounds" | "above":
            return _one_of(texts)
        case "wholes" | "teams" | "cards" | "rows":
            return _numbers(field, texts.get("", ""))
        case "keys" | "parts":
            return _keys(texts.get("", ""))
        case "id" | "icon" | "choice" | "tables" | "table" | "place" | "income" | "amounts" | "pairs":
            return texts.get("", "").strip() or NOTHING


def _flag(texts: Texts, *, usual: bool) -> Any:
    """Read a tick; nothing where it is as usual and the form had no box for it."""
    if usual and "" not in texts:
        return NOTHING
    return bool(texts.get("")) or (False if usual else NOTHING)


def _keys(text: str) -> Any:
    """Read keys, or sums of keys: a + b, c."""
    parts = [[key.strip() for key in part.split("+")] for part in text.split(",") if part.strip()]
    found = [part[0] if len(part) == 1 else part for part in parts]
    return NOTHING if not found else found[0] if len(found) == 1 else found


def _words(texts: Texts) -> Any:
    by_language = {suffix[1:]: text.strip() for suffix, text in texts.items() if suffix.startswith(":")}
    if by_language:
        return by_language if any(by_language.values()) else NOTHING
    return texts.get("", "").strip() or NOTHING


def _whole(text: str) -> Any:
    tidy = text.strip().replace("\u2212", "-")
    if not tidy:
        return NOTHING
    return int(tidy) if _NUMBER.fullmatch(tidy) else text.strip()


def _span(texts: Texts) -> Any:
    low, high = (_whole(texts.get(suffix, "")) for suffix in (".low", ".high"))
    if low is NOTHING and high is NOTHING:
        return NOTHING
    return [part if part is not NOTHING else "" for part in (low, high)]


def _one_of(texts: Texts) -> Any:
    how = texts.get(".how", "")
    if how == "range":
        span = _span(texts)
        return ["", ""] if span is NOTHING else span
    if how in ("fixed", "each"):
        number = _whole(texts.get(".low", ""))
        return "" if number is NOTHING else number
    return how or NOTHING


def _numbers(field: Field, text: str) -> Any:
    """Read a list of numbers, or of pairs; of teams one number may stand alone."""
    if field.kind == "rows":
        return _rows(text)
    found = _list(text)
    return found[0] if field.kind == "teams" and isinstance(found, list) and len(found) == 1 else found


def _tables(text: str) -> Any:
    """Read what stands between the braces of an inline table."""
    if not text.strip():
        return NOTHING
    try:
        return read_toml(f"x = {{{text.strip()}}}")["x"]
    except TomlError:
        return text.strip()


def _list(text: str) -> Any:
    """Read whole numbers with any separators."""
    if not text.strip():
        return NOTHING
    found = _NUMBER.findall(text)
    return [int(number) for number in found] if found and _BETWEEN.fullmatch(text) else text.strip()


def _rows(text: str) -> Any:
    numbers = _list(text)
    if not isinstance(numbers, list) or len(numbers) % 2:
        return numbers
    return [list(pair) for pair in zip(numbers[::2], numbers[1::2], strict=True)]
