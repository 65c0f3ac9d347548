"""Ctrl-C, a dropped line and a shutdown while something is changed: cleaned up after, or kept waiting."""

from __future__ import annotations

import signal
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType
from typing import NoReturn

TYPED = (signal.SIGINT, signal.SIGQUIT, signal.SIGTSTP)
"""What somebody types: Ctrl-C, Ctrl-\\, Ctrl-Z."""
SENT = (signal.SIGHUP, signal.SIGTERM)
"""The terminal is gone; the machine is switched off."""


@contextmanager
def raised_as_interrupt() -> Iterator[None]:
    """Let a dropped line and a shutdown raise ``KeyboardInterrupt``, as Ctrl-C does, instead of ending the process
    before it can clean up.
    """
    before = {each: signal.getsignal(each) for each in SENT}
    for each, handler in before.items():
        if handler is signal.SIG_DFL:
            signal.signal(each, _interrupt)
    try:
        yield
    finally:
        for each, handler in before.items():
            signal.signal(each, handler)


def _interrupt(number: int, frame: FrameType | None) -> NoReturn:
    del number, frame
    raise KeyboardInterrupt


@contextmanager
def uninterrupted() -> Iterator[None]:
    """Keep signals waiting until the end of the block, for the programs it runs too. What was typed meanwhile counts
    for nothing: it is done by then.
    """
    before = signal.pthread_sigmask(signal.SIG_BLOCK, (*TYPED, *SENT))
    try:
        yield
    finally:
        ended = set(TYPED) - before
        while ended and signal.sigtimedwait(ended, 0) is not None:
            pass
        signal.pthread_sigmask(signal.SIG_SETMASK, before)
