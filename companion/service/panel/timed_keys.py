"""Debounced keys behind the table's inbox: time does not overtake edges that wait there."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field

from hardware.debounce import Debouncer, KeyEvent
from hardware.ports import Edge


@dataclass(eq=False, repr=False)
class TimedKeys:
    """``post`` puts into the inbox; ``heard`` is given what comes of the time that has passed. Only the deciding thread
    comes here.
    """

    _post: Callable[[Callable[[], object]], None]
    _heard: Callable[[Iterable[KeyEvent]], None]
    _debouncer: Debouncer = field(default_factory=Debouncer, init=False)
    _posted: bool = field(default=False, init=False)

    def feed(self, edge: Edge) -> list[KeyEvent]:
        """What comes of an edge."""
        return self._debouncer.feed(edge)

    def drop(self, device: str, at: float) -> list[KeyEvent]:
        """A device is lost: its keys are released."""
        return self._debouncer.drop(device, at)

    def clear(self) -> None:
        """Forget every key."""
        self._debouncer = Debouncer()

    def due(self) -> float | None:
        """When to call ``idle`` next, if at all."""
        return None if self._posted else self._debouncer.due()

    def idle(self, now: float) -> None:
        """Let time pass up to now, once the edges that are in the inbox already have been fed."""
        due = self.due()
        if due is not None and due <= now:
            self._posted = True
            self._post(lambda: self._advance(now))

    def _advance(self, now: float) -> None:
        self._posted = False
        self._heard(self._debouncer.advance(now))
