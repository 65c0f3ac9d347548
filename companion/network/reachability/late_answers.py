"""Wrong codes are answered late: each after two seconds, and of all together so many a second.

Nobody is locked out by it. What is right is looked up first and answered at once, whatever waits here, and what waits
holds no thread: the page leaves its place in the WSGI environment, and the server keeps the answer until its turn.
"""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass
from threading import Lock

LATE = "companion.late"
"""The key in a WSGI environment under which a ``LateTurn`` says that the answer is to be given late."""
AFTER = 2.0
"""Seconds that each waits at least."""
A_SECOND = 20
"""So many of all together are answered in a second."""
MOST_WAITING = 100
"""Of so many the last is answered after seven seconds. Where one more comes, the oldest of the sender with the most is
given up, and its connection closed: a closed one tells no more than an answer.
"""


@dataclass(eq=False)
class LateAnswer:
    """An answer that waits. ``given_up``: it is never told."""

    sender: str
    since: float
    given_up: bool = False


class LateAnswers:
    """The answers that wait, the oldest first. ``now`` is monotonic. Any thread may call it."""

    def __init__(self, now: Callable[[], float] = time.monotonic) -> None:
        self._now = now
        self._lock = Lock()
        self._waiting: list[LateAnswer] = []
        self._told = float("-inf")

    def __len__(self) -> int:
        with self._lock:
            return len(self._waiting)

    def enter(self, sender: str) -> LateAnswer:
        """Queue the answer to a wrong code of ``sender``."""
        answer = LateAnswer(sender, self._now())
        with self._lock:
            self._waiting.append(answer)
            if len(self._waiting) > MOST_WAITING:
                counted = Counter(each.sender for each in self._waiting)
                oldest = max(self._waiting, key=lambda each: counted[each.sender])
                oldest.given_up = True
                self._waiting.remove(oldest)
        return answer

    def left(self, answer: LateAnswer) -> float:
        """Seconds until it is the turn of ``answer``, as things stand; none once it waits no more."""
        with self._lock:
            if answer not in self._waiting:
                return 0.0
            before = self._waiting.index(answer)
            return max(answer.since + AFTER, self._told + (before + 1) / A_SECOND) - self._now()

    def tell(self, answer: LateAnswer) -> bool:
        """Whether it is the turn of ``answer``, which then waits no more."""
        with self._lock:
            now = self._now()
            first = self._waiting[0] if self._waiting else None
            if first is not answer or now < max(answer.since + AFTER, self._told + 1 / A_SECOND):
                return False
            del self._waiting[0]
            self._told = now
            return True

    def leave(self, answer: LateAnswer) -> None:
        """Drop ``answer``, because nobody waits for it any more."""
        with self._lock:
            if answer in self._waiting:
                self._waiting.remove(answer)


@dataclass(frozen=True)
class LateTurn:
    """Where the answer to ``sender`` is to wait."""

    answers: LateAnswers
    sender: str
