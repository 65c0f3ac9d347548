"""Profile: the seats of a table and their wiring, as values. `profile_files` reads them from TOML."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, get_args

from hardware.checking import Checked, ProfileProblem
from hardware.display_chips import CHIPS
from hardware.driver_contract import DrivenPart
from hardware.errors import HardwareError
from hardware.ports import Rest

PARTS = ("keys", "encoder", "oled", "light", "buzzer")
POD_PARTS = PARTS
"""Possible parts of a pod; it reports which it has."""
SIMULATED_PARTS = (*PARTS, "reader")
"""Possible parts of a simulated place; it has a reader only if it is named."""
MOST_SEATS = 8
DRIVERS = tuple(CHIPS)
USUAL_DRIVER = DRIVERS[0]
SIZES = {"128x64": (128, 64), "128x32": (128, 32), "64x128": (64, 128)}
"""Sizes of pictures, by their words: as people see them, however the display is turned."""
ROTATIONS = (0, 90, 180, 270)
"""Degrees by which a picture is turned clockwise, in the memory of its chip."""
ADDRESSES = (0x3C, 0x3D)

COLOURS = ("red", "green", "blue")
"""Channels of an RGB lamp, in listing order."""
RESTS: tuple[Rest, ...] = get_args(Rest)
LAST_CHIP = 19
"""Highest GPIO chip number."""

ProfileKind = Literal["sim", "pi"]


class ProfileError(HardwareError, ValueError):
    """Unusable profile; `problems` lists everything wrong, never empty."""

    def __init__(self, where: str, problems: tuple[ProfileProblem, ...]) -> None:
        lines = "\n".join(f"  {problem}" for problem in problems)
        super().__init__(f"The profile {where} cannot be used:\n{lines}")
        self.where = where
        self.problems = problems


@dataclass(frozen=True, slots=True)
class EncoderPins:
    """Rotary encoder: two contacts, optional switch, whether it has two detents per cycle, and which contacts are
    closed at a detent; None where that is read when it is opened.
    """

    a: int
    b: int
    push: int | None = None
    half: bool = False
    rest: Rest | None = None


def encoder_rest(table: Checked) -> Rest | None:
    """Which contacts an encoder's table says are closed at a detent."""
    word = table.choice("rest", RESTS)
    return next((rest for rest in RESTS if rest == word), None)


@dataclass(frozen=True, slots=True)
class Oled:
    """I2C display, possibly behind a multiplexer channel. `size` is that of its picture, turned by `rotate`."""

    bus: int
    address: int
    mux: int | None
    size: tuple[int, int]
    driver: str
    rotate: int = 0


@dataclass(frozen=True, slots=True)
class SpiOled:
    """SPI display: bus, chip select, data/command pin and reset pin; else like `Oled`."""

    spi: int
    select: int
    dc: int
    reset: int | None
    size: tuple[int, int]
    driver: str
    rotate: int = 0


def across(size: tuple[int, int]) -> tuple[int, int]:
    """A size turned by 90 degrees."""
    return size[1], size[0]


def own_size(size: tuple[int, int], rotate: int) -> tuple[int, int]:
    """Columns and rows of a display whose picture is turned."""
    return across(size) if rotate % 180 else size


def pictures_of(driver: str) -> tuple[tuple[int, int], ...]:
    """The sizes of pictures on displays with this chip, those that need no turning first."""
    upright = CHIPS[driver].SIZES
    return (*upright, *(across(size) for size in upright if across(size) in SIZES.values()))


def rotations_of(driver: str, size: tuple[int, int]) -> tuple[int, ...]:
    """By how much pictures of a size can be turned on displays with this chip, the usual one first; none where it has
    no such pictures.
    """
    if size not in pictures_of(driver):
        return ()
    return tuple(rotate for rotate in ROTATIONS if own_size(size, rotate) in CHIPS[driver].SIZES)


def pod_rotations(driver: str) -> tuple[int, ...]:
    """By how much a pod turns pictures on displays with this chip."""
    return (0, 180) if CHIPS[driver].CAN_TURN else (0,)


def sizes_of(driver: str) -> str:
    """The sizes of pictures on displays with this chip, in words."""
    return " or ".join(f"{width}x{height}" for width, height in pictures_of(driver))


def shifted_driver(driver: str) -> str:
    """The first driver that begins a row of pixels at another column of the chip's memory."""
    return next(name for name, chip in CHIPS.items() if chip.FIRST_COLUMN != CHIPS[driver].FIRST_COLUMN)


def other_size(driver: str, size: tuple[int, int]) -> tuple[int, int] | None:
    """Another height that displays with this chip have; None if it has one only, or the picture stands upright."""
    sizes = CHIPS[driver].SIZES
    return next((other for other in sizes if size in sizes and other != size), None)


Whereabouts = tuple[object, ...]
"""Where a display is: I2C bus, channel and address, or SPI bus and select line."""


def whereabouts(oled: Oled | SpiOled) -> Whereabouts:
    """Where a display is, whatever chip and size it has."""
    if isinstance(oled, Oled):
        return ("i2c", oled.bus, oled.mux, oled.address)
    return ("spi", oled.spi, oled.select)


@dataclass(frozen=True, slots=True)
class Rgb:
    """The pins of a coloured lamp."""

    red: int
    green: int
    blue: int


@dataclass(frozen=True, slots=True)
class SeatPlace:
    """A seat (`number` 1 to 8) or the panel (0). `parts` are its devices, however connected; `lines` its keys, the
    encoder's switch included; `size` that of the display. `driven` are parts that drivers of packages drive, which are
    in none of the others. The rest is wiring (BCM pins by key and so on), empty for simulated places and pods.
    """

    number: int
    parts: frozenset[str]
    lines: tuple[str, ...]
    size: tuple[int, int] = (128, 64)
    keys: tuple[tuple[str, int], ...] = ()
    encoder: EncoderPins | None = None
    oled: Oled | SpiOled | None = None
    light: int | Rgb | None = None
    buzzer: int | None = None
    pod: str | None = None
    driven: tuple[DrivenPart, ...] = ()


@dataclass(frozen=True, slots=True)
class Profile:
    """A table: seats by number, and the panel if any. `chip` is the GPIO chip number where it cannot be detected.
    `pods` are path patterns of pods that get a seat while the table is open.
    """

    name: str
    kind: ProfileKind
    about: str
    seats: tuple[SeatPlace, ...]
    panel: SeatPlace | None
    chip: int | None = None
    pods: tuple[str, ...] = ()

    def places(self) -> tuple[SeatPlace, ...]:
        """The panel first, if any, then the seats."""
        return (self.panel, *self.seats) if self.panel else self.seats

    def driven(self) -> tuple[DrivenPart, ...]:
        """Parts of all places that drivers of packages drive."""
        return tuple(part for place in self.places() for part in place.driven)
