"""Read and write a box as a TOML file; reading reports all problems at once.

A file has an optional head (``game``, ``version`` of the file format, ``edition``: which copy of the game it describes)
and a table ``[kind.key]`` with ``field = fact`` for each component.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from gettext import NullTranslations
from typing import Any

from msgspec import Struct

from companion.core.box_kinds import Box, BoxField, BoxKind, Component, fact_problem, kind_called, one_of
from companion.core.errors import CompanionError
from companion.core.suggestions import did_you_mean
from companion.core.toml_lines import Path, duplicates, key_lines, line_of, without_duplicates
from companion.core.toml_reading import TomlError, TomlTooLarge, check_bounds, read_toml
from companion.core.toml_writing import toml_key, toml_line
from companion.core.wording import Message, Speaker, say

VERSION = 1
"""The version of the file format. Files of other versions are refused."""

HEAD = (
    BoxField("game", say("Game"), optional=True),
    BoxField("version", say("Version"), 1, 99, optional=True),
    BoxField("edition", say("Edition"), optional=True),
)

_HEAD_KEYS = [field.key for field in HEAD]

LONGEST_FOUND = 40
"""Characters of a wrong value that an error quotes."""


class BoxProblem(Struct, frozen=True):
    """A problem: line counted from 1, path of the key, what is wrong, what was expected."""

    line: int
    key: str
    wrong: Message
    expected: Message
    hint: Message | None = None

    @property
    def message(self) -> Message:
        """The problem as a sentence."""
        parts: dict[str, Any] = {"line": self.line, "key": self.key, "wrong": self.wrong, "expected": self.expected}
        if self.hint is None:
            return say("Line {line}, {key}: {wrong}; expected {expected}.", **parts)
        return say("Line {line}, {key}: {wrong}; expected {expected}. {hint}", **parts, hint=self.hint)


class BoxError(CompanionError):
    """An invalid box file. ``problems`` are all of them, by line; the text is English."""

    def __init__(self, source: str, problems: tuple[BoxProblem, ...]) -> None:
        english = Speaker("en", NullTranslations(), {})
        super().__init__("\n".join(f"{source}: {english.say(problem.message)}" for problem in problems))
        self.problems = problems


class BoxFile(Struct, frozen=True):
    """Content of a file: facts, and the head's game and edition, empty if absent."""

    box: Box
    game: str = ""
    edition: str = ""


def read(text: str, kinds: Sequence[BoxKind], source: str = "box") -> Box:
    """Facts of a box file; ``source`` names it in errors. Raises ``BoxError`` with every problem."""
    return read_file(text, kinds, source).box


def read_file(text: str, kinds: Sequence[BoxKind], source: str = "box", game: str = "") -> BoxFile:
    """A box file with its head. Raises ``BoxError`` with every problem; another game than ``game`` is one."""
    reader = _Reader(text, kinds)
    found = reader.file(game)
    if reader.problems:
        raise BoxError(source, tuple(sorted(reader.problems, key=lambda problem: problem.line)))
    return found


def write(box: Box, kinds: Iterable[BoxKind], game: str = "", edition: str = "") -> str:
    """The facts of ``box`` as a file, in a fixed order, so that two files can be compared line by line. Facts that
    ``kinds`` does not list are left out.
    """
    head: Component = {"game": game, "version": VERSION, "edition": edition} if game else {}
    blocks = [[toml_line(key, value) for key, value in head.items() if value]]
    for kind in kinds:
        parts = box.get(kind.key, {})
        for key in kind.in_order(parts if kind.most else ()):
            facts = parts.get(key, {})
            lines = [toml_line(field.key, facts[field.key]) for field in kind.fields if field.key in facts]
            if lines:
                blocks.append([f"[{toml_key(kind.key)}.{toml_key(key)}]", *lines])
    return "\n\n".join("\n".join(lines) for lines in blocks if lines) + "\n"


