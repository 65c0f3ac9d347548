"""The pods of a profile as `Devices`. Imported only if a profile names a pod."""

from __future__ import annotations

from hardware.colours import LAMPS, in_bytes
from hardware.pods.pod_parts import Pod
from hardware.pods.seat_assignment import SeatingThread
from hardware.ports import Devices, MonotonicClock, Wire
from hardware.profile import MOST_SEATS, SIZES, Profile

SIZE = SIZES["128x64"]
"""Assumed display size until the pod reports its own."""


class PodTable:
    """Places with a pod, and places that unnamed pods may take. Nothing is opened before `devices().start`."""

    def __init__(self, profile: Profile, clock: MonotonicClock) -> None:
        self._pods = {
            place.number: Pod(place.number, place.pod, clock, in_bytes(LAMPS[place.number]), place.size)
            for place in profile.places()
            if place.pod is not None
        }
        self._seating: SeatingThread | None = None
        if profile.pods:
            taken = {place.number for place in profile.places()}
            named = frozenset(place.pod for place in profile.places() if place.pod is not None)
            assignable = {
                seat: Pod(seat, None, clock, in_bytes(LAMPS[seat]), SIZE)
                for seat in range(1, MOST_SEATS + 1)
                if seat not in taken
            }
            self._pods |= assignable
            self._seating = SeatingThread(profile.pods, named, assignable, clock)

    def devices(self) -> Devices:
        """The `Devices` of these places."""
        pods = self._pods
        return Devices(
            keys={place: pod.keys for place, pod in pods.items()},
            displays={place: pod.display for place, pod in pods.items()},
            lights={place: pod.light for place, pod in pods.items()},
            buzzers={place: pod.buzzer for place, pod in pods.items()},
            survey=self.survey,
            mend=self.mend,
            release=self._release,
            pod_seating=self._seating,
        )

    def mend(self) -> None:
        """Look now for missing pods."""
        for pod in self._pods.values():
            if pod.path is not None:
                pod.link.mend()
        if self._seating is not None:
            self._seating.scan_now()

    def _release(self) -> None:
        if self._seating is not None:
            self._seating.close()

    def survey(self) -> tuple[Wire, ...]:
        """Every part of every pod with its fault, by place."""
        return tuple(wire for pod in self._pods.values() for wire in pod.survey())
