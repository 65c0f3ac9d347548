"""NetworkManager over D-Bus, the network service of Raspberry Pi OS and Debian; and Avahi, which announces the host
name.

Names, types and numbers are those of NetworkManager's reference (1.42 and newer).
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from contextlib import suppress
from typing import Any

from msgspec import Struct

from companion.core.wording import say
from companion.network.home_wifi.near_networks import AccessPoint, NearNetwork, near_networks, printable
from companion.network.own_wifi.connection_settings import OWN, ConnectionSettings, home_connection, own_connection
from companion.network.own_wifi.dbus_calls import ConnectBus, DbusService, system_bus
from companion.network.own_wifi.network_service import HomeNetwork, Link, NetworkFault, NetworkStatus
from companion.network.own_wifi.wifi import Wifi

SERVICE = "org.freedesktop.NetworkManager"
ROOT = "/org/freedesktop/NetworkManager"
SETTINGS = f"{ROOT}/Settings"
DEVICE = f"{SERVICE}.Device"
WIRELESS = f"{SERVICE}.Device.Wireless"
CONNECTION = f"{SERVICE}.Settings.Connection"
NONE = "/"
TO_DISK = 0x1
"""NM_SETTINGS_UPDATE2_FLAG_TO_DISK: a connection that was to be gone once it is left stays."""

ETHERNET, WIFI = 1, 2
"""NMDeviceType."""
DISCONNECTED, ACTIVATED, LEAVING = 30, 100, 110
"""NMDeviceState, of which those between 30 and 100 are the steps of joining."""
CAN_HOST = 0x40
"""NM_WIFI_DEVICE_CAP_AP."""
INFRASTRUCTURE = 2
"""NM80211Mode of a radio that is in somebody else's Wi-Fi."""
MOST_POINTS = 200
"""Access points that are looked at: anybody near can send the names of thousands."""


class WifiDevice(Struct, frozen=True):
    """The Wi-Fi device: object path, interface, state, capabilities, mode and active connection."""

    path: str
    interface: str
    state: int
    capabilities: int
    mode: int
    points: tuple[str, ...]
    active: str

    @property
    def visiting(self) -> bool:
        """Whether it is in somebody else's Wi-Fi."""
        return self.state == ACTIVATED and self.mode == INFRASTRUCTURE


class KnownConnection(Struct, frozen=True):
    """What the system knows of a connection: the name of the network it joins (empty: it joins none), and whether it
    does so by itself.
    """

    ssid: bytes = b""
    by_itself: bool = False


