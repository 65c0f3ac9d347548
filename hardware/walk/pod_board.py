"""A pod's own file with its pins, `pins.py`: read as values, never run, and written with another wiring. Pure."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from hardware.checking import Checked
from hardware.display_chips import CHIPS
from hardware.errors import HardwareError
from hardware.ports import KEYS, PUSH
from hardware.profile import (
    COLOURS,
    DRIVERS,
    USUAL_DRIVER,
    EncoderPins,
    Oled,
    Rgb,
    SeatPlace,
    SpiOled,
    encoder_rest,
    pod_rotations,
)
from hardware.walk.walk_devices import CHAINED

TRIED = 1
"""Number of the place that a pod is while it is tried."""
PINS = (*range(23), 26, 27, 28)
"""GP pins that boards lead out. 23 to 25 and 29 are the board's own on a Pico; on a Pico W the radio's."""
LAST_GP = 29
NEEDED = ("LINE", "LANGUAGE", "KEYS", "ENCODER", "DISPLAY", "LIGHT", "BRIGHTEST", "BUZZER")


class PodFileError(HardwareError, ValueError):
    """A pod's file with its pins cannot be used; the text lists everything that is wrong."""


@dataclass(frozen=True)
class PodBoard:
    """What the file says: its values by name, in its order, and the pod as a place. The colours of an addressable lamp
    are those of `CHAINED`.
    """

    values: Mapping[str, Any]
    about: str
    place: SeatPlace

    @property
    def listening_pins(self) -> tuple[int, ...]:
        """GP pins at which a contact could be: all but those of display, line and an addressable lamp."""
        values = self.values
        chained = isinstance(self.place.light, Rgb) and self.place.light.red >= CHAINED
        parts = ("DISPLAY", "LINE", "LIGHT") if chained else ("DISPLAY", "LINE")
        kept = {pin for part in parts for pin in _pins_of(values[part])}
        named = {pin for part in ("KEYS", "ENCODER") for pin in _pins_of(values[part])}
        return tuple(pin for pin in sorted({*PINS, *named}) if pin not in kept)


def read_board(text: str, where: str) -> PodBoard:
    """Read such a file; `where` names it. Raises PodFileError."""
    values: dict[str, Any] = {}
    try:
        tree = ast.parse(text)
        for node in tree.body:
            if isinstance(node, ast.Assign) and len(node.targets) == 1 and isinstance(node.targets[0], ast.Name):
                values[node.targets[0].id] = ast.literal_eval(node.value)
            elif not (isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)):
                raise PodFileError(f"{where}, line {node.lineno}: only NAME = value can be read, without calculations")
    except (SyntaxError, ValueError) as error:
        if isinstance(error, PodFileError):
            raise
        raise PodFileError(f"{where}: {error}") from error
    return PodBoard(values, ast.get_docstring(tree) or "", _place(values, where))


def board_text(board: PodBoard, place: SeatPlace, remarks: str = "") -> str:
    """The file for a pod that is wired as `place` says; `remarks` are lines of a comment under its first line."""
    values = dict(board.values)
    values["KEYS"] = dict(place.keys)
    if (encoder := place.encoder) is not None:
        values["ENCODER"] = {**values["ENCODER"], "a": encoder.a, "b": encoder.b, "half": encoder.half}
        if encoder.push is not None:
            values["ENCODER"]["push"] = encoder.push
        if encoder.rest is not None:
            values["ENCODER"]["rest"] = encoder.rest
    if (oled := place.oled) is not None:
        values["DISPLAY"] = display_of(board, oled)
    if place.light is not None:
        values["LIGHT"] = light_of(board, place)
    if place.buzzer is not None:
        values["BUZZER"] = {**values["BUZZER"], "pin": place.buzzer}
    plain = board.about and not {'"', "\\"} & {*board.about}
    head = [f'"""{board.about}"""', ""] if plain else []
    # what would end or escape the text that it stood in is a comment
    said = remarks if plain or not board.about else f"{board.about}\n{remarks}"
    comments = [f"# {line}".rstrip() for line in said.splitlines()]
    lines = [f"{name} = {_literal(name, value)}" for name, value in values.items()]
    return "\n".join([*head, *comments, *([""] if comments else []), *lines]) + "\n"


def display_of(board: PodBoard, oled: Oled | SpiOled) -> dict[str, Any]:
    """A display as the file says it."""
    own = {**board.values["DISPLAY"], "chip": oled.driver, "width": oled.size[0], "height": oled.size[1]}
    if oled.rotate or "rotate" in own:
        own["rotate"] = oled.rotate
    return {**own, "address": oled.address} if isinstance(oled, Oled) else own


def light_of(board: PodBoard, place: SeatPlace) -> dict[str, Any]:
    """A lamp as the file says it."""
    own = board.values["LIGHT"]
    if not isinstance(place.light, Rgb):
        return {**own, "pin": place.light}
    if own["kind"] == "rgb":
        return {**own, **{colour: getattr(place.light, colour) for colour in COLOURS}}
    order = sorted(COLOURS, key=lambda colour: int(getattr(place.light, colour)))
    return {**own, "order": "".join(colour[0].upper() for colour in order)}


