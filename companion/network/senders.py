"""Who counts as one sender where limits are by address."""

from __future__ import annotations

from ipaddress import IPv6Address, ip_address, ip_network

PREFIX = 64
"""Bits of an IPv6 address that belong to a household; a machine makes up the rest by itself, as often as it likes."""


def sender_of(address: str) -> str:
    """The address of a machine, or the network whose every address one machine may have. Text that is none is itself.

    Addresses that are good on the own cable only share their network with everybody, and count one by one.
    """
    try:
        found = ip_address(address.partition("%")[0])
    except ValueError:
        return address
    if isinstance(found, IPv6Address):
        if found.ipv4_mapped is not None:
            return str(found.ipv4_mapped)
        if not found.is_link_local and not found.is_loopback:
            return str(ip_network((found, PREFIX), strict=False))
    return str(found)
