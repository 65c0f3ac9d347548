"""NetworkManager over D-Bus, the network service of Raspberry Pi OS and Debian; and Avahi, which announces the host
name.

Names, types and numbers are those of NetworkManager's reference (1.42 and newer).
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from typing import Any

from msgspec import Struct

from companion.core.wording import say
from companion.network.own_wifi.dbus_calls import ConnectBus, DbusService, system_bus
from companion.network.own_wifi.network_service import Link, NetworkFault, NetworkStatus
from companion.network.own_wifi.wifi import Wifi

SERVICE = "org.freedesktop.NetworkManager"
ROOT = "/org/freedesktop/NetworkManager"
SETTINGS = f"{ROOT}/Settings"
DEVICE = f"{SERVICE}.Device"
WIRELESS = f"{SERVICE}.Device.Wireless"
NONE = "/"

ETHERNET, WIFI = 1, 2
"""NMDeviceType."""
DISCONNECTED, ACTIVATED, LEAVING = 30, 100, 110
"""NMDeviceState, of which those between 30 and 100 are the steps of joining."""
CAN_HOST = 0x40
"""NM_WIFI_DEVICE_CAP_AP."""
PMF_OFF = 1
"""NM_SETTING_WIRELESS_SECURITY_PMF_DISABLE: the Pi's radio offers protected management frames and then fails with them
as an access point (raspberrypi/linux 3619, 7247).
"""

OWN = "table-companion"
"""Name of the connection that is the table's own Wi-Fi."""
ADDRESS, PREFIX = "10.42.0.1", 24
"""The table's address on its own Wi-Fi; deploy/network points the names that phones try there."""


class WifiDevice(Struct, frozen=True):
    """The Wi-Fi device: object path, interface, state, capabilities and active connection."""

    path: str
    interface: str
    state: int
    capabilities: int
    points: tuple[str, ...]
    active: str


class NetworkManager:
    """``NetworkService`` over the system bus. ``connect`` opens the bus."""

    def __init__(self, connect: ConnectBus = system_bus) -> None:
        self._bus = DbusService(SERVICE, connect)

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
        options = {"persist": ("s", "volatile")}
        self._bus.call(
            ROOT,
            SERVICE,
            "AddAndActivateConnection2",
            "a{sa{sv}}ooa{sv}",
            own_connection(wifi, radio.interface),
            radio.path,
            NONE,
            options,
        )

    def close(self) -> None:
        radio = self._needed()
        if self._own_is_on(radio):
            self._bus.call(ROOT, SERVICE, "DeactivateConnection", "o", radio.active)

    def release(self) -> None:
        self._bus.close()

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
                    tuple(air["AccessPoints"]),
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
        name = self._active_id(radio)
        return ("own", "") if name == OWN else ("joined", name)

    def _active_id(self, radio: WifiDevice) -> str:
        if radio.active == NONE:
            return ""
        return str(self._bus.properties(radio.active, f"{SERVICE}.Connection.Active")["Id"])

    def _own_is_on(self, radio: WifiDevice) -> bool:
        return self._active_id(radio) == OWN

    def _known(self) -> frozenset[bytes]:
        """SSIDs this machine joins by itself."""
        (paths,) = self._bus.call(SETTINGS, f"{SERVICE}.Settings", "ListConnections")
        return frozenset(name for path in paths for name in self._joined_by_itself(path))

    def _joined_by_itself(self, path: str) -> Iterator[bytes]:
        (found,) = self._bus.call(path, f"{SERVICE}.Settings.Connection", "GetSettings")
        air = {key: value for key, (_, value) in found.get("802-11-wireless", {}).items()}
        alone = found.get("connection", {}).get("autoconnect", ("b", True))[1]
        if air and alone and air.get("mode", "infrastructure") == "infrastructure":
            yield bytes(air["ssid"])

    def _near(self, radio: WifiDevice) -> frozenset[bytes]:
        names = set()
        for path in radio.points:
            # an access point may be out of range by now
            with suppress(NetworkFault):
                names.add(bytes(self._bus.properties(path, f"{SERVICE}.AccessPoint")["Ssid"]))
        return frozenset(names)


def own_connection(wifi: Wifi, interface: str) -> dict[str, dict[str, tuple[str, Any]]]:
    """The own Wi-Fi as NetworkManager settings, each value with its D-Bus type."""
    return {
        "connection": {
            "id": ("s", OWN),
            "type": ("s", "802-11-wireless"),
            "interface-name": ("s", interface),
            "autoconnect": ("b", False),
        },
        "802-11-wireless": {
            "ssid": ("ay", wifi.ssid.encode()),
            "mode": ("s", "ap"),
            # 2.4 GHz: every phone has it, and no radar check delays it.
            "band": ("s", "bg"),
        },
        "802-11-wireless-security": {
            "key-mgmt": ("s", "wpa-psk"),
            "proto": ("as", ["rsn"]),
            "pairwise": ("as", ["ccmp"]),
            "group": ("as", ["ccmp"]),
            "pmf": ("i", PMF_OFF),
            "psk": ("s", wifi.password),
        },
        "ipv4": {
            "method": ("s", "shared"),
            "address-data": ("aa{sv}", [{"address": ("s", ADDRESS), "prefix": ("u", PREFIX)}]),
        },
        "ipv6": {"method": ("s", "disabled")},
    }


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
