"""Which place a stream takes: those of the table's own people are kept for them, strangers share a few by address."""

from __future__ import annotations

from collections.abc import Callable, Collection
from dataclasses import dataclass
from hashlib import sha256
from typing import Literal

from companion.network.senders import sender_of
from companion.plays.stores import Settings
from companion.plays.time_source import Clock
from companion.service.asking.sender import hashed
from companion.service.seats.gathering import SEATS

StreamKind = Literal["seat", "host", "screen", "here", "sender"]

MOST: dict[StreamKind, int] = {"seat": 3, "host": 4, "screen": 4, "here": 2, "sender": 8}
"""Streams at one place: of a seat, of all hosts without one, of paired table screens, of screens on the machine itself,
and of an address nobody of which is known.
"""
STRANGERS = 16
"""Streams of all addresses together."""
ALL = len(SEATS) * MOST["seat"] + MOST["host"] + MOST["screen"] + MOST["here"] + STRANGERS
"""Streams there can be at once."""
DIGITS = 6
PAIRING = 60.0
"""Seconds in which a screen is waited for whose number the host has typed."""


@dataclass(frozen=True)
class Place:
    """A place for streams. ``of`` is the seat or the sender it belongs to."""

    kind: StreamKind
    of: int | str = ""

    @property
    def most(self) -> int:
        return MOST[self.kind]

    @property
    def own(self) -> bool:
        """Whether it belongs to people of the table, so that nobody else can fill it: their newest streams have it."""
        return self.kind in ("seat", "host", "screen")


def place_for(seats: Collection[int], where: str, *, host: bool, screen: bool, here: bool) -> Place:
    """The place for the stream of a device that holds ``seats`` and is at the address ``where``."""
    if seats:
        return Place("seat", min(seats))
    if screen:
        return Place("screen")
    if host:
        return Place("host")
    return Place("here") if here else Place("sender", sender_of(where))


class PairedScreens:
    """The table screens with a place of their own, by the hash of their device. Any thread."""

    KEY = "screens"

    def __init__(self, settings: Settings, clock: Clock, changed: Callable[[], None]) -> None:
        self._settings = settings
        self._clock = clock
        self._changed = changed
        self._paired: tuple[str, ...] = tuple(settings.get(self.KEY) or ())
        self._awaited: tuple[str, float] = ("", 0.0)

    def __len__(self) -> int:
        return len(self._paired)

    def awaits(self, number: str) -> None:
        """The host has typed the number of a screen: the next that shows it is paired."""
        self._awaited = ("".join(number.split()), self._clock.mono() + PAIRING)

    def expects(self, device: str) -> bool:
        """Whether this device, which shows the table, has a place of its own, or will as soon as it has a stream."""
        number, until = self._awaited
        return hashed(device) in self._paired or (number == number_of(device) and self._clock.mono() < until)

    def take_in(self, device: str) -> bool:
        """Whether this device, which shows the table, has a place of its own; from now on if it is waited for."""
        if hashed(device) in self._paired:
            return True
        if not self.expects(device):
            return False
        self._awaited = ("", 0.0)
        # Where all are taken, the one paired first has gone to another room long ago.
        self._keep((*self._paired, hashed(device))[-MOST["screen"] :])
        return True

    def forget(self) -> None:
        """No screen is paired any more."""
        self._keep(())

    def _keep(self, paired: tuple[str, ...]) -> None:
        self._paired = paired
        self._settings.put(self.KEY, list(paired))
        self._changed()


def number_of(device: str) -> str:
    """What a screen shows of itself; it tells nothing of the device's secret."""
    return str(int.from_bytes(sha256(f"screen {device}".encode()).digest()[:8], "big") % 10**DIGITS).zfill(DIGITS)
