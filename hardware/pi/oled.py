"""I2C and SPI displays through luma, and the bus numbers of I2C multiplexer channels.

A display that does not respond is polled with a no-op command; once it responds, its chip is initialised again, since
it lost its state with its power. One that restarts and responds is not noticed: so it is sent its settings again from
time to time. What a bus refuses is sent once more at once: a disturbance takes a single byte.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path
from threading import Lock
from typing import Any

from luma.core.interface.serial import i2c, spi  # noqa: TID251
from luma.oled import device as luma_devices  # noqa: TID251
from PIL import Image

from hardware.errors import DeviceGone
from hardware.pi.faults import Faulty, fault_of
from hardware.pi.keys import UNTRIED
from hardware.pi.pins import Lines, Pins
from hardware.ports import Fault, Pin, Wire
from hardware.profile import Oled, SpiOled, own_size
from hardware.wiring_conflicts import POSITIONS

DEVICES = Path("/sys/bus/i2c/devices")
CLOCKWISE = {90: Image.Transpose.ROTATE_270, 180: Image.Transpose.ROTATE_180, 270: Image.Transpose.ROTATE_90}
"""How Pillow, which turns against the clock, turns a picture by so many degrees clockwise."""
NOTHING, OFF = 0xE3, 0xAE
"""Commands of all chips: do nothing, and go dark."""
RESET = 0.01
"""Seconds of the reset pulse, and of the wait after it."""


def bus_of_channel(bus: int, channel: int | None, devices: Path = DEVICES) -> int:
    """Bus number of a multiplexer channel on `bus`; `bus` itself without a channel.

    The kernel links channels beside the multiplexer: `1-0070/channel-3` leads to `i2c-13`. Raises Faulty.
    """
    if channel is None:
        return bus
    for link in sorted(devices.glob(f"{bus}-*/channel-{channel}")):
        number = link.resolve().name.removeprefix("i2c-")
        if number.isdecimal():
            return int(number)
    if not (devices / f"i2c-{bus}").exists():
        raise Faulty(Fault("missing", f"/dev/i2c-{bus}"))
    raise Faulty(Fault("channel", f"/dev/i2c-{bus}"))


def answers(bus: int, channel: int | None, address: int) -> bool:
    """Whether something takes a no-op command at an address that is a display's. Raises Faulty for a bus that cannot be
    used, or a channel that is missing.
    """
    number = bus_of_channel(bus, channel)
    try:
        wires = _Wires(i2c(port=number, address=address))
    except Exception as error:  # luma's errors have no root but this
        raise Faulty(fault_of(error, f"/dev/i2c-{number}")) from error
    try:
        _once_more(lambda: wires.command(NOTHING))
    except Exception as error:
        if fault_of(error, "").trouble != "silent":
            raise Faulty(fault_of(error, f"/dev/i2c-{number}")) from error
        return False
    finally:
        wires.cut()
    return True


def _once_more(send: Callable[[], None]) -> None:
    """Send something, and once more if the bus did not take it; but not if it hung, which takes a second."""
    try:
        send()
    except TimeoutError:
        raise
    except Exception:  # luma's errors have no root but this
        send()


class _Wires:
    """Interface given to luma. It can be cut: luma keeps every device until exit and would send to all of them.
    `settings` are the commands before the first picture: those by which luma sets a chip up.
    """

    def __init__(self, interface: Any) -> None:
        self.settings: list[tuple[int, ...]] = []
        self._interface = interface
        self._drawn = False

    def command(self, *bytes_: int) -> None:
        if self._interface is not None:
            self._interface.command(*bytes_)
            if not self._drawn:
                self.settings.append(bytes_)

    def data(self, data: Any) -> None:
        self._drawn = True
        if self._interface is not None:
            self._interface.data(data)

    def cleanup(self) -> None:
        """luma's cleanup; unused, see `cut`."""

    def cut(self) -> None:
        interface, self._interface = self._interface, None
        if interface is not None:
            with suppress(Exception):
                interface.cleanup()


