"""Read profiles from TOML. The keys are described in docs/README.md.

`load` reports all problems at once, each with the full path of its key.
"""

from __future__ import annotations

import tomllib
from collections.abc import Callable, Iterator
from dataclasses import replace
from importlib.resources import files
from typing import Any

from hardware.checking import Checked, ProfileProblem, checked_toml, did_you_mean
from hardware.driver_contract import DRIVEN_PARTS, DrivenPart
from hardware.ports import KEYS, PANEL, PUSH, DevicePart
from hardware.profile import (
    ADDRESSES,
    COLOURS,
    DRIVERS,
    LAST_CHIP,
    MOST_SEATS,
    PARTS,
    POD_PARTS,
    ROTATIONS,
    SIMULATED_PARTS,
    SIZES,
    USUAL_DRIVER,
    EncoderPins,
    Oled,
    Profile,
    ProfileError,
    ProfileKind,
    Rgb,
    SeatPlace,
    SpiOled,
    encoder_rest,
    pictures_of,
    rotations_of,
    sizes_of,
)
from hardware.wiring_conflicts import LAST_PIN, OledUse, PinUse, SpiUse, conflicts

_WIRES = ("keys", "encoder", "oled", "light", "buzzer", "pod")
_ON_SPI = ("spi", "select", "dc", "reset", "size", "driver", "rotate")
_ON_I2C = ("bus", "address", "mux", "size", "driver", "rotate")
_SIMULATED = ("parts", "size")
_ELSEWHERE = {
    "sim": dict.fromkeys(_WIRES, 'a simulated place has no wires; list its parts instead: parts = ["keys"]'),
    "pi": dict.fromkeys(_SIMULATED, 'only in a profile with kind = "sim"'),
}

_DRIVEN_ONLY = ("display", "reader")
"""Parts of a place that only a driver has."""
_AS_SIMULATED: dict[DevicePart, set[str]] = {
    "keys": {"keys", "encoder"},
    "display": {"oled"},
    "light": {"light"},
    "buzzer": {"buzzer"},
    "reader": {"reader"},
}
"""The simulated parts in place of which a driver's part stands."""

_ON_SPI_ONLY = dict.fromkeys(("select", "dc", "reset"), "only on an SPI bus: say which, spi = 0")


