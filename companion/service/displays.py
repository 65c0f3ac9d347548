"""One thread that draws faces and sends the pictures; of each display only the latest picture counts."""

from __future__ import annotations

import logging
from collections import OrderedDict
from collections.abc import Mapping
from dataclasses import dataclass
from threading import Condition, Thread

from companion.render.draw import draw
from companion.render.faces import AnyFace
from companion.render.said import said
from hardware.ports import DeviceGone, Display

logger = logging.getLogger(__name__)


@dataclass(frozen=True)
class Numbered:
    """A face on its way to a display, with the number its picture will have."""

    number: int
    face: AnyFace
    shift: int = 0


class Displays:
    """The mailboxes of all displays and the thread that empties them.

    ``shown(place)`` is the number of the picture a person at that place can see at this instant: key presses carry it.
    A display that went away keeps its mailbox: what is in it is sent when it is back.
    """

    def __init__(self, displays: Mapping[int, Display]) -> None:
        self._displays = displays
        self._changed = Condition()
        self._waiting: OrderedDict[int, Numbered] = OrderedDict()
        self._latest: dict[int, Numbered] = {}
        self._shown: dict[int, int] = {}
        self._closed = False
        self._thread = Thread(target=self._run, name="draws", daemon=True)

    @property
    def places(self) -> frozenset[int]:
        return frozenset(self._displays)

    def start(self) -> None:
        self._thread.start()

    def close(self) -> None:
        """Send what is waiting, then stop."""
        with self._changed:
            self._closed = True
            self._changed.notify_all()
        if self._thread.is_alive():
            self._thread.join()

    def put(self, place: int, numbered: Numbered) -> None:
        """A new face for a place; it replaces one that was not sent yet."""
        with self._changed:
            self._latest[place] = numbered
            self._waiting[place] = numbered
            self._changed.notify_all()

    def again(self, place: int) -> None:
        """The display of a place is back and dark: send it what it should show."""
        with self._changed:
            if place in self._latest:
                self._waiting[place] = self._latest[place]
                self._changed.notify_all()

    def shown(self, place: int) -> int:
        """The number of the picture now on the display of a place; 0 before the first."""
        return self._shown.get(place, 0)

    def words(self, place: int) -> str:
        """What the display of a place says, for whoever hears it instead; empty before the first picture."""
        latest = self._latest.get(place)
        return said(latest.face) if latest is not None else ""

    def _run(self) -> None:
        while True:
            with self._changed:
                self._changed.wait_for(lambda: self._waiting or self._closed)
                if not self._waiting:
                    return
                place, numbered = self._waiting.popitem(last=False)
            self._send(place, numbered)

    def _send(self, place: int, numbered: Numbered) -> None:
        try:
            picture = draw(numbered.face, shift=numbered.shift)
            self._displays[place].show(picture, private=numbered.face.private)
        except DeviceGone as gone:
            logger.warning("display of place %d: %s", place, gone)
        except Exception:
            # A face that cannot be drawn must not stop the other displays; what was to be shown stays unnamed,
            # because it may be private.
            logger.error("the picture for place %d could not be drawn or sent", place)
        else:
            self._shown[place] = numbered.number
