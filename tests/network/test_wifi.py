"""The own Wi-Fi's name, password and QR text; who came, who was turned away; words left for the table; addresses."""

from __future__ import annotations

import logging
from pathlib import Path
from typing import Any

import pytest
import segno

from companion.network.addresses import LOOPBACK, Interface, interfaces, own_ip_address
from companion.network.network_setup import FILE, leave_request, take_request
from companion.network.own_wifi.wifi import LETTERS, Wifi, escaped, kept_wifi, own_wifi, renewed_wifi
from companion.network.reachability.senders import MOST_ADDRESSES, MOST_LINES, QUIET, RecentAddresses, RefusalLog
from tests.service.at_table import HandClock, drip


class Kept(dict[str, Any]):
    def put(self, key: str, value: Any) -> None:
        self[key] = value


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Table-7K2M", "Table-7K2M"),
        ('a;b,c:d\\e"f', 'a\\;b\\,c\\:d\\\\e\\"f'),
        ("ABCD", '"ABCD"'),
        ("12345678", '"12345678"'),
        ("Café ñ", "Café ñ"),
        ("", ""),
    ],
)
def test_escaping(text: str, expected: str) -> None:
    assert escaped(text) == expected


def test_a_table_with_a_new_name_keeps_it_and_the_password_that_was_chosen() -> None:
    kept, secret = Kept(), drip("one")
    first = own_wifi(kept, secret)
    second = renewed_wifi(kept, secret)
    assert first.ssid != second.ssid
    assert first.password != second.password
    assert own_wifi(kept, secret) == second
    assert renewed_wifi(kept, secret, "olives and figs").password == "olives and figs"


def test_the_code_is_what_phones_join_by() -> None:
    assert Wifi("Table-7K2M", "QX4F-9RTM-WW3H").code == "WIFI:T:WPA;S:Table-7K2M;P:QX4F-9RTM-WW3H;;"
    assert segno.make_qr(Wifi("Table-7K2M", "QX4F-9RTM-WW3H").code, error="l").symbol_size(border=0) == (29, 29)


def test_every_device_has_its_own_and_keeps_it() -> None:
    kept = Kept()
    assert kept_wifi(kept) is None
    first = own_wifi(kept, drip("one"))
    assert own_wifi(kept, drip("later")) == first == kept_wifi(kept)
    assert own_wifi(Kept(), drip("two")) != first
    assert len(first.ssid.encode()) <= 32
    assert len(first.password) == 14
    assert set(first.password.replace("-", "")) <= set(LETTERS)
    assert not set("0O1I") & set(LETTERS)


def test_arrivals() -> None:
    clock = HandClock()
    recent_addresses = RecentAddresses(clock.mono)
    for own in ("", "127.0.0.1", "::1"):
        recent_addresses.note(own)
    assert not recent_addresses.any_seen()
    recent_addresses.note("192.0.2.7")
    clock.now += 60
    recent_addresses.note("192.0.2.8")
    assert recent_addresses.any_seen()
    assert (recent_addresses.count_within(59), recent_addresses.count_within(60)) == (1, 2)
    assert recent_addresses.seen_within("192.0.2.7", 60)
    assert not recent_addresses.seen_within("192.0.2.7", 59)
    assert not recent_addresses.seen_within("192.0.2.9", 999)
    for n in range(2 * MOST_ADDRESSES):
        recent_addresses.note(f"10.0.{n // 256}.{n % 256}")
    assert recent_addresses.count_within(1) == MOST_ADDRESSES


def test_ten_thousand_of_the_same_are_one_line(caplog: pytest.LogCaptureFixture) -> None:
    clock = HandClock()
    watchman = RefusalLog(clock.mono)
    for _ in range(10_000):
        watchman.record("guessing", "192.0.2.66")
    assert caplog.messages == ["turned away from 192.0.2.66: guessing"]
    watchman.record("a forged form", "192.0.2.66")
    clock.now += QUIET
    watchman.record("guessing", "192.0.2.66")
    assert caplog.messages[1:] == [
        "turned away from 192.0.2.66: a forged form",
        "turned away from 192.0.2.66: guessing, 9999 more since the last time",
    ]


def test_made_up_addresses_fill_no_log(caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.INFO)
    clock = HandClock()
    watchman = RefusalLog(clock.mono)
    for n in range(5000):
        watchman.record("guessing", f"10.{n % 250}.{n // 250}.1")
    assert len(caplog.messages) == MOST_LINES
    clock.now += QUIET + 1
    watchman.record("guessing", "192.0.2.1")
    assert len(caplog.messages) == MOST_LINES + 1


def test_a_word_for_the_running_table(tmp_path: Path) -> None:
    assert take_request(tmp_path) is None
    leave_request(tmp_path, on=True)
    assert take_request(tmp_path) is True
    assert take_request(tmp_path) is None, "it is taken once"
    leave_request(tmp_path, on=False)
    assert take_request(tmp_path) is False
    (tmp_path / FILE).write_bytes(b"\xff")
    assert take_request(tmp_path) is None
    (tmp_path / FILE).write_text("maybe")
    assert take_request(tmp_path) is None


def test_the_own_address() -> None:
    listed = (Interface("wlan0", "10.42.0.1"), Interface("eth0", "192.0.2.4"))
    assert own_ip_address(lambda: "192.0.2.4", lambda: listed) == "192.0.2.4"
    assert own_ip_address(lambda: "", lambda: listed) == "10.42.0.1", "an own Wi-Fi has no way out"
    assert own_ip_address(lambda: "", lambda: ()) == LOOPBACK
    assert own_ip_address().count(".") == 3
    assert all(one.name != "lo" for one in interfaces())