class PiDisplay:
    """A `Display` with one of the chips of `display_chips`, on a luma interface."""

    def __init__(
        self,
        device: str,
        oled: Oled | SpiOled,
        pins: Pins,
        lost: Callable[[], None],
    ) -> None:
        self.device = device
        self.fault: Fault | None = UNTRIED
        self._oled = oled
        self._pins = pins
        self._lost = lost
        self._wires: _Wires | None = None
        self._chip: Any = None
        self._lines: Lines | None = None
        self._closed = False
        self._settings_due = False
        self._lock = Lock()

    @property
    def size(self) -> tuple[int, int]:
        return self._oled.size

    @property
    def bus(self) -> str:
        """See `Display.bus`. Multiplexer channels share their bus."""
        return f"i2c-{self._oled.bus}" if isinstance(self._oled, Oled) else f"spi-{self._oled.spi}"

    @property
    def node(self) -> str:
        """The device file of the bus."""
        if isinstance(self._oled, Oled):
            return f"/dev/i2c-{self._oled.bus}"
        return f"/dev/spidev{self._oled.spi}.{self._oled.select}"

    def wire(self) -> Wire:
        oled = self._oled
        if isinstance(oled, Oled):
            return Wire(self.device, "display", (), self.node, oled.mux, oled.address, self.fault)
        roles = [("dc", oled.dc), *([("reset", oled.reset)] if oled.reset is not None else [])]
        pins = tuple(Pin(number, POSITIONS[number], role) for role, number in roles)
        return Wire(self.device, "display", pins, self.node, fault=self.fault)

    def show(self, image: Image.Image, *, private: bool = False) -> None:
        if image.size != self.size:
            raise ValueError(f"{self.device} is {self.size} pixels, the picture {image.size}")
        del private  # the service removes private pictures; the chip cannot
        self._send(image.convert("1", dither=Image.Dither.NONE))

    def blank(self) -> None:
        self._send(Image.new("1", self.size))

    def renew(self) -> None:
        """See `RenewedDisplay.renew`."""
        self._settings_due = True

    def mend(self) -> None:
        """Poll the display unless it works; then initialise it again, dark."""
        with self._lock:
            if self.fault is not None and not self._closed:
                self._try()

    def close(self) -> None:
        with self._lock:
            self._closed = True
            if self.fault is None:
                with suppress(Exception):
                    self._chip.clear()
                    self._chip.hide()
            self._cut()

    def _send(self, image: Image.Image) -> None:
        with self._lock:
            if self.fault is UNTRIED and not self._closed:
                # the first picture may come before the retry thread's first try
                self._try()
            if self.fault is not None or self._closed:
                raise DeviceGone(self.device, str(self.fault or "closed"))
            try:
                _once_more(lambda: self._draw(image))
            except Exception as error:  # luma passes on bare OSErrors, and errors of its own without a root
                self._give_up(error)
                self._lost()
                raise DeviceGone(self.device, str(self.fault)) from error

    def _draw(self, image: Image.Image) -> None:
        """Send a picture; its settings too where they are due, or where the last picture did not arrive."""
        with_settings, self._settings_due = self._settings_due, True
        if with_settings:
            for command in self._settings:
                self._chip.command(*command)
        turned = CLOCKWISE.get(self._oled.rotate)
        self._chip.display(image if turned is None else image.transpose(turned))
        if with_settings:
            self._chip.show()
        self._settings_due = False

    def _try(self) -> None:
        try:
            _once_more(self._open)
        except Exception as error:  # luma's and lgpio's errors have no root but this
            self._give_up(error)
        else:
            self.fault = None

    def _open(self) -> None:
        self._cut()
        self._wires = _Wires(self._interface())
        self._wires.command(NOTHING)
        # Older versions of luma turn some chips wrongly.
        width, height = own_size(self.size, self._oled.rotate)
        self._chip = getattr(luma_devices, self._oled.driver)(self._wires, width=width, height=height)
        self._settings_due = False

    @property
    def _settings(self) -> Iterator[tuple[int, ...]]:
        """luma's commands without going dark: one that works would flicker."""
        for command in self._wires.settings if self._wires is not None else ():
            yield command[command[0] == OFF :]

    def _interface(self) -> Any:
        oled = self._oled
        if isinstance(oled, Oled):
            return i2c(port=bus_of_channel(oled.bus, oled.mux), address=oled.address)
        numbers = [oled.dc] if oled.reset is None else [oled.dc, oled.reset]
        self._lines = self._pins.lines(numbers)
        return spi(
            gpio=self._lines,
            port=oled.spi,
            device=oled.select,
            gpio_DC=oled.dc,
            gpio_RST=oled.reset,
            reset_hold_time=RESET,
            reset_release_time=RESET,
        )

    def _give_up(self, error: Exception) -> None:
        self._cut()
        self.fault = fault_of(error, self.node)

    def _cut(self) -> None:
        wires, self._wires, self._chip = self._wires, None, None
        if wires is not None:
            wires.cut()
        lines, self._lines = self._lines, None
        if lines is not None:
            lines.close()
