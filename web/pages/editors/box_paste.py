"""Read what was copied out of a spreadsheet: lines of cells, perhaps under the names of the columns."""

from __future__ import annotations

import unicodedata
from collections.abc import Callable
from dataclasses import dataclass

from companion.core.box_kinds import plain_number
from companion.core.wording import Message, Wording, say
from companion.service.session.box_views import KindView

NAME = "\0"
"""The column that names the component."""

MOST_LINES = 500
"""Lines of one paste."""


@dataclass(frozen=True)
class Pasted:
    """The ``cells`` as (row, field, text); the lines that belong nowhere, as ``text`` and with their ``problems``."""

    cells: list[tuple[str, str, str]]
    text: str
    problems: tuple[Message, ...]


def pasted_cells(kind: KindView, text: str, say_in: Callable[[Wording], str]) -> Pasted:
    """The cells of a text, in the language of the page.

    Cells of a line stand between tabs, or between semicolons where there is no tab. A first line with names of columns
    says which they are. Without one they are all columns of the table in their order, after the name of the component
    where the first cell of the first line is one. Lines without a name go to the components in their order, or, where
    owners add theirs, to new ones.
    """
    lines = [(n, line) for n, line in enumerate(text.replace("\r\n", "\n").split("\n"), 1) if line.strip()]
    between = "\t" if "\t" in text else ";"
    table = [(n, line, [cell.strip() for cell in line.split(between)]) for n, line in lines]
    reader = _Lines(kind, say_in)
    names = reader.columns(table[0][2]) if table else None
    heads = names or reader.usual(table[0][2] if table else [])
    problems: list[Message] = []
    kept = [lines[0][1]] if names else []
    for n, line, cells in table[1:] if names else table:
        problem = reader.line(heads, cells) if n <= MOST_LINES else say("at most {n} lines at once", n=MOST_LINES)
        if problem is not None:
            problems.append(say("Line {n}: {what}.", n=n, what=problem))
            kept.append(line)
    return Pasted(reader.cells, "\n".join(kept) if problems else "", tuple(problems))


class _Lines:
    """Finds the row of each line; collects ``cells``."""

    def __init__(self, kind: KindView, say_in: Callable[[Wording], str]) -> None:
        self.cells: list[tuple[str, str, str]] = []
        self._kind = kind
        numbered = kind.kind.numbered
        self._fields: dict[str, str] = {}
        for field in kind.kind.fields:
            self._fields |= {_plain(field.key): field.key, _plain(say_in(field.label)): field.key}
        self._naming = kind.kind.naming
        self._names = {name: part.key for part in kind.parts for name in (_plain(part.key), _plain(say_in(part.label)))}
        called = (say_in(kind.kind.label), say_in(say("Name")), "key", *((say_in(numbered.label),) if numbered else ()))
        self._heads = {_plain(name): NAME for name in called} | self._fields
        self._keys = {part.key for part in kind.parts}
        self._unnamed = iter([part.key for part in kind.parts if part.key in kind.kind.listed])
        self._new = 0

    def columns(self, cells: list[str]) -> list[str] | None:
        """The fields that a line of names says; None where it is none."""
        found = [self._heads.get(_plain(cell), "") for cell in cells]
        fields = [name for name in found if name]
        return found if len(fields) >= 2 or (len(cells) == 1 and fields) else None

    def usual(self, first: list[str]) -> list[str]:
        """The columns of the table in their order; a name before them where the first cell is one."""
        fields = [field.key for field in self._kind.kind.fields]
        named = self._kind.kind.numbered is not None or (first and _plain(first[0]) in self._names)
        return [NAME, *fields] if named else fields

    def line(self, heads: list[str], cells: list[str]) -> Message | None:
        """Take in a line; what is wrong where it belongs nowhere."""
        given = dict(zip(heads, cells, strict=False))
        name = given.pop(NAME, "")
        texts = [(key, text) for key, text in given.items() if key and text]
        if any(cells[len(heads) :]):
            return say("more cells than columns")
        called = given.get(self._naming, "")
        row = self._row(name or self._names.pop(_plain(called), ""), called)
        if row is None:
            return say("there is no {name}", name=name) if name else say("no component is left for it")
        if row.startswith("+") and self._kind.kind.numbered is not None:
            self.cells.append((row, "", name))
        self.cells += [(row, key, text) for key, text in texts]
        return None

    def _row(self, name: str, called: str) -> str | None:
        """The row with a name, a new one where owners add theirs, else the next one. ``called`` is its text field."""
        if name in self._keys:
            return name
        if name and (found := self._names.get(_plain(name))):
            return found
        kind = self._kind.kind
        if not name and kind.listed and not (called and kind.most):
            return next(self._unnamed, None)
        if not kind.most or (name and kind.numbered is not None and not plain_number(name)):
            return None
        self._new += 1
        return f"+{self._new}"


def _plain(text: str) -> str:
    folded = unicodedata.normalize("NFKD", text).casefold()
    return " ".join("".join(sign for sign in folded if not unicodedata.combining(sign)).split())
