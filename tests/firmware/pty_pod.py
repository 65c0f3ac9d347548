"""A model pod at the far end of a pseudo-terminal: the product's own link opens the near end with pyserial."""

from __future__ import annotations

import os
import pty
import select
import time
import tty
from collections.abc import Callable
from pathlib import Path
from threading import Lock, Thread

from tests.firmware.pod_model import HELLO, PodModel

PATIENCE = 10.0
"""Seconds that a test waits for another thread at most."""


def until(true: Callable[[], object], seconds: float = PATIENCE) -> None:
    """Wait until something is true; fail when it does not become so."""
    end = time.monotonic() + seconds
    while not true():
        assert time.monotonic() < end, "it never came about"
        time.sleep(0.005)


class PtyPod:
    """A pod with a cable. ``path`` is where the cable goes in: the same every time, like a path under by-path.

    ``silent`` hears nothing and says nothing; ``pace`` is how many bytes a second the cable carries, 0 for any.
    """

    def __init__(self, path: Path, model: PodModel | None = None) -> None:
        self.path = path
        self.model = model or PodModel(HELLO)
        self.silent = False
        self.pace = 0.0
        self.received = 0
        self.lock = Lock()
        self._master: int | None = None
        self._slave: int | None = None
        self._thread: Thread | None = None

    def plug(self) -> None:
        """Power and data."""
        self._master, self._slave = pty.openpty()
        tty.setraw(self._slave)
        self.path.symlink_to(os.ttyname(self._slave))
        with self.lock:
            # No key is dropped because the machine that runs the tests is busy: when they are is tried without a clock.
            self.model.keep = PATIENCE
            self.model.power_on()
        self._thread = Thread(target=self._run, args=(self._master,), name="a pod", daemon=True)
        self._thread.start()

    def unplug(self) -> None:
        """The cable is out: the device file goes, and the pod forgets everything."""
        self.path.unlink(missing_ok=True)
        slave, self._slave = self._slave, None
        master, self._master = self._master, None
        if self._thread is not None:
            self._thread.join(PATIENCE)
            assert not self._thread.is_alive()
        for end in (slave, master):
            if end is not None:
                os.close(end)
        self.model = PodModel(self.model.hello)

    def press(self, line: str) -> None:
        with self.lock:
            self.model.press(line, time.monotonic())

    def release(self, line: str) -> None:
        with self.lock:
            self.model.release(line, time.monotonic())

    def tap(self, line: str) -> None:
        self.press(line)
        self.release(line)

    def say(self, data: bytes) -> None:
        """Put bytes on the line that no pod would send."""
        with self.lock:
            self.model._out += data

    def _run(self, master: int) -> None:
        while self._master == master:
            ready, _, _ = select.select([master], [], [], 0.005)
            data = os.read(master, 64 if self.pace else 4096) if ready else b""
            self.received += len(data)
            if self.pace and data:
                time.sleep(len(data) / self.pace)
            with self.lock:
                now = time.monotonic()
                if not self.silent:
                    self.model.feed(data, now)
                self.model.tick(now)
                out = self.model.take()
            if out and not self.silent:
                os.write(master, out)
