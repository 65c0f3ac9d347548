"""Who sends requests: what counts as one for rate limits, recent addresses, and the log of refused requests."""

from __future__ import annotations

import logging
from collections import OrderedDict
from collections.abc import Callable
from dataclasses import dataclass
from ipaddress import IPv6Address, ip_network
from math import inf
from threading import Lock

from companion.network.addresses import plain_address

logger = logging.getLogger(__name__)

PREFIX = 64
"""Bits of an IPv6 address that belong to a household; a machine chooses the rest freely."""
MOST_ADDRESSES = 256
"""Addresses kept of devices of the table, and as many of others; a home network has fewer."""
QUIET = 600.0
"""Seconds within which the same refusal to the same address is only counted."""
MOST_LINES = 20
"""Lines written in that time for all addresses together, which a sender may forge."""
REMEMBERED = 256


def sender_of(address: str) -> str:
    """The IPv4 address, or the /64 of a routable IPv6 address. Other text is returned as it is.

    Link-local addresses count one by one, since all machines share their network.
    """
    found = plain_address(address.partition("%")[0])
    if found is None:
        return address
    if isinstance(found, IPv6Address) and not found.is_link_local and not found.is_loopback:
        return str(ip_network((found, PREFIX), strict=False))
    return str(found)


class RecentAddresses:
    """Address to time of its last request, by the monotonic clock."""

    def __init__(self, now: Callable[[], float]) -> None:
        self._now = now
        self._lock = Lock()
        self._own: OrderedDict[str, float] = OrderedDict()
        self._strangers: OrderedDict[str, float] = OrderedDict()

    def note(self, address: str, *, of_table: bool = False) -> None:
        """Record a request from ``address``, by a device ``of_table`` or another. Others push out none of the table's:
        a machine has as many addresses as it likes.
        """
        if not address or address.startswith("127.") or address == "::1":
            return
        with self._lock:
            pool = self._own if of_table or address in self._own else self._strangers
            self._strangers.pop(address, None)
            pool[address] = self._now()
            pool.move_to_end(address)
            if len(pool) > MOST_ADDRESSES:
                pool.popitem(last=False)

    def any_seen(self) -> bool:
        """Whether any other machine has ever reached the table."""
        return bool(self._own or self._strangers)

    def seen_within(self, address: str, seconds: float) -> bool:
        """Whether a request came from ``address`` in the last ``seconds``."""
        at = max(self._own.get(address, -inf), self._strangers.get(address, -inf))
        return self._now() - at <= seconds

    def count_within(self, seconds: float) -> int:
        """Number of addresses with a request in the last ``seconds``."""
        since = self._now() - seconds
        with self._lock:
            return sum(at >= since for pool in (self._own, self._strangers) for at in pool.values())


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
