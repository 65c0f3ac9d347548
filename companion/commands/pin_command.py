"""The command to type on this machine for a PIN of the table that runs here."""

from __future__ import annotations

import os
import shlex
import shutil
import sys
from pathlib import Path

from companion.config import Config, read_config
from companion.first_contact.read_only_root import ReadOnlyRoot
from companion.first_contact.setup_record import read_record
from companion.keeping.versions.releases import ROOT
from companion.toml_settings import ConfigError

NAMES = ("companion", "table-companion")
"""The names of the program when it is installed."""
TYPED_OUTSIDE = "COMPANION_PIN_COMMAND"
"""The environment variable of a container with the command to type outside it."""


def pin_command(config: Config, card_root: ReadOnlyRoot | None = None, prefix: Path = Path(sys.prefix)) -> str:
    """The command as typed in another terminal of this machine; "" if nobody can log in. ``prefix`` is the environment
    of this program.
    """
    if outside := os.environ.get(TYPED_OUTSIDE):
        return outside
    if not prefix.is_relative_to(ROOT):
        return shlex.join([*_program(), "pin", *_options(config)])
    if not (card_root or ReadOnlyRoot()).flashed:
        return "sudo companion pin"
    # here only root can log in, with the key that the owner wrote on the card
    return "companion pin" if read_record(config.folder).logins else ""


def _program() -> list[str]:
    """This program: its name if another terminal finds it too, else its path. An environment is only on the PATH of the
    terminal that activated it; ``uvx`` and ``pipx run`` put one only on the PATH of this process.
    """
    beside = [Path(sys.executable).with_name(name) for name in NAMES]
    for path in (path for path in beside if path.exists()):
        found = Path(shutil.which(path.name) or path)
        return [path.name if found.samefile(path) and not found.parent.samefile(path.parent) else str(path)]
    return [sys.executable, "-m", "companion"]


def _options(config: Config) -> list[str]:
    """The options with which the command finds the data of this table."""
    elsewhere = {name: value for name, value in os.environ.items() if name not in ("COMPANION_DATA", "STATE_DIRECTORY")}
    try:
        usual = read_config(None, elsewhere).folder
    except ConfigError:
        return ["--data", str(config.folder.absolute())]
    return [] if usual == config.folder else ["--data", str(config.folder.absolute())]
