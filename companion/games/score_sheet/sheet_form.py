"""The form of a page that edits a sheet, and sheets as plain values and TOML."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from msgspec import Struct

from companion.core.toml_writing import toml_line
from companion.core.wording import Verbatim
from companion.games.score_sheet.fields import (
    CATEGORY,
    FORMS,
    KINDS,
    LADDER,
    OPTION,
    OUTCOME,
    SHEET,
    SUDDEN,
    WRITING,
    Section,
)
from companion.games.score_sheet.sheet import Bonus, Category, Sheet

Values = Mapping[str, Any]
"""A sheet as texts, numbers, truth values, lists, and mappings for tables."""


class SheetForm(Struct, frozen=True):
    """The keys of the sheet, of a category, those that each form of category adds, and those of the smaller tables.

    ``writing`` are the keys that a category with ``uses`` must not have.
    """

    sheet: Section
    category: Section
    forms: tuple[Section, ...]
    kinds: Section
    ladder: Section
    sudden: Section
    option: Section
    outcome: Section
    writing: tuple[str, ...] = WRITING


def describe() -> SheetForm:
    """Every key with its kind, wording, default, bounds and choices, in the order of ``write``."""
    return SheetForm(SHEET, CATEGORY, tuple(FORMS.values()), KINDS, LADDER, SUDDEN, OPTION, OUTCOME)


def write(sheet: Sheet) -> str:
    """``sheet`` as TOML. Reading the text gives an equal sheet."""
    return write_values(values_of(sheet))


def values_of(sheet: Sheet) -> dict[str, Any]:
    """The values of ``sheet``, without those equal to their defaults, to fill a page."""
    values = _plain(sheet, SHEET)
    values["category"] = [_category_values(sheet, category) for category in sheet.category]
    values["ladder"] = [_plain(rung, LADDER) for rung in sheet.ladder]
    values["option"] = [_plain(one, OPTION) for one in sheet.option]
    if not sheet.option:
        del values["option"]
    if sheet.outcome:
        values["outcome"] = [_plain(one, OUTCOME) for one in sheet.outcome]
    if sheet.sudden is not None:
        values["sudden"] = _plain(sheet.sudden, SUDDEN)
    return values


def write_values(values: Values) -> str:
    """Plain values as TOML, also of an incomplete sheet; ``check`` lists its problems.

    Unknown keys are written too, so that they are reported and not lost. Raises ``TypeError`` for a value that
    ``toml_writing`` does not support.
    """
    blocks = [_lines(values, SHEET, leave=("category", "ladder", "sudden", "option", "outcome"))]
    for category in _tables(values, "category"):
        form = FORMS.get(str(category.get("form")))
        blocks.append(["[[category]]", *_lines(category, CATEGORY, *([form] if form else ()))])
    blocks += [["[[ladder]]", *_lines(rung, LADDER)] for rung in _tables(values, "ladder")]
    blocks += [["[[option]]", *_lines(one, OPTION)] for one in _tables(values, "option")]
    blocks += [["[[outcome]]", *_lines(one, OUTCOME)] for one in _tables(values, "outcome")]
    if isinstance(sudden := values.get("sudden"), Mapping):
        blocks.append(["[sudden]", *_lines(sudden, SUDDEN)])
    return "\n\n".join("\n".join(lines) for lines in blocks if lines) + "\n"


# -- a sheet as plain values ---------------------------------------------------------------------------------------


def _plain(struct: Struct, section: Section) -> dict[str, Any]:
    """The values of a struct that differ from their defaults, by the keys of a section."""
    values: dict[str, Any] = {}
    for field in section.fields:
        value = getattr(struct, field.key, None)  # the form of a category is its type, not a value
        if field.kind in ("tables", "table") or value is None or value in ("", ()):
            continue
        if field.required or value != field.default:
            values[field.key] = _plain_value(value)
    return values


def _plain_value(value: Any) -> Any:
    match value:
        case Verbatim(words=words):
            return words[""] if set(words) == {""} else dict(words)
        case (str() as key,):  # a single key of a tie-break or product is written without a list
            return key
        case dict():  # differing values, by number
            return {str(key): _plain_value(part) for key, part in value.items()}
        case tuple():
            return [_plain_value(part) for part in value]
        case _:
            return value


def _category_values(sheet: Sheet, category: Category) -> dict[str, Any]:
    form = str(category.__struct_config__.tag)
    values = _plain(category, CATEGORY) | {"form": form} | _plain(category, FORMS[form])
    if category.uses:
        return {key: value for key, value in values.items() if key not in WRITING}
    if section := FORMS[form].field("kinds"):
        values["kinds"] = [_plain(kind, KINDS) for kind in getattr(category, section.key)]
    at_end = sheet.rounds == "once" or (isinstance(category, Bonus) and category.who == "first")
    if category.when == ("end" if at_end else "round"):
        del values["when"]
    return values


# -- plain values as TOML ------------------------------------------------------------------------------------------


def _tables(values: Values, key: str) -> list[Values]:
    found = values.get(key, ())
    return [part for part in found if isinstance(part, Mapping)] if isinstance(found, Sequence) else []


def _lines(values: Values, *sections: Section, leave: tuple[str, ...] = ()) -> list[str]:
    """Lines ``key = value`` in the order of the sections, unknown keys last."""
    order = [field.key for section in sections for field in section.fields]
    keys = [key for key in order if key in values] + [key for key in values if key not in order]
    return [toml_line(key, values[key]) for key in keys if key not in leave]
