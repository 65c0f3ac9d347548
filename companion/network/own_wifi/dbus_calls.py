"""Minimal D-Bus calls through jeepney."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from jeepney import DBusAddress, DBusErrorResponse, MessageType, Properties, new_method_call  # noqa: TID251
from jeepney.io.blocking import DBusConnection, open_dbus_connection  # noqa: TID251

from companion.core.wording import say
from companion.network.own_wifi.network_service import NetworkFault

TIMEOUT = 5.0
"""Seconds to wait for a reply. The services reply at once and do the work afterwards."""
NO_SERVICE = say("The network service does not answer. The own Wi-Fi needs NetworkManager.")
REFUSED = say("The network service refused. Is the rule of deploy/network installed?")

ConnectBus = Callable[[], DBusConnection]


def system_bus() -> DBusConnection:
    return open_dbus_connection(bus="SYSTEM")


class DbusService:
    """One service on the bus. Connects on first use and again after a failure."""

    def __init__(self, name: str, connect: ConnectBus = system_bus) -> None:
        self._name = name
        self._connect = connect
        self._wire: DBusConnection | None = None

    def call(self, path: str, interface: str, method: str, signature: str = "", *values: Any) -> tuple[Any, ...]:
        """Call a method and return the values of its reply. Raises ``NetworkFault``."""
        address = DBusAddress(path, self._name, interface)
        return self._ask(new_method_call(address, method, signature or None, values))

    def properties(self, path: str, interface: str) -> dict[str, Any]:
        """All properties of an interface, without their signatures. Raises ``NetworkFault``."""
        (found,) = self._ask(Properties(DBusAddress(path, self._name, interface)).get_all())
        return {key: value for key, (_signature, value) in found.items()}

    def close(self) -> None:
        """Close the bus."""
        if self._wire is not None:
            self._wire.close()
            self._wire = None

    def _ask(self, message: Any) -> tuple[Any, ...]:
        try:
            if self._wire is None:
                self._wire = self._connect()
            reply = self._wire.send_and_get_reply(message, timeout=TIMEOUT)
        except (OSError, RuntimeError, DBusErrorResponse) as error:
            self.close()
            raise NetworkFault(NO_SERVICE, f"{type(error).__name__}: {error}") from error
        if reply.header.message_type is MessageType.error:
            raise _fault(DBusErrorResponse(reply))
        return tuple(reply.body)


def _fault(error: DBusErrorResponse) -> NetworkFault:
    absent = error.name.startswith("org.freedesktop.DBus.Error.") and not error.name.endswith("AccessDenied")
    return NetworkFault(NO_SERVICE if absent else REFUSED, f"{error.name}: {error.data}")
