"""The cable of one simulated place, shared by its parts: in or pulled out, and whether the place is mute."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(slots=True)
class Cable:
    """`plugged` out: everything here fails and the host notices. `silent`: nothing fails, nothing happens."""

    plugged: bool = True
    silent: bool = False

    @property
    def live(self) -> bool:
        """Whether a press here arrives and a picture is really shown."""
        return self.plugged and not self.silent
