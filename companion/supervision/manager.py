"""What the companion tells systemd and is given by it. Started by hand, there is nobody to tell, and that is fine."""

from __future__ import annotations

import os
import socket
from collections.abc import MutableMapping
from dataclasses import dataclass
from pathlib import Path

PASSED = 3
"""The number of the first socket that systemd hands over; see sd_listen_fds(3)."""


@dataclass(frozen=True)
class Manager:
    """The service manager that started this process, if one did.

    ``notify`` is the address it listens at, ``watchdog`` the seconds after which it ends a process that was not heard
    of, None where it does not. ``port`` is that of the socket it opened for us. ``state`` is its
    folder for what stays.
    """

    notify: str = ""
    watchdog: float | None = None
    port: int | None = None
    state: Path | None = None

    @property
    def there(self) -> bool:
        """Whether this process is a service."""
        return bool(self.notify)

    def ready(self, status: str) -> None:
        """The table is open. ``status`` is the line ``systemctl status`` shows."""
        self._tell(f"READY=1\nSTATUS={status}")

    def alive(self) -> None:
        """Keep the watchdog quiet."""
        self._tell("WATCHDOG=1")

    def stopping(self) -> None:
        """The table is being closed on purpose."""
        self._tell("STOPPING=1")

    def _tell(self, words: str) -> None:
        if not self.notify:
            return
        # A name that begins with @ has no file.
        address = "\0" + self.notify[1:] if self.notify.startswith("@") else self.notify
        with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM | socket.SOCK_CLOEXEC) as line:
            line.connect(address)
            line.sendall(words.encode())


def manager_of(environment: MutableMapping[str, str]) -> Manager:
    """The manager this process finds in its environment; what is meant for this process alone is taken out of it."""
    us = str(os.getpid())
    notify = environment.pop("NOTIFY_SOCKET", "")
    watched = environment.pop("WATCHDOG_PID", us) == us
    period = environment.pop("WATCHDOG_USEC", "")
    return Manager(
        notify,
        int(period) / 1e6 if watched and period.isdecimal() else None,
        _port_passed(environment, us),
        _first_folder(environment.get("STATE_DIRECTORY", "")),
    )


def _port_passed(environment: MutableMapping[str, str], us: str) -> int | None:
    """The port of the socket that was handed over. The web server looks for it by LISTEN_PID, which so stays."""
    if environment.get("LISTEN_PID") != us or environment.get("LISTEN_FDS", "0") == "0":
        environment.pop("LISTEN_PID", None)
        return None
    with socket.socket(fileno=os.dup(PASSED)) as passed:
        return int(passed.getsockname()[1])


def _first_folder(words: str) -> Path | None:
    return Path(words.split(":")[0]) if words else None