class NetworkManager:
    """``NetworkService`` over the system bus. ``connect`` opens the bus; after ``sync`` all files are on the disk."""

    def __init__(self, connect: ConnectBus = system_bus, sync: Callable[[], None] = os.sync) -> None:
        self._bus = DbusService(SERVICE, connect)
        self._sync = sync

    def look(self) -> NetworkStatus:
        devices = [(path, self._bus.properties(path, DEVICE)) for path in self._devices()]
        wired = any(about["DeviceType"] == ETHERNET and about["State"] == ACTIVATED for _, about in devices)
        radio = self._radio(devices)
        if radio is None:
            return NetworkStatus(wired=wired)
        link, ssid = self._link(radio)
        return NetworkStatus(
            radio=radio.interface,
            hosts=bool(radio.capabilities & CAN_HOST),
            link=link,
            ssid=ssid,
            known_near=link in ("none", "joining") and bool(self._known() & self._near(radio)),
            wired=wired,
        )

    def scan(self) -> None:
        radio = self._needed()
        # NetworkManager refuses a scan while one runs or just ran; its result is available anyway.
        with suppress(NetworkFault):
            self._bus.call(radio.path, WIRELESS, "RequestScan", "a{sv}", {})

    def open(self, wifi: Wifi) -> None:
        radio = self._needed()
        self._activate(own_connection(wifi, radio.interface), radio)

    def close(self) -> None:
        radio = self._needed()
        if self._own_is_on(radio):
            self._bus.call(ROOT, SERVICE, "DeactivateConnection", "o", radio.active)

    def in_sight(self) -> tuple[NearNetwork, ...]:
        return near_networks(self._points(self._needed()))

    def present(self) -> str:
        radio = self._needed()
        return str(self._active(radio)["Connection"]) if radio.active != NONE else ""

    def join(self, home: HomeNetwork) -> str:
        return self._activate(home_connection(home), self._needed())

    def keep(self, handle: str, ssid: str) -> None:
        self._bus.call(handle, CONNECTION, "Update2", "a{sa{sv}}ua{sv}", {}, TO_DISK, {})
        # NetworkManager leaves a new file to the system, which writes it within half a minute: a power cut before would
        # leave it empty.
        self._sync()
        for path in self._connections():
            # one that has just gone needs no deleting
            with suppress(NetworkFault):
                if path != handle and self._settings_of(path).ssid == ssid.encode():
                    self._bus.call(path, CONNECTION, "Delete")

    def rejoin(self, handle: str) -> None:
        self._bus.call(ROOT, SERVICE, "ActivateConnection", "ooo", handle, self._needed().path, NONE)

    def leave(self) -> None:
        radio = self._needed()
        if radio.active != NONE:
            self._bus.call(ROOT, SERVICE, "DeactivateConnection", "o", radio.active)

    def release(self) -> None:
        self._bus.close()

    def _activate(self, settings: ConnectionSettings, radio: WifiDevice) -> str:
        """Bring up a connection that is gone once it is left; its path."""
        options = {"persist": ("s", "volatile")}
        path, _active, _result = self._bus.call(
            ROOT, SERVICE, "AddAndActivateConnection2", "a{sa{sv}}ooa{sv}", settings, radio.path, NONE, options
        )
        return str(path)

    # -- looking -----------------------------------------------------------------------------------------------

    def _devices(self) -> list[str]:
        (paths,) = self._bus.call(ROOT, SERVICE, "GetDevices")
        return list(paths)

    def _radio(self, devices: list[tuple[str, dict[str, Any]]]) -> WifiDevice | None:
        """First Wi-Fi device that is switched on."""
        for path, about in devices:
            if about["DeviceType"] == WIFI and about["State"] >= DISCONNECTED:
                air = self._bus.properties(path, WIRELESS)
                return WifiDevice(
                    path,
                    str(about["Interface"]),
                    int(about["State"]),
                    int(air["WirelessCapabilities"]),
                    int(air["Mode"]),
                    tuple(air["AccessPoints"][:MOST_POINTS]),
                    str(about["ActiveConnection"]),
                )
        return None

    def _needed(self) -> WifiDevice:
        devices = [(path, self._bus.properties(path, DEVICE)) for path in self._devices()]
        radio = self._radio(devices)
        if radio is None:
            raise NetworkFault(say("This machine has no radio, or it is switched off."))
        return radio

    def _link(self, radio: WifiDevice) -> tuple[Link, str]:
        if not DISCONNECTED < radio.state < LEAVING:
            return "none", ""
        if radio.state != ACTIVATED:
            return "joining", ""
        return ("own", "") if self._own_is_on(radio) else ("joined", printable(self._active_id(radio)))

    def _active(self, radio: WifiDevice) -> dict[str, Any]:
        return self._bus.properties(radio.active, f"{SERVICE}.Connection.Active")

    def _active_id(self, radio: WifiDevice) -> str:
        return "" if radio.active == NONE else str(self._active(radio)["Id"])

    def _own_is_on(self, radio: WifiDevice) -> bool:
        # Somebody else's Wi-Fi may have that name.
        return not radio.visiting and self._active_id(radio) == OWN

    def _connections(self) -> list[str]:
        (paths,) = self._bus.call(SETTINGS, f"{SERVICE}.Settings", "ListConnections")
        return list(paths)

    def _settings_of(self, path: str) -> KnownConnection:
        (found,) = self._bus.call(path, CONNECTION, "GetSettings")
        air = {key: value for key, (_, value) in found.get("802-11-wireless", {}).items()}
        alone = found.get("connection", {}).get("autoconnect", ("b", True))[1]
        if not air or air.get("mode", "infrastructure") != "infrastructure":
            return KnownConnection()
        return KnownConnection(bytes(air["ssid"]), bool(alone))

    def _known(self) -> frozenset[bytes]:
        """SSIDs this machine joins by itself."""
        found = [self._settings_of(path) for path in self._connections()]
        return frozenset(one.ssid for one in found if one.by_itself and one.ssid)

    def _near(self, radio: WifiDevice) -> frozenset[bytes]:
        return frozenset(point.ssid for point in self._points(radio))

    def _points(self, radio: WifiDevice) -> Iterator[AccessPoint]:
        for path in radio.points:
            # an access point may be out of range by now
            with suppress(NetworkFault):
                about = self._bus.properties(path, f"{SERVICE}.AccessPoint")
                flags = (int(about[name]) for name in ("Strength", "Flags", "WpaFlags", "RsnFlags"))
                yield AccessPoint(bytes(about["Ssid"]), *flags)


AVAHI = "org.freedesktop.Avahi"


class Avahi:
    """Avahi over D-Bus: the announced name, which differs from the configured one if two tables share a network.
    ``connect`` opens the bus.
    """

    def __init__(self, connect: ConnectBus = system_bus) -> None:
        self._bus = DbusService(AVAHI, connect)

    def name(self) -> str:
        """Such as ``table.local`` or ``table-2.local``; empty without Avahi."""
        try:
            (found,) = self._bus.call("/", f"{AVAHI}.Server", "GetHostNameFqdn")
        except NetworkFault:
            return ""
        return str(found).lower()

    def release(self) -> None:
        """Close the bus."""
        self._bus.close()
