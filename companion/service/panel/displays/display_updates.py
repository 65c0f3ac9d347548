"""Send every small display the face it should show, and remember what OK meant on the pictures before."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field, replace
from typing import Any

from companion.core.wording import Message, Speaker
from companion.plays.time_source import Clock
from companion.render.faces import AnyFace
from companion.service.panel.displays.display_threads import DisplayThreads, Numbered
from companion.service.panel.displays.join_steps import Joining
from companion.service.panel.displays.seat_faces import face_of, form_at, on_screen
from companion.service.panel.places.form_entry import form_meaning
from companion.service.panel.places.key_actions import dial_for, meaning
from companion.service.panel.places.place_states import PANEL, PlaceStates
from companion.service.panel.places.wifi_question import WifiQuestion
from companion.service.panel.wiring.hardware_test import HardwareTest
from companion.service.rooms import Rooms
from companion.service.seats.host_role import HostPins

SHIFT = 60.0
"""Seconds between two moves of the picture by a pixel, against burn-in."""
REMEMBERED = 8
"""Pictures of a place whose meaning is remembered for presses that were on their way."""


@dataclass
class _Shown:
    """What was last put on the display of a place, and what OK meant on it and on the pictures before it."""

    last: Numbered | None = None
    drawn_from: tuple[Any, ...] = ()
    meanings: dict[int, Any] = field(default_factory=dict)


class DisplayUpdates:
    """Only the deciding thread comes here. During a ``test`` displays show what it hears instead."""

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

    def refresh(self) -> None:
        """Send every place the face it should show now, where it differs from the last one."""
        moment, speaker, joining = self._rooms.moment, self._speaker(), self._joining()
        self._tell_problem(moment.problem)
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
        """Say once across every display what has gone wrong, also over a question, which would hide it."""
        if problem is not None and problem != self._told_problem:
            for number in self._shown:
                self._states.flash(number, problem, "warning")
        self._told_problem = problem

    def again(self, number: int) -> None:
        """Send a place its picture again: its display is back, and dark."""
        self._screens.again(number)

    def has(self, number: int) -> bool:
        """Whether there is a display at a place."""
        return number in self._shown

    def face(self, number: int) -> AnyFace | None:
        """What the display of a place was last given."""
        last = self._shown[number].last if number in self._shown else None
        return last.face if last is not None else None

    def picture(self, number: int) -> int:
        """The number of that picture; 0 without one."""
        last = self._shown[number].last if number in self._shown else None
        return last.number if last is not None else 0

    def is_old(self, number: int, picture: int) -> bool:
        """Whether OK was pressed on a picture that meant something else than the present one."""
        if number not in self._shown or picture == self.picture(number):
            return False
        return bool(self._shown[number].meanings.get(picture) != self._meaning(number))

    def _meaning(self, number: int) -> Any:
        """What OK would do at this place now; None while there is nothing to answer."""
        if number == PANEL and (asked := self._wifi.asked):
            return asked
        state = self._states[number]
        if (opened := form_at(self._rooms.moment, state)) is not None:
            return form_meaning(opened)
        dialogue = on_screen(self._rooms.moment, state)
        return meaning(dial_for(dialogue, state.dial), dialogue.question) if dialogue else None
