"""Reading TOML that somebody else wrote: what would cost more memory and time than any real file is refused first.

The standard library's reader takes memory with the square of a key's parts: 40 kB of one dotted key take 3 GB.
"""

from __future__ import annotations

import re
import tomllib
from typing import Any

from companion.core.wording import Message, say

LONGEST = 256 * 1024
"""Signs of a file."""
WIDEST = 4096
"""Signs of a line."""
LONGEST_WORD = 128
"""Signs of a key or a number that stands without quotes."""
DEEPEST = 8
"""Parts of a dotted key, and lists or tables in each other."""
MOST = 10_000
"""Keys, list entries and parts of dotted keys in all."""

_PIECE = re.compile(
    r'"""(?:[^"\\]|\\(?:.|\Z)|"(?!""))*+(?:"""|\Z)'
    r"|'''(?:[^']|'(?!''))*+(?:'''|\Z)"
    r'|"(?:[^"\\\n]|\\.)*+"?'
    r"|'[^'\n]*+'?"
    r"|#[^\n]*+|[\w+-]++|[][{}.,=\n]",
    re.DOTALL,
)
"""What a TOML text is made of; anything else is passed over here, and is the reader's to refuse."""


class TooMuch(tomllib.TOMLDecodeError):
    """A text that asks for more than any file needs: ``wrong`` says what, on ``line``, counted from 1."""

    def __init__(self, line: int, wrong: Message) -> None:
        super().__init__(f"{wrong.text.format_map(wrong.args)} (at line {line}, column 1)")
        self.line = line
        self.wrong = wrong


def read_toml(text: str) -> dict[str, Any]:
    """The values of a TOML text. Raises ``tomllib.TOMLDecodeError``, of which ``TooMuch`` is one."""
    check_bounds(text)
    try:
        return tomllib.loads(text)
    except tomllib.TOMLDecodeError:
        raise
    except (ValueError, RecursionError) as error:
        # Numbers that Python does not read are no TOMLDecodeError of its own.
        raise tomllib.TOMLDecodeError(str(error)) from error


def check_bounds(text: str) -> None:
    """Raises ``TooMuch`` for what no reader should begin with. Takes time in proportion to the text."""
    if len(text) > LONGEST:
        raise TooMuch(1, say("the file is longer than {n} kB", n=LONGEST // 1024))
    for line, signs in enumerate(text.split("\n"), start=1):
        if len(signs) > WIDEST:
            raise TooMuch(line, say("the line is longer than {n} signs", n=WIDEST))
    _Counter().count(text)


class _Counter:
    """Goes through a text once, sign by sign, and keeps count."""

    def __init__(self) -> None:
        self._line = 1
        self._parts = 0
        self._depth = 0
        self._dots = 0

    def count(self, text: str) -> None:
        for piece in _PIECE.findall(text):
            if piece in ("\n", ",", "="):
                self._dots = 0
                self._add(piece != "\n")
            elif piece == ".":
                self._dots += 1
                self._add(1)
            elif piece in ("[", "{"):
                self._deeper()
            elif piece in ("]", "}"):
                self._depth, self._dots = max(0, self._depth - 1), 0
            elif piece[0] not in "\"'#" and len(piece) > LONGEST_WORD:
                raise TooMuch(self._line, say("a word without quotes is longer than {n} signs", n=LONGEST_WORD))
            if self._dots >= DEEPEST:
                raise TooMuch(self._line, say("a key has more than {n} parts", n=DEEPEST))
            self._line += piece.count("\n")

    def _deeper(self) -> None:
        self._depth += 1
        self._dots = 0
        self._add(1)
        if self._depth > DEEPEST:
            raise TooMuch(self._line, say("more than {n} lists or tables lie in each other", n=DEEPEST))

    def _add(self, parts: int) -> None:
        self._parts += parts
        if self._parts > MOST:
            raise TooMuch(self._line, say("there are more than {n} keys and values", n=MOST))
