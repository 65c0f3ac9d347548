"""Schema of a box: kinds of components, their fields, and the values a field allows."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping

from msgspec import Struct

from companion.core import suggestions
from companion.core.wording import Message, Wording, say, say_n, verbatim

Fact = int | str | bool | list[int | str]
Component = dict[str, Fact]
Box = dict[str, dict[str, Component]]

LONGEST_TEXT = 60
"""The most characters of a text."""

LONGEST_LIST = 40
"""The most entries of a list."""

MAX_NAMES_SHOWN = 12
"""The most names that an error lists."""

OWN_KEY = re.compile(r"[a-z0-9][a-z0-9-]{0,39}")
"""The pattern of keys of components that owners add."""


class BoxField(Struct, frozen=True):
    """A field of a component.

    Its value is one of ``choices`` if there are any, else a whole number from ``low`` to ``high`` if they differ, else
    a text. ``many`` makes it an ordered list of those, possibly empty or with repetitions. An ``optional`` field does
    not count as missing.
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
        """Whether its values are whole numbers."""
        return self.low != self.high and not self.choices

    @property
    def words(self) -> bool:
        """Whether its values are free texts."""
        return self.low == self.high and not self.choices


class BoxKind(Struct, frozen=True):
    """A kind of component: the spaces of a track, the cards of a deck.

    ``components`` are those that every copy of the game has; owners may add up to ``most`` others, each with a key that
    they choose and named by its first text field. With ``numbered`` the key of an added component is a number within
    these bounds, such as the space of a track. ``game``, ``version`` and ``edition`` cannot be keys of kinds, because
    they stand at the head of a box file.
    """

    key: str
    label: Wording
    fields: tuple[BoxField, ...]
    components: tuple[tuple[str, Wording], ...] = ()
    most: int = 0
    numbered: BoxField | None = None

    @property
    def listed(self) -> frozenset[str]:
        """The keys of ``components``."""
        return frozenset(key for key, _ in self.components)

    @property
    def naming(self) -> str:
        """The key of the field that names a component, its first text; empty if it has none."""
        return next((field.key for field in self.fields if field.words and not field.many), "")

    def field(self, key: str) -> BoxField | None:
        """The field with this key, or None."""
        return next((field for field in self.fields if field.key == key), None)

    def may_add(self, key: str) -> bool:
        """Whether owners may add a component with this key."""
        if not self.most or OWN_KEY.fullmatch(key) is None:
            return False
        return self.numbered is None or (plain_number(key) and fact_problem(self.numbered, int(key)) is None)

    def names(self, key: str, facts: Mapping[str, Fact]) -> Wording:
        """The name of the component ``key``: its label, else the name its owners entered, else its key."""
        for own, label in self.components:
            if own == key:
                return label
        return verbatim(str(facts.get(self.naming, "")) or key)

    def in_order(self, keys: Iterable[str]) -> list[str]:
        """The keys of ``components``, then the others of ``keys`` in natural order: numbers by value."""
        listed = [key for key, _ in self.components]
        return [*listed, *sorted(set(keys).difference(listed), key=_by_number)]


def kind_called(kinds: Iterable[BoxKind], key: str) -> BoxKind | None:
    """The kind with this key, or None."""
    return next((kind for kind in kinds if kind.key == key), None)


def fact_words(field: BoxField, value: Fact | None) -> tuple[Wording, ...]:
    """A fact in words: choices by their labels, one item for each entry of a list; empty for None."""
    if value is None:
        return ()
    labels = dict(field.choices)
    things = value if isinstance(value, list) else [value]
    return tuple(labels.get(str(thing), verbatim(str(thing))) for thing in things)


class FactProblem(Struct, frozen=True):
    """Why a field does not allow a value: the wrong part, what was expected, and a hint or None."""

    found: object
    expected: Message
    hint: Message | None = None


def fact_problem(field: BoxField, value: object) -> FactProblem | None:
    """Why ``field`` does not allow ``value``; None if it does."""
    if not field.many:
        return _value_problem(field, value)
    if not isinstance(value, list):
        return FactProblem(value, say("a list in square brackets"))
    if len(value) > LONGEST_LIST:
        longest = say_n("at most {n} thing in a list", "at most {n} things in a list", LONGEST_LIST)
        return FactProblem(value, longest)
    return next((found for part in value if (found := _value_problem(field, part))), None)


def _value_problem(field: BoxField, value: object) -> FactProblem | None:
    if field.choices:
        names = [name for name, _ in field.choices]
        if isinstance(value, str) and value in names:
            return None
        return FactProblem(value, one_of(names), did_you_mean(value, names))
    if field.numeric:
        fits = isinstance(value, int) and not isinstance(value, bool) and field.low <= value <= field.high
        expected = say("a whole number from {low} to {high}", low=field.low, high=field.high)
        return None if fits else FactProblem(value, expected)
    fits = isinstance(value, str) and bool(value.strip()) and value.isprintable() and len(value) <= LONGEST_TEXT
    return None if fits else FactProblem(value, say("a text on one line, of 1 to {n} characters", n=LONGEST_TEXT))


def one_of(names: Iterable[str]) -> Message:
    """Expected text for a choice of names: the first ``MAX_NAMES_SHOWN``."""
    known = list(names)
    shown = ", ".join(known[:MAX_NAMES_SHOWN])
    if len(known) > MAX_NAMES_SHOWN:
        return say("one of {names} and {n} more", names=shown, n=len(known) - MAX_NAMES_SHOWN)
    return say("one of {names}", names=shown) if known else say("none at all")


def plain_number(key: str) -> bool:
    """Whether ``key`` is a whole number as it is written: no sign, no zero before it."""
    return re.fullmatch(r"0|[1-9][0-9]{0,8}", key) is not None


def _by_number(key: str) -> list[tuple[bool, int, str]]:
    """Sort key for natural order: digits compare by their value."""
    parts = re.findall(r"[0-9]{1,15}|[^0-9]+", key)
    return [(True, int(part), "") if part[0].isdecimal() else (False, 0, part) for part in parts]


def did_you_mean(name: object, known: Iterable[str]) -> Message | None:
    """Hint "Did you mean", with the nearest known name; None if none is near."""
    return suggestions.did_you_mean(name, known)
