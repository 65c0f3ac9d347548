"""Where a key of a TOML text stands. The standard library's reader gives values without their lines."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from typing import NamedTuple

from companion.core.toml_reading import TooMuch
from companion.core.wording import Message

Path = tuple[str | int, ...]
"""The way to a value: keys, and places in lists counted from 0."""

_HEADER = re.compile(r"^\s*(\[\[?)([^\[\]]+)\]\]?\s*(#.*)?$")
_KEY = re.compile(r"""^\s*((?:[\w-]+|"[^"]*"|'[^']*')(?:\s*\.\s*(?:[\w-]+|"[^"]*"|'[^']*'))*)\s*=(.*)$""")
_PART = re.compile(r"""[\w-]+|"[^"]*"|'[^']*'""")
_AT_LINE = re.compile(r"\s*\(at (?:line (\d+), column \d+|end of document)\)")
_STRING = re.compile(r'"""|\'\'\'|"(?:\\.|[^"\\])*"|\'[^\']*\'')


class Repeat(NamedTuple):
    """A table or key that stood there before: on line ``first``, and again on ``line``, up to line ``end`` (not in)."""

    path: Path
    line: int
    first: int
    end: int


def key_lines(text: str) -> dict[Path, int]:
    """The line, counted from 1, of every table header and every key that begins a line.

    Keys inside an inline table or a list have no line of their own: see ``line_of``.
    """
    found: dict[Path, int] = {}
    for mark in _marks(text):
        found.setdefault(mark.path, mark.line)
    return found


def repeats(text: str) -> list[Repeat]:
    """Every table and key that stands in ``text`` more than once, with all that belongs to the later one.

    The standard reader stops at the first of them.
    """
    marks = list(_marks(text))
    last = len(_lines(text)) + 1
    first: dict[Path, int] = {}
    found: list[Repeat] = []
    for place, mark in enumerate(marks):
        if found and mark.line < found[-1].end:
            continue  # inside a table that is there twice as a whole
        if mark.path in first:
            ends = (later.line for later in marks[place + 1 :] if later.header or not mark.header)
            found.append(Repeat(mark.path, mark.line, first[mark.path], next(ends, last)))
        first.setdefault(mark.path, mark.line)
    return found


def without(text: str, found: Iterable[Repeat]) -> str:
    """``text`` with empty lines in the place of what was repeated."""
    lines = _lines(text)
    for repeat in found:
        lines[repeat.line - 1 : repeat.end - 1] = [""] * (repeat.end - repeat.line)
    return "\n".join(lines)


def said(text: str, error: Exception) -> tuple[int, Message | str]:
    """The line at which the reader gave up, and why it says it did."""
    if isinstance(error, TooMuch):
        return error.line, error.wrong
    found = _AT_LINE.search(str(error))
    line = int(found[1]) if found and found[1] else max(1, len(text.splitlines()))
    return line, _AT_LINE.sub("", str(error))


def line_of(lines: Mapping[Path, int], path: Path) -> int:
    """The line of ``path``, or of the nearest thing in it or around it that has one; 1 when nothing has."""
    for length in range(len(path), 0, -1):
        if path[:length] in lines:
            return lines[path[:length]]
        within = [line for found, line in lines.items() if found[:length] == path[:length]]
        if within:
            return min(within)
    return 1


def _lines(text: str) -> list[str]:
    """Lines as TOML counts them: other signs that break a line elsewhere may stand inside a text."""
    return text.replace("\r\n", "\n").split("\n")


class _Mark(NamedTuple):
    path: Path
    line: int
    header: bool


def _marks(text: str) -> Iterator[_Mark]:
    """Every table header and every key that begins a line, in order."""
    counts: dict[Path, int] = {}
    table: Path = ()
    inside = _Value()
    for number, line in enumerate(_lines(text), start=1):
        if inside.open:
            inside.read(line)
        elif header := _HEADER.match(line):
            table = _table(_parts(header[2]), header[1] == "[[", counts)
            yield _Mark(table, number, True)
        elif key := _KEY.match(line):
            yield _Mark(table + _parts(key[1]), number, False)
            inside.read(key[2])


class _Value:
    """Follows a value over its lines: whether a list, an inline table or a long string is still open."""

    def __init__(self) -> None:
        self._depth = 0
        self._quote = ""

    @property
    def open(self) -> bool:
        return self._depth > 0 or bool(self._quote)

    def read(self, line: str) -> None:
        while line:
            if self._quote:
                _, found, line = line.partition(self._quote)
                if found:
                    self._quote = ""
                continue
            line = self._plain(line)

    def _plain(self, line: str) -> str:
        """Read up to the next string or the end; what is left of the line."""
        string = _STRING.search(line)
        plain, _, comment = line[: string.start() if string else len(line)].partition("#")
        self._depth += sum(plain.count(mark) for mark in "[{") - sum(plain.count(mark) for mark in "]}")
        if string is None or comment or len(plain) < string.start():
            return ""
        if string[0] in ('"""', "'''"):
            self._quote = string[0]
        return line[string.end() :]


def _parts(dotted: str) -> Path:
    return tuple(part.strip("\"'") for part in _PART.findall(dotted))


def _table(parts: Path, listed: bool, counts: dict[Path, int]) -> Path:
    """The full path of a header: tables in a list carry their place in it."""
    path: Path = ()
    for place, part in enumerate(parts, start=1):
        path += (part,)
        if listed and place == len(parts):
            counts[path] = counts.get(path, -1) + 1
        if path in counts:
            path += (counts[path],)
    return path
