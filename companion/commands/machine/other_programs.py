"""Run other programs of this machine: pip, systemd, another version of the companion."""

from __future__ import annotations

import os
import subprocess
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from companion.core.wording import Message, say
from companion.keeping.versions.update_host import UpdateError

TOLD_LINES = 8
"""The number of output lines quoted when a program fails."""
FROM_OUTSIDE = ("NOTIFY_SOCKET", "WATCHDOG_PID", "WATCHDOG_USEC", "LISTEN_PID", "LISTEN_FDS", "STATE_DIRECTORY",
                "PORT", "COMPANION_DATA", "PYTHONPATH", "PYTHONHOME")  # fmt: skip
"""Environment variables hidden from other versions, which do not run as a service and use other data."""


def run_program(command: Sequence[str], failed: Message) -> str:
    """Output of a command. Raises ``UpdateError`` with ``failed`` and its last lines."""
    try:
        done = subprocess.run(command, capture_output=True, text=True, check=False, env=environment())  # noqa: S603
    except OSError as error:
        raise UpdateError(say("{what} {why}", what=failed, why=str(error))) from error
    if done.returncode:
        raise UpdateError(say("{what} {why}", what=failed, why=last_words(done.stderr or done.stdout)))
    return done.stdout


def last_words(said: str) -> str:
    """The last lines of an output, joined into one."""
    return " ".join(said.strip().splitlines()[-TOLD_LINES:])


def environment() -> dict[str, str]:
    """The environment variables that other programs get."""
    # Python must not import modules from the admin's current folder
    return {key: value for key, value in os.environ.items() if key not in FROM_OUTSIDE} | {"PYTHONSAFEPATH": "1"}


def as_owner(folder: Path) -> dict[str, Any]:
    """Arguments of ``subprocess`` that run a program in ``folder`` as the owner of its parent folder instead of root,
    and in a session of its own, since a game could otherwise type into root's terminal.
    """
    given: dict[str, Any] = {
        "env": {**environment(), "HOME": str(folder)},
        "cwd": folder,
        "start_new_session": True,
    }
    owner = folder.parent.stat()  # a running game could replace ``folder`` itself
    if os.geteuid() == 0 and owner.st_uid != 0:
        given |= {"user": owner.st_uid, "group": owner.st_gid, "extra_groups": []}
    return given
