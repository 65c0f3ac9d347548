"""Find pods on serial lines once, for tools that run while no table is open."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from glob import glob
from threading import Condition

from hardware.errors import HardwareError
from hardware.pods.link import PodLink
from hardware.pods.messages import Hello
from hardware.pods.protocol import NO_SEAT
from hardware.ports import Fault, MonotonicClock

USUAL = "/dev/serial/by-path/*"
"""Default path pattern of pods."""
PATIENCE = 2.5
"""Seconds a pod has to say hello; it is asked every second."""
RESTART = 10.0
"""Seconds within which a pod restarts after flashing."""
AGAIN = 0.5
"""Seconds between retries."""
CHIPS = {1: "RP2040", 2: "RP2350"}
_FINAL = ("missing", "forbidden", "busy", "older", "newer")


class NoSuchPod(HardwareError, LookupError):
    """No pod matches; the text lists those found."""


@dataclass(frozen=True)
class Found:
    """A line, and the pod on it or why there is none."""

    path: str
    hello: Hello | None
    fault: Fault | None

    @property
    def pod(self) -> str:
        """The pod's permanent number; empty without one."""
        return self.hello.pod.hex() if self.hello is not None else ""

    @property
    def firmware(self) -> str:
        """Firmware version; empty without a pod."""
        return ".".join(map(str, (self.hello.major, self.hello.minor, self.hello.patch))) if self.hello else ""

    @property
    def chip(self) -> str:
        """Board or chip, as far as known."""
        return CHIPS.get(self.hello.board, "") if self.hello is not None else ""


def lines(named: Iterable[str], patterns: Iterable[str]) -> tuple[str, ...]:
    """Paths of all lines that may have a pod: the named ones, and matches of the patterns."""
    found: dict[str, str] = {}
    for path in (*named, *sorted({path for pattern in patterns for path in glob(pattern)})):
        found.setdefault(os.path.realpath(path), path)
    return tuple(found.values())


def ask(paths: Iterable[str], clock: MonotonicClock, patience: float = PATIENCE) -> tuple[Found, ...]:
    """Query all lines at once. Takes ``patience`` seconds if one does not answer."""
    told = Condition()

    def woken(_: object) -> None:
        with told:
            told.notify_all()

    links = [PodLink(path, NO_SEAT, clock, woken) for path in paths]
    for link in links:
        link.start()

    def known() -> bool:
        return all(link.hello is not None or _final(link.fault) for link in links)

    end = clock() + patience
    with told:
        while not known() and clock() < end:
            told.wait(0.05)
    found = tuple(Found(link.path, link.hello, link.fault) for link in links)
    for link in links:
        link.close()
    return found


def choose(found: Iterable[Found], wanted: str) -> Found:
    """Pod by path, name, or end of its number. Raises NoSuchPod."""
    here = list(found)
    tests: tuple[Callable[[Found], bool], ...] = (
        lambda one: one.path == wanted,
        lambda one: one.hello is not None and one.hello.name == wanted,
        lambda one: len(wanted) >= 4 and one.pod.endswith(wanted.lower()),
    )
    for fits in tests:
        matching = [one for one in here if fits(one)]
        if len(matching) == 1:
            return matching[0]
    known = ", ".join(one.hello.name or one.pod[-4:] for one in here if one.hello is not None) or "none at all"
    raise NoSuchPod(f"there is no pod {wanted!r} here, or more than one; there are {known}")


def _final(fault: Fault | None) -> bool:
    return fault is not None and fault.trouble in _FINAL
