"""A driver for OLED displays with an SSD1327, 128x128 in shades of grey, on an I2C bus of the Pi: luma.oled drives the
chip, and this module adds what driver contract 1 requires besides.
"""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from threading import Event, Lock, Thread
from typing import Any

from luma.core.framebuffer import full_frame  # noqa: TID251
from luma.core.interface.serial import i2c  # noqa: TID251
from luma.oled.device import ssd1327  # noqa: TID251
from PIL import Image

from hardware.driver_contract import DriverPackage, DriverSite, WantedPart
from hardware.errors import DeviceGone
from hardware.ports import Devices, Disconnected, Fault, MonotonicClock, Post, Reconnected, Wire

SIZE = (128, 128)
NOTHING = 0xE3
"""The command that does nothing. A display that acknowledges it is present."""
RETRY = 2.0
"""Seconds between two attempts to reach a missing display."""


class GreyDisplay:
    """One display. `lost` is called when it stops answering."""

    size = SIZE

    def __init__(self, device: str, bus: int, address: int) -> None:
        self.device = device
        self.fault: Fault | None = Fault("silent", f"/dev/i2c-{bus}")
        self.lost = Event()
        self._bus, self._address = bus, address
        self._chip: Any = None
        self._wires: Any = None
        self._closed = False
        self._lock = Lock()

    @property
    def bus(self) -> str:
        """See `Display.bus`."""
        return f"i2c-{self._bus}"

    def wire(self) -> Wire:
        """How it is connected."""
        return Wire(self.device, "display", (), f"/dev/i2c-{self._bus}", None, self._address, self.fault)

    def show(self, image: Image.Image, *, private: bool = False) -> None:
        """See `Display.show`."""
        del private  # the companion removes private pictures; the chip cannot
        if image.size != SIZE:
            raise ValueError(f"{self.device} is {SIZE} pixels, the picture {image.size}")
        with self._lock:
            if self._chip is None:
                raise DeviceGone(self.device, str(self.fault))
            try:
                self._chip.display(image.convert("1", dither=Image.Dither.NONE))
            except Exception as error:  # luma's errors have no other common base class
                self._cut()
                self.lost.set()
                raise DeviceGone(self.device, str(self.fault)) from error

    def blank(self) -> None:
        """See `Display.blank`."""
        self.show(Image.new("1", SIZE))

    def open(self) -> None:
        """Try to reach the display, unless it works already: a chip that answers is initialised again, and dark."""
        with self._lock:
            if self._chip is not None or self._closed:
                return
            try:
                self._wires = i2c(port=self._bus, address=self._address)
                self._wires.command(NOTHING)
                self._chip = ssd1327(self._wires, mode="1", framebuffer=full_frame())
                self._chip.persist = True  # luma would write to it at the end of the program, even if it is missing
            except Exception:  # for the same reason
                self._cut()
            else:
                self.fault = None

    def close(self) -> None:
        """Switch the display dark, if it answers."""
        with self._lock:
            self._closed = True
            if self._chip is not None:
                with suppress(Exception):
                    self._chip.clear()
                    self._chip.hide()
            self._cut()

    def _cut(self) -> None:
        wires, self._wires, self._chip = self._wires, None, None
        self.fault = Fault("silent", f"/dev/i2c-{self._bus}")
        if wires is not None:
            with suppress(Exception):
                wires.cleanup()


class GreyWatch:
    """Looks after all displays in one thread: tries again to open missing ones, and posts which were lost or found."""

    def __init__(self, displays: Sequence[GreyDisplay], clock: MonotonicClock) -> None:
        self._displays, self._clock = displays, clock
        self._news = Event()
        self._closed = False
        self._thread: Thread | None = None
        for display in displays:
            display.lost = self._news

    def start(self, post: Post) -> None:
        """Start watching."""
        if self._thread is None:
            self._thread = Thread(target=self._run, args=(post,), name="driver grey-display", daemon=True)
            self._thread.start()

    def look(self) -> None:
        """Try all missing displays once."""
        for display in self._displays:
            display.open()

    def close(self) -> None:
        """Stop watching."""
        self._closed = True
        self._news.set()
        if self._thread is not None:
            self._thread.join()
            self._thread = None

    def _run(self, post: Post) -> None:
        working = {display.device: False for display in self._displays}
        while not self._closed:
            for display in self._displays:
                self._tell(display, working, post)
            self.look()
            for display in self._displays:
                self._tell(display, working, post)
            self._news.wait(RETRY if any(display.fault for display in self._displays) else None)
            self._news.clear()

    def _tell(self, display: GreyDisplay, working: dict[str, bool], post: Post) -> None:
        works = display.fault is None
        if works != working[display.device]:
            working[display.device] = works
            now = self._clock()
            post(Reconnected(display.device, now) if works else Disconnected(display.device, "it is silent", now))


def _open(parts: Sequence[WantedPart], site: DriverSite) -> Devices:
    displays: dict[int, GreyDisplay] = {}
    for part in parts:
        part.settings.only(("bus", "address"))
        part.settings.need("bus", "address")
        bus, address = part.settings.number("bus", 0, 99), part.settings.number("address", 0x3C, 0x3D)
        displays[part.place] = GreyDisplay(part.device, bus or 0, address or 0x3C)
    every = tuple(displays.values())
    watch = GreyWatch(every, site.clock)
    return Devices(
        displays=displays,
        watches=(watch,),
        survey=lambda: tuple(display.wire() for display in every),
        mend=watch.look,
    )


DRIVER = DriverPackage(contract=1, parts=frozenset({"display"}), open=_open)
