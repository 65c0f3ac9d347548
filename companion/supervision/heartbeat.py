"""Check that the threads of decisions and of streams respond, and that vital threads run.

The watchdog is reset once both have responded, by what was put into their inboxes: one that hangs makes systemd restart
the service. Before it does, where it hangs is looked up.
"""

from __future__ import annotations

import logging
import os
import signal
import sys
import threading
import time
from collections.abc import Callable, Mapping
from functools import partial
from threading import Thread
from types import FrameType
from typing import NamedTuple

from companion.core.errors import raised_at

logger = logging.getLogger(__name__)

VITAL = ("decides", "serves", "streams", "draws ", "retries", "edges", "looks for pods", "keeps", "network")
"""Name prefixes of the threads without which the table cannot run. The thread of a pod is not one: it ends when its
cable is pulled, and its owner starts it again if it fails.
"""


class CodePlace(NamedTuple):
    """A line of a module."""

    module: str
    line: int


def code_place(frame: FrameType) -> CodePlace:
    """Where a call is."""
    return CodePlace(frame.f_globals.get("__name__", "?"), frame.f_lineno)


PostToThread = Callable[[Callable[[], object]], object]


class Heartbeat:
    """Create it before any thread starts: it installs ``threading.excepthook``, which logs errors without their text.

    ``alive`` is called when all that are asked have responded, in the thread of the last one.
    """

    def __init__(self, alive: Callable[[], object]) -> None:
        self._posts: Mapping[str, PostToThread] = {}
        self._alive = alive
        self._waiting: set[str] = set()
        """Names of the threads that have not responded yet."""
        self._asked = 0.0
        """When they were asked, by the monotonic clock."""
        self._threads: tuple[Thread, ...] = ()
        self._failed_threads: list[str] = []
        self._closing = False
        threading.excepthook = self._log_ended_thread

    def watch(self, posts: Mapping[str, PostToThread]) -> None:
        """Watch all vital threads, those that start later too, and whether those respond whose inboxes ``posts`` has by
        name.
        """
        self._posts = posts
        self._find_threads()

    def expect_ends(self) -> None:
        """Say that the table is being closed: whatever thread ends from now on is meant to."""
        self._closing = True

    def beat(self) -> None:
        """Ask for a response, unless somebody still owes the last one."""
        self._find_threads()
        if self._waiting:
            return
        self._asked, self._waiting = time.monotonic(), set(self._posts)
        for name, post in self._posts.items():
            post(partial(self._respond, name))

    def hangs(self, patience: float) -> tuple[CodePlace, ...]:
        """Where a thread is that has not responded for ``patience`` seconds, the innermost call first. Empty while all
        respond.
        """
        if not self._waiting or time.monotonic() - self._asked < patience:
            return ()
        stuck = next((thread.ident for thread in self._threads if thread.name in tuple(self._waiting)), None)
        frame, found = sys._current_frames().get(stuck or 0), list[CodePlace]()
        while frame is not None:
            found.append(code_place(frame))
            frame = frame.f_back
        return tuple(found)

    @property
    def ended_thread(self) -> str:
        """Name of a vital thread that has ended, by an error or by returning; empty while all run."""
        if self._closing:
            return ""
        ended = [thread.name for thread in self._threads if not thread.is_alive()]
        return next(iter([*self._failed_threads, *ended]), "")

    def _find_threads(self) -> None:
        """Add vital threads that have started since."""
        known = frozenset(self._threads)
        running = (thread for thread in threading.enumerate() if thread.name.startswith(VITAL))
        self._threads += tuple(thread for thread in running if thread not in known)

    def _respond(self, name: str) -> None:
        self._waiting.discard(name)
        if not self._waiting:
            self._alive()

    def _log_ended_thread(self, ended: threading.ExceptHookArgs) -> None:
        """Log type and place of an error that ended a thread; its text may hold a secret."""
        name = ended.thread.name if ended.thread is not None else "a thread"
        error = ended.exc_value or ended.exc_type()
        logger.critical("%s ended: %s at %s", name, ended.exc_type.__name__, raised_at(error))
        if name.startswith(VITAL) and not self._closing:
            self._failed_threads.append(name)
            # wakes the main thread, which waits for a signal
            os.kill(os.getpid(), signal.SIGTERM)
