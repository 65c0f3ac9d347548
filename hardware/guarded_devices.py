"""Devices of a package, none of whose errors ends a thread of the table: it is a device that does not work."""

from __future__ import annotations

import logging
from collections.abc import Callable, Sequence
from dataclasses import replace
from threading import Lock
from typing import TYPE_CHECKING, TypeVar

from hardware.errors import DeviceGone
from hardware.ports import (
    Buzzer,
    Devices,
    Display,
    Fault,
    Keys,
    Light,
    NumberedDisplay,
    Pattern,
    Post,
    Reader,
    RenewedDisplay,
    SideColour,
    Watch,
    Wire,
    device_name,
)

if TYPE_CHECKING:
    from PIL.Image import Image

logger = logging.getLogger(__name__)
T = TypeVar("T")


class Guard:
    """Calls a driver, and remembers which of its devices raised what."""

    def __init__(self, driver: str) -> None:
        self.driver = driver
        self._faults: dict[str, Fault] = {}
        self._lock = Lock()

    def use(self, device: str, call: Callable[[], object]) -> None:
        """Call what uses a device. Raises DeviceGone for whatever it raises, but ValueError."""
        try:
            call()
        except (DeviceGone, ValueError):
            raise
        except Exception as error:
            why = self._remember(device, error)
            raise DeviceGone(device, why) from error
        else:
            with self._lock:
                self._faults.pop(device, None)

    def quietly(self, device: str, call: Callable[[], object]) -> None:
        """Call what must not fail."""
        try:
            call()
        except Exception as error:
            self._remember(device, error)

    def given(self, what: str, call: Callable[[], T], otherwise: T) -> T:
        """What a call gives, or something else where it raises."""
        try:
            return call()
        except Exception as error:
            self._remember(what, error)
            return otherwise

    def fault(self, device: str) -> Fault | None:
        """What a device has raised last, if it has not worked since."""
        with self._lock:
            return self._faults.get(device)

    def _remember(self, device: str, error: Exception) -> str:
        # The text of an error may hold what a tag or a picture was of: it goes into no log.
        why = type(error).__name__
        with self._lock:
            known = self._faults.get(device)
            self._faults[device] = Fault("driver", f"{self.driver}: {why}")
        if known is None:
            logger.warning("driver %s: %s raised %s", self.driver, device, why)
        return why


class _Source:
    """Keys, a reader or what watches."""

    def __init__(self, guard: Guard, device: str, source: Keys | Reader | Watch) -> None:
        self._guard, self._device, self._source = guard, device, source

    def start(self, post: Post) -> None:
        self._guard.quietly(self._device, lambda: self._source.start(post))

    def close(self) -> None:
        self._guard.quietly(self._device, self._source.close)


class _Display:
    def __init__(self, guard: Guard, device: str, display: Display) -> None:
        self._guard, self._device, self._display = guard, device, display

    @property
    def size(self) -> tuple[int, int]:
        return self._display.size

    @property
    def bus(self) -> str:
        return f"{self._guard.driver}:{self._display.bus}"

    def show(self, image: Image, *, private: bool = False) -> None:
        self._guard.use(self._device, lambda: self._display.show(image, private=private))

    def blank(self) -> None:
        self._guard.use(self._device, self._display.blank)

    def close(self) -> None:
        self._guard.quietly(self._device, self._display.close)


class _Renewed(_Display):
    def renew(self) -> None:
        display = self._display
        if isinstance(display, RenewedDisplay):
            self._guard.quietly(self._device, display.renew)


class _Numbered(_Display):
    def show_as(self, number: int, image: Image, *, private: bool = False) -> None:
        display = self._display
        if isinstance(display, NumberedDisplay):
            self._guard.use(self._device, lambda: display.show_as(number, image, private=private))


class _NumberedRenewed(_Numbered, _Renewed):
    pass


class _Light:
    def __init__(self, guard: Guard, device: str, light: Light) -> None:
        self._guard, self._device, self._light = guard, device, light

    def set(self, on: bool, pattern: Pattern = "steady", side: SideColour | None = None) -> None:
        self._guard.use(self._device, lambda: self._light.set(on, pattern, side))

    def close(self) -> None:
        self._guard.quietly(self._device, self._light.close)


class _Buzzer:
    def __init__(self, guard: Guard, device: str, buzzer: Buzzer) -> None:
        self._guard, self._device, self._buzzer = guard, device, buzzer

    def beep(self) -> None:
        self._guard.use(self._device, self._buzzer.beep)

    def close(self) -> None:
        self._guard.quietly(self._device, self._buzzer.close)


def guarded(driver: str, devices: Devices) -> Devices:
    """The same devices, which raise nothing but what the ports say. Wires name the driver."""
    guard = Guard(driver)
    whole = f"all of {driver}"
    none: tuple[Wire, ...] = ()

    def survey() -> tuple[Wire, ...]:
        wires = guard.given(whole, devices.survey, none)
        return tuple(replace(wire, driver=driver, fault=wire.fault or guard.fault(wire.device)) for wire in wires)

    return Devices(
        keys={place: _Source(guard, device_name(place, "keys"), one) for place, one in devices.keys.items()},
        displays={place: _shown(guard, device_name(place, "display"), one) for place, one in devices.displays.items()},
        lights={place: _Light(guard, device_name(place, "light"), one) for place, one in devices.lights.items()},
        buzzers={place: _Buzzer(guard, device_name(place, "buzzer"), one) for place, one in devices.buzzers.items()},
        readers={place: _Source(guard, device_name(place, "reader"), one) for place, one in devices.readers.items()},
        watches=tuple(_Source(guard, whole, one) for one in devices.watches),
        survey=survey,
        mend=lambda: guard.quietly(whole, devices.mend),
        release=lambda: guard.quietly(whole, devices.release),
    )


def out_of_order(driver: str, devices: Sequence[str], why: str) -> Devices:
    """No devices, and wires that say why: its driver cannot be used, or is not installed where ``why`` is empty."""
    fault = Fault("driver", f"{driver}: {why}") if why else Fault("library", driver)
    wires = tuple(Wire(device, _line(device), fault=fault, driver=driver) for device in devices)
    return Devices(survey=lambda: wires)


def _line(device: str) -> str:
    part = device.partition(".")[2]
    return "ok" if part == "keys" else part


def _shown(guard: Guard, device: str, display: Display) -> Display:
    numbered, renewed = isinstance(display, NumberedDisplay), isinstance(display, RenewedDisplay)
    made = {
        (False, False): _Display,
        (True, False): _Numbered,
        (False, True): _Renewed,
        (True, True): _NumberedRenewed,
    }
    return made[numbered, renewed](guard, device, display)
