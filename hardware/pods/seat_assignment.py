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
from hardware.pods.conversation import KeyChange, PodEvent
from hardware.pods.link import PodLink
from hardware.pods.pod_parts import PATTERNS, Pod, pages_of
from hardware.pods.protocol import NO_SEAT
from hardware.pods.wanted_state import LampSetting
from hardware.ports import PUSH, MonotonicClock, Trouble, UnseatedPod

SCAN_INTERVAL = 0.5
"""Seconds between two scans."""
NOT_A_POD_AFTER = 10.0
"""Seconds after which a line without a pod is ignored until replugged."""
PICTURE_TIMEOUT = 1.0
"""Seconds an unseated pod has to show a picture."""
REPORTED_FAULTS: tuple[Trouble, ...] = ("older", "newer", "forbidden")
"""Faults of unseated pods that a person can act on; others may belong to another device."""
LAMP_UNSEATED: LampSetting = (60, 60, 60, PATTERNS["slow"])
LAMP_OFFERED: LampSetting = (200, 200, 200, PATTERNS["quick"])

DrawPicture = Callable[[tuple[int, int]], Image.Image]


class _CandidateLine:
    """A line with a pod without a seat, or with something else."""

    def __init__(self, path: str, clock: MonotonicClock, woken: Callable[[], None]) -> None:
        self.link = PodLink(path, NO_SEAT, clock, self._on_event)
        self.since = clock()
        self.pressed = False
        self.shown: object = None
        self._woken = woken
        self.link.start()

    def _on_event(self, event: PodEvent) -> None:
        if isinstance(event, KeyChange):
            self.pressed |= event.line in ("ok", PUSH) and event.change == 1
        else:
            self.shown = None  # its display is dark after every connect and disconnect
        self._woken()

    def as_unseated(self) -> UnseatedPod | None:
        """The pod as the host sees it; None before a hello."""
        hello, fault = self.link.hello, self.link.fault
        if hello is not None:
            return UnseatedPod(hello.pod.hex(), hello.name, self.link.path)
        if fault is not None and fault.trouble in REPORTED_FAULTS:
            return UnseatedPod("", "", self.link.path, fault)
        return None

    def show_waiting(self, draw: DrawPicture | None, lamp: LampSetting) -> None:
        """Show the picture of unseated pods and this lamp, if not shown yet."""
        hello = self.link.hello
        if hello is None or self.shown == (draw, lamp):
            return
        try:
            self.link.lamp(lamp)
            if hello.pages and draw is not None:
                picture = draw((hello.width, hello.height))
                self.link.show(pages_of(picture), 0, private=False, patience=PICTURE_TIMEOUT)
        except DeviceGone:
            return  # the next scan drops the line if the pod is gone
        self.shown = (draw, lamp)


