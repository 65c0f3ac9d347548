"""A serial line with a pod that has no seat, or with something else."""

from __future__ import annotations

import logging
from collections.abc import Callable

from PIL import Image

from hardware.errors import DeviceGone
from hardware.pods.conversation import KeyChange, PodEvent
from hardware.pods.link import PodLink
from hardware.pods.pod_parts import pages_of
from hardware.pods.protocol import NO_SEAT
from hardware.pods.wanted_state import OFF, LampSetting
from hardware.ports import PUSH, Fault, MonotonicClock, Trouble, UnseatedPod

logger = logging.getLogger(__name__)

PICTURE_TIMEOUT = 1.0
"""Seconds an unseated pod has to show a picture."""
REPORTED_FAULTS: tuple[Trouble, ...] = ("older", "newer", "forbidden")
"""Faults of unseated pods that a person can act on; others may belong to another device."""

DrawPicture = Callable[[tuple[int, int], bool], Image.Image]
"""Makes a picture of a size, for a pod whose number another pod has (True) or one that may be given a seat."""


class CandidateLine:
    """A line with a pod without a seat, or with something else. `since`: when it began to be silent. `pressed`: its OK
    was pressed since the last scan.
    """

    def __init__(self, path: str, clock: MonotonicClock, woken: Callable[[], None]) -> None:
        self.link = PodLink(path, NO_SEAT, clock, self._on_event)
        self.since = clock()
        self.pressed = False
        self._refused = ""
        self.shown: object = None
        self._woken = woken
        self.link.start()

    @property
    def pod(self) -> str:
        """The pod's number; empty before a hello."""
        hello = self.link.hello
        return hello.pod.hex() if hello is not None else ""

    @property
    def duplicate(self) -> bool:
        """Whether another pod with the same number has the seat."""
        return self._refused != "" and self._refused == self.pod

    def refuse(self, pod: str) -> None:
        """Refuse a seat here to the pod with this number; "" takes that back."""
        self._refused = pod

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
            refused = Fault("duplicate", self.link.path) if self.duplicate else None
            return UnseatedPod(hello.pod.hex(), hello.name, self.link.path, refused)
        if fault is not None and fault.trouble in REPORTED_FAULTS:
            return UnseatedPod("", "", self.link.path, fault)
        return None

    def show_waiting(self, draw: DrawPicture | None, lamp: LampSetting) -> None:
        """Show the picture of unseated pods and this lamp, if not shown yet."""
        hello = self.link.hello
        lamp = OFF if self.duplicate else lamp
        wanted = (draw, lamp, self.duplicate)
        if hello is None or self.shown == wanted:
            return
        try:
            self.link.lamp(lamp)
            if hello.pages and draw is not None:
                picture = draw((hello.width, hello.height), self.duplicate)
                self.link.show(pages_of(picture), 0, private=False, patience=PICTURE_TIMEOUT)
        except DeviceGone:
            return  # the next scan drops the line if the pod is gone
        except Exception:
            logger.exception("the picture for the pod at %s could not be drawn or sent", self.link.path)
        self.shown = wanted
