"""The form of a score sheet: nested tables of field texts, their buttons, and conversion to values.

A field is named by its path: ``seats.low``, ``category.0.points``, ``category.0.kinds.1.name``. Keys of categories and
kinds are placeholders until the values are made, so that references (a tie-break, a category that uses another's
numbers) survive renaming.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from companion.core.wording import SHORT_WIDTH
from companion.games.score_sheet import SheetProblem
from companion.games.score_sheet.fields import Field, Section
from companion.games.score_sheet.sheet_form import SheetForm
from web.pages.editors.sheet_fields import NOTHING, texts_of, value_of

TABLES = ("category", "kinds", "ladder", "sudden", "option", "outcome")
MOST = {"category": 30, "kinds": 12, "ladder": 8, "sudden": 1, "option": 6, "outcome": 8}
"""Maximum number of each table on the form; longer sheets are edited as text."""
PLAIN = ("rounds", "above", "flag", "rows", "wholes", "tables")
"""Kinds of fields that are always shown."""
RARE = ("counts", "only_if_tied")
"""Fields that are folded away although their kind is shown."""
FRESH = re.compile(r"new-[0-9]+")
LONGEST_KEY = 30


@dataclass
class SheetTable:
    """One table of a sheet's TOML, as typed in the builder: texts by field name, and the tables inside it by name."""

    texts: dict[str, str] = field(default_factory=dict)
    parts: dict[str, list[SheetTable]] = field(default_factory=dict)

    def several(self, table: str) -> list[SheetTable]:
        return self.parts.setdefault(table, [])

    def of(self, key: str) -> dict[str, str]:
        """The texts of one field by suffix."""
        return {name[len(key) :]: text for name, text in self.texts.items() if re.split(r"[.:]", name)[0] == key}

    def text(self, name: str, default: object = "") -> str:
        return self.texts.get(name, "" if default is None else str(default))


def read_form(form: Iterable[tuple[str, str]]) -> SheetTable:
    """Read the fields of a form; unknown names are ignored."""
    root = SheetTable()
    for name, text in form:
        part, rest = root, name.split(".")
        while len(rest) > 2 and rest[0] in TABLES and rest[1].isdecimal():
            table, place = rest[0], int(rest[1][:4])
            if place >= MOST[table]:
                break
            listed = part.several(table)
            listed.extend(SheetTable() for _ in range(place + 1 - len(listed)))
            part, rest = listed[place], rest[2:]
        else:
            part.texts[".".join(rest)] = text
    return root


def from_values(values: Mapping[str, Any], form: SheetForm) -> SheetTable:
    """Convert the values of a sheet to form fields."""
    return _part(values, form.sheet.fields, form)


def _part(values: Mapping[str, Any], fields: Iterable[Field], form: SheetForm) -> SheetTable:
    part = SheetTable()
    for one in fields:
        if one.key not in values:
            continue
        value = values[one.key]
        if one.kind in ("tables", "table"):
            listed = value if isinstance(value, list) else [value]
            part.parts[one.key] = [
                _part(table, fields_of(form, one.section, str(table.get("form", ""))), form)
                for table in listed[: MOST[one.key]]
                if isinstance(table, dict)
            ]
        else:
            part.texts |= {one.key + suffix: text for suffix, text in texts_of(one, value).items()}
    return part


def fields_of(form: SheetForm, section: str, kind: str = "") -> tuple[Field, ...]:
    """Fields of a section; of a category the common ones, then those of its form."""
    if section != "category":
        found: Section = getattr(form, section)
        return found.fields
    added = next((each.fields for each in form.forms if each.key == kind), ())
    return (*form.category.fields, *added)


def main_and_more(common: Sequence[Field], added: Sequence[Field] = ()) -> tuple[list[Field], list[Field]]:
    """Split fields into those always shown and those folded away; the first added field is always shown."""
    fields = [*common, *added]
    must = [one for one in fields if one.required or one in added[:1] or (one.kind in PLAIN and one.key not in RARE)]
    must += [one for one in fields if one.kind == "choice" and one.default is not None and one not in must]
    return [one for one in fields if one in must], [one for one in fields if one not in must]


# -- what the buttons do -------------------------------------------------------------------------------------------


def apply_button(root: SheetTable, do: str) -> str:
    """Apply a button (``add.category.number``, ``up.category.1``); return the name of the table it changed."""
    verb, *way = do.split(".")
    part = root
    while len(way) > 2 and way[0] in TABLES and way[1].isdecimal() and int(way[1]) < len(part.several(way[0])):
        part, way = part.several(way[0])[int(way[1])], way[2:]
    if not way or way[0] not in TABLES:
        return ""
    listed = part.several(way[0])
    if verb == "add":
        _add(root, listed, way[0], way[1] if len(way) > 1 else "")
    elif len(way) == 2 and way[1].isdecimal() and int(way[1]) < len(listed):
        place = int(way[1])
        moved = listed.pop(place)
        if verb in ("up", "down"):
            listed.insert(max(0, place + (1 if verb == "down" else -1)), moved)
        elif verb != "remove":
            listed.insert(place, moved)
    return way[0]


