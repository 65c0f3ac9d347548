"""Where a key of a TOML text stands. The standard library's reader gives values without their lines."""

from __future__ import annotations

import re

Path = tuple[str | int, ...]
"""The way to a value: keys, and places in lists counted from 0."""

_HEADER = re.compile(r"^\s*(\[\[?)\s*([^\[\]]+?)\s*\]\]?\s*(#.*)?$")
_KEY = re.compile(r"""^\s*((?:[\w-]+|"[^"]*"|'[^']*')(?:\s*\.\s*(?:[\w-]+|"[^"]*"|'[^']*'))*)\s*=(.*)$""")
_PART = re.compile(r"""[\w-]+|"[^"]*"|'[^']*'""")
_STRING = re.compile(r'"""|\'\'\'|"(?:\\.|[^"\\])*"|\'[^\']*\'')


def key_lines(text: str) -> dict[Path, int]:
    """The line, counted from 1, of every table header and every key that begins a line.

    Keys inside an inline table or a list have no line of their own: see ``line_of``.
    """
    found: dict[Path, int] = {}
    counts: dict[Path, int] = {}
    table: Path = ()
    inside = _Value()
    for number, line in enumerate(text.splitlines(), start=1):
        if inside.open:
            inside.read(line)
        elif header := _HEADER.match(line):
            table = _table(_parts(header[2]), header[1] == "[[", counts)
            found.setdefault(table, number)
        elif key := _KEY.match(line):
            found.setdefault(table + _parts(key[1]), number)
            inside.read(key[2])
    return found


def line_of(lines: dict[Path, int], path: Path) -> int:
    """The line of ``path``, or of the nearest thing around it that has one; 1 when nothing has."""
    for length in range(len(path), 0, -1):
        if path[:length] in lines:
            return lines[path[:length]]
    return 1


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
