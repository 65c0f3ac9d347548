"""Convert the facts of a box component to form fields and back, and handle the buttons of lists.

Fields are named ``fact.KEY``; those of a list repeat in order, with ``known.KEY`` beside them, since a list may be
known to be empty. ``new.KEY`` is what a button adds. Nothing is validated here: unreadable values stay as typed.
"""

from __future__ import annotations

import re

from werkzeug.datastructures import MultiDict

from companion.core.boxes import BoxField, BoxKind, Component, Fact

CHIPS = 24
"""Maximum choices shown as chips; more are a select."""

PostedForm = MultiDict[str, str]


def read_component(kind: BoxKind, form: PostedForm) -> Component:
    """Read the facts of a form; empty fields are unknown."""
    facts: Component = {}
    for field in kind.fields:
        if field.many:
            if form.get(f"known.{field.key}"):
                facts[field.key] = [_single(field, text) for text in form.getlist(f"fact.{field.key}")]
        elif text := form.get(f"fact.{field.key}", "").strip():
            facts[field.key] = _single(field, text)
    return facts


def apply_button(kind: BoxKind, facts: Component, do: str, form: PostedForm) -> str:
    """Apply a list button to ``facts``; return its field, or "" when it is no such button.

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
        case _:
            pass
    return key


def _single(field: BoxField, text: str) -> int | str:
    """Convert one text to a number where the field is numeric and the text is one."""
    plain = text.strip().replace("\u2212", "-")
    return int(plain) if field.numeric and re.fullmatch(r"-?[0-9]{1,9}", plain) else text.strip()


def texts_of(value: Fact | None) -> list[str]:
    """Convert a fact to the texts of its fields."""
    if value is None:
        return []
    return [str(thing) for thing in value] if isinstance(value, list) else [str(value)]
