"""Convert facts to the text of a table's cell and back, in the language of the page.

A cell is read generously: a choice by its name, its number in the list or the beginning of its name; a list by
semicolons or commas, and one of small numbers also without. Nothing is validated here: what cannot be read stays as it
was typed.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable
from typing import Literal

from companion.core.boxes import BoxField, Fact
from companion.core.wording import NOTHING, Wording

CellType = Literal["number", "numbers", "choice", "choices", "text", "texts"]

EMPTY = "\u2013"
"""The text of an empty list."""

DASHES = ("-", EMPTY, "\u2014", "\u2212")
COUNTED = 9
"""Most choices that a digit stands for."""


def cell_type(field: BoxField) -> CellType:
    """What is typed into the cells of a field."""
    if field.choices:
        return "choices" if field.many else "choice"
    if field.numeric:
        return "numbers" if field.many else "number"
    return "texts" if field.many else "text"


class CellTexts:
    """Texts of cells in one language; ``short`` translates into the form for little room."""

    def __init__(self, say: Callable[[Wording], str], short: Callable[[Wording], str]) -> None:
        self._say = say
        self._short = short

    def text(self, field: BoxField, value: Fact | None) -> str:
        """The text of a fact; empty for an unknown one."""
        if value is None:
            return ""
        if isinstance(value, list):
            between = " " if field.numeric else "; " if field.choices else ", "
            return between.join(self._word(field, one) for one in value) or EMPTY
        return self._word(field, value)

    def choice(self, label: Wording) -> str:
        """A choice as a cell names it."""
        return self._short(label)

    def fact(self, field: BoxField, text: str) -> Fact | None:
        """The fact that a text says; None for an empty one, the text itself where it cannot be read."""
        text = text.strip()
        if not text:
            return None
        if field.many:
            return self._many(field, text)
        return self._single(field, text)

    def _word(self, field: BoxField, value: object) -> str:
        labels = dict(field.choices)
        return self._short(labels[str(value)]) if str(value) in labels else str(value)

    def _single(self, field: BoxField, text: str) -> int | str:
        if field.choices:
            found = self._chosen(field, text)
            return text if found is None else found
        plain = text.replace("\u2212", "-")
        return int(plain) if field.numeric and re.fullmatch(r"-?[0-9]{1,9}", plain) else text

    def _many(self, field: BoxField, text: str) -> Fact:
        if text in DASHES or _plain(text) == _plain(self._say(NOTHING)) or (field.low > 0 and text == "0"):
            return []
        if field.numeric:
            return [self._single(field, one) for one in _numbers(field, text)]
        if not field.choices:
            return [*_pieces(r"[,;]", text)]
        return [key for piece in _pieces(";", text) for key in self._several(field, piece)]

    def _several(self, field: BoxField, piece: str) -> list[int | str]:
        """The choices of a piece without a semicolon: one, or several between commas or blanks, or several digits."""
        whole = self._chosen(field, piece)
        if whole is not None:
            return [whole]
        parts = _pieces(r"[,+/]", piece)
        if len(parts) > 1:
            return [key for part in parts for key in self._several(field, part)]
        parts = list(piece) if piece.isdecimal() and len(field.choices) <= COUNTED else piece.split()
        found = [self._chosen(field, part) for part in parts]
        return [piece] if None in found or not found else [key for key in found if key is not None]

    def _chosen(self, field: BoxField, text: str) -> str | None:
        """The choice that a text names: exactly, by its number in the list, else by the beginning of its name."""
        wanted = _plain(text)
        names = [(key, {_plain(key), _plain(self._say(label)), _plain(self._short(label))})
                 for key, label in field.choices]  # fmt: skip
        exact = [key for key, known in names if wanted in known]
        if exact:
            return exact[0]
        if wanted.isdecimal():
            return names[int(wanted) - 1][0] if 1 <= int(wanted[:4]) <= len(names) else None
        begins = [key for key, known in names if any(name.startswith(wanted) for name in known)]
        return begins[0] if len(begins) == 1 else None


def _pieces(between: str, text: str) -> list[str]:
    return [piece.strip() for piece in re.split(between, text) if piece.strip()]


def _numbers(field: BoxField, text: str) -> list[str]:
    """The numbers of a list; digits that stand together are several where none can have two digits."""
    parts = re.split(r"[\s,;+/]+", text.strip(",;+/ "))
    if field.low < 0 or field.high > COUNTED:
        return parts
    return [one for part in parts for one in (part if part.isdecimal() else [part])]


def _plain(text: str) -> str:
    """A text to compare by: no case, no accents, single blanks."""
    folded = unicodedata.normalize("NFKD", text).casefold()
    return " ".join("".join(sign for sign in folded if not unicodedata.combining(sign)).split())
