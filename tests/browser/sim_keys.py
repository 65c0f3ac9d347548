"""The keys of all seats on the page of the simulated table, pressed by the keyboard of the browser."""

from __future__ import annotations

from base64 import b64encode
from typing import Any

from playwright.sync_api import Locator, Response

from companion.pace.key_presses import KeyPress
from tests.browser.conftest import Crowd
from tests.service.at_table import HandClock, too_soon

SETTLED, HELD, READ = 0.1, 1.0, 2.0
"""Seconds of the table's own time: of a tap or a step of the knob, until a key is held, until a word has gone."""


class SimKeys:
    """Hands (``tests.service.key_hands``) at a table whose ``clock`` they move on, so that no second is waited for."""

    def __init__(self, crowd: Crowd, clock: HandClock) -> None:
        self._opened = crowd.companion.opened
        self._clock = clock
        self._page = crowd.person(size=(1280, 900), scale=1).opens("/sim")

    def press(self, seat: int, press: KeyPress) -> None:
        if isinstance(press, int):
            self._taps(seat, "right" if press > 0 else "left", abs(press))
        elif press == "hold":
            self._key(seat, "ok").focus()
            self._told(1, lambda: self._page.keyboard.down("Enter"))
            self._passes(HELD)
            self._told(1, lambda: self._page.keyboard.up("Enter"))
        else:
            if press == "ok" and (early := too_soon(self._opened, seat)) > 0:
                self._passes(early)
            self._taps(seat, press)
        self._passes(SETTLED * (abs(press) if isinstance(press, int) else 1))
        self._looks(seat)

    def peek(self, seat: int, *, held: bool) -> None:
        """By the mouse: the keyboard is for what is pressed meanwhile."""
        if held:
            self._key(seat, "peek").hover()
        self._told(1, self._page.mouse.down if held else self._page.mouse.up)
        self._passes(SETTLED)
        self._looks(seat)

    def face(self, seat: int) -> Any:
        return self._opened.displays._latest[seat].face

    def rest(self) -> None:
        self._passes(READ)

    def _key(self, seat: int, key: str) -> Locator:
        return self._page.locator(f"#device-seat{seat} [data-key={key}]")

    def _taps(self, seat: int, key: str, times: int = 1) -> None:
        self._key(seat, key).focus()

        def presses() -> None:
            for _ in range(times):
                self._page.keyboard.press("Enter")

        self._told(times if key in ("left", "right") else 2 * times, presses)

    def _told(self, edges: int, act: Any) -> None:
        """Do it, and wait until the table has heard of so many edges of keys."""
        heard = 0

        def is_last(response: Response) -> bool:
            nonlocal heard
            heard += response.url.endswith("/sim/key")
            return heard == edges

        with self._page.expect_response(is_last):
            act()

    def _passes(self, seconds: float) -> None:
        self._clock.now += seconds
        self._opened.loop.ask(self._opened.loop.work.idle)

    def _looks(self, seat: int) -> None:
        """Wait until the page shows the picture to which the table has come at this seat."""
        displays, simulator = self._opened.displays, self._opened.simulator
        assert simulator is not None
        display = self._page.locator(f"#oled-seat{seat}")
        for _ in range(1000):
            there = next(place.picture for place in simulator.places() if place.place == seat)
            drawn = displays.shown(seat) == displays._latest[seat].number
            if drawn and there and display.get_attribute("src") == PNG + b64encode(there.png).decode():
                return
            self._page.wait_for_timeout(5)
        raise AssertionError(f"the page has not come to show what seat {seat} sees")


PNG = "data:image/png;base64,"
