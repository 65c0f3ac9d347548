"""What Linux lists, what it means for phones, and how many a radio carried."""

from __future__ import annotations

from pathlib import Path

import pytest

from companion.core.wording import Speaker
from companion.locale import speaker
from companion.network.reachability.isolation_check import Evidence, all_peers, judge
from companion.network.reachability.neighbours import KernelTables, Neighbour, TcpPeer, stations, stations_in
from companion.network.reachability.radio import STALLED, RadioSample, measure

ROUTER = Neighbour("192.0.2.1", "02:00:00:00:00:01", "wlan0")
PHONE = Neighbour("192.0.2.50", "02:00:00:00:00:50", "wlan0")
BASE = Evidence("192.0.2.7", False, frozenset({"192.0.2.1"}), (ROUTER,), ())

TCP = """\
  sl  local_address rem_address   st tx_queue rx_queue tr tm->when retrnsmt   uid  timeout inode
   0: 00000000:1F40 00000000:0000 0A 00000000:00000000 00:00000000 00000000     0        0 1 1 0 100 0 0 10 0
   1: 070200C0:1F40 320200C0:C001 01 00000000:00000000 00:00000000 00000000     0        0 2 1 0 20 4 30 10 -1
   2: 070200C0:1F40 330200C0:C002 01 000005A8:00000000 01:00000000 00000000     0        0 3 1 0 20 4 30 10 -1
   3: 070200C0:1F40 340200C0:C003 03 00000000:00000000 01:00000000 00000000     0        0 0 1 0
   4: 070200C0:1F40 350200C0:C004 06 00000000:00000000 03:00000000 00000000     0        0 0 3 0
   5: 0100007F:1F40 0100007F:C005 01 00000000:00000000 00:00000000 00000000     0        0 5 1 0 20 4 30 10 -1
   6: 070200C0:0016 360200C0:C006 01 00000000:00000000 00:00000000 00000000     0        0 6 1 0 20 4 30 10 -1
"""
TCP6 = """\
  sl  local_address                         remote_address                        st tx_queue rx_queue
   0: 0000000000000000FFFF0000070200C0:1F40 0000000000000000FFFF0000370200C0:C007 01 00000000:00000000 00:0 0 0 0 7
   1: 000080FE00000000000000000700FF00:1F40 000080FE00000000000000000900FF00:C008 01 00000000:00000000 00:0 0 0 0 8
   2: 00000000000000000000000001000000:1F40 00000000000000000000000001000000:C009 01 00000000:00000000 00:0 0 0 0 9
"""
ARP = """\
IP address       HW type     Flags       HW address            Mask     Device
192.0.2.1        0x1         0x2         02:00:00:00:00:01     *        wlan0
192.0.2.50       0x1         0x2         02:00:00:00:00:50     *        wlan0
192.0.2.51       0x1         0x0         00:00:00:00:00:00     *        wlan0
"""
ROUTE = """\
Iface\tDestination\tGateway \tFlags\tRefCnt\tUse\tMetric\tMask\t\tMTU\tWindow\tIRTT
wlan0\t00000000\t010200C0\t0003\t0\t0\t0\t00000000\t0\t0\t0
wlan0\t000200C0\t00000000\t0001\t0\t0\t0\t00FFFFFF\t0\t0\t0
"""


def test_what_linux_lists(tmp_path: Path) -> None:
    for name, text in (("tcp", TCP), ("tcp6", TCP6), ("arp", ARP), ("route", ROUTE)):
        (tmp_path / name).write_text(text, encoding="ascii")
    kernel = KernelTables(tmp_path)
    assert kernel.neighbours() == (ROUTER, PHONE)
    assert kernel.gateways() == {"192.0.2.1"}
    assert kernel.peers(8000) == (
        TcpPeer("192.0.2.50", "open"),
        TcpPeer("192.0.2.51", "open", 0x5A8),
        TcpPeer("192.0.2.52", "half"),
        TcpPeer("192.0.2.53", "over"),
        TcpPeer("192.0.2.55", "open"),
        TcpPeer("fe80::ff:9", "open"),
    )
    assert kernel.peers(22) == (TcpPeer("192.0.2.54", "open"),)


