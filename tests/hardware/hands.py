"""Hands at a table, whatever it is made of: simulated, a header without a Pi, or a bench with a person at it."""

from __future__ import annotations

import time
from collections.abc import Callable
from io import BytesIO
from pathlib import Path
from queue import Empty, SimpleQueue
from typing import Protocol

from PIL import Image

from hardware.pi.pi_table import PiTable
from hardware.ports import Devices, Edge, Event, Turn, device_name
from hardware.profile import Oled, Profile, Rgb, SeatPlace
from hardware.sim.sim_table import SimTable
from tests.hardware.fake_displays import Buses, Ssd1306
from tests.hardware.headers import Header

PATIENCE = 60.0
"""Seconds a person at the bench has for a key."""


class Inbox:
    """Where events go; they may come late."""

    def __init__(self, patience: float) -> None:
        self.events: SimpleQueue[Event] = SimpleQueue()
        self.patience = patience

    def until(self, wanted: Callable[[Event], bool]) -> Event:
        """The next event of a kind; what comes before it is lost."""
        end = time.monotonic() + self.patience
        while True:
            try:
                event = self.events.get(timeout=max(end - time.monotonic(), 0))
            except Empty:
                raise AssertionError("nothing of that kind came") from None
            if wanted(event):
                return event

    def edge(self, place: int, line: str, level: bool) -> Edge:
        device = device_name(place, "keys")
        event = self.until(
            lambda event: isinstance(event, Edge) and (event.device, event.line, event.level) == (device, line, level)
        )
        assert isinstance(event, Edge)
        return event

    def turns(self, place: int, steps: int) -> None:
        """Detents that come to ``steps`` in all."""
        device, total = device_name(place, "keys"), 0
        while total != steps:
            event = self.until(lambda event: isinstance(event, Turn) and event.device == device)
            assert isinstance(event, Turn)
            total += event.steps


class Hands(Protocol):
    """What a test does at a table."""

    devices: Devices
    inbox: Inbox

    def press(self, place: int, line: str) -> None: ...

    def turn(self, place: int, steps: int) -> None: ...

    def sees(self, place: int, picture: Image.Image) -> bool: ...

    def lit(self, place: int) -> bool: ...


class SimHands:
    """A simulated table of the profile."""

    def __init__(self, profile: Profile) -> None:
        self.inbox = Inbox(1)
        self._table = SimTable(profile, time.monotonic)
        self.devices = self._table.devices()

    def press(self, place: int, line: str) -> None:
        self._table.press(place, line)

    def turn(self, place: int, steps: int) -> None:
        self._table.turn(place, steps)

    def sees(self, place: int, picture: Image.Image) -> bool:
        view = next(view for view in self._table.places() if view.place == place)
        assert view.picture is not None
        with Image.open(BytesIO(view.picture.png)) as shown:
            return shown.convert("1").tobytes() == picture.tobytes()

    def lit(self, place: int) -> bool:
        return bool(next(view.light for view in self._table.places() if view.place == place))


class HeaderHands:
    """A header without a Pi, and fake buses under luma."""

    def __init__(self, profile: Profile, header: Header, buses: Buses, folder: Path) -> None:
        self.inbox = Inbox(5)
        self._header = header
        self._places = {place.number: place for place in profile.places()}
        self._buses = buses
        for place in profile.places():
            if isinstance(place.oled, Oled):
                buses.i2c[place.oled.bus, place.oled.address] = Ssd1306(place.size[1])
        self.table = PiTable(profile, time.monotonic, folder)
        self.devices = self.table.devices()

    def press(self, place: int, line: str) -> None:
        pin = self._pin(self._places[place], line)
        self._header.close_contact(pin)
        self._header.open_contact(pin)

    def turn(self, place: int, steps: int) -> None:
        encoder = self._places[place].encoder
        assert encoder is not None
        first, second = (encoder.a, encoder.b) if steps > 0 else (encoder.b, encoder.a)
        for _ in range(abs(steps)):
            for move in (self._header.close_contact, self._header.open_contact):
                move(first)
                move(second)

    def sees(self, place: int, picture: Image.Image) -> bool:
        oled = self._places[place].oled
        assert isinstance(oled, Oled)
        return self._buses.i2c[oled.bus, oled.address].seen().tobytes() == picture.tobytes()

    def lit(self, place: int) -> bool:
        light = self._places[place].light
        pins = (light.red, light.green, light.blue) if isinstance(light, Rgb) else (light,)
        return any(self._header.brightness(pin) for pin in pins)

    @staticmethod
    def _pin(place: SeatPlace, line: str) -> int:
        if line == "push":
            assert place.encoder is not None
            assert place.encoder.push is not None
            return place.encoder.push
        return dict(place.keys)[line]


class BenchHands:
    """A person at a wired table does what is asked of them; run it with ``-s``."""

    def __init__(self, profile: Profile, folder: Path) -> None:
        self.inbox = Inbox(PATIENCE)
        self.table = PiTable(profile, time.monotonic, folder)
        self.devices = self.table.devices()

    def press(self, place: int, line: str) -> None:
        print(f"\nPress {line} at place {place} once.", flush=True)  # noqa: T201

    def turn(self, place: int, steps: int) -> None:
        way = "clockwise" if steps > 0 else "back"
        print(f"\nTurn the knob of place {place} by {abs(steps)} clicks {way}.", flush=True)  # noqa: T201

    def sees(self, place: int, picture: Image.Image) -> bool:
        box = picture.getbbox()
        return self._says(f"Display of place {place}: " + (f"is it lit within {box}" if box else "is it dark"))

    def lit(self, place: int) -> bool:
        return self._says(f"Does the lamp of place {place} shine")

    @staticmethod
    def _says(question: str) -> bool:
        return input(f"\n{question}? [y/n] ").strip().lower().startswith("y")
