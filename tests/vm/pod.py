"""A model pod at the far end of the machine's USB serial converter."""

from __future__ import annotations

import select
import socket
import time
from threading import Lock, Thread

from tests.firmware.pod_model import PodModel


class WiredPod:
    """Speaks over ``end`` until it is closed. Every answer may be a while on its way: the machine is emulated."""

    def __init__(self, end: socket.socket) -> None:
        self.model = PodModel(keep=20.0)
        self._end = end
        self._lock = Lock()
        self._open = True
        self.model.power_on()
        self._thread = Thread(target=self._run, name="a pod", daemon=True)
        self._thread.start()

    def tap(self, line: str) -> None:
        with self._lock:
            self.model.press(line, time.monotonic())
            self.model.release(line, time.monotonic())

    def close(self) -> None:
        self._open = False
        self._thread.join(10)
        self._end.close()

    def _run(self) -> None:
        while self._open:
            ready, _, _ = select.select([self._end], [], [], 0.02)
            data = self._end.recv(4096) if ready else b""
            if ready and not data:
                return
            with self._lock:
                now = time.monotonic()
                self.model.feed(data, now)
                self.model.tick(now)
                out = self.model.take()
            if out:
                self._end.sendall(out)
