"""Signals during a walk (Ctrl-C, a lost terminal, a shutdown): they end it between two reads of the pins, not in the
middle of a question to a pod or of writing its file.
"""

from __future__ import annotations

import signal
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType

SENT = (signal.SIGHUP, signal.SIGTERM)
"""Signals for a lost terminal and a shutdown. Results are not written then, because nobody can be asked."""


class WalkSignals:
    """A signal that was received and not handled yet. A second signal is handled at once, because something hangs."""

    def __init__(self) -> None:
        self._waiting: int | None = None

    def obey(self) -> None:
        """Handle a received signal by ending the walk. Raises ``KeyboardInterrupt`` or ``SystemExit``."""
        number, self._waiting = self._waiting, None
        if number == signal.SIGINT:
            raise KeyboardInterrupt
        if number is not None:
            raise SystemExit(128 + number)

    def take(self, number: int, frame: FrameType | None) -> None:
        """The signal handler."""
        del frame
        before, self._waiting = self._waiting, number
        if before is not None:
            self.obey()


@contextmanager
def kept_signals() -> Iterator[WalkSignals]:
    """Delay signals until ``obey`` is called. Signals that are ignored, for example under ``nohup``, stay ignored."""
    signals = WalkSignals()
    before = {each: signal.getsignal(each) for each in (signal.SIGINT, *SENT)}
    for each, handler in before.items():
        if handler in (signal.SIG_DFL, signal.default_int_handler):
            signal.signal(each, signals.take)
    try:
        yield signals
    finally:
        for each, handler in before.items():
            signal.signal(each, handler)
