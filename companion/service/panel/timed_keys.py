"""Debounced keys behind the table's inbox: timers never overtake edges that still wait in the inbox."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field

from hardware.debounce import Debouncer, KeyEvent
from hardware.ports import Edge


@dataclass(eq=False, repr=False)
class TimedKeys:
    """Debounces keys. ``post`` enqueues a call in the inbox; ``heard`` receives the events that result from elapsed
    time. Used only by the deciding thread.
    """

    _post: Callable[[Callable[[], object]], None]
    _heard: Callable[[Iterable[KeyEvent]], None]
    _debouncer: Debouncer = field(default_factory=Debouncer, init=False)
    _posted: bool = field(default=False, init=False)

    def feed(self, edge: Edge) -> list[KeyEvent]:
        """The key events that result from an edge."""
        return self._debouncer.feed(edge)

    def drop(self, device: str, at: float) -> list[KeyEvent]:
        """The releases of all keys of a device that is lost."""
        return self._debouncer.drop(device, at)

    def clear(self) -> None:
        """Forget every key."""
        self._debouncer = Debouncer()

    def due(self) -> float | None:
        """When to call ``idle`` next, if at all."""
        return None if self._posted else self._debouncer.due()

    def idle(self, now: float) -> None:
        """Let time pass up to ``now``, after the edges already in the inbox."""
        due = self.due()
        if due is not None and due <= now:
            self._posted = True
            self._post(lambda: self._advance(now))

    def _advance(self, now: float) -> None:
        self._posted = False
        self._heard(self._debouncer.advance(now))
