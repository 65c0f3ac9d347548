"""Small displays: which face each should show, and one thread per bus that draws and sends it.

A bus is slow: at 100 kHz a picture takes a tenth of a second. So the deciding thread only puts faces into mailboxes,
and only the latest picture of each display counts. What OK meant on recent pictures is remembered.
"""

from __future__ import annotations

import logging
from collections import OrderedDict
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from threading import Condition, Thread
from typing import Any

from companion.core.secrecy import PUBLIC
from companion.core.wording import Message, Speaker
from companion.plays.time_source import Clock
from companion.render.draw import draw, pages_of_slip
from companion.render.faces import AnyFace, SlipFace
from companion.render.spoken_text import said
from companion.service.panel.dials import dial_for, meaning
from companion.service.panel.faces import corrected_by_others, face_of, form_at, on_screen, slip_at
from companion.service.panel.form_entry import form_meaning
from companion.service.panel.joining import Joining, WifiQuestion
from companion.service.panel.place_states import PANEL, PlaceStates
from companion.service.panel.wiring.hardware_test import HardwareTest
from companion.service.rooms import Rooms
from companion.service.screens.moment import Moment
from companion.service.seats.host_role import HostPins
from hardware.ports import DeviceGone, Display, NumberedDisplay, RenewedDisplay

logger = logging.getLogger(__name__)


@dataclass(frozen=True)
class Numbered:
    """A face on its way to a display, with the number of its picture. A change of ``shift`` also renews the settings of
    the display.
    """

    number: int
    face: AnyFace
    shift: int = 0


class DisplayThreads:
    """The mailboxes of all displays, and the threads that empty them.

    ``shown(place)`` is the number of the picture visible at that place now; key presses carry it. A display that is
    disconnected keeps its mailbox, whose content is sent when it is back.
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

    def size(self, place: int) -> tuple[int, int]:
        """Width and height of the display of a place, in pixels."""
        return self._displays[place].size

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
        """Queue a face for a place; it replaces an unsent one."""
        with self._changed:
            self._latest[place] = numbered
            self._waiting[place] = numbered
            self._changed.notify_all()

    def again(self, place: int) -> None:
        """Send the last face of a place again: for a display that is connected again and dark."""
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
            # A face that cannot be drawn must not stop the other displays. The error does not name what it shows,
            # because that may be private.
            logger.error("the picture for place %d could not be drawn or sent", place)
        else:
            self._lost.discard(place)
            self._shown[place] = numbered.number


SHIFT = 60.0
"""Seconds after which the picture moves by a pixel, against burn-in."""
CORRECTION = 5.0
"""Seconds for which a display shows what others corrected, over its question."""
REMEMBERED = 8
"""How many recent pictures of a place keep their meaning, for presses that were under way."""


@dataclass
class _Shown:
    """What was last sent to the display of a place, and what OK meant on recent pictures."""

    last: Numbered | None = None
    drawn_from: tuple[Any, ...] = ()
    meanings: dict[int, Any] = field(default_factory=dict)


class DisplayUpdates:
    """Decides what every display shows, after each decision. Used only by the deciding thread. During a hardware
    ``test`` displays show the keys that it receives instead.
    """

    def __init__(
        self,
        rooms: Rooms,
        screens: DisplayThreads,
        states: PlaceStates,
        pins: HostPins,
        wifi: WifiQuestion,
        clock: Clock,
        *,
        speaker: Callable[[], Speaker],
        joining: Callable[[], Joining],
        test: HardwareTest,
    ) -> None:
        self._rooms = rooms
        self._screens = screens
        self._states = states
        self._pins = pins
        self._wifi = wifi
        self._clock = clock
        self._speaker = speaker
        self._joining = joining
        self._test = test
        self._shown = {place: _Shown() for place in sorted(screens.places)}
        self._told_problem: Message | None = None
        self._told_corrections: tuple[str, int] = "", 0

    def refresh(self) -> None:
        """Send every place the face that it should show now, if it differs from the last one."""
        moment, speaker, joining = self._rooms.moment, self._speaker(), self._joining()
        self._tell_problem(moment.problem)
        self._tell_corrections(moment)
        shift = int(self._clock.mono() / SHIFT) % 4
        for number, shown in self._shown.items():
            state = self._states[number]
            if number == PANEL:
                state = replace(state, pin=self._pins.shown, wifi=self._wifi.asked)
            probe = self._test.face(number, speaker)
            drawn_from = (moment.serial, state, speaker.language, joining, shift, probe)
            if drawn_from == shown.drawn_from:
                continue
            shown.drawn_from = drawn_from
            face = probe or face_of(moment, state, speaker, joining)
            means = None if probe else self._meaning(number)
            last = shown.last
            if last is None or (face, shift, means) != (last.face, last.shift, shown.meanings[last.number]):
                shown.last = Numbered(1 if last is None else last.number + 1, face, shift)
                shown.meanings[shown.last.number] = means
                shown.meanings.pop(shown.last.number - REMEMBERED, None)
                self._screens.put(number, shown.last)

    def _tell_problem(self, problem: Message | None) -> None:
        """Show a new problem once on every display, over any question."""
        if problem is not None and problem != self._told_problem:
            for number in self._shown:
                self._states.flash(number, problem, "warning")
        self._told_problem = problem

    def _tell_corrections(self, moment: Moment) -> None:
        """Show a seat once, over its question or slip, what others corrected of its numbers. Without a question the
        foot of its display says it.
        """
        if moment.play is None:
            return
        recent = moment.play.recent.get(PUBLIC, ())
        play, told = self._told_corrections
        self._told_corrections = moment.play.id, recent[-1].line if recent else 0
        if play != moment.play.id:
            return
        for each in recent:
            if each.line > told and each.entry.kind == "correction":
                for seat, words in corrected_by_others(each.entry).items():
                    if seat in self._shown and self._meaning(seat) is not None:
                        self._states.flash(seat, words, seconds=CORRECTION)

    def again(self, number: int) -> None:
        """Send a place its picture again: for a display that is connected again and dark."""
        self._screens.again(number)

    def has(self, number: int) -> bool:
        """Whether there is a display at a place."""
        return number in self._shown

    def face(self, number: int) -> AnyFace | None:
        """The last face given to the display of a place; None without one."""
        last = self._shown[number].last if number in self._shown else None
        return last.face if last is not None else None

    def slip_pages(self, number: int) -> int:
        """How many pages the slip on the display of a place takes there; 1 without one."""
        face = self.face(number)
        return pages_of_slip(face, self._screens.size(number)) if isinstance(face, SlipFace) else 1

    def picture(self, number: int) -> int:
        """The number of the last picture of a place; 0 without one."""
        last = self._shown[number].last if number in self._shown else None
        return last.number if last is not None else 0

    def is_old(self, number: int, picture: int) -> bool:
        """Whether OK was pressed on a picture that meant something else than the current one."""
        if number not in self._shown or picture == self.picture(number):
            return False
        return bool(self._shown[number].meanings.get(picture) != self._meaning(number))

    def _meaning(self, number: int) -> Any:
        """What OK would do at this place now; None if nothing can be answered."""
        if number == PANEL and (asked := self._wifi.asked):
            return asked
        state = self._states[number]
        if (slip := slip_at(self._rooms.moment, state)) is not None:
            return ("slip", slip.line)
        if (opened := form_at(self._rooms.moment, state)) is not None:
            return form_meaning(opened)
        dialogue = on_screen(self._rooms.moment, state)
        return meaning(dial_for(dialogue, state.dial), dialogue.question) if dialogue else None
