"""Validate a TOML table key by key, collecting every problem."""

from __future__ import annotations

import difflib
import tomllib
from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass, field
from typing import Any

_KINDS: tuple[tuple[type, str], ...] = (
    (bool, "true or false"),  # before int: in Python a bool is one
    (int, "a whole number"),
    (float, "a decimal number"),
    (str, "a text"),
    (list, "a list"),
    (dict, "a table"),
)


@dataclass(frozen=True, slots=True)
class ProfileProblem:
    """One problem: full path of the key, what is wrong, and what to do (may be empty)."""

    path: str
    what: str
    hint: str = ""

    def __str__(self) -> str:
        return f"{self.path}: {self.what}" + (f" ({self.hint})" if self.hint else "")


def kind_of(value: object) -> str:
    """The kind of a TOML value in words, such as `a whole number`."""
    return next((words for kind, words in _KINDS if isinstance(value, kind)), "a date or time")


def did_you_mean(word: str, known: Collection[str]) -> str:
    """Hint naming the nearest known word, else all known words."""
    near = difflib.get_close_matches(word, known, n=1)
    return f'did you mean "{near[0]}"?' if near else "known here: " + ", ".join(known)


@dataclass(frozen=True, slots=True)
class Checked:
    """A table being validated. Getters return the value, or None after recording a problem (none for an
    optional key).
    """

    values: Mapping[str, object]
    path: str
    problems: list[ProfileProblem] = field(default_factory=list)

    def at(self, key: str) -> str:
        """Full path of a key of this table."""
        return f"{self.path}.{key}" if self.path else key

    def note(self, path: str, what: str, hint: str = "") -> None:
        """Record a problem."""
        self.problems.append(ProfileProblem(path, what, hint))

    def only(self, known: Collection[str], elsewhere: Mapping[str, str] | None = None) -> None:
        """Report every key that is not `known`; `elsewhere` has hints for some."""
        for key in self.values:
            if key in known:
                continue
            hint = (elsewhere or {}).get(key) or did_you_mean(key, known)
            self.note(self.at(key), "unknown key", hint)

    def need(self, *keys: str) -> None:
        """Report every missing key."""
        for key in keys:
            if key not in self.values:
                self.note(self.at(key), "missing")

    def number(self, key: str, low: int, high: int) -> int | None:
        """A whole number from `low` to `high`, both included."""
        expected = f"a whole number from {low} to {high}"
        value = self._value(key, expected, lambda value: type(value) is int)
        if isinstance(value, int) and not low <= value <= high:
            self.note(self.at(key), f"expected {expected}, found {value}")
            return None
        return value if isinstance(value, int) else None

    def text(self, key: str) -> str | None:
        """A text that is not empty."""
        value = self._value(key, "a text that is not empty", lambda value: isinstance(value, str))
        if value == "":
            self.note(self.at(key), "expected a text that is not empty")
            return None
        return value if isinstance(value, str) else None

    def choice(self, key: str, choices: Collection[str]) -> str | None:
        """One of a few texts."""
        expected = "one of " + ", ".join(f'"{choice}"' for choice in choices)
        value = self._value(key, expected, lambda value: isinstance(value, str))
        if isinstance(value, str) and value not in choices:
            self.note(self.at(key), f'expected {expected}, found "{value}"', did_you_mean(value, choices))
            return None
        return value if isinstance(value, str) else None

    def flag(self, key: str) -> bool | None:
        """True or false."""
        value = self._value(key, "true or false", lambda value: isinstance(value, bool))
        return value if isinstance(value, bool) else None

    def words(self, key: str, choices: Collection[str]) -> tuple[str, ...] | None:
        """A list of some of a few texts, each at most once."""
        expected = "a list of some of " + ", ".join(f'"{choice}"' for choice in choices)
        value = self._value(key, expected, lambda value: isinstance(value, list))
        if not isinstance(value, list):
            return None
        for position, word in enumerate(value, start=1):
            path = f"{self.at(key)}[{position}]"
            if not isinstance(word, str):
                self.note(path, f"expected a text, found {kind_of(word)}")
            elif word not in choices:
                self.note(path, f'unknown word "{word}"', did_you_mean(word, choices))
            elif word in value[: position - 1]:
                self.note(path, f'"{word}" is there twice')
        return tuple(word for word in value if isinstance(word, str) and word in choices)

    def texts(self, key: str) -> tuple[str, ...]:
        """A list of texts that are not empty."""
        value = self._value(key, "a list of texts", lambda value: isinstance(value, list))
        found: list[str] = []
        for position, text in enumerate(value if isinstance(value, list) else [], start=1):
            if isinstance(text, str) and text:
                found.append(text)
            else:
                what = "an empty one" if text == "" else kind_of(text)
                self.note(f"{self.at(key)}[{position}]", f"expected a text that is not empty, found {what}")
        return tuple(found)

    def table(self, key: str) -> Checked | None:
        """A table inside this one, complaining into the same list."""
        value = self._value(key, "a table", lambda value: isinstance(value, dict))
        return Checked(value, self.at(key), self.problems) if isinstance(value, dict) else None

    def tables(self, key: str) -> list[Checked]:
        """A list of tables (`[[key]]`), paths counted from 1 as in the file; missing is empty."""
        value = self._value(key, f"tables headed [[{key}]]", lambda value: isinstance(value, list))
        found: list[Checked] = []
        for position, item in enumerate(value if isinstance(value, list) else [], start=1):
            path = f"{self.at(key)}[{position}]"
            if isinstance(item, dict):
                found.append(Checked(item, path, self.problems))
            else:
                self.note(path, f"expected a table, found {kind_of(item)}")
        return found

    def _value(self, key: str, expected: str, fits: Callable[[object], bool]) -> object:
        value = self.values.get(key)
        if value is None or fits(value):
            return value
        self.note(self.at(key), f"expected {expected}, found {kind_of(value)}")
        return None


def checked_toml(
    text: str,
    where: str,
    refused: Callable[[str, tuple[ProfileProblem, ...]], Exception],
    parse: Callable[[str], dict[str, Any]] = tomllib.loads,
) -> Checked:
    """The whole of a TOML text, to be validated; `parse` reads it: a bounded reader for untrusted text. Raises what
    `refused` makes of `where` and the problem if it is not TOML.
    """
    try:
        return Checked(parse(text), "")
    except tomllib.TOMLDecodeError as error:
        raise refused(where, (ProfileProblem(where, f"this is not TOML: {error}"),)) from error
