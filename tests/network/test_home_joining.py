"""Joining a home Wi-Fi over real D-Bus messages: there, or back to what was before."""

from __future__ import annotations

import logging
from collections.abc import Iterator
from pathlib import Path

import pytest

from companion.network.home_wifi.join_attempt import HEAD_START, LIMIT
from companion.network.home_wifi.near_networks import AccessPoint, NearNetwork, near_networks
from companion.network.home_wifi.wifi_rules import password_problem, ssid_problem
from companion.network.own_wifi.dbus_calls import REFUSED
from companion.network.own_wifi.home_joining import NOT_KEPT
from companion.network.own_wifi.network_service import HomeNetwork, NetworkFault
from companion.network.own_wifi.network_thread import CHOOSING
from tests.network.buses import daemon_bus, own_bus
from tests.network.fake_manager import HOME_ACTIVE, OWN_ACTIVE, PSK, TRIED, TRIED_ACTIVE, FakeManager
from tests.network.joining_bench import CASA, NEAR, JoiningBench


@pytest.fixture(params=["own", pytest.param("daemon", marks=pytest.mark.long)])
def bench(tmp_path: Path, request: pytest.FixtureRequest) -> Iterator[JoiningBench]:
    fake = FakeManager(**NEAR)  # type: ignore[arg-type]
    name = "org.freedesktop.NetworkManager"
    with own_bus(fake, tmp_path) if request.param == "own" else daemon_bus(fake, tmp_path, name) as connect:
        bench = JoiningBench(connect, fake)
        yield bench
        bench.manager.release()


def own_is_open(bench: JoiningBench) -> None:
    bench.thread.ask(on=True)
    bench.runs(2)
    assert bench.fake.active == OWN_ACTIVE


def test_what_is_in_sight(bench: JoiningBench) -> None:
    assert bench.manager.in_sight() == (NearNetwork("Café", 3, "open"), NearNetwork("Casa", 3, "password"))


def test_from_the_own_wifi_into_a_home_and_there_it_stays(bench: JoiningBench) -> None:
    own_is_open(bench)
    bench.thread.join(CASA)
    bench.runs(HEAD_START)
    assert bench.fake.active == OWN_ACTIVE, "the phone gets its page first"
    bench.runs(10)
    assert bench.fake.active == TRIED_ACTIVE
    assert (bench.phase, bench.thread.network.state, bench.thread.network.ssid) == ("joined", "joined", "Casa")
    assert bench.fake.kept == [TRIED], "it joins by itself from now on"
    settings = bench.fake.opened[-1]
    assert settings["802-11-wireless-security"] == {"key-mgmt": "wpa-psk", "psk": "correct horse"}
    assert "hidden" not in settings["802-11-wireless"]
    assert bench.fake.options == {"persist": "volatile"}, "a power cut before it is there leaves nothing"
    bench.runs(300)
    assert bench.fake.active == TRIED_ACTIVE, "that the own Wi-Fi was asked for before counts no more"


def test_a_mistyped_password_brings_the_own_wifi_back_within_two_minutes(bench: JoiningBench) -> None:
    own_is_open(bench)
    bench.thread.join(HomeNetwork("Casa", "wrong horse"))
    bench.runs(LIMIT - 4)
    assert bench.phase == "trying"
    bench.runs(8)
    assert (bench.phase, bench.fake.active) == ("failed", OWN_ACTIVE)
    assert bench.fake.kept == []
    bench.runs(1500)
    assert bench.fake.active == OWN_ACTIVE, "it was asked for before, so it stays"


def test_one_home_comes_back_when_the_other_cannot_be_joined(bench: JoiningBench) -> None:
    bench.fake.state, bench.fake.active = 100, HOME_ACTIVE
    bench.runs(2)
    bench.thread.join(HomeNetwork("Casa", "wrong horse"))
    bench.runs(20)
    assert bench.fake.active == "/"
    bench.runs(LIMIT)
    assert (bench.phase, bench.fake.active, bench.thread.network.ssid) == ("failed", HOME_ACTIVE, "Home")


def test_a_new_password_for_the_same_network_takes_the_place_of_the_old(bench: JoiningBench) -> None:
    fake = bench.fake
    fake.known = (b"Home", b"Casa")
    fake.state, fake.active = 100, HOME_ACTIVE
    fake.near, fake.passwords = (b"Home",), {b"Home": "new password"}
    bench.runs(2)
    bench.thread.join(HomeNetwork("Home", "new password"))
    bench.runs(HEAD_START)
    assert fake.kept == [], "the old connection of that name is not taken for the new one"
    bench.runs(10)
    assert bench.phase == "joined"
    assert fake.deleted == ["/org/freedesktop/NetworkManager/Settings/0"]


def test_where_there_was_nothing_nothing_is_left_behind(bench: JoiningBench) -> None:
    bench.thread.join(HomeNetwork("Casa", "wrong horse"))
    bench.runs(LIMIT + 10)
    assert (bench.phase, bench.fake.active, bench.fake.kept) == ("failed", "/", [])


def test_a_network_that_came_back_meanwhile_is_not_taken_away(bench: JoiningBench) -> None:
    bench.thread.join(HomeNetwork("Casa", "wrong horse"))
    bench.runs(LIMIT - 6)
    bench.fake.state, bench.fake.active = 100, HOME_ACTIVE
    bench.runs(20)
    assert (bench.phase, bench.fake.active, bench.fake.closed) == ("failed", HOME_ACTIVE, 0)