def test_where_linux_lists_nothing(tmp_path: Path) -> None:
    kernel = KernelTables(tmp_path)
    assert (kernel.neighbours(), kernel.gateways(), kernel.peers(80)) == ((), frozenset(), ())
    assert stations("") is None


def test_this_machine_is_read() -> None:
    assert all(one.address.count(".") == 3 for one in KernelTables().neighbours())


def test_stations() -> None:
    text = "Station 02:00:00:00:00:50 (on wlan0)\n\tinactive time:\t20 ms\nStation 02:00:00:00:00:51 (on wlan0)\n"
    assert stations_in(text) == {"02:00:00:00:00:50", "02:00:00:00:00:51"}


@pytest.mark.parametrize(
    ("peers", "neighbours", "own", "address", "kind", "says", "does"),
    [
        ((TcpPeer("192.0.2.50", "over"),), (ROUTER,), False, "192.0.2.7", "reached", "from 192.0.2.50", ""),
        ((TcpPeer("192.0.2.50", "half"), TcpPeer("192.0.2.50", "open")), (), False, "192.0.2.7", "reached", "", ""),
        ((TcpPeer("192.0.2.50", "half"),), (ROUTER, PHONE), False, "192.0.2.7", "half", "only one way", "isolation"),
        ((), (ROUTER, PHONE), False, "192.0.2.7", "seen", "hears other devices (192.0.2.50)", "isolation"),
        ((), (ROUTER,), False, "192.0.2.7", "alone", "nobody but the router", "isolation"),
        ((), (), True, "10.42.0.1", "alone", "own Wi-Fi", "Join it"),
        ((), (), False, "127.0.0.1", "no-network", "no network", "plug in a cable"),
        ((), (), False, "", "no-network", "no network", "plug in a cable"),
    ],
)
def test_the_verdict_in_words(
    peers: tuple[TcpPeer, ...],
    neighbours: tuple[Neighbour, ...],
    own: bool,
    address: str,
    kind: str,
    says: str,
    does: str,
) -> None:
    evidence = Evidence(address, own, BASE.gateways, neighbours, peers)
    verdict = judge(evidence)
    assert verdict.kind == kind
    assert says in words("en").say(verdict.what)
    assert (verdict.do is None) == (does == "")
    for language in ("en", "es"):
        told = words(language).say(verdict.do) if verdict.do else ""
        assert "{" not in told
    if verdict.do:
        assert does in words("en").say(verdict.do)


def words(language: str) -> Speaker:
    return speaker(language, {})


def test_several_looks_are_one() -> None:
    one, two = TcpPeer("192.0.2.50", "half"), TcpPeer("192.0.2.50", "open")
    assert set(all_peers([(one,), (), (one, two)])) == {one, two}


def look(*addresses: int, unread: tuple[int, ...] = (), stations: frozenset[str] | None = None) -> RadioSample:
    peers = tuple(TcpPeer(f"10.42.0.{n}", "open", 99 if n in unread else 0) for n in addresses)
    return RadioSample(stations, peers)


def test_phones_are_counted_at_their_most() -> None:
    found = measure(
        [look(1), look(1, 2, 3), RadioSample(None, (TcpPeer("10.42.0.9", "over"), TcpPeer("10.42.0.8", "half")))]
    )
    assert (found.streams, found.stations, found.looks) == (3, None, 3)
    assert found.carried


def test_nothing_open_is_nothing_measured() -> None:
    assert not measure([]).measured
    assert not measure([look(), look()]).carried


def test_a_phone_stalls_when_bytes_stay_unconfirmed() -> None:
    slow, fine = look(1, 2, unread=(2,)), look(1, 2)
    assert measure([slow] * (STALLED - 1) + [fine] + [slow] * (STALLED - 1)).stalled == 0
    found = measure([fine, *[slow] * STALLED])
    assert (found.stalled, found.carried) == (1, False)


def test_a_phone_that_dropped_out_and_came_back() -> None:
    both, one = frozenset({"a", "b"}), frozenset({"a"})
    assert measure([look(1, stations=seen) for seen in (both, one, both)]).dropped == 1
    assert measure([look(1, stations=seen) for seen in (both, one)]).dropped == 0, "it may have gone home"
    assert measure([look(1, stations=seen) for seen in (one, both)]).stations == 2
