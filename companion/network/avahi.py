"""Host name under which Avahi announces this machine; differs from the configured one if two tables share a network."""

from __future__ import annotations

from companion.network.dbus_calls import Connect, DbusService, system_bus
from companion.network.network_service import NetworkFault

SERVICE = "org.freedesktop.Avahi"


class Avahi:
    """Avahi over D-Bus. ``connect`` opens the bus."""

    def __init__(self, connect: Connect = system_bus) -> None:
        self._bus = DbusService(SERVICE, connect)

    def name(self) -> str:
        """Such as ``table.local`` or ``table-2.local``; empty without Avahi."""
        try:
            (found,) = self._bus.call("/", f"{SERVICE}.Server", "GetHostNameFqdn")
        except NetworkFault:
            return ""
        return str(found).lower()

    def release(self) -> None:
        """Close the bus."""
        self._bus.close()
