"""Read a sheet from TOML, reporting all problems at once."""

from __future__ import annotations

import tomllib
from collections.abc import Callable, Mapping
from functools import partial
from gettext import NullTranslations
from typing import Any, TypeVar, get_args

from msgspec import Struct, structs

from companion.core.box_kinds import did_you_mean
from companion.core.errors import CompanionError
from companion.core.toml_lines import Path, key_lines, line_of, reader_error
from companion.core.toml_reading import read_toml
from companion.core.wording import Message, Speaker, say, verbatim
from companion.games.score_sheet.consistency import Draft, flaws
from companion.games.score_sheet.field_values import WrongValue, read
from companion.games.score_sheet.fields import CATEGORY, FORMS, KINDS, LADDER, SHEET, SUDDEN, WRITING, Field, Section
from companion.games.score_sheet.sheet import AnyCategory, Kind, LadderRung, SetCollection, Sheet, Sudden

T = TypeVar("T")

Places = tuple[tuple[int, T], ...]
"""Parts of the sheet, each with its index in the text."""

_MAKERS: dict[str, type[AnyCategory]] = {str(form.__struct_config__.tag): form for form in get_args(AnyCategory)}


class SheetProblem(Struct, frozen=True):
    """A problem: line counted from 1, full path of the key, and what was expected."""

    line: int
    key: str
    expected: Message
    hint: Message | None = None


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


def parse(text: str, where: str) -> Sheet:
    """Read a sheet. ``where`` names the file in errors. Raises ``SheetError`` with every problem."""
    sheet, problems = _read(text)
    if sheet is None or problems:
        raise SheetError(where, problems)
    return sheet


def check(text: str) -> tuple[SheetProblem, ...]:
    """All problems of ``text``, by line; empty for a valid sheet."""
    return _read(text)[1]


def _read(text: str) -> tuple[Sheet | None, tuple[SheetProblem, ...]]:
    try:
        raw = read_toml(text)
    except tomllib.TOMLDecodeError as error:
        line, why = reader_error(text, error)
        return None, (SheetProblem(line, "TOML", say("a line that can be read; the reader says: {why}", why=why)),)
    reader = _Reader(text)
    sheet = reader.sheet(raw)
    return sheet, tuple(sorted(reader.problems, key=lambda problem: problem.line))


