"""Cable of a simulated place, shared by its parts."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(slots=True)
class Cable:
    """Not `plugged`: everything fails, and the host notices. `silent`: nothing fails, nothing happens."""

    plugged: bool = True
    silent: bool = False

    @property
    def live(self) -> bool:
        """Whether presses arrive and pictures are shown."""
        return self.plugged and not self.silent
