"""Pods that no profile names: found by path, identified by number, given a seat when their OK is pressed.

A thread scans twice a second. Only it opens and closes lines of unseated pods and moves pods to seats and away;
requests take effect at its next scan.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Mapping
from glob import glob
from threading import Event, Lock, Thread

from PIL import Image

from hardware.errors import DeviceGone
from hardware.pods.conversation import KeyChange, Lamp, Told
from hardware.pods.link import PodLink
from hardware.pods.messages import NOBODY
from hardware.pods.parts import PATTERNS, Pod, pages_of
from hardware.ports import PUSH, Clock, Newcomer, Trouble

LOOK = 0.5
"""Seconds between two scans."""
STRANGE = 10.0
"""Seconds after which a line without a pod is ignored until replugged."""
PATIENCE = 1.0
"""Seconds an unseated pod has to show a picture."""
TOLD: tuple[Trouble, ...] = ("older", "newer", "forbidden")
"""Faults of unseated pods that a person can act on; others may belong to another device."""
WAITS: Lamp = (60, 60, 60, PATTERNS["slow"])
OFFERED: Lamp = (200, 200, 200, PATTERNS["quick"])

Draw = Callable[[tuple[int, int]], Image.Image]


class _UnseatedPod:
    """A line with a pod without a seat, or with something else."""

    def __init__(self, path: str, clock: Clock, woken: Callable[[], None]) -> None:
        self.link = PodLink(path, NOBODY, clock, self._told)
        self.since = clock()
        self.pressed = False
        self.worn: object = None
        self._woken = woken
        self.link.start()

    def _told(self, told: Told) -> None:
        if isinstance(told, KeyChange):
            self.pressed |= told.line in ("ok", PUSH) and told.change == 1
        else:
            self.worn = None  # it is dark after every new beginning
        self._woken()

    def described(self) -> Newcomer | None:
        """What the host is told; None before a hello."""
        hello, fault = self.link.hello, self.link.fault
        if hello is not None:
            return Newcomer(hello.pod.hex(), hello.name, self.link.path)
        if fault is not None and fault.trouble in TOLD:
            return Newcomer("", "", self.link.path, fault)
        return None

    def wear(self, draw: Draw | None, lamp: Lamp) -> None:
        """Show that it waits, if not shown yet."""
        hello = self.link.hello
        if hello is None or self.worn == (draw, lamp):
            return
        try:
            self.link.lamp(lamp)
            if hello.pages and draw is not None:
                picture = draw((hello.width, hello.height))
                self.link.show(pages_of(picture), 0, private=False, patience=PATIENCE)
        except DeviceGone:
            return  # it is seen at the next look
        self.worn = (draw, lamp)


class Lobby:
    """See the module and `hardware.ports.Newcomers`. `named` are paths of pods that a profile names, `coming` the
    places that may be given away.
    """

    def __init__(self, patterns: Iterable[str], named: frozenset[str], coming: Mapping[int, Pod], clock: Clock) -> None:
        self._patterns = tuple(patterns)
        self._named = named
        self._coming = coming
        self._clock = clock
        self._lock = Lock()
        self._wake = Event()
        self._closed = False
        self._thread = Thread(target=self._run, name="looks for pods", daemon=True)
        self._changed: Callable[[], None] = lambda: None
        self._seats: dict[str, int] = {}
        self._guests: dict[str, _UnseatedPod] = {}
        self._strange: set[str] = set()
        self._offered: int | None = None
        self._draw: Draw | None = None
        self._told: object = None

    # -- interface ---------------------------------------------------------------------------------------------

    def begin(self, seats: Mapping[str, int], changed: Callable[[], None]) -> None:
        """See `Newcomers.begin`."""
        self._seats = {pod: seat for pod, seat in seats.items() if seat in self._coming}
        self._changed = changed
        self._thread.start()

    def waiting(self) -> tuple[Newcomer, ...]:
        """See `Newcomers.waiting`."""
        with self._lock:
            guests = list(self._guests.values())
            seats = dict(self._seats)
        found = [guest.described() for guest in guests]
        return tuple(one for one in found if one is not None and one.pod not in seats)

    def seats(self) -> Mapping[str, int]:
        """See `Newcomers.seats`."""
        with self._lock:
            return dict(self._seats)

    def free(self) -> tuple[int, ...]:
        """See `Newcomers.free`."""
        with self._lock:
            return tuple(seat for seat in self._coming if seat not in self._seats.values())

    def offered(self) -> int | None:
        """See `Newcomers.offered`."""
        return self._offered

    def offer(self, seat: int | None) -> None:
        """See `Newcomers.offer`."""
        if seat is None or seat in self.free():
            with self._lock:
                self._offered = seat
                for guest in self._guests.values():
                    guest.pressed = False  # only what is pressed from now on counts
            self.look()

    def release(self, seat: int) -> None:
        """See `Newcomers.release`."""
        with self._lock:
            self._seats = {pod: at for pod, at in self._seats.items() if at != seat}
        self.look()

    def dress(self, draw: Draw) -> None:
        """See `Newcomers.dress`."""
        self._draw = draw
        self.look()

    def look(self) -> None:
        """Scan now."""
        self._wake.set()

    def close(self) -> None:
        """Release all unseated pods and end the thread."""
        self._closed = True
        self._wake.set()
        for guest in list(self._guests.values()):
            guest.link.close()
        if self._thread.ident is not None:
            self._thread.join()

    # -- the thread --------------------------------------------------------------------------------------------

    def _run(self) -> None:
        while not self._closed:
            self._turn()
            self._wake.wait(LOOK)
            self._wake.clear()
        for guest in self._guests.values():
            guest.link.close()

    def _turn(self) -> None:
        there = self._paths()
        self._empty_seats(there)
        self._say_goodbye(there)
        self._take_claims()
        self._seat_the_known()
        self._let_in(there)
        lamp = WAITS if self._offered is None else OFFERED
        for guest in list(self._guests.values()):
            if not self._closed:
                guest.wear(self._draw, lamp)
        told = (self.waiting(), self.seats(), self._offered)
        if told != self._told:
            self._told = told
            self._changed()

    def _paths(self) -> dict[str, str]:
        """Lines that may have a pod, by device file: a socket may have two paths."""
        named = {os.path.realpath(path) for path in self._named}
        found: dict[str, str] = {}
        for path in sorted({path for pattern in self._patterns for path in glob(pattern)}):
            found.setdefault(os.path.realpath(path), path)
        return {path: node for node, path in found.items() if node not in named}

    def _empty_seats(self, there: Mapping[str, str]) -> None:
        """Free seats whose pod was unplugged, released, or swapped."""
        wanted = {seat: pod for pod, seat in self.seats().items()}
        for seat, place in self._coming.items():
            path, hello = place.path, place.hello
            if path is None:
                continue
            here = wanted.get(seat)
            if here is None or path not in there or (hello is not None and hello.pod.hex() != here):
                place.detach()

    def _say_goodbye(self, there: Mapping[str, str]) -> None:
        """Drop unplugged pods and lines without a pod."""
        self._strange &= set(there)
        for path, guest in list(self._guests.items()):
            silent = guest.described() is None and self._clock() > guest.since + STRANGE
            if path not in there or silent:
                self._dismiss(path)
                self._strange |= {path} & set(there)

    def _take_claims(self) -> None:
        """Seat a pod whose OK is pressed while a seat is offered."""
        for guest in self._guests.values():
            hello = guest.link.hello
            pressed, guest.pressed = guest.pressed, False
            if pressed and hello is not None and self._offered is not None:
                with self._lock:
                    self._seats[hello.pod.hex()] = self._offered
                    self._offered = None

    def _seat_the_known(self) -> None:
        """Move unseated pods that have a seat to it."""
        seats = self.seats()
        for path, guest in list(self._guests.items()):
            hello = guest.link.hello
            seat = seats.get(hello.pod.hex()) if hello is not None else None
            if seat is not None and hello is not None and not self._closed:
                self._dismiss(path)
                self._coming[seat].attach(path, hello.pod.hex())

    def _let_in(self, there: Mapping[str, str]) -> None:
        """Open lines not examined yet."""
        seated = {place.path for place in self._coming.values()}
        for path in there.keys() - self._guests.keys() - self._strange - seated:
            if not self._closed:
                with self._lock:
                    self._guests[path] = _UnseatedPod(path, self._clock, self._wake.set)

    def _dismiss(self, path: str) -> None:
        with self._lock:
            guest = self._guests.pop(path)
        guest.link.close()
