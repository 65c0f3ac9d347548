"""The machine's own IP addresses, read again each time since they change."""

from __future__ import annotations

import fcntl
import socket
import struct
from collections.abc import Callable
from contextlib import suppress
from ipaddress import IPv4Address, IPv6Address, ip_address

from msgspec import Struct

UNROUTED = ("192.0.2.1", 9)
"""Address in a documentation network: connecting UDP to it sends nothing but selects our own address."""
UNROUTED_IPV6 = ("2001:db8::1", 9)
SIOCGIFADDR = 0x8915
"""Linux ioctl: IPv4 address of an interface."""
NOT_FOR_PHONES = ("lo", "docker", "veth", "br-", "virbr", "tun", "tap", "wg")
"""Name prefixes of interfaces that no phone is behind."""
LOOPBACK = "127.0.0.1"
EVERYWHERE = ("", "0.0.0.0", "::")  # noqa: S104  (what settings may say; nothing is opened here)
"""Addresses to listen to that mean every network this machine is in."""


def plain_address(text: str) -> IPv4Address | IPv6Address | None:
    """The address that is written, as IPv4 if it is that in an IPv6 one; None for other text."""
    try:
        found = ip_address(text)
    except ValueError:
        return None
    return (found.ipv4_mapped or found) if isinstance(found, IPv6Address) else found


class Interface(Struct, frozen=True):
    """Network interface with an IPv4 address."""

    name: str
    address: str


def interfaces() -> tuple[Interface, ...]:
    """Interfaces phones could be behind, Wi-Fi first."""
    found = [Interface(name, address) for _, name in socket.if_nameindex() if (address := address_of(name))]
    real = [one for one in found if not one.name.startswith(NOT_FOR_PHONES)]
    return tuple(sorted(real, key=lambda one: (not one.name.startswith("wl"), one.name)))


def own_ip_address(
    routed: Callable[[], str] | None = None, listed: Callable[[], tuple[Interface, ...]] = interfaces
) -> str:
    """Address phones should open: that of the default route, else (on a hotspot) of the first interface. In a network
    without IPv4 it is that of the default route of IPv6.
    """
    way_out = (routed or _routed)()
    if way_out:
        return way_out
    return next((one.address for one in listed()), "") or (_routed_by_ipv6() if routed is None else "") or LOOPBACK


def _routed() -> str:
    return _source(socket.AF_INET, UNROUTED)


def _routed_by_ipv6() -> str:
    return _source(socket.AF_INET6, UNROUTED_IPV6)


def _source(family: socket.AddressFamily, target: tuple[str, int]) -> str:
    """Our own address on the way to ``target``; empty without one."""
    with suppress(OSError), socket.socket(family, socket.SOCK_DGRAM) as asking:
        asking.connect(target)
        return str(asking.getsockname()[0])
    return ""


def address_of(name: str) -> str:
    """IPv4 address of an interface; empty for none."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as asking:
        try:
            answer = fcntl.ioctl(asking, SIOCGIFADDR, struct.pack("256s", name.encode()[:15]))
        except OSError:
            return ""
    return socket.inet_ntoa(answer[20:24])
