"""``companion run`` as a process that stands where systemd's child would."""

from __future__ import annotations

import os
import select
import signal
import socket
import subprocess
import sys
import urllib.request
from pathlib import Path

PATIENCE = 60.0
BACKLOG = 128
"""Connections that may wait at systemd's socket: as in ``deploy/systemd``."""
RUN = "from companion.cli import main; main()"


class ServiceProcess:
    """Port and socket are handed over; it is asked to show that it lives."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.runtime = folder / "run"
        self.heard = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
        self.heard.bind(str(folder / "notify"))
        self.heard.settimeout(PATIENCE)
        self.door = socket.create_server(("127.0.0.1", 0), backlog=BACKLOG)
        self.process: subprocess.Popen[str] | None = None

    def start(self, config: str, group: Path | str = os.devnull, before: str = "") -> None:
        """``group``: a file to which the process writes its id before it begins; ``before``: Python it runs first."""
        (self.folder / "companion.toml").write_text(config)
        state = self.folder / "state"
        state.mkdir(exist_ok=True)
        self.runtime.mkdir(exist_ok=True)
        self.process = subprocess.Popen(
            ["bash", "-c", f'echo $$ > "$0"; exec 3<&{self.door.fileno()}; LISTEN_PID=$$ exec "$@"', str(group),
             sys.executable, "-c", before + RUN, "--config", str(self.folder / "companion.toml"), "run"],
            env=os.environ | {
                "NOTIFY_SOCKET": str(self.folder / "notify"), "WATCHDOG_USEC": "2000000", "LISTEN_FDS": "1",
                "STATE_DIRECTORY": str(state), "RUNTIME_DIRECTORY": str(self.runtime),
            },
            pass_fds=(self.door.fileno(),), stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
        )  # fmt: skip

    def until_ready(self) -> None:
        """What an earlier process said may still be there."""
        while not self.heard.recv(400).startswith(b"READY=1\n"):
            pass

    def forget_what_was_said(self) -> None:
        """As systemd, read what there is: a process that nobody listens to waits when it says that it lives."""
        while select.select([self.heard], [], [], 0)[0]:
            self.heard.recv(400)

    @property
    def port(self) -> int:
        return int(self.door.getsockname()[1])

    def page(self, path: str) -> str:
        with urllib.request.urlopen(f"http://127.0.0.1:{self.port}{path}", timeout=PATIENCE) as page:
            return str(page.read().decode())

    def end(self, how: signal.Signals) -> tuple[int, str]:
        """Exit code and what it printed."""
        assert self.process is not None
        self.process.send_signal(how)
        said, _ = self.process.communicate(timeout=PATIENCE)
        return self.process.returncode, said

    def close(self) -> None:
        if self.process is not None and self.process.poll() is None:
            self.process.kill()
            self.process.communicate()
        self.heard.close()
        self.door.close()
