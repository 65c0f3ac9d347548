"""NetworkManager and Avahi as the table asks them, over real D-Bus messages."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from jeepney.io.blocking import DBusConnection

from companion.network.home_wifi.near_networks import MOST
from companion.network.own_wifi.connection_settings import ADDRESS, OWN
from companion.network.own_wifi.dbus_calls import NO_SERVICE, REFUSED, ConnectBus
from companion.network.own_wifi.network_manager import MOST_POINTS, Avahi, NetworkManager
from companion.network.own_wifi.network_service import HomeNetwork, NetworkFault, NetworkStatus
from companion.network.own_wifi.wifi import Wifi
from tests.network.buses import daemon_bus, own_bus
from tests.network.fake_manager import HOME_ACTIVE, TRIED, FakeManager

WIFI = Wifi("Table-7K2M", "QX4F-9RTM-WW3H")
NAMES = ("org.freedesktop.NetworkManager", "org.freedesktop.Avahi")


@pytest.fixture
def fake() -> FakeManager:
    return FakeManager()


@pytest.fixture(params=["own", pytest.param("daemon", marks=pytest.mark.long)])
def connect(fake: FakeManager, tmp_path: Path, request: pytest.FixtureRequest) -> Iterator[ConnectBus]:
    """The same over a bus in this process, and over a real dbus-daemon."""
    wires = []
    with own_bus(fake, tmp_path) if request.param == "own" else daemon_bus(fake, tmp_path, *NAMES) as connect:

        def counted() -> DBusConnection:
            wires.append(connect())
            return wires[-1]

        yield counted
        for wire in wires:
            wire.close()


@pytest.mark.parametrize(
    ("given", "expected"),
    [
        ({}, NetworkStatus("wlan0", True)),
        ({"state": 20}, NetworkStatus()),
        ({"state": 20, "wired": True}, NetworkStatus(wired=True)),
        ({"capabilities": 0x1}, NetworkStatus("wlan0", False)),
        ({"near": (b"Caf\xc3\xa9", b"Home")}, NetworkStatus("wlan0", True, known_near=True)),
        ({"near": (b"Caf\xff",)}, NetworkStatus("wlan0", True)),
        ({"state": 50}, NetworkStatus("wlan0", True, "joining")),
        ({"state": 100, "active": HOME_ACTIVE, "near": (b"Home",)}, NetworkStatus("wlan0", True, "joined", "Home")),
        ({"state": 110, "active": HOME_ACTIVE}, NetworkStatus("wlan0", True)),
    ],
)
def test_what_is_seen(
    fake: FakeManager, connect: ConnectBus, given: dict[str, object], expected: NetworkStatus
) -> None:
    for key, value in given.items():
        setattr(fake, key, value)
    assert NetworkManager(connect).look() == expected


def test_opening_and_closing(fake: FakeManager, connect: ConnectBus) -> None:
    manager = NetworkManager(connect)
    manager.open(WIFI)
    (settings,) = fake.opened
    assert settings["802-11-wireless"] == {"ssid": b"Table-7K2M", "mode": "ap", "band": "bg"}
    assert settings["802-11-wireless-security"]["psk"] == WIFI.password
    assert settings["802-11-wireless-security"]["pmf"] == 1
    assert settings["ipv4"]["method"] == "shared"
    assert settings["ipv4"]["address-data"] == [{"address": ("s", ADDRESS), "prefix": ("u", 24)}]
    assert settings["connection"]["interface-name"] == "wlan0"
    assert fake.options == {"persist": "volatile"}, "nothing of it stays on the disk"
    assert manager.look() == NetworkStatus("wlan0", True, "own")
    manager.close()
    assert (fake.closed, manager.look().link) == (1, "none")
    manager.close()
    assert fake.closed == 1, "what is not open is not closed"
    manager.release()
    assert manager.look().link == "none", "asked again, it connects again"


def test_another_network_is_never_closed(fake: FakeManager, connect: ConnectBus) -> None:
    fake.state, fake.active = 100, HOME_ACTIVE
    NetworkManager(connect).close()
    assert (fake.closed, fake.active) == (0, HOME_ACTIVE)


def test_a_home_that_is_called_as_the_tables_own_wifi_is_not_taken_for_it(
    fake: FakeManager, connect: ConnectBus
) -> None:
    fake.state, fake.active, fake.home = 100, HOME_ACTIVE, OWN
    manager = NetworkManager(connect)
    assert manager.look() == NetworkStatus("wlan0", True, "joined", OWN)
    manager.close()
    assert (fake.closed, fake.active) == (0, HOME_ACTIVE)


HOSTILE = (
    b"--help",
    b"-h",
    b"$(reboot)",
    b"'; reboot #",
    b'"quoted" \\ back',
    b"WIFI:S:x;P:y;;",
    b"<script>alert(1)</script>",
    b"{nothere} {n:>300000000} %s",
    b"x" * 32,
    "\N{SNOWMAN}".encode() * 10,
)
UNREADABLE = (b"", b"two\nlines", b"\x1b[2J\x1b]0;x\x07", b"caf\xe9", b"\xff" * 32, b"a\x00b", "\u202edlrow".encode())


def test_names_of_others_are_text_and_nothing_else(fake: FakeManager, connect: ConnectBus) -> None:
    fake.near = (*HOSTILE, *UNREADABLE)
    manager = NetworkManager(connect)
    assert {one.ssid.encode() for one in manager.in_sight()} == set(HOSTILE)
    for name in HOSTILE:
        manager.join(HomeNetwork(name.decode()))
        assert fake.opened[-1]["802-11-wireless"]["ssid"] == name


def test_a_name_that_others_gave_moves_no_terminal(fake: FakeManager, connect: ConnectBus) -> None:
    fake.state, fake.active, fake.home = 100, HOME_ACTIVE, "x\x1b[2J\u202ey"
    assert NetworkManager(connect).look().ssid == "x\ufffd[2J\ufffdy"


def test_of_thousands_of_names_in_the_air_some_are_looked_at(fake: FakeManager, connect: ConnectBus) -> None:
    fake.near = tuple(b"net %d" % number for number in range(3000))
    manager = NetworkManager(connect)
    assert len(manager.in_sight()) == MOST
    assert fake.calls.count("GetAll") <= MOST_POINTS + 3
    manager.look()
    assert fake.calls.count("GetAll") <= 2 * (MOST_POINTS + 3)


def test_looking_round_twice_is_no_fault(fake: FakeManager, connect: ConnectBus) -> None:
    manager = NetworkManager(connect)
    manager.scan()
    manager.scan()
    assert fake.scans == 2


def test_a_refusal_says_what_to_do(fake: FakeManager, connect: ConnectBus) -> None:
    fake.forbidden = True
    with pytest.raises(NetworkFault) as fault:
        NetworkManager(connect).open(WIFI)
    assert fault.value.message == REFUSED
    assert "PermissionDenied" in str(fault.value)


def test_without_a_radio_there_is_nothing_to_open(fake: FakeManager, connect: ConnectBus) -> None:
    fake.state = 20
    for act in (lambda: NetworkManager(connect).open(WIFI), NetworkManager(connect).scan):
        with pytest.raises(NetworkFault, match="no radio"):
            act()


def test_a_service_that_was_restarted_is_asked_again(fake: FakeManager, connect: ConnectBus) -> None:
    manager = NetworkManager(connect)
    manager.look()
    wire = manager._bus._wire
    assert wire is not None
    wire.sock.close()
    with pytest.raises(NetworkFault) as fault:
        manager.look()
    assert fault.value.message == NO_SERVICE
    assert manager.look().radio == "wlan0"


def test_what_is_kept_is_on_the_disk_before_the_old_one_is_forgotten(fake: FakeManager, connect: ConnectBus) -> None:
    stood = []
    manager = NetworkManager(connect, sync=lambda: stood.append((tuple(fake.kept), tuple(fake.deleted))))
    manager.keep(TRIED, "Home")
    assert stood == [((TRIED,), ())]
    assert fake.deleted == ["/org/freedesktop/NetworkManager/Settings/0"]
    manager.release()


def test_no_bus_at_all(tmp_path: Path) -> None:
    def nowhere() -> None:
        raise FileNotFoundError("/run/dbus/system_bus_socket")

    with pytest.raises(NetworkFault) as fault:
        NetworkManager(nowhere).look()  # type: ignore[arg-type]
    assert fault.value.message == NO_SERVICE
    assert Avahi(nowhere).name() == ""  # type: ignore[arg-type]


def test_the_name_on_this_network(connect: ConnectBus) -> None:
    assert Avahi(connect).name() == "table-2.local"


def test_the_cable_is_no_radio(fake: FakeManager, connect: ConnectBus) -> None:
    fake.wired = True
    assert NetworkManager(connect).look() == NetworkStatus("wlan0", True, wired=True)