class _Reader:
    """Reads one text, collecting problems."""

    def __init__(self, text: str) -> None:
        self.problems: list[SheetProblem] = []
        self._lines = key_lines(text)
        self._keys: tuple[str, ...] = ()

    def sheet(self, raw: dict[str, Any]) -> Sheet | None:
        """The sheet, or None when there were problems."""
        self._keys = tuple(_text(part.get("key")) for part in _tables(raw, "category"))
        values = self._table(SHEET.fields, raw, ())
        doubtful = {key for key in ("seats", "rounds", "teams") if key in raw and key not in values}
        if "seats" not in raw:
            doubtful.add("seats")
        once = "rounds" not in doubtful and values.get("rounds", "once") == "once"
        categories: Places[AnyCategory] = self._several(raw, "category", partial(self._category, once=once))
        rungs = self._several(raw, "ladder", partial(self._made, LadderRung, LADDER))
        if isinstance(raw.get("sudden"), dict):
            values["sudden"] = self._made(Sudden, SUDDEN, raw["sudden"], ("sudden",))
        categories = tuple((place, _as_its_source(category, categories)) for place, category in categories)
        values["category"] = tuple(category for _, category in categories)
        values["ladder"] = tuple(rung for _, rung in rungs)
        # a placeholder for what could not be read lets the rest be checked too
        stand_in: dict[str, Any] = {"id": "unread", "name": verbatim("unread"), "seats": (1, 8)}
        sheet = Sheet(**(stand_in | values))
        for flaw in flaws(Draft(sheet, categories, rungs, self._keys, frozenset(doubtful))):
            self._problem(flaw.path, flaw.expected, flaw.hint)
        return None if self.problems else sheet

    def _category(self, raw: dict[str, Any], path: Path, *, once: bool) -> AnyCategory | None:
        form = raw.get("form")
        section = FORMS.get(form) if isinstance(form, str) else None
        fields = CATEGORY.fields + (section.fields if section else ())
        before = len(self.problems)
        if "uses" in raw:
            raw, fields = self._not_written(raw, path), tuple(one for one in fields if one.key not in WRITING)
        values = self._table(fields, raw, path, any_form=section is None)
        if section is not None and section.field("kinds"):
            kinds = self._several(raw, "kinds", partial(self._made, Kind, KINDS), path)
            values["kinds"] = tuple(kind for _, kind in kinds)
        if section is None or len(self.problems) > before:
            return None
        values.pop("form")
        at_end = once or values.get("who") == "first"
        values.setdefault("when", "end" if at_end else "round")
        return _MAKERS[section.key](**values)

    def _not_written(self, raw: dict[str, Any], path: Path) -> dict[str, Any]:
        """The values of a category that uses another's numbers, without what only a category that is written says."""
        for key in raw:
            if key in WRITING:
                expected = say("nothing here, as {category} says what is written", category=_text(raw["uses"]))
                self._problem((*path, key), expected)
        return {key: value for key, value in raw.items() if key not in WRITING}

    def _made(self, kind: type[T], section: Section, raw: dict[str, Any], path: Path) -> T | None:
        """What a smaller table says, or None when there were problems."""
        before = len(self.problems)
        values = self._table(section.fields, raw, path)
        return None if len(self.problems) > before else kind(**values)

    def _several(
        self, raw: dict[str, Any], key: str, make: Callable[[dict[str, Any], Path], T | None], path: Path = ()
    ) -> Places[T]:
        """What could be read of a list of tables, each with its place in the text."""
        made = [(place, make(part, (*path, key, place))) for place, part in enumerate(_tables(raw, key))]
        return tuple((place, part) for place, part in made if part is not None)

    def _table(
        self, fields: tuple[Field, ...], raw: Mapping[str, object], path: Path, any_form: bool = False
    ) -> dict[str, Any]:
        """The plain values of a table; unknown, missing and invalid ones become problems."""
        known = {field.key: field for field in fields}
        for key in raw:
            if key not in known and not (any_form and _form_of(key)):
                self._unknown(key, known, path)
        values: dict[str, Any] = {}
        for field in fields:
            if field.key not in raw:
                if field.required:
                    self._problem((*path, field.key), say("this key, which is missing"))
                continue
            if field.kind in ("tables", "table"):
                self._shape(field, raw[field.key], (*path, field.key))
                continue
            try:
                values[field.key] = read(field, raw[field.key])
            except WrongValue as error:
                self._problem((*path, field.key), error.expected, error.hint)
        return values

    def _shape(self, field: Field, value: object, at: Path) -> None:
        """Check that a field has the shape of a table or tables; their content is read separately."""
        if field.kind == "table":
            if not isinstance(value, dict):
                self._problem(at, say("a table, such as {example}", example=f"[{field.key}]"))
        elif not (isinstance(value, list) and value and all(isinstance(part, dict) for part in value)):
            self._problem(at, say("one table or more, such as {example}", example=f"[[{field.key}]]"))

    def _unknown(self, key: str, known: dict[str, Field], path: Path) -> None:
        form = _form_of(key) if path[:1] == ("category",) and "kinds" not in path else None
        hint = did_you_mean(key, known)
        if hint is None and form is not None:
            hint = say("It belongs to the form {form}.", form=form)
        self._problem((*path, key), say("one of the keys {names}", names=", ".join(known)), hint)

    def _problem(self, path: Path, expected: Message, hint: Message | None = None) -> None:
        self.problems.append(SheetProblem(line_of(self._lines, path), self._spoken(path), expected, hint))

    def _spoken(self, path: Path) -> str:
        """Path of a key in errors: categories by their key if it is known, other tables by index from 1."""
        parts = [str(part + 1) if isinstance(part, int) else part for part in path]
        if path[0] == "category" and len(path) > 1 and isinstance(path[1], int):
            parts[1] = self._keys[path[1]] or parts[1]
        return ".".join(parts)


def _as_its_source(category: AnyCategory, categories: Places[AnyCategory]) -> AnyCategory:
    """``category`` with the kinds, time and secrecy of the category that it ``uses``, if any."""
    source = next((other for _, other in categories if other.key == category.uses), None)
    if not category.uses or source is None:
        return category
    kinds = {"kinds": source.kinds} if isinstance(category, SetCollection) and isinstance(source, SetCollection) else {}
    return structs.replace(category, sealed=source.sealed, when=source.when, **kinds)


def _text(value: object) -> str:
    return value if isinstance(value, str) else ""


def _tables(raw: dict[str, Any], key: str) -> list[dict[str, Any]]:
    parts = raw.get(key, [])
    return [part for part in parts if isinstance(part, dict)] if isinstance(parts, list) else []


def _form_of(key: str) -> str | None:
    """The first form of category that has this key."""
    return next((name for name, section in FORMS.items() if section.field(key)), None)
