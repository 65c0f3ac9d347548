"""The drivers a profile asks for. Those of pins and pods are loaded only where it has some: they take memory."""

from __future__ import annotations

from dataclasses import dataclass
from importlib import import_module
from pathlib import Path
from typing import Any

from companion.config import ConfigError
from hardware.ports import KEYS, PUSH, Clock, Devices, Simulator
from hardware.profile import POD_PARTS, Profile, SeatPlace
from hardware.sim.table import SimTable

WIRED, PODDED = "hardware.pi.table", "hardware.pods.table"
FINDING, FLASHING = "hardware.pods.finding", "hardware.pods.flashing"


@dataclass(frozen=True)
class Driven:
    """What is on the table, not yet started; ``simulator`` where it is simulated."""

    devices: Devices
    simulator: Simulator | None = None


def drive(profile: Profile, clock: Clock, folder: Path) -> Driven:
    """The devices of a profile; ``folder`` may be written to. Raises ``ConfigError``.

    A device that does not work is no error: it is tried again, and the table opens without it.
    """
    if profile.kind == "sim":
        simulator = SimTable(profile, clock)
        return Driven(simulator.devices(), simulator)
    podded = bool(profile.pods) or any(place.pod is not None for place in profile.places())
    if not podded:
        return Driven(_wired(profile, clock, folder))
    pods = _loaded(PODDED, profile)
    devices: Devices = pods.PodTable(profile, clock).devices()
    if any(place.pod is None and place.parts for place in profile.places()):
        devices = pods.beside(_wired(profile, clock, folder), devices)
    return Driven(devices)


@dataclass(frozen=True)
class PodTools:
    """Modules for whoever looks after pods from a terminal: who is where, copying files, and pods as devices."""

    finding: Any
    flashing: Any
    table: Any

    @staticmethod
    def alone(path: str, seat: int) -> Profile:
        """A table with nothing but one pod."""
        place = SeatPlace(seat, frozenset(POD_PARTS), (*KEYS, PUSH), pod=path)
        return Profile("pod", "pi", "", (place,), None)


def pod_tools() -> PodTools:
    """The tools for pods. Raises ``ConfigError`` where their libraries are not installed."""
    alone = PodTools.alone("", 1)
    return PodTools(*(_loaded(module, alone) for module in (FINDING, FLASHING, PODDED)))


def _wired(profile: Profile, clock: Clock, folder: Path) -> Devices:
    devices: Devices = _loaded(WIRED, profile).PiTable(profile, clock, folder).devices()
    return devices


def _loaded(module: str, profile: Profile) -> Any:
    try:
        return import_module(module)
    except ImportError as error:
        install = "pip install 'table-companion[pi]'"
        raise ConfigError(f"profile {profile.name}: {error.name} is not installed; {install}") from error
