"""Lamps and buzzers: whom the table waits for. Only the deciding thread comes here."""

from __future__ import annotations

import logging
from collections.abc import Mapping

from companion.service.moment import Moment
from hardware.ports import Buzzer, DeviceGone, Light

logger = logging.getLogger(__name__)


def called(moment: Moment) -> frozenset[int]:
    """The places everybody sees the table wait for; 0 is the panel, for the table."""
    if moment.play is None or moment.awaited.over:
        return frozenset()
    entering = {move.by for move in moment.pending}
    voting = {seat for vote in moment.votes for seat in moment.gathering.names if vote.open_for(seat)}
    return frozenset({*moment.awaited.must, *entering, *voting})


class Signals:
    """A lamp shines while its place is called; a buzzer sounds once when that begins."""

    def __init__(self, lights: Mapping[int, Light], buzzers: Mapping[int, Buzzer]) -> None:
        self._lights = lights
        self._buzzers = buzzers
        self._lit: dict[int, bool] = {}
        self._called: frozenset[int] | None = None

    def refresh(self, moment: Moment) -> None:
        """Switch what is to be switched. A device that is gone is left alone until ``forget``."""
        now = called(moment)
        before = now if self._called is None else self._called
        self._called = now
        for place, light in self._lights.items():
            if self._lit.get(place) != (place in now):
                self._switch(place, light, place in now)
        for place in now - before:
            if place in self._buzzers:
                self._sound(place, self._buzzers[place])

    def forget(self, place: int | None = None) -> None:
        """The lamp of a place is new or was switched by another: set it again. None: all of them."""
        if place is None:
            self._lit.clear()
        else:
            self._lit.pop(place, None)

    def _switch(self, place: int, light: Light, on: bool) -> None:
        self._lit[place] = on
        try:
            light.set(on)
        except DeviceGone as gone:
            logger.info("lamp of place %d: %s", place, gone)

    def _sound(self, place: int, buzzer: Buzzer) -> None:
        try:
            buzzer.beep()
        except DeviceGone as gone:
            logger.info("buzzer of place %d: %s", place, gone)
