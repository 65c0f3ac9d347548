"""The pods of a profile, as the ports the product gets from any table. Loaded only where a profile names a pod."""

from __future__ import annotations

from hardware.colours import LAMPS
from hardware.pods.parts import Pod
from hardware.ports import Clock, Devices, Wire, place_of
from hardware.profile import Profile


class PodTable:
    """The places of a profile that have a pod. Nothing is opened before `devices().start`."""

    def __init__(self, profile: Profile, clock: Clock) -> None:
        self._pods = {
            place.number: Pod(place.number, place.pod, clock, _bytes(LAMPS[place.number]), place.size)
            for place in profile.places()
            if place.pod is not None
        }

    def devices(self) -> Devices:
        """The ports of these places."""
        pods = self._pods
        return Devices(
            keys={place: pod.keys for place, pod in pods.items()},
            displays={place: pod.display for place, pod in pods.items()},
            lights={place: pod.light for place, pod in pods.items()},
            buzzers={place: pod.buzzer for place, pod in pods.items()},
            survey=self.survey,
            mend=self.mend,
        )

    def mend(self) -> None:
        """Look at once for pods that are not there."""
        for pod in self._pods.values():
            pod.link.mend()

    def survey(self) -> tuple[Wire, ...]:
        """Every part of every pod with what is wrong with it, place by place."""
        return tuple(wire for pod in self._pods.values() for wire in pod.survey())


def beside(wired: Devices, podded: Devices) -> Devices:
    """Two tables as one: places wired to the header and places with a pod. No place has both."""

    def survey() -> tuple[Wire, ...]:
        return tuple(sorted((*wired.survey(), *podded.survey()), key=_by_place))

    def mend() -> None:
        wired.mend()
        podded.mend()

    def release() -> None:
        wired.release()
        podded.release()

    return Devices(
        keys={**wired.keys, **podded.keys},
        displays={**wired.displays, **podded.displays},
        lights={**wired.lights, **podded.lights},
        readers=(*wired.readers, *podded.readers),
        buzzers={**wired.buzzers, **podded.buzzers},
        survey=survey,
        mend=mend,
        release=release,
    )


def _by_place(wire: Wire) -> int:
    return place_of(wire.device)


def _bytes(colour: tuple[float, float, float]) -> tuple[int, int, int]:
    red, green, blue = (round(part * 255) for part in colour)
    return red, green, blue
