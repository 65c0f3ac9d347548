"""Whether the table still lives: the deciding loop answers, and the threads it cannot do without still run.

The sign of life for the service manager goes through the inbox of the loop like everything else. A loop that hangs does
not get round to it, and the manager starts the service anew.
"""

from __future__ import annotations

import logging
import os
import signal
import threading
from collections.abc import Callable, Iterable
from threading import Thread

from companion.core.errors import place_of_bug

logger = logging.getLogger(__name__)

VITAL = ("decides", "serves", "draws ", "mends", "pod at ", "looks for pods", "keeps", "network")
"""How the names of the threads begin without which the table is not whole."""


Post = Callable[[Callable[[], object]], object]


class Pulse:
    """Made before any thread begins: from then on an error that ends one is told without its words.

    ``alive`` is called in the deciding thread whenever it answers.
    """

    def __init__(self, alive: Callable[[], object]) -> None:
        self._post: Post | None = None
        self._alive = alive
        self._heard = True
        self._threads: tuple[Thread, ...] = ()
        self._fallen: list[str] = []
        threading.excepthook = self._fell

    def over(self, post: Post, threads: Iterable[Thread]) -> None:
        """Watch over those of ``threads`` that are vital, and over the loop into whose inbox ``post`` puts things."""
        self._post = post
        self._threads = tuple(thread for thread in threads if thread.name.startswith(VITAL))

    def beat(self) -> None:
        """Ask the loop for a sign of life, unless the last time it was asked is still in its inbox."""
        if self._heard and self._post is not None:
            self._heard = False
            self._post(self._hear)

    @property
    def fallen(self) -> str:
        """The name of a vital thread that has ended; empty while all run."""
        ended = [thread.name for thread in self._threads if not thread.is_alive()]
        return next(iter([*self._fallen, *ended]), "")

    def _hear(self) -> None:
        self._heard = True
        self._alive()

    def _fell(self, ended: threading.ExceptHookArgs) -> None:
        """An error ended a thread. Its message may hold what somebody hides: type and place are enough to mend it."""
        name = ended.thread.name if ended.thread is not None else "a thread"
        error = ended.exc_value or ended.exc_type()
        logger.critical("%s ended: %s at %s", name, ended.exc_type.__name__, place_of_bug(error))
        if name.startswith(VITAL):
            self._fallen.append(name)
            # Wakes whoever waits to be told to stop.
            os.kill(os.getpid(), signal.SIGTERM)
