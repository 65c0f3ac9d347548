"""Line numbers of the keys of a TOML text, which ``tomllib`` does not give."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from typing import NamedTuple

from companion.core.toml_reading import TomlError
from companion.core.wording import Message

Path = tuple[str | int, ...]
"""Path of a value: keys, and list indexes from 0."""

_HEADER = re.compile(r"^\s*(\[\[?)([^\[\]]+)\]\]?\s*(#.*)?$")
_KEY = re.compile(r"""^\s*((?:[\w-]+|"[^"]*"|'[^']*')(?:\s*\.\s*(?:[\w-]+|"[^"]*"|'[^']*'))*)\s*=(.*)$""")
_PART = re.compile(r"""[\w-]+|"[^"]*"|'[^']*'""")
_STRING = re.compile(r'"""|\'\'\'|"(?:\\.|[^"\\])*"|\'[^\']*\'')


class Duplicate(NamedTuple):
    """A table or key defined twice: on line ``first``, and again from ``line`` to before ``end``."""

    path: Path
    line: int
    first: int
    end: int


def key_lines(text: str) -> dict[Path, int]:
    """The line, counted from 1, of every table header and every key that begins a line.

    Keys inside an inline table or a list are not included: see ``line_of``.
    """
    found: dict[Path, int] = {}
    for mark in _key_lines(text):
        found.setdefault(mark.path, mark.line)
    return found


def duplicates(text: str) -> list[Duplicate]:
    """Every table and key that is defined more than once; ``tomllib`` stops at the first."""
    marks = list(_key_lines(text))
    last = len(_lines(text)) + 1
    first: dict[Path, int] = {}
    found: list[Duplicate] = []
    for place, mark in enumerate(marks):
        if found and mark.line < found[-1].end:
            continue  # inside a table that is a duplicate as a whole
        if mark.path in first:
            ends = (later.line for later in marks[place + 1 :] if later.header or not mark.header)
            found.append(Duplicate(mark.path, mark.line, first[mark.path], next(ends, last)))
        first.setdefault(mark.path, mark.line)
    return found


def without_duplicates(text: str, found: Iterable[Duplicate]) -> str:
    """``text`` with the later definitions replaced by empty lines."""
    lines = _lines(text)
    for repeat in found:
        lines[repeat.line - 1 : repeat.end - 1] = [""] * (repeat.end - repeat.line)
    return "\n".join(lines)


def reader_error(text: str, error: Exception) -> tuple[int, Message | str]:
    """Line and reason of an error of ``read_toml``."""
    if isinstance(error, TomlError):
        return error.line, error.why
    return max(1, len(text.splitlines())), str(error)


def line_of(lines: Mapping[Path, int], path: Path) -> int:
    """The line of ``path``, else of its first key with a line, else of the nearest table around it, else 1."""
    for length in range(len(path), 0, -1):
        if path[:length] in lines:
            return lines[path[:length]]
        within = [line for found, line in lines.items() if found[:length] == path[:length]]
        if within:
            return min(within)
    return 1


def _lines(text: str) -> list[str]:
    """Lines as TOML counts them; ``splitlines`` breaks at more characters."""
    return text.replace("\r\n", "\n").split("\n")


class _KeyLine(NamedTuple):
    path: Path
    line: int
    header: bool


def _key_lines(text: str) -> Iterator[_KeyLine]:
    """Every table header and every key that begins a line, in order."""
    counts: dict[Path, int] = {}
    table: Path = ()
    inside = _OpenValue()
    for number, line in enumerate(_lines(text), start=1):
        if inside.open:
            inside.read(line)
        elif header := _HEADER.match(line):
            table = _table(_parts(header[2]), header[1] == "[[", counts)
            yield _KeyLine(table, number, True)
        elif key := _KEY.match(line):
            yield _KeyLine(table + _parts(key[1]), number, False)
            inside.read(key[2])


class _OpenValue:
    """Whether a value continues on the next line: an open list, inline table or multi-line string."""

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
        """Count brackets up to the next string; returns the rest of the line."""
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
    """Full path of a header, with the index of a table in a list."""
    path: Path = ()
    for place, part in enumerate(parts, start=1):
        path += (part,)
        if listed and place == len(parts):
            counts[path] = counts.get(path, -1) + 1
        if path in counts:
            path += (counts[path],)
    return path
