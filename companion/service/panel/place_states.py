"""State of the keys and the display of each place: cursor, page, PEEK, open menu, flash."""

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
"""The number of the place of the keys and the display that are wired to the Pi itself. It answers for the table."""

FLASH = 1.6
"""Seconds for which a flash is shown."""
PEEK = 10.0
"""Seconds after which a held PEEK ends by itself."""
TOO_SOON = 0.6
"""Seconds after the last die or field was filled in during which OK does not send, since it was probably meant for
that.
"""
HELD = 0.3
"""Seconds for which a frame shows that OK came too early."""
MENU_OPEN = 30.0
"""Seconds after which the table's menu closes by itself, so that it does not hide a seat's turn."""


@dataclass(frozen=True)
class PlaceState:
    """State of one place. Times are monotonic seconds.

    ``page`` counts the widgets paged through while there is nothing to do, or while the question is put ``aside``,
    which BACK does while PEEK is held, so that people can look at their secrets first.
    """

    number: int
    dial: Dial | None = None
    peek: bool = False
    peek_until: float = 0.0
    aside: bool = False
    page: int = 0
    slip_page: tuple[int, int] = (0, 0)
    """The log line of a slip, and the page of it that is shown."""
    opened: bool = False
    flash: FlashFace | None = None
    flash_until: float = 0.0
    pin: str = ""
    """The PIN for a host that the panel shows; "" for none."""
    menu: str = ""
    """What is open of the menu (see ``key_menu``); "" for nothing."""
    menu_until: float = 0.0
    entry: FormEntry | None = None
    """What the keys have entered in the form on screen, if there is one."""
    pressed: str = ""
    """The digest of the dialogue in which OK was last pressed, as long as holding it has a meaning there."""
    filled_at: float = -TOO_SOON
    """The time at which OK filled in the last die or field."""
    listed: str = ""
    """The digest of a number above which BACK has opened the lines of the score pad."""
    held: bool = False
    """Whether a frame shows that OK came too early."""
    held_until: float = 0.0
    wifi: Literal["", "open", "close"] = ""
    """The question about the table's Wi-Fi, opened by holding BACK at the panel; "" for none."""
    keys: bool = False
    """Whether this place has keys."""


class PlaceStates:
    """The states of all places, by number. Used only by the deciding thread.

    ``speaker`` gives the language and names of the small displays; ``keys`` are the places that have keys.
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
        """The places that have a display or of which something was received."""
        return tuple(self._states)

    def change(self, number: int, **fields: Any) -> None:
        """Change fields of a place's state."""
        self._states[number] = replace(self[number], **fields)

    def flash(
        self, number: int, words: Wording, tone: Literal["good", "warning"] = "good", *, seconds: float = FLASH
    ) -> None:
        """Show a text over the display of a place for ``seconds``."""
        text, private = self._speaker().short(words), self[number].peek
        face = FlashFace(text=text, tone=tone, private=private)
        self.change(number, flash=face, flash_until=self._clock.mono() + seconds)

    def open_menu(self, number: int, chosen: str = OPEN) -> None:
        """Open the menu at a place, or the confirmation of ``chosen``, for ``MENU_OPEN`` seconds."""
        self.change(number, menu=chosen, dial=None, menu_until=self._clock.mono() + MENU_OPEN)

    def seat_called(self, number: int) -> str:
        """The name of a seat without a person's name, in the language of the displays."""
        return self._speaker().say(say("Seat {n}", n=number))

    def filled(self, number: int) -> None:
        """Record that OK has filled in the last die or field of a place."""
        self.change(number, filled_at=self._clock.mono())

    def is_too_soon(self, number: int) -> bool:
        """Whether OK at a place comes so soon after the last die or field that it is probably meant for that. If so,
        show a frame.
        """
        if self._clock.mono() >= self[number].filled_at + TOO_SOON:
            return False
        self.frame(number)
        return True

    def frame(self, number: int) -> None:
        """Show for a moment, by a frame, that OK answered nothing."""
        self.change(number, held=True, held_until=self._clock.mono() + HELD)

    def peek(self, number: int) -> None:
        """Show what is private for a while: PEEK is held."""
        until = self._clock.mono() + PEEK
        self.change(number, peek=True, peek_until=until, aside=False, page=1, flash=None)

    def cover(self, number: int) -> None:
        """End PEEK: show nothing private any more, and remove a private flash."""
        flash = self[number].flash
        kept = None if flash is not None and flash.private else flash
        self.change(number, peek=False, aside=False, page=0, flash=kept)

    def expire(self) -> None:
        """End what was shown for its time: a PEEK held too long, a flash, the menu."""
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
        """The times at which ``expire`` must be called."""
        states = self._states.values()
        times = [state.flash_until for state in states if state.flash is not None]
        times += [state.held_until for state in states if state.held]
        times += [state.menu_until for state in states if state.menu]
        return times + [state.peek_until for state in states if state.peek]
