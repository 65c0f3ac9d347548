"""Driver contract 1: what a package brings that drives devices, and what it is given.

A driver is an installed package with an entry point in the group `companion.drivers`, named like the driver, that gives
a `DriverPackage`. It imports `hardware.ports`, `hardware.errors` and this module, and nothing else of the product.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import get_args

from hardware.checking import Checked, ProfileProblem
from hardware.ports import DevicePart, Devices, MonotonicClock, device_name

CONTRACT = 1
"""The contract that this companion speaks. It goes up when a driver that was written before would no longer run."""

GROUP = "companion.drivers"
"""Group of the entry points of a package that name its drivers."""

DRIVEN_PARTS: tuple[DevicePart, ...] = get_args(DevicePart)
"""Parts of a place that a profile may give to a driver."""


@dataclass(frozen=True, slots=True)
class DrivenPart:
    """A part of a place that a profile gives to a driver: `settings` is its table without `driver`, `path` the path of
    that table in the profile.
    """

    place: int
    part: DevicePart
    driver: str
    settings: Mapping[str, object]
    path: str

    @property
    def device(self) -> str:
        """Its name as a device, such as `seat2.keys`."""
        return device_name(self.place, self.part)


@dataclass(frozen=True, slots=True)
class WantedPart:
    """A part that a driver is asked for. `settings` is its table of the profile: a driver reads every key through it,
    and says with `settings.only` which there are. Problems noted there are shown with those of the rest of the profile.
    """

    place: int
    part: DevicePart
    settings: Checked

    @property
    def device(self) -> str:
        """Its name, which its events and wires carry, such as `seat2.keys`."""
        return device_name(self.place, self.part)


@dataclass(frozen=True, slots=True)
class DriverSite:
    """What a driver may use of the table: its clock, and a folder in which it may write. `problems` collects what is
    wrong with settings; a driver does not use it itself.
    """

    clock: MonotonicClock
    folder: Path
    problems: list[ProfileProblem] = field(default_factory=list)

    def wanted(self, parts: Sequence[DrivenPart]) -> tuple[WantedPart, ...]:
        """The parts as a driver gets them."""
        return tuple(WantedPart(one.place, one.part, Checked(one.settings, one.path, self.problems)) for one in parts)


Opener = Callable[[Sequence[WantedPart], DriverSite], Devices]
"""Makes the devices of a driver, one for each part wanted, and starts nothing: see `DriverPackage`."""


@dataclass(frozen=True, slots=True)
class DriverPackage:
    """One driver. `contract` is the number of the contract it was written against, as a literal. `parts` are those it
    can drive. `open` gets all parts of a profile that name this driver, so that they can share a line or a thread.

    What `open` returns has a device for every part wanted and for no other. It opens nothing before `Devices.start`,
    or `Devices.mend`, which tries every device once. A device that does not work is no error: `survey` names it with a
    `Fault`, `Disconnected` is posted if it worked before, its methods raise `DeviceGone`, and the driver tries it again
    by itself, in a thread of its own, with pauses. Only `Display.show` and `Display.blank` may wait for a device.
    """

    contract: int
    parts: frozenset[DevicePart]
    open: Opener


def misfit(package: object) -> str:
    """Why what an entry point gives is no driver for this companion, in English; empty if it is one."""
    if not isinstance(package, DriverPackage):
        return f"it gives {type(package).__name__} instead of a DriverPackage"
    if package.contract != CONTRACT:
        return f"it was written for driver contract {package.contract}, this is {CONTRACT}"
    unknown = sorted(set(package.parts) - set(DRIVEN_PARTS))
    if unknown or not package.parts:
        return f"it drives {', '.join(unknown) or 'nothing'}; known parts: {', '.join(DRIVEN_PARTS)}"
    return ""


def not_wanted(devices: object, wanted: Sequence[WantedPart]) -> str:
    """How devices differ from the parts wanted, in English; empty if they are those."""
    if not isinstance(devices, Devices):
        return f"it opens {type(devices).__name__} instead of Devices"
    by_part: dict[DevicePart, Mapping[int, object]] = {
        "keys": devices.keys,
        "display": devices.displays,
        "light": devices.lights,
        "buzzer": devices.buzzers,
        "reader": devices.readers,
    }
    there = {device_name(place, part) for part, places in by_part.items() for place in places}
    asked = {part.device for part in wanted}
    if missing := sorted(asked - there):
        return f"it opens no {', '.join(missing)}"
    if extra := sorted(there - asked):
        return f"it opens {', '.join(extra)}, which no profile gave it"
    return ""
