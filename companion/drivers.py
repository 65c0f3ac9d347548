"""The drivers a profile asks for. Those of a Pi are loaded only for a profile with wires: they take memory."""

from __future__ import annotations

from dataclasses import dataclass
from importlib import import_module
from pathlib import Path

from companion.config import ConfigError
from hardware.ports import Clock, Devices, Simulator
from hardware.profile import Profile
from hardware.sim.table import SimTable

WIRED = "hardware.pi.table"


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
    podded = [place.number for place in profile.places() if place.pod is not None]
    if podded:
        seats = ", ".join(map(str, podded))
        raise ConfigError(f"profile {profile.name}: pods cannot be driven so far (seats {seats})")
    try:
        wired = import_module(WIRED)
    except ImportError as error:
        install = "pip install 'table-companion[pi]'"
        raise ConfigError(f"profile {profile.name}: {error.name} is not installed; {install}") from error
    return Driven(wired.PiTable(profile, clock, folder).devices())
