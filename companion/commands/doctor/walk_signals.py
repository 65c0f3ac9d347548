"""Ctrl-C, a dropped line and a shutdown during a walk: they end it between two looks at the pins, not in the middle of
a question to a pod or of its file.
"""

from __future__ import annotations

import signal
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType

SENT = (signal.SIGHUP, signal.SIGTERM)
"""The terminal is gone; the machine is switched off. What was found is not written: nobody is there to be asked."""


class WalkSignals:
    """What came and was not obeyed yet. A second one is obeyed where it comes: something hangs."""

    def __init__(self) -> None:
        self._waiting: int | None = None

    def obey(self) -> None:
        """End the walk if it is to end. Raises ``KeyboardInterrupt`` or ``SystemExit``."""
        number, self._waiting = self._waiting, None
        if number == signal.SIGINT:
            raise KeyboardInterrupt
        if number is not None:
            raise SystemExit(128 + number)

    def take(self, number: int, frame: FrameType | None) -> None:
        """A signal came."""
        del frame
        before, self._waiting = self._waiting, number
        if before is not None:
            self.obey()


@contextmanager
def kept_signals() -> Iterator[WalkSignals]:
    """Keep signals until they are obeyed; what is ignored, as under ``nohup``, stays so."""
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