class _Reader:
    """Reads one text, collecting problems."""

    def __init__(self, text: str, kinds: Sequence[BoxKind]) -> None:
        self.problems: list[BoxProblem] = []
        self._text = text
        self._kinds = kinds
        self._lines: Mapping[Path, int] = {}

    def file(self, game: str) -> BoxFile:
        """The valid part of the text, as a ``BoxFile``."""
        raw = self._raw()
        head = {field.key: raw[field.key] for field in HEAD if field.key in raw and self._fits(field, raw, ())}
        if head.get("version", VERSION) != VERSION:
            self._problem(("version",), say("a newer companion wrote this file"), say("version {n}", n=VERSION))
        if game and head.get("game", game) != game:
            self._problem(("game",), say("this is the box of another game"), say("the box of {game}", game=game))
        box: Box = {}
        for key, parts in raw.items():
            if key not in _HEAD_KEYS:
                self._kind(key, parts, box)
        return BoxFile(box, str(head.get("game", "")), str(head.get("edition", "")))

    def _raw(self) -> dict[str, Any]:
        """The parsed values, without duplicates."""
        try:
            check_bounds(self._text)
        except TomlTooLarge as error:
            self._unreadable(error)
            return {}
        self._lines = key_lines(self._text)
        twice = duplicates(self._text)
        for repeat in twice:
            wrong = say("it stands on line {line} already", line=repeat.first)
            self.problems.append(BoxProblem(repeat.line, _dotted(repeat.path), wrong, say("it only once")))
        try:
            return read_toml(without_duplicates(self._text, twice))
        except TomlError as error:
            self._unreadable(error)
            return {}

    def _unreadable(self, error: TomlError) -> None:
        wrong = say("the line cannot be read: {why}", why=error.why)
        expected = say("a table such as {example}", example="[card.name]")
        self.problems.append(BoxProblem(error.line, "TOML", wrong, expected))

    def _kind(self, key: str, parts: object, box: Box) -> None:
        kind = kind_called(self._kinds, key)
        if kind is None:
            names = [kind.key for kind in self._kinds]
            hint = did_you_mean(key, [*names, *_HEAD_KEYS])
            self._problem((key,), say("there is no such kind of component"), one_of(names), hint)
        elif not isinstance(parts, dict):
            self._no_table((key,))
        else:
            own = [part for part in parts if part not in kind.listed and kind.may_add(part)]
            for part in own[kind.most :] if kind.most else ():
                self._problem((key, part), say("that is one too many"), say("at most {n} of your own", n=kind.most))
            box[key] = {part: self._component(kind, part, facts) for part, facts in parts.items()}

    def _component(self, kind: BoxKind, key: str, facts: object) -> Component:
        path = (kind.key, key)
        if key not in kind.listed and not kind.may_add(key):
            self._unknown_component(kind, key)
            return {}
        if not isinstance(facts, dict):
            self._no_table(path)
            return {}
        names = [field.key for field in kind.fields]
        for name in facts:
            if name not in names:
                self._problem((*path, name), say("there is no such field"), one_of(names), did_you_mean(name, names))
        return {field.key: facts[field.key] for field in kind.fields if self._fits(field, facts, path)}

    def _unknown_component(self, kind: BoxKind, key: str) -> None:
        names = [name for name, _ in kind.components]
        wrong = say("there is no such component")
        if kind.numbered is not None:
            low, high = kind.numbered.low, kind.numbered.high
            self._problem((kind.key, key), wrong, say("a whole number from {low} to {high}", low=low, high=high))
        elif kind.most:
            expected = say("a short name of small letters, digits and hyphens")
            self._problem((kind.key, key), wrong, expected, did_you_mean(key, names))
        else:
            self._problem((kind.key, key), wrong, one_of(names), did_you_mean(key, names))

    def _fits(self, field: BoxField, facts: Mapping[str, object], path: Path) -> bool:
        """Whether the fact is present and valid."""
        if field.key not in facts:
            return False
        found = fact_problem(field, facts[field.key])
        if found is not None:
            wrong = say("{found} is impossible", found=_shown(found.found))
            self._problem((*path, field.key), wrong, found.expected, found.hint)
        return found is None

    def _no_table(self, path: Path) -> None:
        expected = say("a table such as {example}", example=f"[{_dotted((*path, 'name')[:2])}]")
        self._problem(path, say("this is no table"), expected)

    def _problem(self, path: Path, wrong: Message, expected: Message, hint: Message | None = None) -> None:
        self.problems.append(BoxProblem(line_of(self._lines, path), _dotted(path), wrong, expected, hint))


def _dotted(path: Path) -> str:
    return ".".join(str(part) for part in path)


def _shown(value: object) -> str:
    """A wrong value, shortened."""
    shown = json.dumps(value, ensure_ascii=False, default=str)
    return shown if len(shown) <= LONGEST_FOUND else shown[: LONGEST_FOUND - 3] + "..."
