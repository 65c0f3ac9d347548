"""Reads a file of settings: TOML that is refused as a whole if anything in it is wrong."""

from __future__ import annotations

from pathlib import Path

from msgspec import Struct

from companion.core.errors import CompanionError
from companion.core.toml_reading import TomlError, WrongTomlValue, check_values, read_toml


class ConfigError(CompanionError):
    """The configuration cannot be used. The text names file, key, what was expected and what to do."""


def read_settings(path: Path, kind: type[Struct]) -> dict[str, object]:
    """The settings in a file, which are of this ``kind``. Raises ``ConfigError``."""
    try:
        settings = read_toml(path.read_text(encoding="utf-8"))
        check_values(settings, kind)
    except (OSError, UnicodeDecodeError, TomlError, WrongTomlValue) as error:
        raise ConfigError(f"{path}: {error}") from error
    return settings


def checked_port(value: object, where: str) -> int:
    """A port as it was given, as a number or in digits. Raises ``ConfigError``."""
    if isinstance(value, str) and value.isdecimal():
        value = int(value)
    if not isinstance(value, int) or not 1 <= value <= 65535:
        raise ConfigError(f"{where} is {value!r}; expected a number from 1 to 65535")
    return value
