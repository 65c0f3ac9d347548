"""Who sends requests: what counts as one for rate limits, recent addresses, and the log of refused requests."""

from __future__ import annotations

import logging
from collections import OrderedDict
from collections.abc import Callable
from dataclasses import dataclass
from ipaddress import IPv6Address, ip_address, ip_network
from threading import Lock

logger = logging.getLogger(__name__)

PREFIX = 64
"""Bits of an IPv6 address that belong to a household; a machine chooses the rest freely."""
MOST_ADDRESSES = 256
"""Addresses kept; a home network has fewer."""
QUIET = 600.0
"""Seconds within which the same refusal to the same address is only counted."""
MOST_LINES = 20
"""Lines written in that time for all addresses together, which a sender may forge."""
REMEMBERED = 256


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


class RecentAddresses:
    """Address to time of its last request, by the monotonic clock."""

    def __init__(self, now: Callable[[], float]) -> None:
        self._now = now
        self._lock = Lock()
        self._seen: OrderedDict[str, float] = OrderedDict()

    def note(self, address: str) -> None:
        """Record a request from ``address``."""
        if not address or address.startswith("127.") or address == "::1":
            return
        with self._lock:
            self._seen[address] = self._now()
            self._seen.move_to_end(address)
            if len(self._seen) > MOST_ADDRESSES:
                self._seen.popitem(last=False)

    def any_seen(self) -> bool:
        """Whether any other machine has ever reached the table."""
        return bool(self._seen)

    def seen_within(self, address: str, seconds: float) -> bool:
        """Whether a request came from ``address`` in the last ``seconds``."""
        at = self._seen.get(address)
        return at is not None and self._now() - at <= seconds

    def count_within(self, seconds: float) -> int:
        """Number of addresses with a request in the last ``seconds``."""
        since = self._now() - seconds
        with self._lock:
            return sum(1 for at in self._seen.values() if at >= since)


@dataclass
class _Kept:
    said: float
    more: int = 0


class RefusalLog:
    """Thread-safe. ``now`` is monotonic; what was sent is never logged."""

    def __init__(self, now: Callable[[], float]) -> None:
        self._now = now
        self._lock = Lock()
        self._kept: OrderedDict[tuple[str, str], _Kept] = OrderedDict()
        self._lines: list[float] = []

    def record(self, what: str, where: str) -> None:
        """Log that ``what`` (fixed words of ours) was refused to the address ``where``."""
        now = self._now()
        with self._lock:
            kept = self._kept.get((what, where))
            if kept is not None and now - kept.said < QUIET:
                kept.more += 1
                return
            self._lines = [at for at in self._lines if now - at < QUIET]
            if len(self._lines) >= MOST_LINES:
                return
            self._lines.append(now)
            self._kept[what, where] = _Kept(now)
            self._kept.move_to_end((what, where))
            if len(self._kept) > REMEMBERED:
                self._kept.popitem(last=False)
        before = f", {kept.more} more since the last time" if kept is not None and kept.more else ""
        logger.warning("turned away from %s: %s%s", where, what, before)
