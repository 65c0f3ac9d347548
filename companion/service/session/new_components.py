"""Components that owners add to a kind: whether there is room, and under which key."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Collection, Mapping

from companion.core.boxes import BoxField, BoxKind, Component, Fact, fact_problem
from companion.core.errors import Refused
from companion.core.wording import Verbatim, say

KEY_LENGTH = 34
"""Characters of a key made from a name; a number may follow."""


def no_room(kind: BoxKind, present: Collection[str]) -> None:
    """Raise ``Refused`` when no component can be added to those ``present``."""
    if len(set(present).difference(kind.listed)) >= kind.most:
        raise Refused("box-full", say("No more components of this kind can be added."))


def part_called(kind: BoxKind, present: Mapping[str, Component], facts: Component, number: Fact | None = None) -> str:
    """The key of a component to be added: its ``number`` where it is known by one, else made from its name.

    Raises ``Refused``.
    """
    no_room(kind, present)
    if not facts:
        raise Refused("no-facts", say("Enter at least one thing that you see on it."))
    if kind.numbered is not None:
        return _numbered(kind.numbered, present, number)
    name = kind.names("", facts)
    return _key_from(name.words.get("", "") if isinstance(name, Verbatim) else "", kind.key, {*kind.listed, *present})


def _numbered(field: BoxField, present: Collection[str], number: Fact | None) -> str:
    wrong = fact_problem(field, number)
    if wrong is not None:
        raise Refused("no-number", say("Expected: {expected}.", expected=wrong.expected))
    if str(number) in present:
        raise Refused("there-already", say("{n} has a row of its own already.", n=str(number)))
    return str(number)


def _key_from(name: str, without: str, taken: Collection[str]) -> str:
    """A key made from a name, unlike those ``taken``; ``without`` stands for a name of no letters."""
    plain = unicodedata.normalize("NFKD", name).encode("ascii", "ignore").decode().lower()
    base = re.sub(r"[^a-z0-9]+", "-", plain).strip("-")[:KEY_LENGTH].strip("-")
    base = base or re.sub(r"[^a-z0-9]+", "-", without.lower()).strip("-")
    keys = (base if n == 1 else f"{base}-{n}" for n in range(1, len(taken) + 2))
    return next(key for key in keys if key not in taken)
