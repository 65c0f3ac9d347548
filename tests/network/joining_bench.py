"""The thread of the network by hand, at a NetworkManager that is not there."""

from __future__ import annotations

from companion.network.own_wifi.dbus_calls import ConnectBus
from companion.network.own_wifi.hotspot_policy import HotspotPolicy, Rule
from companion.network.own_wifi.network_manager import NetworkManager
from companion.network.own_wifi.network_service import HomeNetwork
from companion.network.own_wifi.network_thread import NetworkThread
from companion.network.own_wifi.wifi import Wifi
from tests.network.fake_manager import PSK, FakeManager
from tests.service.at_table import HandClock

WIFI = Wifi("Table-7K2M", "QX4F-9RTM-WW3H")
CASA = HomeNetwork("Casa", "correct horse")
NEAR = {
    "near": (b"Casa", b"Caf\xc3\xa9"),
    "flags": {b"Casa": PSK},
    "passwords": {b"Casa": "correct horse", b"Club": ""},
}


class JoiningBench:
    """The thread of the network by hand, at a NetworkManager that is not there."""

    def __init__(self, connect: ConnectBus, fake: FakeManager, rule: Rule = "key") -> None:
        self.fake = fake
        self.clock = HandClock()
        self.manager = NetworkManager(connect, sync=lambda: None)
        self.policy = HotspotPolicy(rule, self.clock.mono())
        self.thread = NetworkThread(self.manager, self.policy, WIFI, now=self.clock.mono)

    def runs(self, seconds: float) -> None:
        for _ in range(int(seconds / 2)):
            self.thread.run_once()
            self.clock.now += 2

    @property
    def phase(self) -> str:
        join = self.thread.network.join
        return join.phase if join is not None else ""

    @property
    def joined(self) -> list[object]:
        return [one["802-11-wireless"]["ssid"] for one in self.fake.opened]
