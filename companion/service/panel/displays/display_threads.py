"""One thread a bus that draws faces and sends the pictures; of each display only the latest picture counts.

A bus is slow: a picture takes a tenth of a second at 100 kHz. Whoever decides only leaves faces in the mailboxes.
"""

from __future__ import annotations

import logging
from collections import OrderedDict
from collections.abc import Mapping
from dataclasses import dataclass
from threading import Condition, Thread

from companion.render.draw import draw
from companion.render.faces import AnyFace
from companion.render.spoken_text import said
from hardware.ports import DeviceGone, Display, NumberedDisplay, RenewedDisplay

logger = logging.getLogger(__name__)


@dataclass(frozen=True)
class Numbered:
    """A face on its way to a display, with the number its picture will have. With another ``shift`` than the last one
    it also renews the settings of the display.
    """

    number: int
    face: AnyFace
    shift: int = 0


class DisplayThreads:
    """The mailboxes of all displays and the threads that empty them.

    ``shown(place)`` is the number of the picture a person at that place can see at this instant: key presses carry it.
    A display that went away keeps its mailbox: what is in it is sent when it is back.
    """

    def __init__(self, displays: Mapping[int, Display]) -> None:
        self._displays = displays
        self._numbered = {place: found for place, found in displays.items() if isinstance(found, NumberedDisplay)}
        self._changed = Condition()
        self._waiting: OrderedDict[int, Numbered] = OrderedDict()
        self._latest: dict[int, Numbered] = {}
        self._shown: dict[int, int] = {}
        self._shifts: dict[int, int] = {}
        self._lost: set[int] = set()
        self._closed = False
        buses: dict[str, list[int]] = {}
        for place, display in displays.items():
            buses.setdefault(display.bus, []).append(place)
        self._threads = [
            Thread(target=self._run, args=(frozenset(places),), name=f"draws {bus}", daemon=True)
            for bus, places in buses.items()
        ]

    @property
    def places(self) -> frozenset[int]:
        return frozenset(self._displays)

    def start(self) -> None:
        for thread in self._threads:
            thread.start()

    def close(self) -> None:
        """Send what is waiting, then stop."""
        with self._changed:
            self._closed = True
            self._changed.notify_all()
        for thread in self._threads:
            if thread.is_alive():
                thread.join()

    def put(self, place: int, numbered: Numbered) -> None:
        """Queue a face for a place; it replaces one that was not sent yet."""
        with self._changed:
            self._latest[place] = numbered
            self._waiting[place] = numbered
            self._changed.notify_all()

    def again(self, place: int) -> None:
        """Send the last face of a place again: its display is back, and dark."""
        with self._changed:
            if place in self._latest:
                self._waiting[place] = self._latest[place]
                self._changed.notify_all()

    def shown(self, place: int) -> int:
        """The number of the picture now on the display of a place; 0 before the first."""
        return self._shown.get(place, 0)

    def words(self, place: int) -> str:
        """Text equivalent of the picture on the display of a place; empty before the first."""
        latest = self._latest.get(place)
        return said(latest.face) if latest is not None else ""

    def _run(self, places: frozenset[int]) -> None:
        def waiting() -> int | None:
            return next((place for place in self._waiting if place in places), None)

        while True:
            with self._changed:
                self._changed.wait_for(lambda: self._closed or waiting() is not None)
                place = waiting()
                if place is None:
                    return
                numbered = self._waiting.pop(place)
            self._send(place, numbered)

    def _send(self, place: int, numbered: Numbered) -> None:
        try:
            display = self._displays[place]
            picture = draw(numbered.face, size=display.size, shift=numbered.shift)
            if isinstance(display, RenewedDisplay) and self._shifts.get(place) != numbered.shift:
                display.renew()
            self._shifts[place] = numbered.shift
            if place in self._numbered:
                self._numbered[place].show_as(numbered.number, picture, private=numbered.face.private)
            else:
                display.show(picture, private=numbered.face.private)
        except DeviceGone as gone:
            if place not in self._lost:
                logger.warning("display of place %d: %s", place, gone)
            self._lost.add(place)
        except Exception:
            # A face that cannot be drawn must not stop the other displays; what was to be shown stays unnamed,
            # because it may be private.
            logger.error("the picture for place %d could not be drawn or sent", place)
        else:
            self._lost.discard(place)
            self._shown[place] = numbered.number
