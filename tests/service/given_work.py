"""Work of a loop that a test gives."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from companion.service.loop import Loop


def nothing() -> None:
    """Does nothing."""


@dataclass
class GivenWork:
    """Work that only calls what the test gives."""

    publish: Callable[[], None] = nothing
    idle: Callable[[], None] = nothing
    patience: Callable[[], float] = lambda: 60.0
    note_bug: Callable[[], None] = nothing

    def loop(self) -> Loop:
        """A loop with this work, not started."""
        loop = Loop()
        loop.connect(self)
        return loop
