"""Wiring conflicts: pins used twice, display address clashes, reserved pins."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations

from hardware.checking import ProfileProblem

LAST_PIN = 27
"""Highest BCM number on the 40-pin header."""

POSITIONS = (
    *(27, 28, 3, 5, 7, 29, 31, 26, 24, 21, 19, 23, 32, 33),
    *(8, 10, 36, 11, 12, 35, 38, 40, 15, 16, 18, 22, 37, 13),
)
"""Header position by BCM number."""

_ID_PINS = (0, 1)
_I2C_BUS = 1
_I2C_PINS = (2, 3)
_SPI_PINS = {0: (7, 8, 9, 10, 11), 1: (16, 17, 18, 19, 20, 21)}
"""Pins of each SPI bus; the kernel takes them all, also the select lines that nothing is connected to."""
_MORE_I2C_PINS = {3: (4, 5), 4: (8, 9), 5: (12, 13), 6: (22, 23)}
"""Pins of the further I2C buses of a Pi 4 by the defaults of their overlays (README of the firmware's overlays)."""


def bus_pins(*, i2c: int | None = None, spi: int | None = None) -> tuple[int, ...]:
    """Header pins of an I2C bus or an SPI bus; none for a bus that is not known by its number."""
    if i2c is not None:
        return _I2C_PINS if i2c == _I2C_BUS else _MORE_I2C_PINS.get(i2c, ())
    return _SPI_PINS.get(spi, ()) if spi is not None else ()


@dataclass(frozen=True, slots=True)
class PinUse:
    """A BCM pin and the full path of the key that claims it."""

    pin: int
    path: str


@dataclass(frozen=True, slots=True)
class OledUse:
    """A display's whereabouts and the full path of its table."""

    bus: int
    address: int
    mux: int | None
    path: str


@dataclass(frozen=True, slots=True)
class SpiUse:
    """A display's bus and select line, and the full path of its table."""

    spi: int
    select: int
    path: str


def conflicts(pins: Sequence[PinUse], oleds: Sequence[OledUse], spis: Sequence[SpiUse] = ()) -> list[ProfileProblem]:
    """Everything in which these uses get in each other's way."""
    return [*_reserved(pins, oleds), *_on_spi(pins, spis), *_shared(pins), *_same_address(oleds), *_same_select(spis)]


def _on_spi(pins: Sequence[PinUse], spis: Sequence[SpiUse]) -> list[ProfileProblem]:
    taken = {pin: use for use in reversed(spis) for pin in _SPI_PINS[use.spi]}
    return [
        ProfileProblem(
            use.path,
            f"pin {use.pin} belongs to SPI bus {taken[use.pin].spi}, which {taken[use.pin].path} needs",
            "take another pin",
        )
        for use in pins
        if use.pin in taken
    ]


def _same_select(spis: Sequence[SpiUse]) -> list[ProfileProblem]:
    return [
        ProfileProblem(
            second.path,
            f"SPI bus {second.spi}, select {second.select} is already used by {first.path}",
            "another select line for each",
        )
        for first, second in combinations(spis, 2)
        if (first.spi, first.select) == (second.spi, second.select)
    ]


def _reserved(pins: Sequence[PinUse], oleds: Sequence[OledUse]) -> list[ProfileProblem]:
    bus = next((oled.path for oled in oleds if oled.bus == _I2C_BUS), None)
    found = []
    for use in pins:
        if use.pin in _ID_PINS:
            found.append(ProfileProblem(use.path, f"pin {use.pin} is kept for the board's ID chip", "take another pin"))
        elif use.pin in _I2C_PINS and bus is not None:
            what = f"pin {use.pin} belongs to I2C bus {_I2C_BUS}, which {bus} needs"
            found.append(ProfileProblem(use.path, what, "take another pin"))
    return found


def _shared(pins: Sequence[PinUse]) -> list[ProfileProblem]:
    first: dict[int, str] = {}
    found = []
    for use in pins:
        if use.pin in first:
            what = f"pin {use.pin} is already used by {first[use.pin]}"
            found.append(ProfileProblem(use.path, what, "take another pin"))
        first.setdefault(use.pin, use.path)
    return found


def _same_address(oleds: Sequence[OledUse]) -> list[ProfileProblem]:
    return [
        ProfileProblem(
            second.path,
            f"bus {second.bus}, address 0x{second.address:02X} is already used by {first.path}",
            "another address, or another channel of the multiplexer for each",
        )
        for first, second in combinations(oleds, 2)
        if (first.bus, first.address) == (second.bus, second.address) and _both_heard(first.mux, second.mux)
    ]


def _both_heard(first: int | None, second: int | None) -> bool:
    # A display before the multiplexer is heard together with each of its channels.
    return first == second or first is None or second is None
