"""Where every look is answered: one handler a look. Any thread may look."""

from __future__ import annotations

from typing import Protocol, TypeVar, cast

from companion.service.looks import Look
from companion.service.sender import LookHandlers, Sender

V = TypeVar("V")


class Showing(Protocol):
    """A room of the service that has something to show."""

    def looks(self) -> LookHandlers: ...


class Looking:
    """Answers the looks at a table. Its ``rooms`` say what they show."""

    def __init__(self, *rooms: Showing) -> None:
        self._handlers: LookHandlers = {}
        for room in rooms:
            self._handlers |= room.looks()

    def look(self, sender: Sender, look: Look[V]) -> V:
        """What ``sender`` sees. Raises ``Refused`` where there is nothing it may see."""
        return cast(V, self._handlers[type(look)](sender, look))
