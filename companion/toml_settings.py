"""Reads a file of settings: TOML that is refused as a whole if anything in it is wrong."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from difflib import get_close_matches
from pathlib import Path

import msgspec
from msgspec import Struct

from companion.core.errors import CompanionError
from companion.core.toml_reading import read_toml


class ConfigError(CompanionError):
    """The configuration cannot be used. The text names file, key, what was expected and what to do."""


def read_settings(path: Path, kind: type[Struct], parts: Mapping[str, type[Struct]]) -> dict[str, object]:
    """The settings in a file, which are of this ``kind``; ``parts`` are those that stand together under a name.

    Raises ``ConfigError``.
    """
    try:
        settings = read_toml(path.read_text(encoding="utf-8"))
    except (OSError, UnicodeDecodeError, tomllib.TOMLDecodeError) as error:
        raise ConfigError(f"{path}: {error}") from error
    known = [field.name for field in msgspec.structs.fields(kind)]
    problems = [_unknown(key, known) for key in settings if key not in known]
    for part, of_part in parts.items():
        given = settings.get(part)
        if isinstance(given, dict):
            names = list(of_part.__struct_fields__)
            problems += [f"[{part}]: {_unknown(key, names)}" for key in given if key not in names]
    if problems:
        raise ConfigError(f"{path}: " + "; ".join(problems))
    try:
        msgspec.convert(settings, kind)
    except msgspec.ValidationError as error:
        raise ConfigError(f"{path}: {error}") from error
    return settings


def _unknown(key: str, known: list[str]) -> str:
    near = get_close_matches(key, known, 1)
    return f"unknown key {key}" + (f", did you mean {near[0]}?" if near else f"; there are {', '.join(known)}")


def checked_port(value: object, where: str) -> int:
    """A port as it was given, as a number or in digits. Raises ``ConfigError``."""
    if isinstance(value, str) and value.isdecimal():
        value = int(value)
    if not isinstance(value, int) or not 1 <= value <= 65535:
        raise ConfigError(f"{where} is {value!r}; expected a number from 1 to 65535")
    return value
