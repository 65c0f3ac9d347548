"""Reading the tables of a TOML text by their fields, with the line of every problem; for sheets and ledgers."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from gettext import NullTranslations
from typing import Any, TypeVar

from msgspec import Struct

from companion.core.errors import CompanionError
from companion.core.suggestions import did_you_mean
from companion.core.toml_lines import Path, key_lines, line_of
from companion.core.wording import Message, Speaker, say
from companion.games.score_sheet.fields import KIND, Field, Section, WrongValue, read

MOST_TABLES = 60
"""The most categories of a sheet, kinds of a category, or rungs of a ladder; further ones are not read."""


class SheetProblem(Struct, frozen=True):
    """A problem: line counted from 1, full path of the key, and what was expected."""

    line: int
    key: str
    expected: Message
    hint: Message | None = None

    @property
    def missing(self) -> bool:
        """Whether the problem is only that the key is missing."""
        return self.expected == MISSING


MISSING = say("this key, which is missing")


class SheetError(CompanionError):
    """An invalid sheet. ``problems`` are all of them, by line; the text is English."""

    def __init__(self, where: str, problems: tuple[SheetProblem, ...]) -> None:
        speaker = Speaker("en", NullTranslations(), {})
        lines = []
        for problem in problems:
            hint = f" {speaker.say(problem.hint)}" if problem.hint else ""
            expected = speaker.say(problem.expected)
            lines.append(f"{where}, line {problem.line}: {problem.key}: expected {expected}.{hint}")
        super().__init__("\n".join(lines))
        self.problems = problems


T = TypeVar("T")

Places = tuple[tuple[int, T], ...]
"""Parts of a text, each with its index in it."""


class TableReader:
    """Reads one text and collects its problems."""

    def __init__(self, text: str, *, kept: bool) -> None:
        self._kept = kept
        self.problems: list[SheetProblem] = []
        self._lines = key_lines(text)

    def belongs_to(self, key: str, path: Path) -> str | None:
        """The form that an unknown key belongs to, or None."""
        del key, path
        return None

    def named(self, path: Path) -> str | None:
        """The name in problems of the table at ``path``, which has two parts or more; None to use its number."""
        del path
        return None

    def read_kind(self, raw: dict[str, Any]) -> None:
        """Remove the kind of file from ``raw``; an unknown one becomes a problem."""
        if KIND.key in raw:
            self._table((KIND,), {KIND.key: raw.pop(KIND.key)}, ())

    def _made(self, kind: type[T], section: Section, raw: dict[str, Any], path: Path) -> T | None:
        """The struct of a smaller table, or None if there were problems."""
        before = len(self.problems)
        values = self._table(section.fields, raw, path)
        return None if len(self.problems) > before else kind(**values)

    def _several(
        self, raw: dict[str, Any], key: str, make: Callable[[dict[str, Any], Path], T | None], path: Path = ()
    ) -> Places[T]:
        """The readable tables of a list, each with its place in the text."""
        made = [(place, make(part, (*path, key, place))) for place, part in enumerate(tables_of(raw, key))]
        return tuple((place, part) for place, part in made if part is not None)

    def _table(
        self, fields: tuple[Field, ...], raw: Mapping[str, object], path: Path, any_form: bool = False
    ) -> dict[str, Any]:
        """The plain values of a table; unknown, missing and invalid ones become problems."""
        known = {field.key: field for field in fields}
        for key in raw:
            if key not in known and not (any_form and self.belongs_to(key, path)):
                self._unknown(key, known, path)
        values: dict[str, Any] = {}
        for field in fields:
            if field.key not in raw:
                if field.required:
                    self._problem((*path, field.key), MISSING)
                continue
            if field.kind in ("tables", "table", "varied"):
                self._shape(field, raw[field.key], (*path, field.key))
                continue
            try:
                values[field.key] = read(field, raw[field.key])
            except WrongValue as error:
                if not (self._kept and field.kind == "icon"):
                    self._problem((*path, field.key), error.expected, error.hint)
        return values

    def _shape(self, field: Field, value: object, at: Path) -> None:
        """Check that a field has the shape of a table or tables; their content is read separately."""
        if field.kind == "varied":
            if not (isinstance(value, dict) and value and all(isinstance(part, dict) for part in value.values())):
                example = "{2 = {places = [3]}}" if path_of_category(at) else "{4 = {teams = [2, 2]}}"
                self._problem(at, say("tables by number, such as {example}", example=example))
        elif field.kind == "table":
            if not isinstance(value, dict):
                self._problem(at, say("a table, such as {example}", example=f"[{field.key}]"))
        elif not (isinstance(value, list) and value and all(isinstance(part, dict) for part in value)):
            self._problem(at, say("one table or more, such as {example}", example=f"[[{field.key}]]"))
        elif len(value) > MOST_TABLES:
            self._problem(at, say("at most {n} of them", n=MOST_TABLES))

    def _unknown(self, key: str, known: Collection[str], path: Path) -> None:
        form = self.belongs_to(key, path)
        hint = did_you_mean(key, known)
        if hint is None and form is not None:
            hint = say("It belongs to the form {form}.", form=form)
        self._problem((*path, key), say("one of the keys {names}", names=", ".join(known)), hint)

    def _problem(self, path: Path, expected: Message, hint: Message | None = None) -> None:
        self.problems.append(SheetProblem(line_of(self._lines, path), self._spoken(path), expected, hint))

    def _spoken(self, path: Path) -> str:
        """Path of a key in errors: tables by name if they have one, else by index from 1."""
        parts = [str(part + 1) if isinstance(part, int) else part for part in path]
        if len(path) > 1:
            parts[1] = self.named(path) or parts[1]
        return ".".join(parts)


def path_of_category(path: Path) -> bool:
    """Whether ``path`` is within a category."""
    return path[:1] == ("category",)


def text_of(value: object) -> str:
    """``value`` if it is a text, else ""."""
    return value if isinstance(value, str) else ""


def tables_of(raw: dict[str, Any], key: str) -> list[dict[str, Any]]:
    """The tables of a list, at most ``MOST_TABLES``; empty if it is no list of tables."""
    parts = raw.get(key, [])
    return [part for part in parts[:MOST_TABLES] if isinstance(part, dict)] if isinstance(parts, list) else []
