"""Writing sheets from values, and reading them again."""

from __future__ import annotations

import tomllib
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import fields

from companion.core.legible import is_legible
from companion.games import shipped as games
from companion.games.score_sheet import check, parse, shipped, shipped_texts
from companion.games.score_sheet.fields import FORMS, Section
from companion.games.score_sheet.sheet import Category, Kind, LadderRung, Sheet, Sudden
from companion.games.score_sheet.sheet_files import _MAKERS
from companion.games.score_sheet.sheet_form import describe, values_of, write, write_values

KEYS = st.tuples(st.sampled_from("abcxyz"), st.text("az09-", min_size=1, max_size=6)).map("".join)
TEXTS = st.text(st.characters(exclude_categories=["C", "Z"]), min_size=1, max_size=21).filter(is_legible)
WORDS = st.one_of(TEXTS, st.fixed_dictionaries({"en": TEXTS, "es": TEXTS}))
POINTS = st.integers(-99, 99)


def _optional(**keys: st.SearchStrategy[Any]) -> st.SearchStrategy[dict[str, Any]]:
    return st.fixed_dictionaries({}, optional=keys)


UNITS = _optional(
    each=st.integers(1, 9), rounding=st.sampled_from(["down", "up"]), high=st.integers(10, 99), start=st.integers(0, 9)
)
ROWS = st.lists(st.integers(0, 20), min_size=1, max_size=6, unique=True).flatmap(
    lambda numbers: st.tuples(*(st.tuples(st.just(number), POINTS) for number in sorted(numbers)))
)


@st.composite
def sets(draw: st.DrawFn) -> dict[str, Any]:
    keys = draw(st.lists(KEYS, min_size=1, max_size=4, unique=True))
    kinds = [{"key": key, "name": draw(WORDS)} for key in keys]
    of = draw(st.sampled_from(["different", "same"]))
    steps = sorted(draw(st.lists(POINTS, min_size=len(keys), max_size=len(keys))))
    points = [sum(steps[: place + 1]) for place in range(len(steps))]
    return {"form": "set", "kinds": kinds, "points": points, "of": of} | draw(_optional(high=st.integers(1, 9)))


def _form(form: str, must: dict[str, st.SearchStrategy[Any]], *may: st.SearchStrategy[dict[str, Any]]) -> Any:
    parts = st.tuples(st.fixed_dictionaries(must), *may)
    return parts.map(lambda found: {"form": form} | {key: value for part in found for key, value in part.items()})


FORM_VALUES = st.one_of(
    _form("number", {}, _optional(low=st.integers(-99, 0), high=st.integers(5, 99), start=st.integers(1, 5))),
    _form("per-unit", {"points": POINTS}, UNITS),
    _form("penalty", {}, _optional(points=st.integers(0, 9)), UNITS),
    _form("table", {"rows": ROWS}, _optional(above=st.one_of(st.sampled_from(["last", "never"]), POINTS))),
    sets(),
    _form(
        "majority",
        {
            "places": st.lists(POINTS, min_size=1, max_size=4),
            "for_seats": st.fixed_dictionaries(
                {str(n): st.fixed_dictionaries({"places": st.just([n])}) for n in (2, 3, 4)}
            ),
        },
        _optional(ties=st.sampled_from(["share", "full", "none"]), least=st.integers(0, 3)),
    ),
    _form("bonus", {"points": POINTS, "who": st.sampled_from(["one", "at-most-one"])}),
)


@st.composite
def sheets(draw: st.DrawFn) -> dict[str, Any]:
    keys = draw(st.lists(KEYS, min_size=1, max_size=5, unique=True))
    rounds = draw(st.one_of(st.sampled_from(["once", "open"]), st.integers(1, 99), st.just([2, 7])))
    categories = []
    for place, key in enumerate(keys):
        category = {"key": key, "name": draw(WORDS)} | draw(_optional(help=WORDS, short=WORDS)) | draw(FORM_VALUES)
        if category["form"] != "bonus":
            category |= draw(_optional(sealed=st.booleans()))
        if rounds != "once" and place:
            category |= draw(_optional(when=st.sampled_from(["round", "end"])))
        categories.append(category)
    values: dict[str, Any] = {"id": draw(KEYS), "name": draw(WORDS), "seats": [2, 6], "rounds": rounds}
    values |= draw(_optional(about=WORDS, wins=st.sampled_from(["highest", "lowest"]), teams=st.just(2)))
    values |= draw(_optional(ask=st.sampled_from(["next", "pick"])))
    values["category"] = categories
    rung = st.fixed_dictionaries({"category": st.sampled_from(keys), "by": st.sampled_from(["points", "number"])})
    values["ladder"] = draw(st.lists(rung, max_size=2))
    if draw(st.booleans()):
        values["sudden"] = {"declared": True}
    return values


