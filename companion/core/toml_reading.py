"""Read untrusted TOML: limits on size and nesting are checked before parsing.

``tomllib`` takes memory with the square of a key's parts: 40 kB of one dotted key take 3 GB.
"""

from __future__ import annotations

import re
import tomllib
from typing import Any

from companion.core.wording import Message, filled, say

MAX_CHARACTERS = 256 * 1024
"""Of a file."""
MAX_LINE = 4096
"""Of a line."""
MAX_BARE = 128
"""Of a key or a value without quotes."""
MAX_DEPTH = 8
"""Parts of a dotted key; nested lists and tables."""
MAX_KEYS = 10_000
"""Keys, list entries and parts of dotted keys of a file."""

_TOKEN = re.compile(
    r'"""(?:[^"\\]|\\(?:.|\Z)|"(?!""))*+(?:"""|\Z)'
    r"|'''(?:[^']|'(?!''))*+(?:'''|\Z)"
    r'|"(?:[^"\\\n]|\\.)*+"?'
    r"|'[^'\n]*+'?"
    r"|#[^\n]*+|[\w+-]++|[][{}.,=\n]",
    re.DOTALL,
)
"""The tokens that the limits are about; invalid text is skipped here and refused by ``tomllib``."""


class _TextRefused(tomllib.TOMLDecodeError):
    """A refusal by other than ``tomllib``, with the message ``text``."""

    def __init__(self, text: str) -> None:
        # Since Python 3.14 the base class takes other arguments.
        ValueError.__init__(self, text)


class TomlTooLarge(_TextRefused):
    """A text beyond a limit: ``wrong`` says which, on ``line``, counted from 1."""

    def __init__(self, line: int, wrong: Message) -> None:
        super().__init__(f"{filled(wrong.text, wrong.args)} (at line {line}, column 1)")
        self.line = line
        self.wrong = wrong


def read_toml(text: str) -> dict[str, Any]:
    """Parse a TOML text. Raises ``tomllib.TOMLDecodeError``, with ``TomlTooLarge`` beyond a limit."""
    check_bounds(text)
    try:
        return tomllib.loads(text)
    except tomllib.TOMLDecodeError:
        raise
    except (ValueError, RecursionError) as error:
        # tomllib raises these for numbers that Python does not convert
        raise _TextRefused(str(error)) from error


def check_bounds(text: str) -> None:
    """Check all limits in linear time. Raises ``TomlTooLarge``."""
    if len(text) > MAX_CHARACTERS:
        raise TomlTooLarge(1, say("the file is longer than {n} kB", n=MAX_CHARACTERS // 1024))
    for line, signs in enumerate(text.split("\n"), start=1):
        if len(signs) > MAX_LINE:
            raise TomlTooLarge(line, say("the line is longer than {n} signs", n=MAX_LINE))
    _BoundsCheck().count(text)


class _BoundsCheck:
    """One pass over the tokens of a text."""

    def __init__(self) -> None:
        self._line = 1
        self._parts = 0
        self._depth = 0
        self._dots = 0

    def count(self, text: str) -> None:
        for part in _TOKEN.findall(text):
            if part in ("\n", ",", "="):
                self._dots = 0
                self._add(part != "\n")
            elif part == ".":
                self._dots += 1
                self._add(1)
            elif part in ("[", "{"):
                self._open_bracket()
            elif part in ("]", "}"):
                self._depth, self._dots = max(0, self._depth - 1), 0
            elif part[0] not in "\"'#" and len(part) > MAX_BARE:
                raise TomlTooLarge(self._line, say("a word without quotes is longer than {n} signs", n=MAX_BARE))
            if self._dots >= MAX_DEPTH:
                raise TomlTooLarge(self._line, say("a key has more than {n} parts", n=MAX_DEPTH))
            self._line += part.count("\n")

    def _open_bracket(self) -> None:
        self._depth += 1
        self._dots = 0
        self._add(1)
        if self._depth > MAX_DEPTH:
            raise TomlTooLarge(self._line, say("more than {n} lists or tables lie in each other", n=MAX_DEPTH))

    def _add(self, parts: int) -> None:
        self._parts += parts
        if self._parts > MAX_KEYS:
            raise TomlTooLarge(self._line, say("there are more than {n} keys and values", n=MAX_KEYS))
