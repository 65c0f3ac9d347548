"""A NetworkManager that is not there: its objects, their types and what it refuses, answering real D-Bus messages.

What it knows is from NetworkManager's own reference: every property has the type it has there, every method takes the
signature it takes there, and settings are refused whose values have another type. It never touches a radio.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from jeepney import Message, new_error, new_method_return

NM = "org.freedesktop.NetworkManager"
ROOT = "/org/freedesktop/NetworkManager"
PROPERTIES = "org.freedesktop.DBus.Properties"
WLAN, ETH = f"{ROOT}/Devices/3", f"{ROOT}/Devices/2"
OWN_ACTIVE, HOME_ACTIVE = f"{ROOT}/ActiveConnection/7", f"{ROOT}/ActiveConnection/5"
TRIED_ACTIVE, TRIED = f"{ROOT}/ActiveConnection/9", f"{ROOT}/Settings/99"
"""A home Wi-Fi that was just added: its active connection and its settings."""
PSK = 0x100
"""Of the security flags of an access point."""

SIGNATURES = {
    "GetDevices": "",
    "ListConnections": "",
    "GetSettings": "",
    "GetAll": "s",
    "RequestScan": "a{sv}",
    "AddAndActivateConnection2": "a{sa{sv}}ooa{sv}",
    "ActivateConnection": "ooo",
    "DeactivateConnection": "o",
    "Update2": "a{sa{sv}}ua{sv}",
    "Delete": "",
    "GetHostNameFqdn": "",
}

SETTINGS = {
    ("connection", "id"): "s",
    ("connection", "type"): "s",
    ("connection", "interface-name"): "s",
    ("connection", "autoconnect"): "b",
    ("802-11-wireless", "ssid"): "ay",
    ("802-11-wireless", "mode"): "s",
    ("802-11-wireless", "band"): "s",
    ("802-11-wireless", "hidden"): "b",
    ("802-11-wireless-security", "key-mgmt"): "s",
    ("802-11-wireless-security", "proto"): "as",
    ("802-11-wireless-security", "pairwise"): "as",
    ("802-11-wireless-security", "group"): "as",
    ("802-11-wireless-security", "pmf"): "i",
    ("802-11-wireless-security", "psk"): "s",
    ("ipv4", "method"): "s",
    ("ipv4", "address-data"): "aa{sv}",
    ("ipv6", "method"): "s",
}
"""The D-Bus types of the settings of a connection (nm-settings-dbus)."""


class Denied(Exception):
    """A D-Bus error: its name is the argument."""


@dataclass
class FakeManager:
    """``state`` is that of the radio's device: 20 unavailable, 30 disconnected, 50 joining, 100 activated.

    ``passwords`` are those of networks in the air that may be joined, in sight or not; ``flags`` the security flags of
    those in sight; ``home`` is the name of the connection it is in; ``kept`` what was written to the disk, ``deleted``
    what was deleted.
    """

    state: int = 30
    capabilities: int = 0x40 | 0x1
    wired: bool = False
    active: str = "/"
    near: tuple[bytes, ...] = ()
    known: tuple[bytes, ...] = (b"Home",)
    home: str = "Home"
    forbidden: bool = False
    scans: int = 0
    opened: list[dict[str, dict[str, Any]]] = field(default_factory=list)
    closed: int = 0
    options: dict[str, Any] = field(default_factory=dict)
    passwords: dict[bytes, str] = field(default_factory=dict)
    flags: dict[bytes, int] = field(default_factory=dict)
    kept: list[str] = field(default_factory=list)
    deleted: list[str] = field(default_factory=list)
    calls: list[str] = field(default_factory=list)

    def answer(self, message: Message) -> Message:
        """The reply to a method call."""
        fields = message.header.fields
        path, interface, member = (str(fields.get(key, "")) for key in (1, 2, 3))
        self.calls.append(member)
        try:
            if fields.get(8, "") != SIGNATURES[member]:
                raise Denied("org.freedesktop.DBus.Error.InvalidArgs")
            signature, body = self._method(path, interface, member)(*message.body)
        except Denied as denied:
            return new_error(message, str(denied.args[0]), "s", ("refused by the fake",))
        except KeyError:
            return new_error(message, "org.freedesktop.DBus.Error.UnknownMethod", "s", (f"{path} {member}",))
        return new_method_return(message, signature, body)

    def _method(self, path: str, interface: str, member: str) -> Callable[..., tuple[str, tuple[Any, ...]]]:
        if interface == PROPERTIES:
            return lambda wanted: ("a{sv}", (self._properties(path, wanted),))
        if path.startswith(f"{ROOT}/Settings/"):
            return {
                "GetSettings": lambda: ("a{sa{sv}}", (self._known(path),)),
                "Update2": lambda settings, flags, args: self._update(path, settings, flags, args),
                "Delete": lambda: self._delete(path),
            }[member]
        return {
            (ROOT, NM, "GetDevices"): lambda: ("ao", ([ETH, WLAN],)),
            (f"{ROOT}/Settings", f"{NM}.Settings", "ListConnections"): lambda: ("ao", (self._connections(),)),
            (WLAN, f"{NM}.Device.Wireless", "RequestScan"): self._scan,
            (ROOT, NM, "AddAndActivateConnection2"): self._add,
            (ROOT, NM, "ActivateConnection"): self._activate,
            (ROOT, NM, "DeactivateConnection"): self._deactivate,
            ("/", "org.freedesktop.Avahi.Server", "GetHostNameFqdn"): lambda: ("s", ("Table-2.local",)),
        }[path, interface, member]

    def _properties(self, path: str, interface: str) -> dict[str, Any]:
        found: dict[tuple[str, str], dict[str, Any]] = {
            (ETH, f"{NM}.Device"): self._device("eth0", 1, 100 if self.wired else 20, "/"),
            (WLAN, f"{NM}.Device"): self._device("wlan0", 2, self.state, self.active),
            (WLAN, f"{NM}.Device.Wireless"): {
                "WirelessCapabilities": ("u", self.capabilities),
                "Mode": ("u", 3 if self.active == OWN_ACTIVE else 2),
                "AccessPoints": ("ao", [f"{ROOT}/AccessPoint/{n}" for n in range(len(self.near))]),
            },
            (OWN_ACTIVE, f"{NM}.Connection.Active"): self._running("table-companion", f"{ROOT}/Settings/98"),
            (HOME_ACTIVE, f"{NM}.Connection.Active"): self._running(self.home, f"{ROOT}/Settings/0"),
        }
        if self.opened:
            tried = self._running(self.opened[-1]["connection"]["id"], TRIED)
            found[TRIED_ACTIVE, f"{NM}.Connection.Active"] = tried
        for n, name in enumerate(self.near):
            found[f"{ROOT}/AccessPoint/{n}", f"{NM}.AccessPoint"] = {
                "Ssid": ("ay", name),
                "Strength": ("y", 60),
                "Flags": ("u", 0x1 if self.flags.get(name) else 0),
                "WpaFlags": ("u", 0),
                "RsnFlags": ("u", self.flags.get(name, 0)),
            }
        return found[path, interface]

    def _device(self, name: str, kind: int, state: int, active: str) -> dict[str, Any]:
        return {
            "Interface": ("s", name),
            "DeviceType": ("u", kind),
            "State": ("u", state),
            "ActiveConnection": ("o", active),
        }

    def _running(self, name: str, settings: str) -> dict[str, Any]:
        return {"Id": ("s", name), "State": ("u", 2), "Connection": ("o", settings)}

    def _connections(self) -> list[str]:
        listed = [f"{ROOT}/Settings/{n}" for n in range(len(self.known) + 1)]
        return [path for path in [*listed, *self.kept] if path not in self.deleted]

    def _known(self, path: str) -> dict[str, Any]:
        if path == TRIED and path in self.kept:
            air = self.opened[-1]["802-11-wireless"]
            return {"802-11-wireless": {"ssid": ("ay", air["ssid"]), "mode": ("s", air["mode"])}}
        n = int(path.rpartition("/")[2])
        if n == len(self.known):
            return {"connection": {"id": ("s", "Wired connection 1"), "type": ("s", "802-3-ethernet")}}
        name = self.known[n]
        return {
            "connection": {"id": ("s", name.decode()), "type": ("s", "802-11-wireless")},
            "802-11-wireless": {"ssid": ("ay", name), "mode": ("s", "infrastructure")},
        }

    def _scan(self, options: dict[str, Any]) -> tuple[str, tuple[Any, ...]]:
        self.scans += 1
        if self.scans > 1:
            raise Denied(f"{NM}.Device.NotAllowed")
        return "", ()

    def _add(self, settings: Any, device: str, specific: str, options: Any) -> tuple[str, tuple[Any, ...]]:
        if self.forbidden:
            raise Denied(f"{NM}.PermissionDenied")
        for group, values in settings.items():
            for key, (signature, _) in values.items():
                if SETTINGS.get((group, key)) != signature:
                    raise Denied(f"{NM}.Settings.Connection.InvalidProperty")
        if device != WLAN or specific != "/":
            raise Denied(f"{NM}.UnknownDevice")
        self.opened.append({group: {k: v for k, (_, v) in values.items()} for group, values in settings.items()})
        self.options = {key: value for key, (_, value) in options.items()}
        air = self.opened[-1]["802-11-wireless"]
        if air["mode"] == "ap":
            self.state, self.active = 100, OWN_ACTIVE
            return "ooa{sv}", (f"{ROOT}/Settings/98", OWN_ACTIVE, {})
        password = self.opened[-1].get("802-11-wireless-security", {}).get("psk", "")
        seen = air["ssid"] in self.near or air.get("hidden")
        if seen and self.passwords.get(air["ssid"]) == password:
            self.state, self.active = 100, TRIED_ACTIVE
        else:
            self.state, self.active = 30, "/"
        return "ooa{sv}", (TRIED, TRIED_ACTIVE, {})

    def _activate(self, settings: str, device: str, specific: str) -> tuple[str, tuple[Any, ...]]:
        if device != WLAN or specific != "/" or settings not in self._connections():
            raise Denied(f"{NM}.UnknownConnection")
        self.state, self.active = 100, HOME_ACTIVE
        return "o", (HOME_ACTIVE,)

    def _update(self, path: str, settings: Any, flags: int, args: Any) -> tuple[str, tuple[Any, ...]]:
        if path != TRIED or settings or args or flags != 0x1:
            raise Denied(f"{NM}.Settings.InvalidArguments")
        self.kept.append(path)
        return "a{sv}", ({},)

    def _delete(self, path: str) -> tuple[str, tuple[Any, ...]]:
        if path not in self._connections():
            raise Denied("org.freedesktop.DBus.Error.UnknownMethod")
        self.deleted.append(path)
        return "", ()

    def _deactivate(self, active: str) -> tuple[str, tuple[Any, ...]]:
        if active != self.active:
            raise Denied(f"{NM}.ConnectionNotActive")
        self.closed += 1
        self.state, self.active = 30, "/"
        return "", ()
