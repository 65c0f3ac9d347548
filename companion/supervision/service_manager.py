"""systemd interface: notifications, watchdog, socket activation and state folder."""

from __future__ import annotations

import os
import socket
from collections.abc import MutableMapping
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

FIRST_PASSED = 3
"""First file descriptor that systemd passes; see sd_listen_fds(3)."""


@dataclass(frozen=True)
class ServiceManager:
    """The service manager that started this process, if any.

    ``notify`` is its notification socket, ``watchdog`` its timeout in seconds or None, ``port`` that of the passed
    socket, ``state`` its state folder, ``runtime`` the folder of what is gone with the next power-off.
    """

    notify: str = ""
    watchdog: float | None = None
    port: int | None = None
    state: Path | None = None
    runtime: Path | None = None

    @property
    def present(self) -> bool:
        """Whether this process is a service."""
        return bool(self.notify)

    def ready(self, status: str) -> None:
        """Report that the table is open; ``status`` is shown by ``systemctl status``."""
        self._tell(f"READY=1\nSTATUS={status}")

    def alive(self) -> None:
        """Reset the watchdog. If the manager has not read what it was told before, this is dropped: the thread that
        decides must not wait for it.
        """
        with suppress(BlockingIOError):
            self._tell("WATCHDOG=1", waits=False)

    def stopping(self) -> None:
        """Report a deliberate stop."""
        self._tell("STOPPING=1")

    def _tell(self, words: str, *, waits: bool = True) -> None:
        if not self.notify:
            return
        # @ marks an abstract socket
        address = "\0" + self.notify[1:] if self.notify.startswith("@") else self.notify
        with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM | socket.SOCK_CLOEXEC) as line:
            line.setblocking(waits)
            line.connect(address)
            line.sendall(words.encode())


def service_manager_of(environment: MutableMapping[str, str]) -> ServiceManager:
    """Read the service manager from the environment, removing variables meant for this process alone."""
    own_pid = str(os.getpid())
    notify = environment.pop("NOTIFY_SOCKET", "")
    watched = environment.pop("WATCHDOG_PID", own_pid) == own_pid
    period = environment.pop("WATCHDOG_USEC", "")
    return ServiceManager(
        notify,
        int(period) / 1e6 if watched and period.isdecimal() else None,
        _port_passed(environment, own_pid),
        _first_folder(environment.get("STATE_DIRECTORY", "")),
        _first_folder(environment.get("RUNTIME_DIRECTORY", "")),
    )


def _port_passed(environment: MutableMapping[str, str], own_pid: str) -> int | None:
    """Port of the passed socket. LISTEN_PID stays in the environment: the web server reads it."""
    if environment.get("LISTEN_PID") != own_pid or environment.get("LISTEN_FDS", "0") == "0":
        environment.pop("LISTEN_PID", None)
        return None
    with socket.socket(fileno=os.dup(FIRST_PASSED)) as passed:
        return int(passed.getsockname()[1])


def _first_folder(words: str) -> Path | None:
    return Path(words.split(":")[0]) if words else None
