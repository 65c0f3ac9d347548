"""Check that the deciding loop responds and that vital threads run.

The watchdog is reset through the loop's own inbox, so a loop that hangs makes systemd restart the service. Before it
does, where the loop hangs is looked up.
"""

from __future__ import annotations

import logging
import os
import signal
import sys
import threading
import time
from collections.abc import Callable, Iterable
from threading import Thread
from typing import NamedTuple

from companion.core.errors import raised_at

logger = logging.getLogger(__name__)

VITAL = ("decides", "serves", "streams", "draws ", "retries", "edges", "pod at ", "looks for pods", "keeps", "network")
"""Name prefixes of the threads without which the table cannot run."""


DECIDES = "decides"
"""Name of the thread of the loop."""


class CodePlace(NamedTuple):
    """A line of a module."""

    module: str
    line: int


PostToLoop = Callable[[Callable[[], object]], object]


class Heartbeat:
    """Create it before any thread starts: it installs ``threading.excepthook``, which logs errors without their text.

    ``alive`` is called in the deciding thread on every response.
    """

    def __init__(self, alive: Callable[[], object]) -> None:
        self._post: PostToLoop | None = None
        self._alive = alive
        self._asked: float | None = None
        """Since when the loop owes a response, by the monotonic clock."""
        self._threads: tuple[Thread, ...] = ()
        self._failed_threads: list[str] = []
        threading.excepthook = self._log_ended_thread

    def watch(self, post: PostToLoop, threads: Iterable[Thread]) -> None:
        """Watch the vital ones of ``threads``, and the loop whose inbox ``post`` feeds."""
        self._post = post
        self._threads = tuple(thread for thread in threads if thread.name.startswith(VITAL))

    def beat(self) -> None:
        """Ask the loop to respond, unless the last request is still waiting."""
        if self._asked is None and self._post is not None:
            self._asked = time.monotonic()
            self._post(self._respond)

    def hangs(self, patience: float) -> tuple[CodePlace, ...]:
        """Where the loop is, the innermost call first, if it has not responded for ``patience`` seconds. Empty while it
        responds.
        """
        asked = self._asked
        if asked is None or time.monotonic() - asked < patience:
            return ()
        loop = next((thread.ident for thread in self._threads if thread.name == DECIDES), None)
        frame, found = sys._current_frames().get(loop or 0), list[CodePlace]()
        while frame is not None:
            found.append(CodePlace(frame.f_globals.get("__name__", "?"), frame.f_lineno))
            frame = frame.f_back
        return tuple(found)

    @property
    def ended_thread(self) -> str:
        """Name of a vital thread that has ended; empty while all run."""
        ended = [thread.name for thread in self._threads if not thread.is_alive()]
        return next(iter([*self._failed_threads, *ended]), "")

    def _respond(self) -> None:
        self._asked = None
        self._alive()

    def _log_ended_thread(self, ended: threading.ExceptHookArgs) -> None:
        """Log type and place of an error that ended a thread; its text may hold a secret."""
        name = ended.thread.name if ended.thread is not None else "a thread"
        error = ended.exc_value or ended.exc_type()
        logger.critical("%s ended: %s at %s", name, ended.exc_type.__name__, raised_at(error))
        if name.startswith(VITAL):
            self._failed_threads.append(name)
            # wakes the main thread, which waits for a signal
            os.kill(os.getpid(), signal.SIGTERM)