class _ProfileReader:
    """One profile being read; collects uses of pins, displays and serial lines."""

    def __init__(self, top: Checked) -> None:
        self.top = top
        self.pins: list[PinUse] = []
        self.oleds: list[OledUse] = []
        self.spis: list[SpiUse] = []
        self.pods: dict[str, str] = {}
        self.numbers: dict[int, str] = {}

    def profile(self) -> Profile:
        """Read everything; valid only if `top.problems` is empty."""
        top = self.top
        top.only(("name", "kind", "about", "chip", "pods", "panel", "seat"))
        top.need("name", "kind")
        name = top.text("name") or ""
        about = top.text("about") or ""
        kind: ProfileKind | None = None
        if (word := top.choice("kind", ("sim", "pi"))) is not None:
            kind = "sim" if word == "sim" else "pi"
        chip = top.number("chip", 0, LAST_CHIP)
        if kind == "sim" and "chip" in top.values:
            top.note("chip", "a simulated table has no chip", 'only in a profile with kind = "pi"')
        pods = top.texts("pods")
        if kind == "sim" and "pods" in top.values:
            top.note("pods", "no pods come to a simulated table", 'only in a profile with kind = "pi"')
        panel = top.table("panel")
        panel_place = self._place(panel, PANEL, kind) if panel else None
        seats = [self._place(seat, self._number(seat), kind) for seat in top.tables("seat")]
        top.problems.extend(conflicts(self.pins, self.oleds, self.spis))
        seats.sort(key=lambda seat: seat.number)
        return Profile(name, kind or "sim", about, tuple(seats), panel_place, chip, pods)

    def _number(self, seat: Checked) -> int:
        seat.need("number")
        number = seat.number("number", 1, MOST_SEATS)
        if number is None:
            return PANEL
        first = self.numbers.setdefault(number, seat.at("number"))
        if first != seat.at("number"):
            seat.note(seat.at("number"), f"seat {number} is there twice", f"first at {first}")
        return number

    def _place(self, place: Checked, number: int, kind: ProfileKind | None) -> SeatPlace:
        driven = tuple(self._driven(place, number))
        given = {part.part for part in driven}
        rest = {key: value for key, value in place.values.items() if key not in given}
        return replace(self._other_parts(Checked(rest, place.path, place.problems), number, kind, given), driven=driven)

    def _driven(self, place: Checked, number: int) -> Iterator[DrivenPart]:
        """The parts of a place that drivers drive."""
        for part in DRIVEN_PARTS:
            value = place.values.get(part)
            if not isinstance(value, dict) or ("driver" not in value and part not in _DRIVEN_ONLY):
                continue
            table = Checked(value, place.at(part), place.problems)
            table.need("driver")
            settings = {key: setting for key, setting in value.items() if key != "driver"}
            yield DrivenPart(number, part, table.text("driver") or "", settings, table.path)
            if part == "display" and "oled" in place.values:
                place.note(place.at("display"), "this place has an oled already", "remove oled or display")
            if part == "keys" and "encoder" in place.values:
                place.note(place.at("encoder"), "the keys are a driver's, and so is the knob", "remove encoder")
            if part != "reader" and "pod" in place.values:
                place.note(table.path, "a place with a pod has its wires at the pod", f"remove {part} or pod")

    def _other_parts(self, place: Checked, number: int, kind: ProfileKind | None, given: set[DevicePart]) -> SeatPlace:
        """A place without what drivers drive: the parts `given`."""
        own = () if place.path == "panel" else ("number",)
        if kind == "sim":
            place.only((*own, *_SIMULATED), _ELSEWHERE["sim"])
            return self._simulated_place(place, number, given)
        # without a kind both sets of keys are accepted; the kind is reported
        place.only((*own, *_WIRES) if kind else (*own, *_WIRES, *_SIMULATED), _ELSEWHERE["pi"])
        return self._pod_place(place, number) if "pod" in place.values else self._wired_place(place, number)

    def _simulated_place(self, place: Checked, number: int, given: set[DevicePart]) -> SeatPlace:
        parts = place.words("parts", SIMULATED_PARTS)
        size = place.choice("size", SIZES)
        has = frozenset(PARTS if parts is None else parts) - {one for part in given for one in _AS_SIMULATED[part]}
        return SeatPlace(number, has, _lines(has), SIZES[size or "128x64"])

    def _pod_place(self, place: Checked, number: int) -> SeatPlace:
        path = place.text("pod")
        if path is not None:
            first = self.pods.setdefault(path, place.at("pod"))
            if first != place.at("pod"):
                place.note(place.at("pod"), f"{path} is used twice", f"first at {first}")
        for key in _WIRES:
            if key != "pod" and key in place.values:
                place.note(place.at(key), "a place with a pod has its wires at the pod", f"remove {key} or pod")
        parts = frozenset(POD_PARTS)
        return SeatPlace(number, parts, _lines(parts), pod=path)

    def _wired_place(self, place: Checked, number: int) -> SeatPlace:
        keys = self._keys(place.table("keys"))
        encoder = self._encoder(place.table("encoder"))
        oled = self._oled(place.table("oled"))
        light = self._light(place)
        buzzer = self._pin(place, "buzzer")
        if "keys" in place.values and not _can_answer(place):
            place.note(place.at("keys"), "no way to say OK here", "add the key ok, or push to the encoder")
        has = {"keys": keys, "encoder": encoder, "oled": oled, "light": light, "buzzer": buzzer}
        lines = [key for key, _ in keys] + ([PUSH] if encoder and encoder.push is not None else [])
        return SeatPlace(
            number=number,
            parts=frozenset(part for part, wiring in has.items() if wiring not in ((), None)),
            lines=tuple(lines),
            size=oled.size if oled else SIZES["128x64"],
            keys=keys,
            encoder=encoder,
            oled=oled,
            light=light,
            buzzer=buzzer,
        )

    def _pin(self, table: Checked, key: str) -> int | None:
        pin = table.number(key, 0, LAST_PIN)
        if pin is not None:
            self.pins.append(PinUse(pin, table.at(key)))
        return pin

    def _light(self, place: Checked) -> int | Rgb | None:
        table = place.table("light") if isinstance(place.values.get("light"), dict) else None
        if table is None:
            return self._pin(place, "light")
        table.only(COLOURS)
        table.need(*COLOURS)
        red, green, blue = (self._pin(table, colour) for colour in COLOURS)
        return None if red is None or green is None or blue is None else Rgb(red, green, blue)

    def _keys(self, table: Checked | None) -> tuple[tuple[str, int], ...]:
        if table is None:
            return ()
        table.only(KEYS)
        pins = [(key, self._pin(table, key)) for key in KEYS]
        return tuple((key, pin) for key, pin in pins if pin is not None)

    def _encoder(self, table: Checked | None) -> EncoderPins | None:
        if table is None:
            return None
        table.only(("a", "b", "push", "half", "rest"))
        table.need("a", "b")
        a, b, push = (self._pin(table, key) for key in ("a", "b", "push"))
        half, rest = table.flag("half") or False, encoder_rest(table)
        return None if a is None or b is None else EncoderPins(a, b, push, half, rest)

    def _oled(self, table: Checked | None) -> Oled | SpiOled | None:
        if table is None:
            return None
        on_spi = "spi" in table.values
        table.only(_ON_SPI if on_spi else _ON_I2C, _ON_SPI_ONLY)
        driver = table.choice("driver", DRIVERS) or USUAL_DRIVER
        size = SIZES[table.choice("size", SIZES) or "128x64"]
        if size not in pictures_of(driver):
            table.note(table.at("size"), f"no {driver} has this size", f"it has {sizes_of(driver)}")
        rotate = _rotation(table, size, driver)
        return self._spi_oled(table, size, driver, rotate) if on_spi else self._i2c_oled(table, size, driver, rotate)

    def _i2c_oled(self, table: Checked, size: tuple[int, int], driver: str, rotate: int) -> Oled | None:
        table.need("bus", "address")
        bus = table.number("bus", 0, 99)
        address = table.number("address", *ADDRESSES)
        mux = table.number("mux", 0, 7)
        if bus is None or address is None:
            return None
        self.oleds.append(OledUse(bus, address, mux, table.path))
        return Oled(bus, address, mux, size, driver, rotate)

    def _spi_oled(self, table: Checked, size: tuple[int, int], driver: str, rotate: int) -> SpiOled | None:
        table.need("spi", "select", "dc")
        spi = table.number("spi", 0, 1)
        select = table.number("select", 0, 2 if spi else 1)
        dc, reset = self._pin(table, "dc"), self._pin(table, "reset")
        if spi is None or select is None:
            return None
        self.spis.append(SpiUse(spi, select, table.path))
        return None if dc is None else SpiOled(spi, select, dc, reset, size, driver, rotate)


