"""Read untrusted TOML, as plain values or checked against a struct. Limits on size and nesting are checked before
parsing.

Every error is a ``TomlError`` with its line.

The limits are needed because the memory of ``tomllib`` grows with the square of the parts of a dotted key: one of 40 kB
takes 3 GB.
"""

from __future__ import annotations

import codecs
import re
import tomllib
from collections.abc import Iterable, Iterator, Mapping
from typing import Any, TypeVar

import msgspec
from msgspec import Struct

from companion.core.suggestions import near_or_known, nearest
from companion.core.wording import Message, filled, say

S = TypeVar("S", bound=Struct)

MAX_CHARACTERS = 256 * 1024
"""The most characters of a file."""
MAX_LINE = 4096
"""The most characters of a line."""
MAX_BARE = 128
"""The most characters of a key or value without quotes."""
MAX_DEPTH = 8
"""The most parts of a dotted key, and the deepest nesting of lists and tables."""
MAX_KEYS = 10_000
"""The most keys, list entries and parts of dotted keys of a file, in total."""

_TOKEN = re.compile(
    r'"""(?:[^"\\]|\\(?:.|\Z)|"(?!""))*+(?:"""|\Z)'
    r"|'''(?:[^']|'(?!''))*+(?:'''|\Z)"
    r'|"(?:[^"\\\n]|\\.)*+"?'
    r"|'[^'\n]*+'?"
    r"|#[^\n]*+|[\w+-]++|[][{}.,=\n]",
    re.DOTALL,
)
"""The tokens that the limits concern; invalid text is skipped here and refused by ``tomllib``."""


_AT_LINE = re.compile(r"\s*\(at (?:line (\d+), column \d+|end of document)\)")


_MARKED = ((codecs.BOM_UTF8, "utf-8"), (codecs.BOM_UTF16_LE, "utf-16-le"), (codecs.BOM_UTF16_BE, "utf-16-be"))


def text_of_file(content: bytes) -> str:
    """The text of a file as editors save it: by its byte order mark, else UTF-8, else the encoding of older Windows
    editors.
    """
    for mark, encoding in _MARKED:
        if content.startswith(mark):
            return content[len(mark) :].decode(encoding, errors="replace")
    try:
        return content.decode()
    except UnicodeDecodeError:
        return content.decode("cp1252", errors="replace")


class TomlError(tomllib.TOMLDecodeError):
    """A text that cannot be read, because of ``why`` on ``line`` (counted from 1). The exception's text says both."""

    def __init__(self, text: str, line: int, why: Message | str) -> None:
        # since Python 3.14 the base class takes other arguments
        ValueError.__init__(self, text)
        self.line = line
        self.why = why


class TomlTooLarge(TomlError):
    """A text beyond a limit: ``wrong`` says which."""

    def __init__(self, line: int, wrong: Message) -> None:
        super().__init__(f"{filled(wrong.text, wrong.args)} (at line {line}, column 1)", line, wrong)


def read_toml(text: str) -> dict[str, Any]:
    """Parse a TOML text. Raises ``TomlError``; ``TomlTooLarge`` if a limit is exceeded."""
    check_bounds(text)
    try:
        return tomllib.loads(text)
    except (ValueError, RecursionError) as error:
        # for numbers that Python does not convert, tomllib raises other exceptions than its own
        said = str(error)
        found = _AT_LINE.search(said)
        line = int(found[1]) if found and found[1] else max(1, len(text.splitlines()))
        raise TomlError(said, line, _AT_LINE.sub("", said)) from error


def read_toml_as(text: str, kind: type[S]) -> S:
    """Parse a TOML text whose keys are the fields of a struct. Raises ``TomlError`` and ``WrongTomlValue``."""
    values = read_toml(text)
    check_values(values, kind)
    return msgspec.convert(values, kind)


class WrongTomlValue(ValueError):
    """A key is unknown or a value has the wrong type. The text names every unknown key with the nearest known one, else
    the first wrong value.
    """


def check_values(values: Mapping[str, Any], kind: type[Struct]) -> None:
    """Check that ``values`` fit a struct. Raises ``WrongTomlValue``."""
    if unknown := [*_unknown_keys(values, msgspec.inspect.type_info(kind), ())]:
        raise WrongTomlValue("; ".join(unknown))
    try:
        msgspec.convert(values, kind)
    except msgspec.ValidationError as error:
        raise WrongTomlValue(str(error)) from error


def _unknown_keys(value: object, kind: msgspec.inspect.Type, path: tuple[str | int, ...]) -> Iterator[str]:
    """Every key in ``value`` that no struct of ``kind`` has, with its table."""
    if isinstance(kind, msgspec.inspect.UnionType):
        for one in kind.types:
            yield from _unknown_keys(value, one, path)
    elif isinstance(kind, msgspec.inspect.VarTupleType | msgspec.inspect.ListType) and isinstance(value, list):
        for number, part in enumerate(value, start=1):
            yield from _unknown_keys(part, kind.item_type, (*path, number))
    elif isinstance(kind, msgspec.inspect.StructType) and isinstance(value, dict):
        fields = {field.encode_name: field.type for field in kind.fields}
        for key, part in value.items():
            if key in fields:
                yield from _unknown_keys(part, fields[key], (*path, key))
            else:
                yield f"{_table(path)}unknown key {key}{_near_or_known(key, fields)}"


def _table(path: tuple[str | int, ...]) -> str:
    """The header of a table as in the file, with its number if there are several: ``[turn] 2: ``; "" for the file
    itself.
    """
    name = ".".join(part for part in path if isinstance(part, str))
    numbers = [str(part) for part in path if isinstance(part, int)]
    return f"{' '.join([f'[{name}]', *numbers])}: " if name else ""


def _near_or_known(key: str, known: Iterable[str]) -> str:
    near = nearest(key, known)
    return f", did you mean {near}?" if near else near_or_known(key, known)


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
