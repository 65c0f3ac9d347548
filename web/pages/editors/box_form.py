"""A component of a box on a form: facts to fields and back, and what the buttons for lists do.

Fields are named ``fact.KEY``; those of a list repeat in order, with ``known.KEY`` beside them, since a list may be
known to be empty. ``new.KEY`` is what a button adds. Nothing is judged here: what cannot be read stays as it was typed.
"""

from __future__ import annotations

import re

from werkzeug.datastructures import MultiDict

from companion.core.boxes import BoxField, BoxKind, Component, Fact

CHIPS = 24
"""Choices that are shown as chips; more of them are a list to open."""

Form = MultiDict[str, str]


def read_component(kind: BoxKind, form: Form) -> Component:
    """The facts of a form; fields left empty are unknown."""
    facts: Component = {}
    for field in kind.fields:
        if field.many:
            if form.get(f"known.{field.key}"):
                facts[field.key] = [_single(field, text) for text in form.getlist(f"fact.{field.key}")]
        elif text := form.get(f"fact.{field.key}", "").strip():
            facts[field.key] = _single(field, text)
    return facts


def apply_button(kind: BoxKind, facts: Component, do: str, form: Form) -> str:
    """What a button for a list does to ``facts``; the field it belongs to, or "" when it is no such button.

    ``add.KEY`` or ``add.KEY.CHOICE`` at the end, ``drop.KEY.PLACE``, ``none.KEY`` (known: there is nothing),
    ``unknown.KEY``.
    """
    act, _, rest = do.partition(".")
    key, _, what = rest.partition(".")
    field = kind.field(key)
    if field is None or not field.many:
        return ""
    present = facts.get(key, [])
    things: list[int | str] = list(present) if isinstance(present, list) else []
    match act:
        case "add" if text := (what or form.get(f"new.{key}", "").strip()):
            facts[key] = [*things, _single(field, text)]
        case "drop" if what.isdecimal() and int(what) < len(things):
            facts[key] = things[: int(what)] + things[int(what) + 1 :]
        case "none":
            facts[key] = []
        case "unknown":
            facts.pop(key, None)
    return key


def _single(field: BoxField, text: str) -> int | str:
    """One fact as it was typed: a number where one is meant and can be read."""
    plain = text.strip().replace("\u2212", "-")
    return int(plain) if field.numeric and re.fullmatch(r"-?[0-9]{1,9}", plain) else text.strip()


def texts_of(value: Fact | None) -> list[str]:
    """A fact as the texts of its fields."""
    if value is None:
        return []
    return [str(thing) for thing in value] if isinstance(value, list) else [str(value)]