def _add(root: SheetTable, listed: list[SheetTable], table: str, form: str) -> None:
    if len(listed) >= MOST[table]:
        return
    added = SheetTable({"form": form} if form else {})
    if table in ("category", "kinds"):
        added.texts["key"] = _fresh(root)
    if table == "category" and form == "set":
        added.parts["kinds"] = [SheetTable({"key": _fresh(root, n)}) for n in (1, 2)]
    listed.append(added)


def _fresh(root: SheetTable, ahead: int = 0) -> str:
    categories = root.several("category")
    keys = [part.text("key") for each in categories for part in (each, *each.several("kinds"))]
    taken = [int(key[4:]) for key in keys if FRESH.fullmatch(key)]
    return f"new-{max(taken, default=0) + 1 + ahead}"


# -- the values they make ------------------------------------------------------------------------------------------


def values(root: SheetTable, form: SheetForm, taken: Collection[str] = ()) -> dict[str, Any]:
    """Convert the form to the values of a sheet, with keys made from names. ``taken`` are ids of other sheets."""
    made = _values(root, form.sheet.fields, form)
    _name_keys(made.get("category", ()))
    _name_keys(made.get("outcome", ()))
    new = {
        old.text("key"): one.get("key", "")
        for old, one in zip(root.several("category"), made.get("category", ()), strict=True)
    }
    for one in (*made.get("ladder", ()), *made.get("outcome", ())):
        if isinstance(one.get("category"), list):
            one["category"] = [new.get(key, key) for key in one["category"]]
        elif "category" in one:
            one["category"] = new.get(one["category"], one["category"])
    for category in made.get("category", ()):
        if "uses" in category:
            category["uses"] = new.get(category["uses"], category["uses"])
            # Fields of its own numbers do not apply to a category that uses another's.
            for key in form.writing:
                category.pop(key, None)
    for category in made.get("category", ()):
        if "short" not in category and (short := _shortened(category.get("name"))):
            category["short"] = short
    if not made.get("id"):
        made["id"] = slug(_spoken(made.get("name", "")), taken, "sheet")
    return made


def _values(part: SheetTable, fields: Iterable[Field], form: SheetForm) -> dict[str, Any]:
    made: dict[str, Any] = {}
    for one in fields:
        if one.kind in ("tables", "table"):
            several = [
                _values(table, fields_of(form, one.section, table.text("form")), form)
                for table in part.several(one.key)
            ]
            if several:
                made[one.key] = several if one.kind == "tables" else several[0]
            continue
        value = value_of(one, part.of(one.key))
        if value is not NOTHING and (one.required or value != one.default):
            made[one.key] = value
    return made


def _name_keys(tables: Iterable[dict[str, Any]]) -> None:
    """Give categories, kinds and outcomes that have none, or a placeholder, keys made from their names."""
    listed = list(tables)
    taken = {table["key"] for table in listed if table.get("key") and not FRESH.fullmatch(table["key"])}
    for table in listed:
        if not table.get("key") or FRESH.fullmatch(table["key"]):
            table["key"] = slug(_spoken(table.get("name", "")), taken, "count")
            taken.add(table["key"])
        _name_keys(table.get("kinds", ()))


def _shortened(name: object) -> Any:
    """The name of a category for a small display, by language; None where the whole name fits."""
    if isinstance(name, dict):
        fits = {language: _shortened(text) or text for language, text in name.items()}
        return fits if fits != name else None
    text = str(name or "")
    if len(text) <= SHORT_WIDTH:
        return None
    words = text[: SHORT_WIDTH + 1].rsplit(" ", 1)[0] if " " in text[: SHORT_WIDTH + 1] else text[:SHORT_WIDTH]
    return words.rstrip(" ,;:-")


def _spoken(name: object) -> str:
    return str(next(iter(name.values()), "")) if isinstance(name, dict) else str(name)


def slug(name: str, taken: Collection[str], without: str) -> str:
    """Make a short key from a name, different from those ``taken``; ``without`` serves where it has no letters."""
    plain = unicodedata.normalize("NFKD", name).encode("ascii", "ignore").decode().lower()
    words = re.sub(r"[^a-z0-9]+", "-", plain).strip("-")[: LONGEST_KEY - 4].strip("-") or without
    return next(key for n in range(1, 1000) if (key := words if n == 1 else f"{words}-{n}") not in taken)


# -- where a problem belongs ---------------------------------------------------------------------------------------


def field_of(problem: SheetProblem, made: Mapping[str, Any]) -> str:
    """Name of the form field, or else of the table, that a problem is about."""
    first, *rest = problem.key.split(".")
    if first not in TABLES or (first != "sudden" and not rest):
        return first
    if first == "sudden":
        return ".".join(("sudden", "0", *rest[:1]))
    keys = [table.get("key", "") for table in made.get(first, ()) if isinstance(table, dict)]
    place = keys.index(rest[0]) if first == "category" and rest[0] in keys else _place(rest[0])
    if len(rest) > 2 and rest[1] == "kinds":
        return ".".join((first, str(place), "kinds", str(_place(rest[2])), *rest[3:4]))
    return ".".join((first, str(place), *rest[1:2]))


def _place(text: str) -> int:
    return int(text) - 1 if text.isdecimal() else 0
