"""The thread that looks after the network, by hand: what it does, publishes and logs."""

from __future__ import annotations

import logging
from pathlib import Path

import pytest

from companion.core.wording import say
from companion.network import network_setup
from companion.network.home_wifi.near_networks import NearNetwork
from companion.network.network_setup import (
    NAME_KEPT,
    NO_LIBRARY,
    HostName,
    OwnAddress,
    find_network_service,
    make_network_thread,
)
from companion.network.own_wifi.hotspot_policy import GRACE_AFTER_START, OPENING, PATIENCE, HotspotPolicy
from companion.network.own_wifi.network_service import HomeNetwork, NetworkFault, NetworkStatus
from companion.network.own_wifi.network_thread import NetworkThread
from companion.network.own_wifi.wifi import Wifi
from companion.network.reachability.senders import RecentAddresses
from tests.network.test_wifi import Kept
from tests.service.at_table import HandClock, drip

WIFI = Wifi("Table-7K2M", "QX4F-9RTM-WW3H")
BUSY = say("The radio is busy.")


class Air:
    """A network service of the test's own."""

    def __init__(self, seen: NetworkStatus) -> None:
        self.seen = seen
        self.done: list[object] = []
        self.fault: NetworkFault | None = None
        self.deaf = False
        self.near: tuple[NearNetwork, ...] = ()

    def look(self) -> NetworkStatus:
        if self.deaf:
            raise NetworkFault(BUSY)
        return self.seen

    def scan(self) -> None:
        self.done.append("scan")

    def open(self, wifi: Wifi) -> None:
        if self.fault:
            raise self.fault
        self.done.append(wifi)
        self.seen = NetworkStatus("wlan0", True, "own")

    def close(self) -> None:
        self.done.append("close")
        self.seen = NetworkStatus("wlan0", True)

    def in_sight(self) -> tuple[NearNetwork, ...]:
        return self.near

    def present(self) -> str:
        return "what it is in"

    def join(self, home: HomeNetwork) -> str:
        self.done.append(home)
        return "what it joins"

    def keep(self, handle: str, ssid: str) -> None:
        self.done.append((handle, ssid))

    def rejoin(self, handle: str) -> None:
        self.done.append(handle)

    def leave(self) -> None:
        self.done.append("leave")

    def release(self) -> None:
        self.done.append("release")


class Bench:
    def __init__(self, rule: str = "auto", seen: NetworkStatus = NetworkStatus("wlan0", True)) -> None:  # noqa: B008
        self.clock = HandClock()
        self.air = Air(seen)
        self.changes = 0
        self.guests = 0
        self.word: bool | None = None
        self.watch = NetworkThread(
            self.air,
            HotspotPolicy(rule, self.clock.mono()),  # type: ignore[arg-type]
            WIFI,
            now=self.clock.mono,
            guests=lambda: self.guests,
            requested=self._take,
        )
        self.watch.listen(self._changed)

    def _take(self) -> bool | None:
        word, self.word = self.word, None
        return word

    def _changed(self) -> None:
        self.changes += 1

    def runs(self, seconds: float) -> None:
        for _ in range(int(seconds)):
            self.watch.run_once()
            self.clock.now += 1


def test_from_nothing_to_an_own_network() -> None:
    bench = Bench()
    bench.runs(GRACE_AFTER_START + PATIENCE + 2)
    assert WIFI in bench.air.done
    assert (bench.watch.network.state, bench.watch.network.wifi) == ("own", WIFI)
    assert bench.watch.is_open
    assert bench.changes == 2, "told once for nothing, once for the own one"


def test_a_key_and_a_command_open_and_close_it() -> None:
    bench = Bench("key", NetworkStatus("wlan0", True, "joined", "Home"))
    bench.runs(2)
    assert (bench.watch.network.state, bench.watch.network.ssid) == ("joined", "Home")
    bench.watch.ask(on=True)
    bench.runs(2)
    assert bench.watch.is_open
    bench.word = False
    bench.runs(2)
    assert bench.air.done == [WIFI, "close"]
    assert not bench.watch.is_open


def test_guests_keep_it_open() -> None:
    bench = Bench(seen=NetworkStatus("wlan0", True, "own"))
    bench.guests = 3
    bench.runs(2000)
    assert bench.air.done == []


