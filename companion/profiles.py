"""Read the configured profile: a shipped one, an own one of the data folder, or a file; and write own ones."""

from __future__ import annotations

import re
from pathlib import Path

from companion.core.toml_reading import read_toml
from companion.toml_settings import ConfigError
from companion.walk.profile_text import Remarks, profile_text
from companion.whole_files import write_whole
from hardware.profile import Profile
from hardware.profile_files import load, read_shipped, shipped

OWN = "profiles"
"""Folder of own profiles in the data folder."""
NAMED = re.compile(r"[A-Za-z0-9][A-Za-z0-9._-]{0,63}")


def shipped_profiles() -> tuple[str, ...]:
    """Names of the shipped profiles."""
    return tuple(shipped())


def own_profile(name: str, folder: Path) -> Path:
    """File of an own profile, there or not; ``folder`` is the data folder. Raises ``ConfigError`` for a name that
    cannot be one.
    """
    if not NAMED.fullmatch(name) or name.endswith(".toml") or name in shipped():
        raise ConfigError(
            f"profile {name}: an own one needs a name of its own, of letters, digits, dots, dashes and underlines, "
            f"other than those that are shipped ({', '.join(shipped())})"
        )
    return folder / OWN / f"{name}.toml"


def read_profile(name: str, folder: Path | None = None) -> Profile:
    """Profile by name or path; own ones are in the data folder. Raises ``ConfigError`` or ``ProfileError``."""
    if name in shipped():
        return read_shipped(name)
    path = Path(name).expanduser()
    if folder is not None and NAMED.fullmatch(name) and (own := folder / OWN / f"{name}.toml").exists():
        path = own
    if not path.exists():
        known = sorted(file.stem for file in (folder / OWN).glob("*.toml")) if folder is not None else []
        own_ones = f" nor an own one ({', '.join(known)})" if known else ""
        raise ConfigError(f"profile {name}: neither a shipped one ({', '.join(shipped())}){own_ones} nor a file")
    try:
        text = path.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise ConfigError(f"profile {name}: {error}") from error
    return load(text, str(path), read_toml)


def write_own_profile(path: Path, profile: Profile, head: str, remarks: Remarks) -> None:
    """Write an own profile whole, and its folder. Raises ``ConfigError``."""
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        write_whole(path, profile_text(profile, head, remarks))
    except OSError as error:
        raise ConfigError(f"{path}: {error.strerror or error}") from error
