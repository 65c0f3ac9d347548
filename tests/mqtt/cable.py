"""A cable between a table and a broker, which can be pulled."""

from __future__ import annotations

import socket
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress


class Cable:
    """Passes on what comes at ``port`` to the broker, until it is pulled: then both ends see the connection break."""

    def __init__(self, to: int) -> None:
        self._to = to
        self._listening = socket.create_server(("127.0.0.1", 0))
        self.port = int(self._listening.getsockname()[1])
        self._ends: list[socket.socket] = []
        threading.Thread(target=self._serve, daemon=True).start()

    def _serve(self) -> None:
        while True:
            try:
                near, _ = self._listening.accept()
                far = socket.create_connection(("127.0.0.1", self._to))
            except OSError:
                return
            self._ends += [near, far]
            for one, other in ((near, far), (far, near)):
                threading.Thread(target=_pass_on, args=(one, other), daemon=True).start()

    def pull(self) -> None:
        """For good: nobody gets through any more."""
        for end in (self._listening, *self._ends):
            with suppress(OSError):
                end.shutdown(socket.SHUT_RDWR)
            end.close()


def _pass_on(one: socket.socket, other: socket.socket) -> None:
    with suppress(OSError):
        while sent := one.recv(65536):
            other.sendall(sent)
    for end in (one, other):
        with suppress(OSError):
            end.shutdown(socket.SHUT_RDWR)


@contextmanager
def cable_to(port: int) -> Iterator[Cable]:
    cable = Cable(port)
    try:
        yield cable
    finally:
        cable.pull()
