"""``companion network``: what it says of the network, and what it has a running table do."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from companion.commands.machine import network
from companion.commands.machine.release_host import listening_port
from companion.core.wording import say
from companion.network.network_setup import take_request
from companion.network.own_wifi.network_service import NetworkFault, NetworkStatus
from companion.network.own_wifi.wifi import Wifi, own_wifi
from companion.network.reachability.neighbours import KernelTables, TcpPeer
from companion.plays.log.log import Log
from companion.plays.log.log_file import open_log
from tests.cli.conftest import Call
from tests.network.test_network_thread import Air
from tests.service.at_table import drip


@pytest.fixture(autouse=True)
def air(monkeypatch: pytest.MonkeyPatch) -> Air:
    """A network service of the test's own, and no waiting."""
    air = Air(NetworkStatus("wlan0", True, "joined", "Home"))
    monkeypatch.setattr(network, "find_network_service", lambda: air)
    monkeypatch.setattr(network, "listening_port", lambda configured: configured)
    monkeypatch.setattr("companion.commands.machine.network.time.sleep", lambda _: None)
    return air


@pytest.fixture
def callers(monkeypatch: pytest.MonkeyPatch) -> list[tuple[TcpPeer, ...]]:
    """What Linux lists, look after look; then nothing."""
    looks: list[tuple[TcpPeer, ...]] = []
    monkeypatch.setattr(KernelTables, "peers", lambda _self, _port: looks.pop(0) if looks else ())
    monkeypatch.setattr(KernelTables, "neighbours", lambda _self: ())
    monkeypatch.setattr(network, "own_ip_address", lambda: "192.0.2.7")
    monkeypatch.setattr(network, "stations", lambda _name: None)
    return looks


@pytest.fixture
def wifi(data: Path) -> Wifi:
    log = open_log(data / "companion.db")
    made = own_wifi(log.settings, drip("cli"))
    log.close()
    return made


def test_status(call: Call, wifi: Wifi) -> None:
    said = call("network", "status").output
    assert "wlan0: Home" in said
    assert f"{wifi.ssid}  {wifi.password}" in said
    told = json.loads(call("network", "status", "--json").output)
    assert told["wifi"] == {"ssid": wifi.ssid, "password": wifi.password}
    assert told["network"]["link"] == "joined"


def test_an_installed_table_is_told_by_the_port_of_its_socket(
    call: Call, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """Its settings say 8000, but systemd opens 80 for it: that is where phones come, and are looked for."""
    told = tmp_path / "told"
    systemctl = tmp_path / "systemctl"
    systemctl.write_text(f'#!/bin/sh\ncat "{told}"\n')
    systemctl.chmod(0o755)
    monkeypatch.setenv("PATH", str(tmp_path), prepend=":")
    monkeypatch.setattr(network, "listening_port", listening_port)
    monkeypatch.setattr(network, "own_ip_address", lambda: "192.0.2.7")
    looked: list[int] = []
    monkeypatch.setattr(KernelTables, "peers", lambda _self, port: looked.append(port) or ())
    passed = [(said, 80, "http://192.0.2.7/") for said in ("0.0.0.0:80 (Stream)", "[::]:80 (Stream)")]
    for said, port, url in (*passed, ("", 8000, "http://192.0.2.7:8000/")):
        told.write_text(f"{said}\n")
        assert json.loads(call("network", "status", "--json").output)["url"] == url
        assert url in call("network", "test", "--seconds", "1").output
        call("network", "radio", "--seconds", "1")
        assert set(looked) == {port}
        looked.clear()


def test_status_where_nobody_can_tell(call: Call, air: Air, monkeypatch: pytest.MonkeyPatch) -> None:
    def deaf() -> None:
        raise NetworkFault(say("The table is on no network."))

    monkeypatch.setattr(network, "find_network_service", deaf)
    result = call("network", "status")
    assert result.exit_code == 0
    assert "on no network" in result.output
    assert json.loads(call("network", "status", "--json").output)["network"] is None


def test_a_running_table_is_asked(call: Call, log: Log, data: Path, tmp_path: Path, air: Air) -> None:
    result = call("network", "hotspot", "on")
    assert result.exit_code == 1
    assert 'hotspot = "key"' in result.output
    (tmp_path / "own.toml").write_text('hotspot = "key"\n')
    assert call("--config", tmp_path / "own.toml", "network", "hotspot", "on").exit_code == 0
    assert take_request(data) is True
    call("--config", tmp_path / "own.toml", "network", "hotspot", "off")
    assert take_request(data) is False
    assert air.done == []


def test_without_a_running_table_it_is_done_at_once(call: Call, wifi: Wifi, air: Air) -> None:
    assert wifi.password in call("network", "hotspot", "on").output
    assert air.done == [wifi]
    call("network", "hotspot", "off")
    assert air.done == [wifi, "close"]


def test_a_table_that_never_ran_has_no_wifi(call: Call) -> None:
    result = call("network", "hotspot", "on")
    assert result.exit_code == 1
    assert "companion run" in result.output


def test_a_trial_with_a_phone(call: Call, callers: list[tuple[TcpPeer, ...]]) -> None:
    callers += [(), (TcpPeer("192.0.2.50", "half"),), (TcpPeer("192.0.2.50", "open"),)]
    result = call("network", "test", "--seconds", "9")
    assert result.exit_code == 0
    assert "A phone reached the table, from 192.0.2.50." in result.output


def test_a_trial_that_fails_says_what_to_do(call: Call, callers: list[tuple[TcpPeer, ...]]) -> None:
    callers += [(TcpPeer("192.0.2.50", "half"),)]
    for language, words in (("en", "client isolation"), ("es", "aislamiento")):
        callers[:] = [(TcpPeer("192.0.2.50", "half"),)]
        result = call("network", "test", "--seconds", "3", "--language", language)
        assert result.exit_code == 1
        assert words in result.output


def test_a_radio_without_phones_is_not_measured(call: Call, callers: list[tuple[TcpPeer, ...]]) -> None:
    assert "Nothing was measured" in call("network", "radio", "--seconds", "2").output
    told = json.loads(call("network", "radio", "--seconds", "2", "--json").output)
    assert (told["measured"], told["carried"], told["streams"]) == (False, False, 0)


def test_a_radio_with_phones(call: Call, callers: list[tuple[TcpPeer, ...]], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(network, "stations", lambda _name: frozenset({"a", "b", "c"}))
    two = (TcpPeer("10.42.0.2", "open"), TcpPeer("10.42.0.3", "open"))
    callers += [two, two]
    said = call("network", "radio", "--seconds", "2").output
    assert "2 phones had their pages open at once." in said
    assert "3 devices were on the radio." in said
    assert "It carried them for 2 seconds." in said
    stuck = (TcpPeer("10.42.0.2", "open", 99), TcpPeer("10.42.0.3", "open"))
    callers += [stuck] * 4
    said = call("network", "radio", "--seconds", "4").output
    assert "1 phone stalled." in said
    assert "It carried" not in said
