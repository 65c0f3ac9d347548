"""Who is host. Host is a role, not a device: taken with a PIN, which whoever stands at the panel or the Pi can have."""

from __future__ import annotations

from collections.abc import Callable

from companion.service.asking.sender import hashed
from companion.service.seats.host_pins import HostPins


class HostRoles:
    """The devices that are host, by the hash of their token. ``keep`` stores them; ``kept`` are those of last time."""

    def __init__(self, pins: HostPins, kept: frozenset[str], keep: Callable[[frozenset[str]], None]) -> None:
        self.pins = pins
        self._hosts = kept
        self._keep = keep
        self._listeners: list[Callable[[], None]] = []

    def listen(self, listener: Callable[[], None]) -> None:
        """Tell whoever shows the PIN that somebody became host with one."""
        self._listeners.append(listener)

    def is_host(self, token: str) -> bool:
        return bool(token) and hashed(token) in self._hosts

    def by_pin(self, token: str, pin: str) -> None:
        """Become host with a PIN. Raises ``Refused``."""
        self.pins.use(token, pin)
        self._hosts |= {hashed(token)}
        self._keep(self._hosts)
        for listener in self._listeners:
            listener()

    def leave(self, token: str) -> None:
        """This device is not host any more."""
        self._hosts -= {hashed(token)}
        self._keep(self._hosts)