def test_a_network_that_hangs_is_left(bench: JoiningBench) -> None:
    bench.fake.passwords = {}
    bench.thread.join(CASA)
    bench.runs(10)
    bench.fake.state, bench.fake.active = 70, TRIED_ACTIVE
    bench.runs(LIMIT)
    assert (bench.phase, bench.fake.active, bench.fake.closed) == ("failed", "/", 1)


def test_a_hidden_network_and_one_by_wpa3_are_asked_for_as_they_need(bench: JoiningBench) -> None:
    bench.thread.join(HomeNetwork("Club", "", hidden=True))
    bench.runs(10)
    assert bench.phase == "joined"
    assert bench.fake.opened[-1]["802-11-wireless"]["hidden"] is True
    assert "802-11-wireless-security" not in bench.fake.opened[-1]
    bench.manager.join(HomeNetwork("Casa", "correct horse", wpa3=True))
    assert bench.fake.opened[-1]["802-11-wireless-security"]["key-mgmt"] == "sae"


def test_what_the_system_refuses_is_said_at_once_and_without_the_password(
    bench: JoiningBench, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.DEBUG)
    own_is_open(bench)
    bench.fake.forbidden = True
    bench.thread.join(CASA)
    bench.runs(HEAD_START + 6)
    join = bench.thread.network.join
    assert join is not None
    assert (join.phase, join.trouble) == ("failed", REFUSED)
    assert bench.fake.active == OWN_ACTIVE, "it was never left"
    assert "PermissionDenied" in caplog.text
    assert CASA.password not in caplog.text
    assert CASA.password not in repr(CASA)
    assert CASA.password not in repr(bench.thread.network)


def test_what_cannot_be_saved_is_said(bench: JoiningBench, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(handle: str, ssid: str) -> None:
        raise NetworkFault(REFUSED, f"{handle} {ssid}")

    monkeypatch.setattr(bench.manager, "keep", full)
    bench.thread.join(CASA)
    bench.runs(10)
    join = bench.thread.network.join
    assert join is not None
    assert (join.phase, join.trouble) == ("joined", NOT_KEPT)


def test_while_it_joins_nothing_else_has_the_radio(bench: JoiningBench) -> None:
    bench.thread.join(HomeNetwork("Casa", "wrong horse"))
    bench.runs(10)
    bench.thread.ask(on=True)
    bench.thread.join(CASA)
    bench.runs(LIMIT - 20)
    assert set(bench.joined) == {b"Casa"}
    assert {one["802-11-wireless-security"]["psk"] for one in bench.fake.opened} == {"wrong horse"}
    bench.runs(20)
    assert bench.fake.active == OWN_ACTIVE, "what was asked for meanwhile is done then"


def test_what_was_in_sight_is_remembered_while_the_radio_cannot_look(bench: JoiningBench) -> None:
    bench.runs(2)
    near = bench.thread.network.near
    assert [one.ssid for one in near] == ["Café", "Casa"]
    own_is_open(bench)
    bench.fake.near = (b"Table-7K2M",)
    bench.thread.seek()
    bench.runs(10)
    assert bench.thread.network.near == near
    assert bench.fake.scans == 0, "it would close the own Wi-Fi"


def test_in_a_network_others_are_read_only_while_somebody_chooses(bench: JoiningBench) -> None:
    bench.fake.state, bench.fake.active = 100, HOME_ACTIVE
    bench.runs(4)
    assert bench.thread.network.near == ()
    bench.thread.seek()
    bench.runs(2)
    assert [one.ssid for one in bench.thread.network.near] == ["Café", "Casa"]
    assert bench.fake.scans == 1
    bench.fake.near = (b"Casa",)
    bench.runs(CHOOSING + 10)
    bench.fake.near = ()
    bench.runs(10)
    assert [one.ssid for one in bench.thread.network.near] == ["Casa"]


def test_the_strongest_of_a_name_counts_and_what_nobody_can_type_is_left_out() -> None:
    found = near_networks(
        [
            AccessPoint(b"Casa", 20, rsn=PSK),
            AccessPoint(b"Casa", 80, rsn=PSK | 0x400),
            AccessPoint(b"", 90),
            AccessPoint(b"\xff\xfe", 90),
            AccessPoint(b"a\nb", 90),
            AccessPoint(b"Table-7K2M", 90, rsn=PSK),
            AccessPoint(b"Work", 60, rsn=0x200),
            AccessPoint(b"Old", 60, flags=1),
            AccessPoint(b"New", 60, flags=1, rsn=0x400),
            AccessPoint(b"Free", 60),
        ],
        without="Table-7K2M",
    )
    assert [(one.ssid, one.bars, one.security) for one in found] == [
        ("Casa", 4, "password"),
        ("Free", 3, "open"),
        ("New", 3, "wpa3"),
        ("Old", 3, "other"),
        ("Work", 3, "other"),
    ]


@pytest.mark.parametrize("password", ["12345678", "a" * 63, "0123456789abcdef" * 4, "with spaces & signs!"])
def test_a_password_that_can_be(password: str) -> None:
    assert password_problem(password) is None


@pytest.mark.parametrize("password", ["", "1234567", "z" * 64, "contraseña", "line\nbreak", "tab\ttab8"])
def test_a_password_that_cannot_be_is_not_quoted(password: str) -> None:
    problem = password_problem(password)
    assert problem is not None
    assert not password or password not in str(problem)


@pytest.mark.parametrize(("ssid", "can"), [("", False), ("a" * 32, True), ("ñ" * 17, False), ("a\nb", False)])
def test_a_name_of_a_wifi(ssid: str, can: bool) -> None:
    assert (ssid_problem(ssid) is None) == can
