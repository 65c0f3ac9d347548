"""When the table opens its own Wi-Fi and when it closes it. Pure: time and what is seen come in, an act comes out.

A radio does one thing at a time: whoever opens the own Wi-Fi leaves the router's, and phones lose the table for a
while. So it opens only when nothing else is to be had for some time, or when somebody asks; and it never closes by
itself while a phone is on it.
"""

from __future__ import annotations

from typing import Literal

from companion.network.network_service import Seen

Rule = Literal["off", "key", "auto"]
"""``off``: never; ``key``: only when asked; ``auto``: also when no known network is near."""
Act = Literal["scan", "open", "close"]

BEGINNING = 25.0
"""Seconds after the start in which the system may still join a network it knows."""
PATIENCE = 15.0
"""Seconds without any network after which the own Wi-Fi opens."""
STUBBORN = 60.0
"""Seconds in which a network that is near, or being joined, must have been joined: its password may have changed."""
SCAN = 8.0
"""Seconds between two looks round while there is no network."""
RETRY = 600.0
"""Seconds after which an own Wi-Fi that opened by itself, and that nobody is on, gives the known networks a chance."""
OPENING = 30.0
"""Seconds an opening network may take."""
SHORTEST, LONGEST = 5.0, 300.0
"""Seconds after a failure until the next try: doubled each time, between these."""


class Keeper:
    """Decides for one radio. ``rule`` is the owner's; ``now`` the monotonic time of the start."""

    def __init__(self, rule: Rule, now: float) -> None:
        self.rule = rule
        self._started = now
        self._lonely_since: float | None = None
        self._scanned = -LONGEST
        self._wish: bool | None = None
        self._muted = False
        self._opened: float | None = None
        self._acted = -LONGEST
        self._failures = 0
        self._again = -LONGEST

    @property
    def asked(self) -> bool:
        """Whether somebody asked for the own Wi-Fi, so that it stays open although another network is near."""
        return self._wish is True

    def ask(self, *, on: bool) -> None:
        """Somebody wants the own Wi-Fi, or wants it closed: that holds until the next word, or until a network came."""
        self._wish = on
        self._muted = not on
        self._failures, self._again = 0, -LONGEST

    def failed(self, now: float) -> None:
        """What ``step`` said could not be done: try again later, each time a little later."""
        self._failures += 1
        self._again = now + min(SHORTEST * 2 ** (self._failures - 1), LONGEST)

    def step(self, now: float, seen: Seen) -> Act | None:
        """What to do now, if anything."""
        if seen.link == "own":
            return self._while_open(now, seen)
        self._opened = None
        if not seen.radio or not seen.hosts or self.rule == "off" or now < self._again:
            return None
        if self._wish is not None:
            return self._as_asked(now)
        return self._alone(now, seen)

    def _while_open(self, now: float, seen: Seen) -> Act | None:
        if self._opened is None:
            self._opened, self._failures = now, 0
        if self._wish is False:
            self._wish = None
            self._lonely_since = None
            return "close"
        waited = now - self._opened
        if self.rule == "auto" and not self.asked and not seen.guests and waited >= RETRY:
            self._lonely_since = now
            self._started = now
            return "close"
        return None

    def _as_asked(self, now: float) -> Act | None:
        if self._wish is False:
            self._wish = None
            return None
        if now - self._acted < OPENING:
            return None
        self._acted = now
        return "open"

    def _alone(self, now: float, seen: Seen) -> Act | None:
        """Nobody asked: what the rule says."""
        if seen.link == "joined" or seen.wired:
            self._lonely_since, self._muted = None, False
            return None
        if self._lonely_since is None:
            self._lonely_since = now
        if self.rule != "auto" or self._muted or now - self._acted < OPENING:
            return None
        hopeful = seen.link == "joining" or seen.known_near
        patience = STUBBORN if hopeful else PATIENCE
        if now - self._started >= BEGINNING and now - self._lonely_since >= patience:
            self._acted = now
            return "open"
        if not hopeful and now - self._scanned >= SCAN:
            self._scanned = now
            return "scan"
        return None
