"""Read the configured profile: a shipped one or a file."""

from __future__ import annotations

from pathlib import Path

from companion.core.toml_reading import read_toml
from companion.toml_settings import ConfigError
from hardware.profile import Profile
from hardware.profile_files import load, read_shipped, shipped


def shipped_profiles() -> tuple[str, ...]:
    """Names of the shipped profiles."""
    return tuple(shipped())


def read_profile(name: str) -> Profile:
    """Profile by name or path. Raises ``ConfigError`` or ``ProfileError``."""
    if name in shipped():
        return read_shipped(name)
    path = Path(name).expanduser()
    if not path.exists():
        raise ConfigError(f"profile {name}: neither a shipped one ({', '.join(shipped())}) nor a file")
    try:
        text = path.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise ConfigError(f"profile {name}: {error}") from error
    return load(text, str(path), read_toml)
