"""What a box may hold: the kinds of components of a game, their fields, and what a fact of a field may be."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from difflib import get_close_matches

from msgspec import Struct

from companion.core.wording import Message, Wording, say, say_n, verbatim

Fact = int | str | bool | list[int | str]
Component = dict[str, Fact]
Box = dict[str, dict[str, Component]]

LONGEST_TEXT = 60
"""Characters of a name."""

LONGEST_LIST = 40
"""Things in a list."""

LISTED = 12
"""Names that an error repeats."""

OWN_KEY = re.compile(r"[a-z0-9][a-z0-9-]{0,39}")
"""What owners may call a component they add."""


class BoxField(Struct, frozen=True):
    """What is to be known of a component, as a form asks for it.

    A whole number from ``low`` to ``high`` when they differ, one of ``choices`` when there are any, else a text.
    ``many`` makes it a list of those, in order, the same one possibly more than once; an empty list is a fact too.
    An ``optional`` one is never missed: most components have nothing to say there.
    """

    key: str
    label: Wording
    low: int = 0
    high: int = 0
    choices: tuple[tuple[str, Wording], ...] = ()
    many: bool = False
    optional: bool = False

    @property
    def numeric(self) -> bool:
        """Whether it holds whole numbers."""
        return self.low != self.high and not self.choices

    @property
    def words(self) -> bool:
        """Whether it holds texts that people write themselves."""
        return self.low == self.high and not self.choices


class BoxKind(Struct, frozen=True):
    """A kind of component: the spaces of a track, the cards of a deck.

    ``components`` are those that every copy of the game has, whether or not anything is known of them; ``most`` is
    how many further ones owners may add, each under a key of their own. The first field that is a text names those.
    No kind is called ``game``, ``version`` or ``edition``: that is the head of a box's file.
    """

    key: str
    label: Wording
    fields: tuple[BoxField, ...]
    components: tuple[tuple[str, Wording], ...] = ()
    most: int = 0

    @property
    def listed(self) -> frozenset[str]:
        """The keys of the components that every copy has."""
        return frozenset(key for key, _ in self.components)

    def field(self, key: str) -> BoxField | None:
        """The field with this key."""
        return next((field for field in self.fields if field.key == key), None)

    def names(self, key: str, facts: Mapping[str, Fact]) -> Wording:
        """What the component ``key`` is called: as printed, as its owners named it, or by its key."""
        for own, label in self.components:
            if own == key:
                return label
        naming = next((field.key for field in self.fields if field.words and not field.many), "")
        return verbatim(str(facts.get(naming, "")) or key)

    def in_order(self, keys: Iterable[str]) -> list[str]:
        """Those that every copy has, as listed, then the others of ``keys``, by key: 2 before 10."""
        listed = [key for key, _ in self.components]
        return [*listed, *sorted(set(keys).difference(listed), key=_by_number)]


def kind_called(kinds: Iterable[BoxKind], key: str) -> BoxKind | None:
    """The kind with this key."""
    return next((kind for kind in kinds if kind.key == key), None)


def fact_words(field: BoxField, value: Fact | None) -> tuple[Wording, ...]:
    """A fact in words: a choice by its label, one word for each thing of a list; nothing while nobody knows it."""
    if value is None:
        return ()
    labels = dict(field.choices)
    things = value if isinstance(value, list) else [value]
    return tuple(labels.get(str(thing), verbatim(str(thing))) for thing in things)


class Unfit(Struct, frozen=True):
    """Why a value is no fact of its field: the part that is wrong, what was expected, a hint where there is one."""

    found: object
    expected: Message
    hint: Message | None = None


def unfit(field: BoxField, value: object) -> Unfit | None:
    """Why ``value`` cannot be a fact of ``field``; None when it can."""
    if not field.many:
        return _unfit_one(field, value)
    if not isinstance(value, list):
        return Unfit(value, say("a list in square brackets"))
    if len(value) > LONGEST_LIST:
        longest = say_n("at most {n} thing in a list", "at most {n} things in a list", LONGEST_LIST)
        return Unfit(value, longest)
    return next((found for part in value if (found := _unfit_one(field, part))), None)


def _unfit_one(field: BoxField, value: object) -> Unfit | None:
    if field.choices:
        names = [name for name, _ in field.choices]
        return None if value in names and isinstance(value, str) else Unfit(value, one_of(names), near(value, names))
    if field.numeric:
        fits = isinstance(value, int) and not isinstance(value, bool) and field.low <= value <= field.high
        expected = say("a whole number from {low} to {high}", low=field.low, high=field.high)
        return None if fits else Unfit(value, expected)
    fits = isinstance(value, str) and bool(value.strip()) and value.isprintable() and len(value) <= LONGEST_TEXT
    return None if fits else Unfit(value, say("a text on one line, of 1 to {n} characters", n=LONGEST_TEXT))


def one_of(names: Iterable[str]) -> Message:
    """What was expected where only certain names are possible."""
    known = list(names)
    shown = ", ".join(known[:LISTED])
    if len(known) > LISTED:
        return say("one of {names} and {n} more", names=shown, n=len(known) - LISTED)
    return say("one of {names}", names=shown) if known else say("none at all")


def near(name: object, known: Iterable[str]) -> Message | None:
    """A hint at the nearest of the ``known`` names."""
    found = get_close_matches(name, list(known), 1) if isinstance(name, str) else []
    return say("Did you mean {key}?", key=found[0]) if found else None


def _by_number(key: str) -> list[tuple[bool, int, str]]:
    """Orders texts as people do: numbers inside them by their value."""
    parts = re.findall(r"[0-9]{1,15}|[^0-9]+", key)
    return [(True, int(part), "") if part[0].isdecimal() else (False, 0, part) for part in parts]
