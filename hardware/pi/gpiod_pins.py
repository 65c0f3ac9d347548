"""A pin factory for gpiozero on the kernel's GPIO character device, by libgpiod's own bindings.

For what a table is made of: contacts with a pull-up, lamps, dimmed ones too, buzzers, control pins of displays. No SPI:
luma has its own. Pins are those of the 40-pin header by their BCM numbers, which are the lines of the chip. Unlike
gpiozero's own factories it needs no table of boards, and so works on any board with such a header.
"""

from __future__ import annotations

import time
from contextlib import suppress
from dataclasses import replace
from datetime import timedelta
from pathlib import Path
from threading import Lock
from types import MappingProxyType
from typing import Any, NoReturn

import gpiod  # noqa: TID251
import gpiozero  # noqa: TID251
from gpiod.line import Bias, Direction, Edge, Value  # noqa: TID251
from gpiozero.pins import BoardInfo, HeaderInfo, PinInfo  # noqa: TID251
from gpiozero.pins.pi import PiFactory, PiPin  # noqa: TID251

from hardware.pi.dimmer import FREQUENCY, Dimmer
from hardware.pi.edge_thread import HOLD, EdgeThread, LineEdge, WatchedLine
from hardware.wiring_conflicts import POSITIONS

DEVICES = Path("/dev")
HEADER_CHIPS = ("pinctrl-rp1", "pinctrl-bcm2")
"""Beginnings of the labels of a header's chip: of a Pi 5, which has others besides, and of those before it."""
CONSUMER = "table-companion"
"""What `gpioinfo` names as the user of a line."""
QUEUED = 64
"""Edges of a line that the kernel keeps until they are read; of more the oldest are lost."""

INPUT = gpiod.LineSettings(direction=Direction.INPUT, bias=Bias.DISABLED)
OUTPUT = gpiod.LineSettings(direction=Direction.OUTPUT)
FUNCTIONS = {"input": INPUT, "output": OUTPUT}
PULLS = {"floating": Bias.DISABLED, "up": Bias.PULL_UP, "down": Bias.PULL_DOWN}
EDGES = {"none": Edge.NONE, "rising": Edge.RISING, "falling": Edge.FALLING, "both": Edge.BOTH}
RISING = gpiod.EdgeEvent.Type.RISING_EDGE


def header_chip() -> int:
    """Number of the header's chip; 0 where none is known by its label."""
    labels = {}
    for node in sorted(DEVICES.glob("gpiochip[0-9]*")):
        with suppress(OSError), gpiod.Chip(str(node)) as chip:
            labels[int(node.name.removeprefix("gpiochip"))] = chip.get_info().label
    found = (number for start in HEADER_CHIPS for number, label in labels.items() if label.startswith(start))
    return next(found, 0)


def _header() -> Any:
    """The 40-pin header as gpiozero describes boards; nothing else of the board is known."""
    pins = {position: _pin(number, position) for number, position in enumerate(POSITIONS)}
    header = HeaderInfo(name="J8", rows=20, columns=2, pins=MappingProxyType(pins))
    unknown = dict.fromkeys(BoardInfo._fields, "")
    return BoardInfo(**unknown | {"headers": MappingProxyType({"J8": header})})


def _pin(number: int, position: int) -> Any:
    row, column = divmod(position - 1, 2)
    return PinInfo(
        number=position,
        name=f"GPIO{number}",
        names=frozenset((number, str(number), f"GPIO{number}", f"BCM{number}", f"BOARD{position}", f"J8:{position}")),
        # those of I2C have resistors on the board
        pull="up" if number in (2, 3) else "",
        row=row + 1,
        col=column + 1,
        interfaces=frozenset(("gpio",)),
    )


class GpiodFactory(PiFactory):  # type: ignore[misc]  # gpiozero has no types
    """Pins of one chip, by its number, or that of the header. Raises OSError.

    Other programs and this one may not have the same line: OSError with EBUSY. ``hold``: see `EdgeThread`.
    """

    def __init__(self, chip: int | None = None, hold: int = HOLD) -> None:
        super().__init__()
        self.pin_class = GpiodPin
        self.chip = header_chip() if chip is None else chip
        self._open = gpiod.Chip(str(DEVICES / f"gpiochip{self.chip}"))
        self._board = _header()
        self.edges = EdgeThread(hold)
        self.dimmer = Dimmer()

    def close(self) -> None:
        """Release every line, and the chip. Idempotent."""
        super().close()
        self.edges.close()
        self.dimmer.close()
        self._open.close()

    def pin(self, name: Any) -> GpiodPin:
        """The pin of a name, taken from the kernel. Raises OSError."""
        pin: GpiodPin = super().pin(name)
        pin.claim()
        return pin

    def request(self, line: int) -> gpiod.LineRequest:
        """A line as an input, for as long as it is not released. Raises OSError."""
        return self._open.request_lines({line: INPUT}, consumer=CONSUMER, event_buffer_size=QUEUED)

    def spi(self, **_: Any) -> NoReturn:
        raise gpiozero.PinSPIUnsupported("SPI is not supported by this pin factory")

    @staticmethod
    def ticks() -> float:
        """Seconds of the clock by which the kernel stamps edges."""
        return time.monotonic()

    @staticmethod
    def ticks_diff(later: float, earlier: float) -> float:
        return later - earlier

    def _get_board_info(self) -> Any:
        return self._board


