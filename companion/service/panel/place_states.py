"""State of the keys and the display of each place: cursor, page, PEEK, the open menu, words across the picture."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable
from dataclasses import dataclass, replace
from typing import Any, Literal

from companion.core.step import TABLE
from companion.core.wording import Speaker, Wording, say
from companion.plays.time_source import Clock
from companion.render.faces import FlashFace
from companion.service.panel.dials import Dial
from companion.service.panel.form_entry import FormEntry
from companion.service.panel.key_menu import OPEN

PANEL = TABLE
"""The place of the keys and the display wired to the Pi itself answers for the table."""

FLASH = 1.6
"""Seconds a word stays across a display."""
PEEK = 10.0
"""Seconds after which a held PEEK covers itself."""
TOO_SOON = 0.6
"""Seconds after the last die or the last field in which OK sends nothing: it was meant for what is filled in."""
HELD = 0.3
"""Seconds for which a frame says that OK came too early."""
MENU_OPEN = 30.0
"""Seconds after which the table's menu closes by itself, so that it does not hide somebody's turn."""


@dataclass(frozen=True)
class PlaceState:
    """State of one place. ``page`` counts the widgets turned to while there is nothing to do, or while the question is
    put ``aside``: BACK does that as long as PEEK is held, so that own secrets can be looked at first. Times are
    monotonic seconds.
    """

    number: int
    dial: Dial | None = None
    peek: bool = False
    peek_until: float = 0.0
    aside: bool = False
    page: int = 0
    slip_page: tuple[int, int] = (0, 0)
    """The line of the slip that was turned, and the page of it."""
    opened: bool = False
    flash: FlashFace | None = None
    flash_until: float = 0.0
    pin: str = ""
    """The PIN for a host that the panel shows."""
    menu: str = ""
    """What of the table's menu is open (``key_menu``), if any."""
    menu_until: float = 0.0
    entry: FormEntry | None = None
    """Where the keys stand in the form on screen, if it is one."""
    pressed: str = ""
    """The digest of the dialogue in which OK was pressed last, as long as holding it means something there."""
    filled_at: float = -TOO_SOON
    """When OK filled in the last die or field."""
    listed: str = ""
    """The digest of the question of a number above which BACK has opened the lines of the score pad."""
    held: bool = False
    """Whether a frame says that OK came too early."""
    held_until: float = 0.0
    wifi: Literal["", "open", "close"] = ""
    """What was asked of the table's own Wi-Fi by holding BACK at the panel."""
    keys: bool = False
    """Whether this place has keys."""


class PlaceStates:
    """The states of all places, by number. Only the deciding thread comes here.

    ``speaker`` gives the language and names of the small displays; the places in ``keys`` have some.
    """

    def __init__(
        self, places: Iterable[int], clock: Clock, speaker: Callable[[], Speaker], keys: Collection[int] = ()
    ) -> None:
        self._states = {place: PlaceState(place, keys=place in keys) for place in sorted(places)}
        self._clock = clock
        self._speaker = speaker

    def __getitem__(self, number: int) -> PlaceState:
        return self._states.setdefault(number, PlaceState(number))

    @property
    def numbers(self) -> tuple[int, ...]:
        """The places that have a display or have been heard of."""
        return tuple(self._states)

    def change(self, number: int, **fields: Any) -> None:
        """Change fields of a place's state."""
        self._states[number] = replace(self[number], **fields)

    def flash(
        self, number: int, words: Wording, tone: Literal["good", "warning"] = "good", *, seconds: float = FLASH
    ) -> None:
        """Show a word across the display of a place."""
        text, private = self._speaker().short(words), self[number].peek
        face = FlashFace(text=text, tone=tone, private=private)
        self.change(number, flash=face, flash_until=self._clock.mono() + seconds)

    def open_menu(self, number: int, chosen: str = OPEN) -> None:
        """Open the table's menu at a place, or what was chosen from it, for a while."""
        self.change(number, menu=chosen, dial=None, menu_until=self._clock.mono() + MENU_OPEN)

    def seat_called(self, number: int) -> str:
        """What a seat is called where nobody gave a name, in the language of the displays."""
        return self._speaker().say(say("Seat {n}", n=number))

    def filled(self, number: int) -> None:
        """OK has filled in the last die or field of a place."""
        self.change(number, filled_at=self._clock.mono())

    def is_too_soon(self, number: int) -> bool:
        """Whether OK at a place comes so soon after the last die or field that it may be meant for that; a frame says
        so.
        """
        if self._clock.mono() >= self[number].filled_at + TOO_SOON:
            return False
        self.frame(number)
        return True

    def frame(self, number: int) -> None:
        """Say by a frame for a moment that OK answered nothing."""
        self.change(number, held=True, held_until=self._clock.mono() + HELD)

    def peek(self, number: int) -> None:
        """PEEK is held: show what is private, for a while."""
        until = self._clock.mono() + PEEK
        self.change(number, peek=True, peek_until=until, aside=False, page=1, flash=None)

    def cover(self, number: int) -> None:
        """PEEK is over: nothing private stays, nor a word that came while it was held."""
        flash = self[number].flash
        kept = None if flash is not None and flash.private else flash
        self.change(number, peek=False, aside=False, page=0, flash=kept)

    def expire(self) -> None:
        """End what has had its time: a PEEK held too long, a word, the menu."""
        now = self._clock.mono()
        for number, state in list(self._states.items()):
            if state.peek and now >= state.peek_until:
                self.cover(number)
            if state.flash is not None and now >= state.flash_until:
                self.change(number, flash=None)
            if state.held and now >= state.held_until:
                self.change(number, held=False)
            if state.menu and now >= state.menu_until:
                self.change(number, menu="", dial=None)

    def due(self) -> list[float]:
        """The times at which ``expire`` has something to do."""
        states = self._states.values()
        times = [state.flash_until for state in states if state.flash is not None]
        times += [state.held_until for state in states if state.held]
        times += [state.menu_until for state in states if state.menu]
        return times + [state.peek_until for state in states if state.peek]
