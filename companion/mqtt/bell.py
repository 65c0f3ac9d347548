"""Wakes the publishing thread, from any thread and without waiting."""

from __future__ import annotations

import select
import socket
from contextlib import suppress


class Bell:
    """It can be waited for with a socket, since ``fileno`` is readable while it rings."""

    def __init__(self) -> None:
        self._far, self._near = socket.socketpair()
        for end in (self._far, self._near):
            end.setblocking(False)

    def fileno(self) -> int:
        return self._near.fileno()

    def ring(self) -> None:
        with suppress(OSError):  # it rings already, or nobody is there any more
            self._far.send(b"!")

    def quiet(self) -> bool:
        """Stop ringing; returns whether it rang."""
        try:
            return bool(self._near.recv(4096))
        except OSError:
            return False

    def wait(self, seconds: float) -> None:
        """Wait until it rings, at most so long."""
        rings = select.poll()
        rings.register(self._near, select.POLLIN)
        rings.poll(seconds * 1000)

    def close(self) -> None:
        self._far.close()
        self._near.close()
