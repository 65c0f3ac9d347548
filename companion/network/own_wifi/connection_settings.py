"""Wi-Fi connections as NetworkManager settings, each value with its D-Bus type (nm-settings-dbus)."""

from __future__ import annotations

from typing import Any

from companion.network.own_wifi.network_service import HomeNetwork
from companion.network.own_wifi.wifi import Wifi

ConnectionSettings = dict[str, dict[str, tuple[str, Any]]]

PMF_OFF = 1
"""NM_SETTING_WIRELESS_SECURITY_PMF_DISABLE: the Pi's radio offers protected management frames and then fails with them
as an access point (raspberrypi/linux 3619, 7247).
"""

OWN = "table-companion"
"""Name of the connection that is the table's own Wi-Fi."""
ADDRESS, PREFIX = "10.42.0.1", 24
"""The table's address on its own Wi-Fi; deploy/network points the names that phones try there."""


def own_connection(wifi: Wifi, interface: str) -> ConnectionSettings:
    """The own Wi-Fi as settings."""
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


def home_connection(home: HomeNetwork) -> ConnectionSettings:
    """A home Wi-Fi as settings; it bears the name of the network."""
    air: dict[str, tuple[str, Any]] = {"ssid": ("ay", home.ssid.encode()), "mode": ("s", "infrastructure")}
    if home.hidden:
        air["hidden"] = ("b", True)
    made: ConnectionSettings = {
        "connection": {
            "id": ("s", home.ssid),
            "type": ("s", "802-11-wireless"),
            "autoconnect": ("b", True),
        },
        "802-11-wireless": air,
        "ipv4": {"method": ("s", "auto")},
        "ipv6": {"method": ("s", "auto")},
    }
    if home.password:
        made["802-11-wireless-security"] = {
            "key-mgmt": ("s", "sae" if home.wpa3 else "wpa-psk"),
            "psk": ("s", home.password),
        }
    return made