def _rotation(table: Checked, size: tuple[int, int], driver: str) -> int:
    """By how much the picture is turned; the usual one of its size where nothing is said."""
    found = rotations_of(driver, size)
    rotate = table.number("rotate", 0, ROTATIONS[-1])
    if rotate is None or rotate in found:
        return found[0] if rotate is None and found else rotate or 0
    if rotate not in ROTATIONS:
        table.note(table.at("rotate"), f"expected 0, 90, 180 or 270, found {rotate}")
    elif found:
        known = " or ".join(map(str, found))
        what = f"a picture of {size[0]}x{size[1]} is not turned by {rotate} on a {driver}"
        table.note(table.at("rotate"), what, f"by {known}; turned by {rotate} it is {size[1]}x{size[0]}")
    return rotate


def _can_answer(place: Checked) -> bool:
    keys, encoder = place.values.get("keys"), place.values.get("encoder")
    return not isinstance(keys, dict) or "ok" in keys or (isinstance(encoder, dict) and PUSH in encoder)


def _lines(parts: frozenset[str]) -> tuple[str, ...]:
    return (KEYS if "keys" in parts else ()) + ((PUSH,) if "encoder" in parts else ())


def load(text: str, where: str, parse: Callable[[str], dict[str, Any]] = tomllib.loads) -> Profile:
    """Parse a profile; `where` names it in errors. `parse` reads TOML: a bounded reader for untrusted text. Raises
    ProfileError with every problem; invalid TOML is a single one.
    """
    top = checked_toml(text, where, ProfileError, parse)
    profile = _ProfileReader(top).profile()
    if top.problems:
        raise ProfileError(where, tuple(top.problems))
    return profile


def shipped() -> tuple[str, ...]:
    """Names of the shipped profiles, sorted."""
    folder = files("hardware") / "profiles"
    return tuple(sorted(file.name.removesuffix(".toml") for file in folder.iterdir() if file.name.endswith(".toml")))


def read_shipped(name: str) -> Profile:
    """Shipped profile by name. Raises ProfileError for an unknown name."""
    if name not in shipped():
        raise ProfileError(name, (ProfileProblem(name, "no such profile", did_you_mean(name, shipped())),))
    text = (files("hardware") / "profiles" / f"{name}.toml").read_text(encoding="utf-8")
    return load(text, f"{name}.toml")
