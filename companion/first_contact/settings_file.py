"""Sets a key in a settings file, leaving everything else in it as its owner wrote it. Pure."""

from __future__ import annotations

import re

from companion.core.toml_reading import TomlError, read_toml
from companion.core.toml_writing import toml_line


def with_setting(text: str, key: str, value: str) -> str:
    """``text`` with ``key`` set to ``value``: in the place of the key, else of the example of it that stands behind a
    comment sign, else before the first table. Raises ``ValueError`` where the result would not be a file with that
    value and everything else as before.
    """
    line = toml_line(key, value)
    lines = text.split("\n")
    at = _place(lines, rf"{re.escape(key)}\s*=")
    if at is None:
        at = _place(lines, rf"#\s*{re.escape(key)}\s*=")
    if at is None:
        at = _place(lines, r"\[") or 0 if _place(lines, r"\[") is not None else len(lines) - (lines[-1] == "")
        lines.insert(at, line)
    else:
        lines[at] = line
    made = "\n".join(lines)
    try:
        before, after = read_toml(text), read_toml(made)
    except TomlError as error:
        raise ValueError(str(error)) from error
    if after != {**before, key: value}:
        raise ValueError(f"{key} could not be set")
    return made


def _place(lines: list[str], pattern: str) -> int | None:
    return next((at for at, line in enumerate(lines) if re.match(rf"\s*{pattern}", line)), None)