def test_another_name_counts_from_the_next_opening_on() -> None:
    other = Wifi("Table-AB3C", "AAAA-BBBB-CCCC")
    bench = Bench("key")
    bench.watch.ask(on=True)
    bench.runs(2)
    bench.watch.take_wifi(other)
    bench.runs(2)
    assert bench.watch.network.wifi == WIFI, "nobody who is in it is thrown out"
    bench.watch.ask(on=False)
    bench.runs(OPENING)
    bench.watch.ask(on=True)
    bench.runs(2)
    assert bench.watch.network.wifi == other
    assert bench.air.done == [WIFI, "close", other]


def test_another_table_whose_own_wifi_has_the_same_name_is_noticed() -> None:
    bench = Bench("key")
    bench.runs(1)
    assert not bench.watch.network.twin
    bench.air.near = (NearNetwork("Casa", 3, "password"), NearNetwork(WIFI.ssid, 4, "password"))
    bench.runs(1)
    assert bench.watch.network.twin
    assert [one.ssid for one in bench.watch.network.near] == ["Casa"]
    bench.watch.take_wifi(Wifi("Table-AB3C", "AAAA-BBBB-CCCC"))
    bench.runs(2)
    assert not bench.watch.network.twin


def test_what_fails_is_said_and_logged_once(caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.WARNING)
    bench = Bench("key")
    bench.air.fault = NetworkFault(BUSY, "PermissionDenied")
    bench.watch.ask(on=True)
    bench.runs(200)
    assert bench.watch.network.trouble == BUSY
    assert caplog.messages == ["network: PermissionDenied"]
    bench.air.fault = None
    bench.runs(400)
    assert (bench.watch.network.state, bench.watch.network.trouble) == ("own", None)


def test_a_service_that_does_not_answer_is_asked_again() -> None:
    bench = Bench()
    bench.air.deaf = True
    bench.runs(3)
    assert bench.watch.network.trouble == BUSY
    bench.air.deaf = False
    bench.air.seen = NetworkStatus(wired=True)
    bench.runs(1)
    assert bench.watch.network.state == "joined"


def test_nothing_is_opened_where_the_owner_wants_nothing(tmp_path: Path) -> None:
    clock = HandClock()
    recent_addresses = RecentAddresses(clock.mono)
    given = {"now": clock.mono, "secret": drip("x"), "recent_addresses": recent_addresses}
    kept = Kept()
    assert make_network_thread("off", kept, tmp_path, **given) is None  # type: ignore[arg-type]
    assert kept == {}
    watch = make_network_thread("key", kept, tmp_path, **given)  # type: ignore[arg-type]
    assert watch is not None
    assert watch.can_open
    assert kept["wifi"]["ssid"].startswith("Table-")


def test_a_thread_that_starts_and_ends() -> None:
    bench = Bench()
    bench.watch.start()
    bench.watch.ask(on=True)
    bench.watch.close()
    assert bench.air.done[-1] == "release"


def test_without_the_library_it_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    def missing(name: str) -> None:
        raise ImportError(name=name)

    monkeypatch.setattr(network_setup, "import_module", missing)
    with pytest.raises(NetworkFault) as fault:
        find_network_service()
    assert fault.value.message == NO_LIBRARY


def test_where_the_table_is_follows_the_network() -> None:
    clock, own, asked = HandClock(), [False], []

    def look(routed: object = None) -> str:
        asked.append(routed)
        return "10.42.0.1" if routed else "192.0.2.7"

    where = OwnAddress(clock.mono, lambda: own[0], look)
    assert [where(), where()] == ["192.0.2.7"] * 2
    assert len(asked) == 1, "believed for a moment"
    own[0] = True
    clock.now += 3
    assert where() == "10.42.0.1"


def test_the_name_is_asked_for_now_and_then() -> None:
    clock, answers = HandClock(), ["", "table.local", "table-2.local"]
    called = HostName(clock.mono, lambda: answers.pop(0))
    assert [called(), called()] == ["", ""], "at first there may be no Avahi yet"
    clock.now += NAME_KEPT
    assert [called(), called()] == ["table.local"] * 2
    clock.now += NAME_KEPT
    assert called() == "table-2.local"


def test_who_comes_while_the_name_is_asked_for_does_not_wait() -> None:
    clock = HandClock()
    told: list[str] = []

    def asks() -> str:
        told.append(called())
        return "table.local"

    called = HostName(clock.mono, asks)
    assert called() == "table.local"
    assert told == [""]
