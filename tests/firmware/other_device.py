"""A USB serial device that is no pod, at the far end of a pseudo-terminal: a GPS receiver, or one that says nothing."""

from __future__ import annotations

import os
import pty
import select
import tty
from contextlib import suppress
from pathlib import Path
from threading import Thread

GPS = (
    b"$GPGGA,092750.000,5321.6802,N,00630.3372,W,1,8,1.03,61.7,M,55.2,M,,*76\r\n"
    b"$GPRMC,092750.000,A,5321.6802,N,00630.3372,W,0.02,31.66,280511,,,A*43\r\n"
)
"""Two NMEA sentences."""
PACE = 0.02
"""Seconds between two times that it says its words."""


class OtherDevice:
    """Says ``words`` again and again from ``plug`` to ``unplug``. ``opened`` counts how often a program opened its
    line; ``is_open`` while one has it.
    """

    def __init__(self, path: Path, words: bytes = b"") -> None:
        self.path = path
        self.opened = 0
        self.is_open = False
        self._words = words
        self._master = -1
        self._thread: Thread | None = None

    def plug(self) -> None:
        self._master, slave = pty.openpty()
        tty.setraw(slave)
        os.set_blocking(self._master, False)
        self.path.symlink_to(os.ttyname(slave))
        os.close(slave)  # who opens it now is seen by the master: it hangs up only while nobody has the line
        self._thread = Thread(target=self._run, args=(self._master,), name="another device", daemon=True)
        self._thread.start()

    def unplug(self) -> None:
        """Pull it. Idempotent."""
        self.path.unlink(missing_ok=True)
        master, self._master = self._master, -1
        if self._thread is not None:
            self._thread.join()
        if master != -1:
            os.close(master)

    def _run(self, master: int) -> None:
        line = select.poll()
        line.register(master, select.POLLIN)
        while self._master == master:
            events = dict(line.poll(PACE * 1000)).get(master, 0)
            open_now = not events & select.POLLHUP
            self.opened += open_now and not self.is_open
            self.is_open = open_now
            with suppress(OSError):  # nobody reads: what does not fit is lost, as on a real line
                if events & select.POLLIN:
                    os.read(master, 4096)
                if open_now and self._words:
                    os.write(master, self._words)
            if not open_now:
                select.select([], [], [], PACE)
