"""Decide when to open and close the table's own Wi-Fi. Pure: takes time and network status, returns an action.

One radio cannot be in a network and carry one: opening the own Wi-Fi cuts phones off for a while. So it opens only on
request or after some time without any network, and never closes by itself while a phone is on it.
"""

from __future__ import annotations

from typing import Literal

from companion.network.own_wifi.network_service import NetworkStatus

Rule = Literal["off", "key", "auto"]
"""``off``: never; ``key``: only on request; ``auto``: also when no known network is in range."""
Action = Literal["scan", "open", "close"]

GRACE_AFTER_START = 25.0
"""Seconds after the start in which the system may still join a known network."""
PATIENCE = 15.0
"""Seconds without any network after which the own Wi-Fi opens."""
PATIENCE_NEAR_KNOWN = 60.0
"""The same while a known network is in range or being joined: its password may have changed."""
SCAN = 8.0
"""Seconds between two scans while there is no network."""
RETRY = 600.0
"""Seconds after which an own Wi-Fi that opened by itself, and has no guests, closes to try known networks."""
OPENING = 30.0
"""Seconds that opening may take."""
SHORTEST, LONGEST = 5.0, 300.0
"""Seconds before a retry after a failure: doubled each time, between these."""


class HotspotPolicy:
    """State machine for one radio. ``rule`` is configured; ``now`` is the monotonic time of the start."""

    def __init__(self, rule: Rule, now: float) -> None:
        self.rule = rule
        self._started = now
        self._offline_since: float | None = None
        self._scanned = -LONGEST
        self._requested: bool | None = None
        self._muted = False
        self._opened: float | None = None
        self._acted = -LONGEST
        self._failures = 0
        self._again = -LONGEST

    @property
    def asked(self) -> bool:
        """Whether somebody requested the own Wi-Fi; then it stays open although another network is in range."""
        return self._requested is True

    def ask(self, *, on: bool) -> None:
        """Request the own Wi-Fi open or closed, until the next request or until a network is joined."""
        self._requested = on
        self._muted = not on
        self._failures, self._again = 0, -LONGEST

    def let_go(self) -> None:
        """Forget what was asked for and seen, because somebody else has the radio for a while."""
        self._requested, self._muted = None, False
        self._opened = self._offline_since = None

    def failed(self, now: float) -> None:
        """Retry the last action later, with growing delay."""
        self._failures += 1
        self._again = now + min(SHORTEST * 2 ** (self._failures - 1), LONGEST)

    def step(self, now: float, seen: NetworkStatus) -> Action | None:
        """Action to take now, or None."""
        if seen.link == "own":
            return self._while_open(now, seen)
        self._opened = None
        if not seen.radio or not seen.hosts or self.rule == "off" or now < self._again:
            return None
        if self._requested is not None:
            return self._as_asked(now)
        return self._unasked(now, seen)

    def _while_open(self, now: float, seen: NetworkStatus) -> Action | None:
        if self._opened is None:
            self._opened, self._failures = now, 0
        if self._requested is False:
            self._requested = None
            self._offline_since = None
            return "close"
        waited = now - self._opened
        if self.rule == "auto" and not self.asked and not seen.guests and waited >= RETRY:
            self._offline_since = now
            self._started = now
            return "close"
        return None

    def _as_asked(self, now: float) -> Action | None:
        if self._requested is False:
            self._requested = None
            return None
        if now - self._acted < OPENING:
            return None
        self._acted = now
        return "open"

    def _unasked(self, now: float, seen: NetworkStatus) -> Action | None:
        """Apply the rule when nobody has asked."""
        if seen.link == "joined" or seen.wired:
            self._offline_since, self._muted = None, False
            return None
        if self._offline_since is None:
            self._offline_since = now
        if self.rule != "auto" or self._muted or now - self._acted < OPENING:
            return None
        known_network_near = seen.link == "joining" or seen.known_near
        patience = PATIENCE_NEAR_KNOWN if known_network_near else PATIENCE
        if now - self._started >= GRACE_AFTER_START and now - self._offline_since >= patience:
            self._acted = now
            return "open"
        if not known_network_near and now - self._scanned >= SCAN:
            self._scanned = now
            return "scan"
        return None