@given(sheets())
@settings(max_examples=60, deadline=None)
def test_what_is_written_is_read_again(values: dict[str, Any]) -> None:
    text = write_values(values)
    assert check(text) == ()
    sheet = parse(text, "drawn")
    again = write(sheet)
    assert parse(again, "again") == sheet
    assert write(parse(again, "again")) == again


@pytest.mark.parametrize("sheet", shipped(), ids=lambda sheet: str(sheet.id))
def test_the_shipped_sheets_come_through(sheet: Sheet) -> None:
    assert parse(write(sheet), "again") == sheet
    assert parse(write_values(values_of(sheet)), "again") == sheet


def test_what_goes_without_saying_is_left_out() -> None:
    for sheet in shipped():
        text = write(sheet)
        assert ("when = " in text) == (sheet.id in AT_THE_END)
        assert "false" not in text.replace("counts = false", "")


AT_THE_END = ("brass-birmingham", "provinces", "sushi-go", "wingspan")
"""The shipped sheets with rounds of which something is written at the end."""


@given(TEXTS)
def test_any_text_survives(text: str) -> None:
    raw = tomllib.loads(write_values({"name": text, "about": {"en": text}}))
    assert raw == {"name": text, "about": {"en": text}}


def test_an_unfinished_page_is_written_and_complained_about() -> None:
    text = write_values({"name": "", "seat": [2, 4], "category": [{"key": "a", "form": "set", "points": [1]}, {}]})
    found = {problem.key for problem in check(text)}
    assert found == {
        "id", "name", "seats", "seat", "category.a.name", "category.a.kinds", "category.2.key", "category.2.name",
        "category.2.form",
    }  # fmt: skip


def test_odd_keys_and_control_characters_are_quoted() -> None:
    assert tomllib.loads(write_values({"odd key": '\x7f\n"'})) == {"odd key": '\x7f\n"'}
    with pytest.raises(TypeError):
        write_values({"name": None})


def test_the_description_has_every_key_and_default() -> None:
    form = describe()
    of_sections: list[tuple[Section, type[Any]]] = [
        (form.sheet, Sheet),
        (form.kinds, Kind),
        (form.ladder, LadderRung),
        (form.sudden, Sudden),
        *((section, _MAKERS[section.key]) for section in form.forms),
    ]
    shared = {field.name for field in fields(Category)}
    assert {field.key for field in form.category.fields} == shared | {"form"}
    for section, struct in of_sections:
        inherited = shared if issubclass(struct, Category) else set()
        defaults = {field.name: field.default for field in fields(struct) if field.name not in inherited}
        assert {field.key for field in section.fields} == set(defaults), section.key
        for field in section.fields:
            if not field.required and field.kind not in ("tables", "table", "varied"):
                assert field.default == defaults[field.key], field.key


def test_every_key_is_used_by_a_shipped_sheet() -> None:
    used: dict[str, set[str]] = {
        name: set() for name in ("sheet", "category", "kinds", "ladder", "sudden", "option", "outcome", *FORMS)
    }
    for text in (*shipped_texts().values(), *(game.points_sheet for game in games() if game.points_sheet)):
        raw = tomllib.loads(text)
        used["sheet"] |= raw.keys()
        used["sudden"] |= raw.get("sudden", {}).keys()
        for option in raw.get("option", ()):
            used["option"] |= option.keys()
        for outcome in raw.get("outcome", ()):
            used["outcome"] |= outcome.keys()
        for rung in raw.get("ladder", ()):
            used["ladder"] |= rung.keys()
        for category in raw["category"]:
            used["category"] |= category.keys()
            used[category["form"]] |= category.keys()
            for kind in category.get("kinds", ()):
                used["kinds"] |= kind.keys()
    form = describe()
    for section in (
        form.sheet,
        form.category,
        form.kinds,
        form.ladder,
        form.sudden,
        form.option,
        form.outcome,
        *form.forms,
    ):
        assert {field.key for field in section.fields} - used[section.key] == set()


def test_every_value_of_a_choice_is_used_by_a_shipped_sheet() -> None:
    texts = "\n".join(shipped_texts().values())
    for section in describe().forms:
        for field in section.fields:
            for name, _ in field.choices:
                assert f'{field.key} = "{name}"' in texts or name == field.default, (section.key, field.key, name)
