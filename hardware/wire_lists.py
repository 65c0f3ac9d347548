"""Wire lists: every wire of a pod's board file and of a profile's place, for the pages, plans and cases that are drawn
from them.
"""

from __future__ import annotations

import runpy
from collections.abc import Iterator
from typing import Any

from hardware.pods.flashing import firmware
from hardware.profile import Oled, Rgb, SeatPlace, SpiOled

BOARD_TITLES = {
    "pico": "Raspberry Pi Pico or Pico 2",
    "pico_w": "Raspberry Pi Pico W or Pico 2 W",
    "rp2040_zero": "Waveshare RP2040-Zero",
}

SPI_LINES = {0: (11, 10, 8, 7), 1: (21, 20, 18, 17, 16)}
"""BCM pins of each SPI bus: clock, data to the display, then its select lines."""


def board_file(name: str) -> dict[str, Any]:
    """A board's file, as the pod reads it. Raises ``FileNotFoundError`` for an unknown board."""
    return runpy.run_path(str(firmware() / "boards" / f"{name}.py"))


def pod_wires(name: str) -> list[tuple[str, str, int]]:
    """(part, contact, GP number) of every wire of a pod."""
    pins = board_file(name)
    wires = [("key", key.upper(), pin) for key, pin in pins["KEYS"].items()]
    encoder, display, light = pins["ENCODER"], pins["DISPLAY"], pins["LIGHT"]
    wires += [("encoder", contact, encoder[contact]) for contact in ("a", "b", "push")]
    wires += [("display", contact.upper(), display[contact]) for contact in ("sda", "scl")]
    colours = ("red", "green", "blue") if light["kind"] == "rgb" else ("pin",)
    wires += [("light", "data" if colour == "pin" else colour, light[colour]) for colour in colours]
    return [*wires, ("buzzer", "+", pins["BUZZER"]["pin"])]


def place_wires(place: SeatPlace) -> Iterator[tuple[str, str, int]]:
    """(part, contact, BCM number) of every wire of a place at the Pi's header."""
    yield from (("key", key.upper(), pin) for key, pin in place.keys)
    if place.encoder is not None:
        yield from (("encoder", "a", place.encoder.a), ("encoder", "b", place.encoder.b))
        if place.encoder.push is not None:
            yield ("encoder", "push", place.encoder.push)
    if isinstance(place.oled, SpiOled):
        clock, data, *selects = SPI_LINES[place.oled.spi]
        yield from (("display", "D0", clock), ("display", "D1", data))
        yield from (("display", "CS", selects[place.oled.select]), ("display", "DC", place.oled.dc))
        if place.oled.reset is not None:
            yield ("display", "RES", place.oled.reset)
    elif isinstance(place.oled, Oled) and place.oled.bus == 1:
        yield from (("display", "SDA", 2), ("display", "SCL", 3))
    if isinstance(place.light, Rgb):
        for colour in ("red", "green", "blue"):
            yield ("light", colour, getattr(place.light, colour))
    elif place.light is not None:
        yield ("light", "+", place.light)
    if place.buzzer is not None:
        yield ("buzzer", "+", place.buzzer)
