"""Pods that no profile names: found by path, identified by number, given a seat when their OK is pressed.

A thread scans twice a second. Only it opens and closes lines of unseated pods and moves pods to seats and away;
requests take effect at its next scan. A line that keeps changing hands is opened after growing pauses.

Of two pods with one number the first keeps the seat, also while its cable is out; after a restart the first is the
one at the line where it was. The second gets none until it is plugged in again or the seat is released.
"""

from __future__ import annotations

import logging
import os
from collections.abc import Callable, Iterable, Mapping
from glob import glob
from threading import Event, Lock

from hardware.pods.candidate_line import CandidateLine, DrawPicture
from hardware.pods.pod_parts import PATTERNS, Pod
from hardware.pods.restarted_thread import GrowingPause, RestartedThread
from hardware.pods.wanted_state import LampSetting
from hardware.ports import MonotonicClock, UnseatedPod

logger = logging.getLogger(__name__)

SCAN_INTERVAL = 0.5
"""Seconds between two scans."""
NOT_A_POD_AFTER = 10.0
"""Seconds after which a line without a pod is ignored until replugged."""
LAMP_UNSEATED: LampSetting = (60, 60, 60, PATTERNS["slow"])
LAMP_OFFERED: LampSetting = (200, 200, 200, PATTERNS["quick"])


class SeatingThread:
    """Finds pods that no profile names and gives them seats: implements `hardware.ports.PodSeating`. `named` are paths
    of pods that a profile names, `assignable` the places that may be given away.
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
        self._thread = RestartedThread("looks for pods", self._run)
        self._changed: Callable[[], None] = lambda: None
        self._seats: dict[str, int] = {}
        self._lines: dict[str, str] = {}
        self._candidates: dict[str, CandidateLine] = {}
        self._not_pods: set[str] = set()
        self._opened: dict[str, float] = {}
        """When each line in use was opened."""
        self._pauses: dict[str, GrowingPause] = {}
        self._not_before: dict[str, float] = {}
        """When lines that were given up may be opened again."""
        self._offered: int | None = None
        self._draw: DrawPicture | None = None
        self._reported: object = None

    # -- interface ---------------------------------------------------------------------------------------------

    def begin(self, seats: Mapping[str, int], lines: Mapping[str, str], changed: Callable[[], None]) -> None:
        self._seats = {pod: seat for pod, seat in seats.items() if seat in self._assignable}
        self._lines = {pod: path for pod, path in lines.items() if pod in self._seats}
        self._changed = changed
        self._thread.start()

    def waiting(self) -> tuple[UnseatedPod, ...]:
        with self._lock:
            candidates = list(self._candidates.values())
            seats = dict(self._seats)
        found = [candidate.as_unseated() for candidate in candidates]
        return tuple(one for one in found if one is not None and (one.pod not in seats or one.fault is not None))

    def seats(self) -> Mapping[str, int]:
        with self._lock:
            return dict(self._seats)

    def lines(self) -> Mapping[str, str]:
        with self._lock:
            return dict(self._lines)

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
            self._lines = {pod: path for pod, path in self._lines.items() if pod in self._seats}
        self.scan_now()

    def show(self, draw: DrawPicture) -> None:
        self._draw = draw
        self.scan_now()

    def scan_now(self) -> None:
        """Make the thread scan without waiting for its interval."""
        self._wake.set()

    def close(self) -> None:
        """Release all unseated pods and end the thread."""
        self._thread.end()
        self._wake.set()
        for candidate in list(self._candidates.values()):
            candidate.link.close()
        self._thread.join()

    # -- the thread --------------------------------------------------------------------------------------------

    @property
    def _closed(self) -> bool:
        return self._thread.ending

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
        self._move_to_seats(present)
        self._open_new(present)
        lamp = LAMP_UNSEATED if self._offered is None else LAMP_OFFERED
        for candidate in list(self._candidates.values()):
            if not self._closed:
                candidate.show_waiting(self._draw, lamp)
        current = (self.waiting(), self.seats(), self.lines(), self._offered)
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
                self._gave_up(path)

    def _close_gone(self, present: Mapping[str, str]) -> None:
        """Drop unplugged pods and lines without a pod. A line in use by another program is tried until it is free."""
        self._not_pods &= set(present)
        now = self._clock()
        for path, candidate in list(self._candidates.items()):
            fault = candidate.link.fault
            if candidate.as_unseated() is not None or (fault is not None and fault.trouble == "busy"):
                candidate.since = now
            silent = now > candidate.since + NOT_A_POD_AFTER
            if path not in present or silent:
                self._close_candidate(path)
                self._gave_up(path)
                self._not_pods |= {path} & set(present)

    def _assign_offered_seat(self) -> None:
        """Seat a pod whose OK is pressed while a seat is offered."""
        for path, candidate in list(self._candidates.items()):
            pod = candidate.pod
            pressed, candidate.pressed = candidate.pressed, False
            if pressed and pod and not candidate.duplicate and self._offered is not None:
                with self._lock:
                    self._seats[pod] = seat = self._offered
                    self._offered = None
                self._seat(path, seat, pod)

    def _move_to_seats(self, present: Mapping[str, str]) -> None:
        """Move unseated pods that have a seat to it, unless another pod with the same number was there first."""
        seats = self.seats()
        for path, candidate in list(self._candidates.items()):
            pod = candidate.pod
            if not pod:
                continue
            seat = seats.get(pod)
            if seat is None:
                candidate.refuse("")
            elif candidate.duplicate or self._assignable[seat].path is not None:
                self._name_duplicate(candidate, pod)
            elif not self._closed and not self._may_be_second(path, pod, present):
                self._seat(path, seat, pod)

    def _may_be_second(self, path: str, pod: str, present: Mapping[str, str]) -> bool:
        """Whether a pod with the same number is, or may be, at the line where the seated one was last."""
        last = self._lines.get(pod, path)
        if last == path or last not in present or last in self._not_pods:
            return False
        first = self._candidates.get(last)
        if first is None:
            return last not in {place.path for place in self._assignable.values()}
        fault = first.link.fault
        return first.pod == pod or (fault is not None and fault.trouble == "silent")

    def _name_duplicate(self, candidate: CandidateLine, pod: str) -> None:
        if not candidate.duplicate:
            candidate.refuse(pod)
            logger.warning("two pods have the number %s: the one at %s gets no seat", pod, candidate.link.path)

    def _seat(self, path: str, seat: int, pod: str) -> None:
        self._close_candidate(path)
        self._assignable[seat].attach(path, pod)
        with self._lock:
            self._lines[pod] = path

    def _open_new(self, present: Mapping[str, str]) -> None:
        """Open lines not examined yet."""
        now = self._clock()
        seated = {place.path for place in self._assignable.values()}
        for path in present.keys() - self._candidates.keys() - self._not_pods - seated:
            if not self._closed and now >= self._not_before.get(path, now):
                self._opened[path] = now
                with self._lock:
                    self._candidates[path] = CandidateLine(path, self._clock, self._wake.set)

    def _close_candidate(self, path: str) -> None:
        with self._lock:
            candidate = self._candidates.pop(path)
        candidate.link.close()

    def _gave_up(self, path: str) -> None:
        """A line is used no more: it is opened again after a pause that grows while this happens often."""
        now = self._clock()
        pause = self._pauses.setdefault(path, GrowingPause()).after(now - self._opened.pop(path, now))
        self._not_before[path] = now + pause
