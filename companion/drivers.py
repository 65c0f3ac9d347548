"""Load the drivers a profile needs; those of pins and pods only if used, to save memory."""

from __future__ import annotations

from dataclasses import dataclass, replace
from importlib import import_module
from pathlib import Path
from typing import Any

from companion.config import Config
from companion.profiles import read_profile
from companion.toml_settings import ConfigError
from hardware.espeak import Espeak
from hardware.ports import KEYS, PUSH, Devices, MonotonicClock, Simulator
from hardware.profile import POD_PARTS, Profile, SeatPlace
from hardware.sim.sim_table import SimTable
from hardware.walk.walk_devices import WalkDevices

WIRED, PODDED = "hardware.pi.pi_table", "hardware.pods.pod_table"
FINDING, FLASHING = "hardware.pods.discovery", "hardware.pods.flashing"
WALKED, WALKED_POD = "hardware.walk.pi_walk", "hardware.walk.pod_walk"


@dataclass(frozen=True)
class OpenDevices:
    """Devices, not yet started; ``simulator`` if simulated."""

    devices: Devices
    simulator: Simulator | None = None


def drive(profile: Profile, clock: MonotonicClock, folder: Path) -> OpenDevices:
    """Open the devices of a profile; ``folder`` is writable. Raises ``ConfigError``.

    A device that does not work is no error: it is retried while the table runs.
    """
    if profile.kind == "sim":
        simulator = SimTable(profile, clock)
        return OpenDevices(simulator.devices(), simulator)
    podded = bool(profile.pods) or any(place.pod is not None for place in profile.places())
    if not podded:
        return OpenDevices(_wired(profile, clock, folder))
    pods = _loaded(PODDED, profile)
    devices: Devices = pods.PodTable(profile, clock).devices()
    if any(place.pod is None and place.parts for place in profile.places()):
        devices = pods.beside(_wired(profile, clock, folder), devices)
    return OpenDevices(devices)


def drive_configured(config: Config, clock: MonotonicClock) -> OpenDevices:
    """The devices of the configured profile, and the voice, which any table has. Raises ``ConfigError`` and
    ``HardwareError``.
    """
    driven = drive(read_profile(config.profile, config.folder), clock, config.folder)
    return replace(driven, devices=replace(driven.devices, voice=Espeak()))


def drive_for_walk(profile: Profile, folder: Path) -> WalkDevices:
    """The pins and parts of a wired profile, each by itself; ``folder`` is writable. Raises ``ConfigError``."""
    devices: WalkDevices = _loaded(WALKED, profile).PiWalk(profile, folder)
    return devices


def pod_for_walk(path: str) -> Any:
    """A pod that gave its console, as ``PodWalk``. Raises ``ConfigError`` and ``HardwareError``."""
    return _loaded(WALKED_POD, PodTools.alone(path, 1)).PodWalk(path)


@dataclass(frozen=True)
class PodTools:
    """Modules for pods at a terminal: discovery, flashing, and pods as devices."""

    finding: Any
    flashing: Any
    table: Any

    @staticmethod
    def alone(path: str, seat: int) -> Profile:
        """A profile with one pod only."""
        place = SeatPlace(seat, frozenset(POD_PARTS), (*KEYS, PUSH), pod=path)
        return Profile("pod", "pi", "", (place,), None)


def pod_tools() -> PodTools:
    """The pod tools. Raises ``ConfigError`` if their libraries are missing."""
    alone = PodTools.alone("", 1)
    return PodTools(*(_loaded(module, alone) for module in (FINDING, FLASHING, PODDED)))


def _wired(profile: Profile, clock: MonotonicClock, folder: Path) -> Devices:
    devices: Devices = _loaded(WIRED, profile).PiTable(profile, clock, folder).devices()
    return devices


def _loaded(module: str, profile: Profile) -> Any:
    try:
        return import_module(module)
    except ImportError as error:
        install = "pip install 'table-companion[pi]'"
        raise ConfigError(f"profile {profile.name}: {error.name} is not installed; {install}") from error
