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
"""Output lines quoted when a program fails."""
FROM_OUTSIDE = ("NOTIFY_SOCKET", "WATCHDOG_PID", "WATCHDOG_USEC", "LISTEN_PID", "LISTEN_FDS", "STATE_DIRECTORY",
                "PORT", "COMPANION_DATA", "PYTHONPATH", "PYTHONHOME")  # fmt: skip
"""Environment variables hidden from other versions, which are no service and have their own data."""


def run_program(command: Sequence[str], failed: Message) -> str:
    """Output of a command. Raises ``UpdateError`` with its last lines."""
    try:
        done = subprocess.run(command, capture_output=True, text=True, check=False, env=environment())  # noqa: S603
    except OSError as error:
        raise UpdateError(say("{what} {why}", what=failed, why=str(error))) from error
    if done.returncode:
        raise UpdateError(say("{what} {why}", what=failed, why=last_words(done.stderr or done.stdout)))
    return done.stdout


def last_words(said: str) -> str:
    """The last lines of an output, in one."""
    return " ".join(said.strip().splitlines()[-TOLD_LINES:])


def environment() -> dict[str, str]:
    """The environment variables that other programs get."""
    # No Python takes modules from the folder where the admin stands.
    return {key: value for key, value in os.environ.items() if key not in FROM_OUTSIDE} | {"PYTHONSAFEPATH": "1"}


def as_owner(folder: Path) -> dict[str, Any]:
    """Arguments that run a program in ``folder``, as the owner of the folder that this lies in, instead of root; and
    in a session of its own: a game in it could type at the terminal of root.
    """
    given: dict[str, Any] = {
        "env": {**environment(), "HOME": str(folder)},
        "cwd": folder,
        "start_new_session": True,
    }
    owner = folder.parent.stat()  # a game that runs could put something else in the place of the folder itself
    if os.geteuid() == 0 and owner.st_uid != 0:
        given |= {"user": owner.st_uid, "group": owner.st_gid, "extra_groups": []}
    return given
