"""What cannot be wired together: a pin for two things, displays that answer at once, pins that are taken."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations

from hardware.checking import Problem

LAST_PIN = 27
"""The highest BCM number on the 40-pin header."""

_ID_PINS = (0, 1)
_I2C_BUS = 1
_I2C_PINS = (2, 3)


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


def conflicts(pins: Sequence[PinUse], oleds: Sequence[OledUse]) -> list[Problem]:
    """Everything in which these uses get in each other's way."""
    return [*_reserved(pins, oleds), *_shared(pins), *_same_address(oleds)]


def _reserved(pins: Sequence[PinUse], oleds: Sequence[OledUse]) -> list[Problem]:
    bus = next((oled.path for oled in oleds if oled.bus == _I2C_BUS), None)
    found = []
    for use in pins:
        if use.pin in _ID_PINS:
            found.append(
                Problem(use.path, f"pin {use.pin} is kept for the board's ID chip", "take another pin")
            )
        elif use.pin in _I2C_PINS and bus is not None:
            what = f"pin {use.pin} belongs to I2C bus {_I2C_BUS}, which {bus} needs"
            found.append(Problem(use.path, what, "take another pin"))
    return found


def _shared(pins: Sequence[PinUse]) -> list[Problem]:
    first: dict[int, str] = {}
    found = []
    for use in pins:
        if use.pin in first:
            what = f"pin {use.pin} is already used by {first[use.pin]}"
            found.append(Problem(use.path, what, "take another pin"))
        first.setdefault(use.pin, use.path)
    return found


def _same_address(oleds: Sequence[OledUse]) -> list[Problem]:
    return [
        Problem(
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
