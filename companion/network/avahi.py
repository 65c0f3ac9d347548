"""The name Avahi answers to on this network: another one than wished for when two tables share a network."""

from __future__ import annotations

from companion.network.dbus_calls import Bus, Connect, system_bus
from companion.network.network_service import NetworkFault

SERVICE = "org.freedesktop.Avahi"


class Avahi:
    """Asks the running Avahi. ``connect`` opens the bus."""

    def __init__(self, connect: Connect = system_bus) -> None:
        self._bus = Bus(SERVICE, connect)

    def name(self) -> str:
        """Such as ``table.local``, or ``table-2.local``; empty when there is no Avahi."""
        try:
            (found,) = self._bus.call("/", f"{SERVICE}.Server", "GetHostNameFqdn")
        except NetworkFault:
            return ""
        return str(found).lower()

    def release(self) -> None:
        """Let go of the bus."""
        self._bus.close()
