"""Instructions on the displays while contacts, lamps and buzzers are tried, as far as displays work already."""

from __future__ import annotations

from collections.abc import Iterable

from companion.core.wording import N_, Message, Speaker, say
from companion.render.draw import draw
from companion.render.faces import AnyFace, WalkFace
from companion.walk.walk_prompts import YES_NO
from hardware.ports import PANEL, Fault
from hardware.profile import Oled, SeatPlace, SpiOled, Whereabouts, whereabouts
from hardware.walk.walk_devices import WalkDevices

THIS = say("this one", N_("this"))
NEXT = say("the next one", N_("next"))


class InstructionDisplays:
    """The displays of a table. After a fault a display gets no instructions until the walk tests it."""

    def __init__(self, devices: WalkDevices, speaker: Speaker) -> None:
        self._devices = devices
        self._speaker = speaker
        self._shown: dict[Whereabouts, AnyFace] = {}
        self._silent: set[Whereabouts] = set()

    def instruct(
        self,
        place: int,
        part: Message,
        text: Message,
        choices: tuple[Message, ...],
        option: Message | None,
        places: Iterable[SeatPlace],
    ) -> None:
        """Show what to do at a place there and at the panel; ``option`` is the answer of several that OK takes."""
        words = self._speaker
        yes, no = (
            ("", "") if not choices else (words.short(word) for word in (YES_NO if option is None else (THIS, NEXT)))
        )
        title, word = (part, text) if option is None else (text, option)
        face = WalkFace(seat=place, title=words.short(title), word=words.short(word), yes=yes, no=no)
        for one in places:
            if one.oled is None:
                continue
            if one.number in (place, PANEL):
                self._show(one.oled, face)
            else:
                self._darken(one.oled)

    def only(self, oled: Oled | SpiOled, face: AnyFace, places: Iterable[SeatPlace]) -> Fault | None:
        """Show a face on the display that is wired like this, and nothing on the others."""
        where = whereabouts(oled)
        for place in places:
            if place.oled is not None and whereabouts(place.oled) != where:
                self._darken(place.oled)
        fault = self._devices.show(oled, draw(face, size=oled.size))
        self._shown[where] = face
        if fault is None:
            self._silent.discard(where)
        else:
            self._silent.add(where)
        return fault

    def dark(self, places: Iterable[SeatPlace]) -> None:
        """Show nothing any more."""
        for place in places:
            if place.oled is not None:
                self._darken(place.oled)

    def _show(self, oled: Oled | SpiOled, face: AnyFace) -> None:
        where = whereabouts(oled)
        if where in self._silent or self._shown.get(where) == face:
            return
        self._shown[where] = face
        if self._devices.show(oled, draw(face, size=oled.size)) is not None:
            self._silent.add(where)

    def _darken(self, oled: Oled | SpiOled) -> None:
        where = whereabouts(oled)
        if self._shown.pop(where, None) is not None and where not in self._silent:
            self._devices.show(oled, None)
