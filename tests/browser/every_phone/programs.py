"""Programs that run as long as they are needed."""

from __future__ import annotations

import socket
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from time import monotonic, sleep
from typing import Any

STARTS = 20.0
"""Seconds that a program may take to start on a busy machine."""


@contextmanager
def running(line: list[str], **given: Any) -> Iterator[subprocess.Popen[Any]]:
    """A program, until it is not needed any more."""
    with subprocess.Popen(line, **given) as started:
        try:
            yield started
        finally:
            started.terminate()
            try:
                started.wait(10)
            except subprocess.TimeoutExpired:
                started.kill()


def answers(port: int) -> None:
    """Wait until a program that was just started listens there."""
    ends = monotonic() + STARTS
    while True:
        try:
            return socket.create_connection(("127.0.0.1", port)).close()
        except ConnectionRefusedError:
            assert monotonic() < ends, "it does not start"
            sleep(0.05)
