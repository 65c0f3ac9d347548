"""Write keys and values of a TOML text."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any


def toml_line(key: str, value: Any) -> str:
    """The line ``key = value``."""
    return f"{toml_key(key)} = {toml_value(value)}"


def toml_key(key: str) -> str:
    """A key, quoted if it must be."""
    bare = bool(key) and key.isascii() and key.replace("-", "").replace("_", "").isalnum()
    return key if bare else toml_value(key)


def toml_value(value: Any) -> str:
    """A truth value, number, text, list or inline table. Raises TypeError for another value."""
    match value:
        case bool() | int():
            return json.dumps(value)
        case float():
            return repr(value)
        case str():
            # as JSON, but TOML also wants the delete character escaped
            return json.dumps(value, ensure_ascii=False).replace("\x7f", "\\u007f")
        case Mapping():
            return "{" + ", ".join(toml_line(key, part) for key, part in value.items()) + "}"
        case list() | tuple():
            return "[" + ", ".join(toml_value(part) for part in value) + "]"
        case _:
            raise TypeError(f"cannot write a {type(value).__name__} as TOML")
