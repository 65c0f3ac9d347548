"""MicroPython's console on a pod's serial line, through mpremote's own transport, for as long as a walk takes.

A call of the program mpremote for each question takes too long: it would miss what happens between two of them.
"""

from __future__ import annotations

from contextlib import suppress
from importlib import import_module
from typing import Any

from hardware.errors import HardwareError
from hardware.pods.flashing import INSTALL

ANSWER = 10.0
"""Seconds without a byte after which a pod does not answer."""


class PodConsoleError(HardwareError):
    """The console cannot be had, or what was run on it failed; the text says why."""


class PodProgramError(PodConsoleError):
    """The pod answers, but what it was to do failed."""


class RawConsole:
    """The raw console of a pod; a running firmware gives it. Nothing is restarted: its watchdog goes on being fed."""

    def __init__(self, path: str) -> None:
        self.path = path
        try:
            transport = import_module("mpremote.transport_serial").SerialTransport
        except ImportError as error:
            raise PodConsoleError(f"mpremote is not installed: {INSTALL}") from error
        self._transport: Any = None
        try:
            self._transport = transport(path)
            self._transport.serial.timeout = ANSWER
            self._transport.enter_raw_repl(soft_reset=False)
        except Exception as error:  # pyserial's, mpremote's and the system's have no root but this
            self.close()
            raise PodConsoleError(f"the pod at {path} does not give its console: {_why(error)}") from error

    def run(self, program: str) -> str:
        """Run lines on the pod; returns what they print. Raises PodConsoleError, PodProgramError if the lines fail."""
        try:
            printed, failed = self._transport.exec_raw(program, timeout=ANSWER)
        except Exception as error:  # as above
            raise PodConsoleError(f"the pod at {self.path} does not answer any more: {_why(error)}") from error
        if failed:
            last = failed.decode("utf-8", "replace").strip().splitlines()[-1]
            raise PodProgramError(f"the pod at {self.path} says: {last}")
        text: str = printed.decode("utf-8", "replace")
        return text.strip()

    def leave(self, program: str) -> None:
        """Run a line that ends the console, such as a reset; nothing is waited for."""
        with suppress(Exception):
            self._transport.exec_raw_no_follow(program)

    def close(self) -> None:
        """Let go of the line. Idempotent."""
        transport, self._transport = self._transport, None
        if transport is not None:
            with suppress(Exception):  # the line may be gone
                transport.close()


def _why(error: Exception) -> str:
    return str(error).strip() or type(error).__name__
