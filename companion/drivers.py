"""Load the drivers a profile needs, and no others, to save memory: those of pins, of pods, of packages."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from importlib import import_module
from importlib.metadata import EntryPoint, entry_points
from itertools import groupby
from pathlib import Path
from typing import Any

from companion.config import Config
from companion.mqtt.mqtt_settings import NO_BROKER, MqttSettings
from companion.profiles import read_profile
from companion.toml_settings import ConfigError
from hardware.driver_contract import GROUP, DrivenPart, DriverPackage, DriverSite, misfit, not_wanted
from hardware.espeak import Espeak
from hardware.guarded_devices import guarded, out_of_order
from hardware.ports import KEYS, PUSH, Devices, MonotonicClock, Simulator, merged
from hardware.profile import POD_PARTS, Profile, ProfileError, SeatPlace
from hardware.sim.sim_table import SimTable
from hardware.walk.walk_devices import WalkDevices

WIRED, PODDED = "hardware.pi.pi_table", "hardware.pods.pod_table"
FINDING, FLASHING = "hardware.pods.discovery", "hardware.pods.flashing"
WALKED, WALKED_POD = "hardware.walk.pi_walk", "hardware.walk.pod_walk"
BUTTONS, BROKER_BUTTONS = "mqtt", "companion.mqtt.remote_buttons"
"""The driver of buttons at a broker, which is that of the settings, and its module."""
SHIPPED = {"evdev": "hardware.input_devices.evdev_driver", "pn532": "hardware.tag_readers.pn532_driver"}
"""Modules of the drivers that come with the product, by name; each has a ``DRIVER``."""


@dataclass(frozen=True)
class OpenDevices:
    """Devices, not yet started; ``simulator`` if simulated."""

    devices: Devices
    simulator: Simulator | None = None


def drive(profile: Profile, clock: MonotonicClock, folder: Path, broker: MqttSettings = NO_BROKER) -> OpenDevices:
    """Open the devices of a profile; ``folder`` is writable, ``broker`` that of the settings. Raises ``ConfigError``.

    A device that does not work is no error: it is retried while the table runs. Nor is a driver of a package: its
    devices have the fault ``driver``.
    """
    driven = tuple(_driven(profile, clock, folder, broker))
    if profile.kind == "sim":
        simulator = SimTable(profile, clock)
        return OpenDevices(merged((simulator.devices(), *driven)), simulator)
    podded = bool(profile.pods) or any(place.pod is not None for place in profile.places())
    parts = list(driven)
    if podded:
        parts.insert(0, _loaded(PODDED, profile).PodTable(profile, clock).devices())
    if any(place.pod is None and place.parts for place in profile.places()) or not parts:
        parts.insert(0, _wired(profile, clock, folder))
    return OpenDevices(merged(parts))


def drive_configured(config: Config, clock: MonotonicClock) -> OpenDevices:
    """The devices of the configured profile, and the voice, which any table has. Raises ``ConfigError`` and
    ``HardwareError``.
    """
    driven = drive(read_profile(config.profile, config.folder), clock, config.folder, config.mqtt)
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


# -- drivers of packages ---------------------------------------------------------------------------------------------


def _driven(profile: Profile, clock: MonotonicClock, folder: Path, broker: MqttSettings) -> Iterable[Devices]:
    """The devices of every driver the profile names. Raises ``ProfileError`` for settings that a driver refuses."""
    site = DriverSite(clock, folder)
    by_driver = sorted(profile.driven(), key=lambda part: part.driver)
    found = [
        _opened(name, tuple(parts), site, profile, broker)
        for name, parts in groupby(by_driver, key=lambda part: part.driver)
    ]
    if site.problems:
        for devices in found:
            devices.close()
        raise ProfileError(profile.name, tuple(site.problems))
    return found


def _opened(
    name: str, parts: tuple[DrivenPart, ...], site: DriverSite, profile: Profile, broker: MqttSettings
) -> Devices:
    """The devices of one driver; or wires that say why it cannot be used."""
    named = [part.device for part in parts]
    try:
        package, why = _package(name, profile, broker)
        if package is None:
            return out_of_order(name, named, why)
        if not_driven := sorted({part.part for part in parts} - package.parts):
            return out_of_order(name, named, f"it drives no {', '.join(not_driven)}")
        wanted = site.wanted(parts)
        known = len(site.problems)
        devices = package.open(wanted, site)
        if len(site.problems) == known and (why := not_wanted(devices, wanted)):
            if isinstance(devices, Devices):
                guarded(name, devices).close()
            return out_of_order(name, named, why)
    except (ConfigError, ProfileError):
        raise
    except (Exception, SystemExit) as error:
        return out_of_order(name, named, f"{type(error).__name__}: {error}")
    return guarded(name, devices)


def _package(name: str, profile: Profile, broker: MqttSettings) -> tuple[DriverPackage | None, str]:
    """The driver of that name, or why there is none: empty if it is not installed. No package
    has a driver under the name of one of the product.
    """
    if name in SHIPPED:
        shipped: DriverPackage = _loaded(SHIPPED[name], profile).DRIVER
        return shipped, ""
    if name == BUTTONS:
        made: DriverPackage = _loaded(BROKER_BUTTONS, profile).driver_for(broker)
        return made, ""
    entries = installed_drivers()
    named = [entry for entry in entries if entry.name == name]
    if len(named) != 1:
        return None, "several packages bring it" if named else ""
    package = named[0].load()
    why = misfit(package)
    return (None, why) if why else (package, "")


def installed_drivers() -> tuple[EntryPoint, ...]:
    """The drivers of installed packages; none of their code is run."""
    return tuple(entry_points(group=GROUP))
