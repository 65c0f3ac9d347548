"""Addresses from which requests have come recently. Thread-safe."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable
from threading import Lock

MOST = 256
"""Addresses kept; a home network has fewer."""


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
            if len(self._seen) > MOST:
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
