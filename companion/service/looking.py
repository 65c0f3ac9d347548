"""Where every look is answered: one handler a look. Any thread may look."""

from __future__ import annotations

from typing import TypeVar, cast

from companion.service.looks import Look
from companion.service.sender import LookHandlers, Sender

V = TypeVar("V")


class Looking:
    """Answers the looks at a table. The rooms of the service say what they show."""

    def __init__(self) -> None:
        self._handlers: LookHandlers = {}

    def serve(self, handlers: LookHandlers) -> None:
        """Let a room handle these looks."""
        self._handlers |= handlers

    def look(self, sender: Sender, look: Look[V]) -> V:
        """What ``sender`` sees. Raises ``Refused`` where there is nothing it may see."""
        return cast(V, self._handlers[type(look)](sender, look))
