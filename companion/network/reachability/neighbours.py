"""Neighbours, gateways and TCP peers from Linux's own tables. Sends nothing."""

from __future__ import annotations

import re
import shutil
import socket
import struct
import subprocess
from collections.abc import Iterator
from pathlib import Path
from typing import Literal

from msgspec import Struct

PROC = Path("/proc/net")
COMPLETE = 0x2
"""ATF_COM: the neighbour has answered."""
ROUTE_UP, ROUTE_GATEWAY = 0x1, 0x2
ConnectionPhase = Literal["open", "half", "over"]
STATES: dict[int, ConnectionPhase] = {
    0x01: "open",
    0x03: "half",
    0x04: "over",
    0x05: "over",
    0x06: "over",
    0x08: "over",
}
"""The states of tcp_states.h that matter here."""


class Neighbour(Struct, frozen=True):
    """A machine heard on the same network."""

    address: str
    hardware: str
    interface: str


class TcpPeer(Struct, frozen=True):
    """A connection to one of our ports. ``half``: it sent SYN and our reply did not get through; ``unread``: bytes sent
    to it and not acknowledged.
    """

    address: str
    phase: ConnectionPhase
    unread: int = 0


class KernelTables:
    """Reads /proc/net, or another folder ``proc``."""

    def __init__(self, proc: Path = PROC) -> None:
        self._proc = proc

    def neighbours(self) -> tuple[Neighbour, ...]:
        """Machines in the ARP table that have answered."""
        rows = [line.split() for line in self._lines("arp")]
        return tuple(Neighbour(row[0], row[3], row[5]) for row in rows if len(row) >= 6 and int(row[2], 16) & COMPLETE)

    def gateways(self) -> frozenset[str]:
        """Gateways of the routing table."""
        rows = [line.split() for line in self._lines("route")]
        wanted = ROUTE_UP | ROUTE_GATEWAY
        return frozenset(_dotted(row[2]) for row in rows if len(row) > 3 and int(row[3], 16) & wanted == wanted)

    def peers(self, port: int) -> tuple[TcpPeer, ...]:
        """Connections to ``port``, except from this machine itself."""
        found = [*self._peers("tcp", port), *self._peers("tcp6", port)]
        return tuple(peer for peer in found if not peer.address.startswith("127.") and peer.address != "::1")

    def _peers(self, table: str, port: int) -> Iterator[TcpPeer]:
        for line in self._lines(table):
            row = line.split()
            if len(row) < 5 or int(row[1].rpartition(":")[2], 16) != port:
                continue
            phase = STATES.get(int(row[3], 16))
            if phase is not None:
                unread = int(row[4].partition(":")[0], 16)
                yield TcpPeer(_address(row[2].rpartition(":")[0]), phase, unread)

    def _lines(self, table: str) -> list[str]:
        try:
            return (self._proc / table).read_text(encoding="ascii").splitlines()[1:]
        except OSError:
            return []


def stations(interface: str) -> frozenset[str] | None:
    """MAC addresses of the phones on our own Wi-Fi, from ``iw``; None if unavailable."""
    iw = shutil.which("iw") or shutil.which("iw", path="/usr/sbin:/sbin")
    if iw is None or not interface:
        return None
    command = [iw, "dev", interface, "station", "dump"]
    try:
        asked = subprocess.run(command, capture_output=True, text=True, timeout=5, check=False)  # noqa: S603
    except (OSError, subprocess.TimeoutExpired):
        return None
    return stations_in(asked.stdout) if asked.returncode == 0 else None


def stations_in(text: str) -> frozenset[str]:
    return frozenset(re.findall(r"^Station ([0-9a-f:]{17}) ", text, re.M))


def _dotted(number: str) -> str:
    """IPv4 address from hexadecimal in host byte order."""
    return socket.inet_ntoa(struct.pack("=I", int(number, 16)))


def _address(text: str) -> str:
    if len(text) == 8:
        return _dotted(text)
    words = b"".join(struct.pack("=I", int(text[at : at + 8], 16)) for at in range(0, 32, 8))
    address = socket.inet_ntop(socket.AF_INET6, words)
    return address.removeprefix("::ffff:") if "." in address else address
