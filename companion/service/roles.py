"""Who is host. Host is a role, not a device: taken by a key press on the panel or by the PIN shown at the start."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable
from hashlib import sha256
from hmac import compare_digest

from companion.core.errors import Refused
from companion.core.wording import say
from companion.plays.clock import Clock

TRIES = 5
"""Wrong PINs in a row of time before the table stops listening for a while."""
WINDOW = 60.0
"""Seconds in which those tries count."""
KNOCK = 60.0
"""Seconds a device that asked to be host waits for the key on the panel."""


def hashed(token: str) -> str:
    """What is kept of a token."""
    return sha256(token.encode()).hexdigest()


class Limit:
    """At most ``tries`` in ``window`` seconds, counted together for everybody: a phone can change its address."""

    def __init__(self, clock: Clock, tries: int, window: float) -> None:
        self._clock = clock
        self._tries = tries
        self._window = window
        self._times: deque[float] = deque()

    def take(self) -> None:
        """Count a try. Raises ``Refused`` when there were too many."""
        now = self._clock.mono()
        while self._times and now - self._times[0] > self._window:
            self._times.popleft()
        if len(self._times) >= self._tries:
            wait = int(self._window - (now - self._times[0])) + 1
            raise Refused("too-often", say("Too many tries. Wait {n} seconds.", n=wait))
        self._times.append(now)

    def forgive(self) -> None:
        """The last try was right: it does not count."""
        if self._times:
            self._times.pop()


class Roles:
    """The devices that are host, by the hash of their token. ``keep`` stores them; ``kept`` are those of last time."""

    def __init__(self, clock: Clock, pin: str, kept: frozenset[str], keep: Callable[[frozenset[str]], None]) -> None:
        self.pin = pin
        self._clock = clock
        self._hosts = kept
        self._keep = keep
        self._limit = Limit(clock, TRIES, WINDOW)
        self._knocking: dict[str, float] = {}

    def is_host(self, token: str) -> bool:
        return bool(token) and hashed(token) in self._hosts

    def by_pin(self, token: str, pin: str) -> None:
        """Become host with the PIN. Raises ``Refused``."""
        self._limit.take()
        if not compare_digest(pin.strip().encode(), self.pin.encode()):
            raise Refused("wrong-pin", say("That is not the PIN."))
        self._limit.forgive()
        self._knocking.pop(token, None)
        self._admit(token)

    def knock(self, token: str) -> None:
        """A device asks to be host: whoever stands at the panel may press OK."""
        now = self._clock.mono()
        self._knocking = {other: at for other, at in self._knocking.items() if now - at < KNOCK}
        self._knocking[token] = now

    def knocked(self) -> bool:
        """Whether somebody is waiting for the key on the panel."""
        now = self._clock.mono()
        return any(now - at < KNOCK for at in self._knocking.values())

    def open(self) -> bool:
        """OK was pressed on the panel: let in the device that knocked last. Whether there was one."""
        if not self.knocked():
            return False
        token = max(self._knocking, key=lambda other: self._knocking[other])
        self._knocking.clear()
        self._admit(token)
        return True

    def turn_away(self) -> None:
        """Whoever knocked is not let in."""
        self._knocking.clear()

    def leave(self, token: str) -> None:
        """This device is not host any more."""
        self._hosts -= {hashed(token)}
        self._keep(self._hosts)

    def _admit(self, token: str) -> None:
        self._hosts |= {hashed(token)}
        self._keep(self._hosts)
