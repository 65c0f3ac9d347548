"""Who is host. Host is a role, not a device: taken by a key press on the panel or by the PIN shown at the start."""

from __future__ import annotations

from collections import OrderedDict, deque
from collections.abc import Callable, Sequence
from hashlib import sha256
from hmac import compare_digest
from threading import Lock

from companion.core.errors import Refused
from companion.core.wording import say
from companion.plays.clock import Clock

TRIES, WINDOW = 5, 60.0
"""Wrong PINs of one address before the table stops listening to it for a while, and the seconds in which they count."""
PATIENT = (15, 3600.0)
"""The same for who tries a few every minute."""
TOGETHER = (60, 3600.0)
"""The same for all addresses together: a guesser may have many, and would need days for the ten thousand PINs. Whoever
stands at the panel becomes host by its key all the same.
"""
ADDRESSES = 256
"""Addresses whose tries are counted one by one."""
KNOCK = 60.0
"""Seconds a device that asked to be host waits for the key on the panel."""


def hashed(token: str) -> str:
    """What is kept of a token."""
    return sha256(token.encode()).hexdigest()


class Limit:
    """At most ``tries`` in ``window`` seconds."""

    def __init__(self, clock: Clock, tries: int, window: float) -> None:
        self._clock = clock
        self._tries = tries
        self._window = window
        self._times: deque[float] = deque()

    def take(self) -> None:
        """Count a try. Raises ``Refused`` when there were too many."""
        self.check()
        self._times.append(self._clock.mono())

    def check(self) -> None:
        """Raises ``Refused`` when there were too many."""
        now = self._clock.mono()
        while self._times and now - self._times[0] > self._window:
            self._times.popleft()
        if len(self._times) >= self._tries:
            wait = int(self._window - (now - self._times[0])) + 1
            raise Refused("too-often", say("Too many tries. Wait {n} seconds.", n=wait))

    def forgive(self) -> None:
        """The last try was right: it does not count."""
        if self._times:
            self._times.pop()


class Tries:
    """How often something may be tried: from one address, so that nobody shuts the others out, and from all of them
    together, since a guesser may have many. Any thread may call it. Limits are (tries, seconds).
    """

    def __init__(self, clock: Clock, each: Sequence[tuple[int, float]], together: tuple[int, float]) -> None:
        self._clock = clock
        self._each = each
        self._together = Limit(clock, *together)
        self._of: OrderedDict[str, tuple[Limit, ...]] = OrderedDict()
        self._lock = Lock()

    def take(self, where: str) -> None:
        """Count a try from the address ``where``. Raises ``Refused`` when there were too many, and counts it not."""
        with self._lock:
            limits = self._limits(where)
            for limit in limits:
                limit.check()
            for limit in limits:
                limit.take()

    def forgive(self, where: str) -> None:
        """The last try from there was right: it does not count."""
        with self._lock:
            for limit in self._limits(where):
                limit.forgive()

    def _limits(self, where: str) -> tuple[Limit, ...]:
        if where not in self._of:
            self._of[where] = tuple(Limit(self._clock, *each) for each in self._each)
            if len(self._of) > ADDRESSES:
                self._of.popitem(last=False)
        self._of.move_to_end(where)
        return (*self._of[where], self._together)


class Roles:
    """The devices that are host, by the hash of their token. ``keep`` stores them; ``kept`` are those of last time."""

    def __init__(self, clock: Clock, pin: str, kept: frozenset[str], keep: Callable[[frozenset[str]], None]) -> None:
        self.pin = pin
        self._clock = clock
        self._hosts = kept
        self._keep = keep
        self._tries = Tries(clock, ((TRIES, WINDOW), PATIENT), TOGETHER)
        self._knocking: dict[str, float] = {}

    def is_host(self, token: str) -> bool:
        return bool(token) and hashed(token) in self._hosts

    def by_pin(self, token: str, pin: str, where: str = "") -> None:
        """Become host with the PIN, from the address ``where``. Raises ``Refused``."""
        self._tries.take(where)
        if not compare_digest(pin.strip().encode(), self.pin.encode()):
            raise Refused("wrong-pin", say("That is not the PIN."))
        self._tries.forgive(where)
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