def _place(values: Mapping[str, Any], where: str) -> SeatPlace:
    top = Checked(values, "")
    top.need(*NEEDED)
    keys = top.table("KEYS")
    found: dict[str, int | None] = {}
    if keys is not None:
        keys.only(KEYS)
        found = {key: keys.number(key, 0, LAST_GP) for key in keys.values}
    encoder, oled, light, buzzer = _encoder(top), _oled(top), _light(top), _buzzer(top)
    if not top.problems:
        _each_pin_once(top)
    if top.problems:
        problems = "; ".join(map(str, top.problems))
        raise PodFileError(f"{where}: {problems}")
    wired = tuple((key, pin) for key, pin in found.items() if pin is not None)
    has = {"keys": wired, "encoder": encoder, "oled": oled, "light": light, "buzzer": buzzer}
    return SeatPlace(
        TRIED,
        frozenset(part for part, wiring in has.items() if wiring not in ((), None)),
        (*(key for key, _ in wired), *((PUSH,) if encoder and encoder.push is not None else ())),
        size=oled.size if oled else (128, 64),
        keys=wired,
        encoder=encoder,
        oled=oled,
        light=light,
        buzzer=buzzer,
    )


def _each_pin_once(top: Checked) -> None:
    """Whoever finds a contact at a pin has to know whose it is."""
    owners: dict[int, str] = {}
    for part in ("LINE", "DISPLAY", "KEYS", "ENCODER", "LIGHT", "BUZZER"):
        for key, pin in _pins_by_key(top.values[part]):
            if pin in owners:
                top.note(f"{part}.{key}", f"GP{pin} is at {owners[pin]} already")
            owners[pin] = f"{part}.{key}"


def _encoder(top: Checked) -> EncoderPins | None:
    table = top.table("ENCODER")
    if table is None:
        return None
    table.only(("a", "b", "push", "half", "rest"))
    table.need("a", "b")
    a, b, push = (table.number(key, 0, LAST_GP) for key in ("a", "b", "push"))
    return None if a is None or b is None else EncoderPins(a, b, push, bool(table.flag("half")), encoder_rest(table))


def _oled(top: Checked) -> Oled | SpiOled | None:
    table = top.table("DISPLAY")
    if table is None:
        return None
    width, height = table.values.get("width", 128), table.values.get("height", 64)
    driver = table.choice("chip", DRIVERS) or USUAL_DRIVER
    if (width, height) not in CHIPS[driver].SIZES:
        known = " or ".join(f"{wide}x{high}" for wide, high in CHIPS[driver].SIZES)
        table.note(table.at("height"), f"expected a display of {known}, found {width}x{height}")
    size = next((one for one in CHIPS[driver].SIZES if one == (width, height)), CHIPS[driver].SIZES[0])
    rotate = table.number("rotate", 0, 180) or 0
    if rotate not in pod_rotations(driver):
        table.note(table.at("rotate"), "a pod turns a picture by 180 degrees or not at all, and none on an sh1107")
    if "spi" in table.values:
        table.need("sck", "mosi", "select", "dc", "chip")
        dc, reset = table.number("dc", 0, LAST_GP), table.number("reset", 0, LAST_GP)
        return None if dc is None else SpiOled(0, 0, dc, reset, size, driver, rotate)
    table.need("i2c", "sda", "scl", "address", "chip")
    bus, address = table.number("i2c", 0, 1), table.number("address", 0x08, 0x77)
    return None if bus is None or address is None else Oled(bus, address, None, size, driver, rotate)


def _light(top: Checked) -> int | Rgb | None:
    table = top.table("LIGHT")
    if table is None:
        return None
    kind = table.choice("kind", ("rgb", "ws2812", "plain"))
    table.need("kind", *(COLOURS if kind == "rgb" else ("pin",)))
    if kind == "rgb":
        red, green, blue = (table.number(colour, 0, LAST_GP) for colour in COLOURS)
        return None if red is None or green is None or blue is None else Rgb(red, green, blue)
    pin = table.number("pin", 0, LAST_GP)
    if kind != "ws2812" or pin is None:
        return pin
    order = table.values.get("order", "GRB")
    if not isinstance(order, str) or sorted(order) != sorted("RGB"):
        table.note(table.at("order"), f'expected the letters R, G and B in some order, found "{order}"')
        return None
    return Rgb(*(CHAINED + order.index(colour[0].upper()) for colour in COLOURS))


def _buzzer(top: Checked) -> int | None:
    table = top.table("BUZZER")
    if table is None:
        return None
    table.need("pin")
    return table.number("pin", 0, LAST_GP)


def _pins_of(part: Any) -> Iterator[int]:
    """Pins in a part of the file."""
    yield from (pin for _, pin in _pins_by_key(part))


def _pins_by_key(part: Any) -> Iterator[tuple[str, int]]:
    if isinstance(part, dict):
        yield from ((key, pin) for key, pin in part.items() if type(pin) is int and key not in _NO_PINS)


_NO_PINS = ("i2c", "spi", "uart", "address", "width", "height", "speed", "tone", "half", "rotate")


def _literal(name: str, value: Any) -> str:
    """A value as it is written; addresses in sixteens."""
    if name != "DISPLAY" or not isinstance(value, dict) or "address" not in value:
        return _quoted(value)
    parts = (f'"{key}": {f"0x{part:02X}" if key == "address" else _quoted(part)}' for key, part in value.items())
    return "{" + ", ".join(parts) + "}"


def _quoted(value: Any) -> str:
    if isinstance(value, dict):
        return "{" + ", ".join(f"{_quoted(key)}: {_quoted(part)}" for key, part in value.items()) + "}"
    if isinstance(value, str) and value.isprintable() and not {'"', "\\"} & {*value}:
        return f'"{value}"'
    return repr(value)
