"""Map an address to the sender that rate limits count."""

from __future__ import annotations

from ipaddress import IPv6Address, ip_address, ip_network

PREFIX = 64
"""Bits of an IPv6 address that belong to a household; a machine chooses the rest freely."""


def sender_of(address: str) -> str:
    """The IPv4 address, or the /64 of a routable IPv6 address. Other text is returned as it is.

    Link-local addresses count one by one, since all machines share their network.
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
