"""The inbox and the one thread that decides."""

from __future__ import annotations

import logging
from collections.abc import Callable
from concurrent.futures import Future
from dataclasses import dataclass
from queue import Empty, SimpleQueue
from threading import Thread
from typing import Any, Generic, Protocol, TypeVar

from companion.core.errors import Refused, raised_at
from companion.core.wording import say

R = TypeVar("R")

logger = logging.getLogger(__name__)


@dataclass(frozen=True)
class Job(Generic[R]):
    """Something to be done in the deciding thread, and where the reply goes (None: nobody waits for it)."""

    decide: Callable[[], R]
    reply: Future[R] | None = None


class Work(Protocol):
    """What the deciding thread does beside requests."""

    def publish(self) -> None:
        """After every request: publish what it changed."""

    def idle(self) -> None:
        """Periodic work: keys that are held, phones that went silent."""

    def patience(self) -> float:
        """Seconds until ``idle`` is due."""

    def note_bug(self) -> None:
        """Tell the admin of a request that broke."""


class Loop:
    """Takes requests out of one inbox, one after the other, in its own thread.

    Requests may be posted at once; they are decided from ``start`` on, after ``connect``. Periodic work is done as soon
    as it is due, however many requests wait. A bug in a request is raised where somebody waits for its reply; the loop
    goes on.
    """

    def __init__(self) -> None:
        self._inbox: SimpleQueue[Job[Any] | None] = SimpleQueue()
        self._work: Work | None = None
        self._thread = Thread(target=self._run, name="decides", daemon=True)
        self._closed = False

    def connect(self, work: Work) -> None:
        """Set what this thread does beside requests. The parts that do it post requests themselves."""
        self._work = work

    @property
    def work(self) -> Work:
        if self._work is None:
            raise LookupError("the loop is not connected")
        return self._work

    def start(self) -> None:
        self._thread.start()

    def close(self) -> None:
        """Decide what is in the inbox, then stop. Requests that come later are refused."""
        self._closed = True
        self._inbox.put(None)
        if self._thread.is_alive():
            self._thread.join()
        self._turn_away()

    def _turn_away(self) -> None:
        """Nobody decides any more: let go of those who wait for a reply."""
        while not self._inbox.empty():
            request = self._inbox.get()
            if request is not None and request.reply is not None:
                request.reply.set_exception(_closing())

    def post(self, decide: Callable[[], object]) -> None:
        """Put in a request nobody waits for. Any thread; returns at once."""
        self._inbox.put(Job(decide))

    def ask(self, decide: Callable[[], R], timeout: float = 10.0) -> R:
        """Put in a request and wait for its reply, raising what it raised. Any thread but the deciding one.

        Raises ``Refused`` when the table closes, ``TimeoutError`` after ``timeout`` seconds.
        """
        reply: Future[R] = Future()
        self._inbox.put(Job(decide, reply))
        if self._closed and not self._thread.is_alive():
            self._turn_away()
        return reply.result(timeout)

    def _run(self) -> None:
        while True:
            try:
                request = self._next(self.work.patience())
            except Empty:
                self._guarded(Job(self.work.idle))
                continue
            if request is None:
                return
            self._guarded(request)

    def _next(self, patience: float) -> Job[Any] | None:
        if patience <= 0:
            raise Empty
        return self._inbox.get(timeout=patience)

    def _guarded(self, request: Job[Any]) -> None:
        """Decide, publish, and only then reply: the person who gets the reply finds the table already changed."""
        result, error = None, None
        try:
            result = request.decide()
        except Exception as raised:
            error = raised
            if not isinstance(raised, Refused):
                self._report(raised)
        try:
            self.work.publish()
        except Exception as raised:
            self._report(raised)
        if request.reply is not None:
            if error is not None:
                request.reply.set_exception(error)
            else:
                request.reply.set_result(result)

    def _report(self, error: BaseException) -> None:
        # The traceback of a rule may show a hidden hand in its message; the type and place are enough to mend it.
        logger.error("a request broke: %s at %s", type(error).__name__, raised_at(error))
        self.work.note_bug()


def _closing() -> Refused:
    return Refused("closing", say("The table is being closed."))