class SeatingThread:
    """See the module and `hardware.ports.PodSeating`. `named` are paths of pods that a profile names, `assignable` the
    places that may be given away.
    """

    def __init__(
        self, patterns: Iterable[str], named: frozenset[str], assignable: Mapping[int, Pod], clock: MonotonicClock
    ) -> None:
        self._patterns = tuple(patterns)
        self._named = named
        self._assignable = assignable
        self._clock = clock
        self._lock = Lock()
        self._wake = Event()
        self._closed = False
        self._thread = Thread(target=self._run, name="looks for pods", daemon=True)
        self._changed: Callable[[], None] = lambda: None
        self._seats: dict[str, int] = {}
        self._candidates: dict[str, _CandidateLine] = {}
        self._not_pods: set[str] = set()
        self._offered: int | None = None
        self._draw: DrawPicture | None = None
        self._reported: object = None

    # -- interface ---------------------------------------------------------------------------------------------

    def begin(self, seats: Mapping[str, int], changed: Callable[[], None]) -> None:
        self._seats = {pod: seat for pod, seat in seats.items() if seat in self._assignable}
        self._changed = changed
        self._thread.start()

    def waiting(self) -> tuple[UnseatedPod, ...]:
        with self._lock:
            candidates = list(self._candidates.values())
            seats = dict(self._seats)
        found = [candidate.as_unseated() for candidate in candidates]
        return tuple(one for one in found if one is not None and one.pod not in seats)

    def seats(self) -> Mapping[str, int]:
        with self._lock:
            return dict(self._seats)

    def free(self) -> tuple[int, ...]:
        with self._lock:
            return tuple(seat for seat in self._assignable if seat not in self._seats.values())

    def offered(self) -> int | None:
        return self._offered

    def offer(self, seat: int | None) -> None:
        if seat is None or seat in self.free():
            with self._lock:
                self._offered = seat
                for candidate in self._candidates.values():
                    candidate.pressed = False  # a press from before the offer does not count
            self.scan_now()

    def release(self, seat: int) -> None:
        with self._lock:
            self._seats = {pod: at for pod, at in self._seats.items() if at != seat}
        self.scan_now()

    def show(self, draw: DrawPicture) -> None:
        self._draw = draw
        self.scan_now()

    def scan_now(self) -> None:
        """Make the thread scan without waiting for its interval."""
        self._wake.set()

    def close(self) -> None:
        """Release all unseated pods and end the thread."""
        self._closed = True
        self._wake.set()
        for candidate in list(self._candidates.values()):
            candidate.link.close()
        if self._thread.ident is not None:
            self._thread.join()

    # -- the thread --------------------------------------------------------------------------------------------

    def _run(self) -> None:
        while not self._closed:
            self._scan()
            self._wake.wait(SCAN_INTERVAL)
            self._wake.clear()
        for candidate in self._candidates.values():
            candidate.link.close()

    def _scan(self) -> None:
        present = self._paths()
        self._free_seats(present)
        self._close_gone(present)
        self._assign_offered_seat()
        self._move_to_seats()
        self._open_new(present)
        lamp = LAMP_UNSEATED if self._offered is None else LAMP_OFFERED
        for candidate in list(self._candidates.values()):
            if not self._closed:
                candidate.show_waiting(self._draw, lamp)
        current = (self.waiting(), self.seats(), self._offered)
        if current != self._reported:
            self._reported = current
            self._changed()

    def _paths(self) -> dict[str, str]:
        """Lines that may have a pod, by device file: a socket may have two paths."""
        named = {os.path.realpath(path) for path in self._named}
        found: dict[str, str] = {}
        for path in sorted({path for pattern in self._patterns for path in glob(pattern)}):
            found.setdefault(os.path.realpath(path), path)
        return {path: node for node, path in found.items() if node not in named}

    def _free_seats(self, present: Mapping[str, str]) -> None:
        """Free seats whose pod was unplugged, released, or swapped."""
        wanted = {seat: pod for pod, seat in self.seats().items()}
        for seat, place in self._assignable.items():
            path, hello = place.path, place.hello
            if path is None:
                continue
            here = wanted.get(seat)
            if here is None or path not in present or (hello is not None and hello.pod.hex() != here):
                place.detach()

    def _close_gone(self, present: Mapping[str, str]) -> None:
        """Drop unplugged pods and lines without a pod."""
        self._not_pods &= set(present)
        for path, candidate in list(self._candidates.items()):
            silent = candidate.as_unseated() is None and self._clock() > candidate.since + NOT_A_POD_AFTER
            if path not in present or silent:
                self._close_candidate(path)
                self._not_pods |= {path} & set(present)

    def _assign_offered_seat(self) -> None:
        """Seat a pod whose OK is pressed while a seat is offered."""
        for candidate in self._candidates.values():
            hello = candidate.link.hello
            pressed, candidate.pressed = candidate.pressed, False
            if pressed and hello is not None and self._offered is not None:
                with self._lock:
                    self._seats[hello.pod.hex()] = self._offered
                    self._offered = None

    def _move_to_seats(self) -> None:
        """Move unseated pods that have a seat to it."""
        seats = self.seats()
        for path, candidate in list(self._candidates.items()):
            hello = candidate.link.hello
            seat = seats.get(hello.pod.hex()) if hello is not None else None
            if seat is not None and hello is not None and not self._closed:
                self._close_candidate(path)
                self._assignable[seat].attach(path, hello.pod.hex())

    def _open_new(self, present: Mapping[str, str]) -> None:
        """Open lines not examined yet."""
        seated = {place.path for place in self._assignable.values()}
        for path in present.keys() - self._candidates.keys() - self._not_pods - seated:
            if not self._closed:
                with self._lock:
                    self._candidates[path] = _CandidateLine(path, self._clock, self._wake.set)

    def _close_candidate(self, path: str) -> None:
        with self._lock:
            candidate = self._candidates.pop(path)
        candidate.link.close()