class GpiodPin(PiPin):  # type: ignore[misc]  # gpiozero has no types
    """One line. See gpiozero's `Pin` for what its properties mean; its methods raise OSError."""

    def __init__(self, factory: GpiodFactory, info: Any) -> None:
        super().__init__(factory, info)
        self._lock = Lock()  # libgpiod's requests are not thread-safe
        self._request = factory.request(self._number)
        self._settings = INPUT
        self._edges = "both"
        self._watched: WatchedLine | None = None
        self._duty: float | None = None

    def claim(self) -> None:
        """Take the line, unless it is held. Raises OSError."""
        with self._lock:
            if not self._request:
                self._request = self._factory.request(self._number)
                self._settings = INPUT

    def close(self) -> None:
        """Release the line, as an input. Idempotent."""
        self.when_changed = None
        self._undim()
        # newer kernels leave a released output as it is: a lamp would go on shining
        with suppress(OSError, gpiod.RequestReleasedError):
            self._configure(INPUT)
        with self._lock:
            self._request.release()

    def output_with_state(self, state: float) -> None:
        """See `Pin`; in one step, so that the line is never at the other level."""
        self._become(replace(OUTPUT, output_value=_value(state)))

    # -- gpiozero's properties -----------------------------------------------------------------------------------------

    def _get_function(self) -> str:
        return "output" if self._settings.direction is Direction.OUTPUT else "input"

    def _set_function(self, value: str) -> None:
        if value not in FUNCTIONS:
            raise gpiozero.PinInvalidFunction(f"invalid function {value!r} for pin {self!r}")
        self._become(FUNCTIONS[value])

    def _get_state(self) -> float:
        if self._duty is not None:
            return self._duty
        with self._lock:
            return bool(self._request.get_value(self._number))

    def _set_state(self, value: float) -> None:
        if self.function == "input":
            raise gpiozero.PinSetInput(f"cannot set state of pin {self!r}")
        if self._duty is None:
            self._switch(bool(value))
            return
        if not 0 <= value <= 1:
            raise gpiozero.PinInvalidState(f"invalid state {value!r} for pin {self!r}")
        self._factory.dimmer.dim(self._number, value, self._switch)
        self._duty = value

    def _get_pull(self) -> str:
        return next((name for name, bias in PULLS.items() if bias is self._settings.bias), "floating")

    def _set_pull(self, value: str) -> None:
        if self.function != "input":
            raise gpiozero.PinFixedPull(f"cannot set pull on non-input pin {self!r}")
        if value not in PULLS:
            raise gpiozero.PinInvalidPull(f"invalid pull {value!r} for pin {self!r}")
        if self.info.pull not in (value, ""):
            raise gpiozero.PinFixedPull(f"{self!r} has a physical pull-{self.info.pull} resistor")
        self._configure(replace(self._settings, bias=PULLS[value]))

    def _get_frequency(self) -> int | None:
        return None if self._duty is None else FREQUENCY

    def _set_frequency(self, value: float | None) -> None:
        if not value:
            self._undim()
            return
        if self.function != "output":
            raise gpiozero.PinPWMFixedValue(f"cannot start PWM on pin {self!r}")
        if value != FREQUENCY:
            raise gpiozero.PinPWMUnsupported(f"pin {self!r} can be dimmed at {FREQUENCY} Hz only")
        if self._duty is None:
            self._switch(False)
            self._duty = 0.0

    def _get_bounce(self) -> float | None:
        return self._settings.debounce_period.total_seconds() or None

    def _set_bounce(self, value: float | None) -> None:
        if value is not None and value < 0:
            raise gpiozero.PinInvalidBounce("bounce must be 0 or greater")
        period = timedelta(seconds=value or 0)
        if period != self._settings.debounce_period:
            self._configure(replace(self._settings, debounce_period=period))

    def _get_edges(self) -> str:
        return self._edges

    def _set_edges(self, value: str) -> None:
        if value not in EDGES:
            raise gpiozero.PinInvalidEdges(f"invalid edges {value!r} for pin {self!r}")
        listening = self.when_changed
        self.when_changed = None
        self._edges = value
        self.when_changed = listening

    # -- edges ---------------------------------------------------------------------------------------------------------

    def _enable_event_detect(self) -> None:
        # the kernel may still have edges from before, which were not read
        since = time.monotonic_ns()
        self._configure(replace(self._settings, edge_detection=EDGES[self._edges]))
        self._watched = WatchedLine(self._request.fd, self._read, self._told, since)
        self._factory.edges.watch(self._watched)

    def _disable_event_detect(self) -> None:
        if self._watched is not None:
            self._factory.edges.leave(self._watched)
            self._watched = None
        # a line that is gone has no more edges either
        with suppress(OSError):
            self._configure(replace(self._settings, edge_detection=Edge.NONE))

    def _read(self) -> list[LineEdge]:
        with self._lock:
            events = self._request.read_edge_events()
        return [LineEdge(event.timestamp_ns, event.event_type is RISING) for event in events]

    def _told(self, edge: LineEdge) -> None:
        # under gpiozero's own lock: after `when_changed` was set to None nothing is told
        with self._when_changed_lock:
            if self._when_changed is not None:
                self._call_when_changed(edge.at / 1e9, edge.high)

    # -- the line ------------------------------------------------------------------------------------------------------

    def _become(self, settings: gpiod.LineSettings) -> None:
        self.when_changed = None
        self._undim()
        self._configure(settings)

    def _configure(self, settings: gpiod.LineSettings) -> None:
        with self._lock:
            self._request.reconfigure_lines({self._number: settings})
            self._settings = settings

    def _switch(self, high: bool) -> None:
        with self._lock:
            self._request.set_value(self._number, _value(high))

    def _undim(self) -> None:
        if self._duty is not None:
            self._factory.dimmer.leave(self._number)
            self._duty = None
            # a line that is gone does not shine either
            with suppress(OSError):
                self._switch(False)


def _value(state: float) -> Value:
    return Value.ACTIVE if state else Value.INACTIVE
