"""Writes the tables of pins in `hardware/docs/build.md` and the wiring diagrams' sources from the boards and profiles.

``python -m tests.firmware.bench.pin_tables`` writes them anew; tests say when they are not what this would write.
WireViz turns the sources into pictures: ``wireviz -f s -o hardware/docs/wireviz hardware/docs/wireviz/*.yml``.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from hardware.profile import Oled, Rgb, SeatPlace, SpiOled
from hardware.profile_files import read_shipped, shipped
from hardware.wiring_conflicts import POSITIONS

ROOT = Path(__file__).parents[3]
BOARDS = ROOT / "firmware" / "pod" / "boards"
PAGE = ROOT / "hardware" / "docs" / "build.md"
DIAGRAMS = ROOT / "hardware" / "docs" / "wireviz"

TITLES = {
    "pico": "Raspberry Pi Pico or Pico 2",
    "pico_w": "Raspberry Pi Pico W or Pico 2 W",
    "rp2040_zero": "Waveshare RP2040-Zero",
}


def board(name: str) -> dict[str, Any]:
    """A board's file, as the pod reads it."""
    found: dict[str, Any] = {}
    exec((BOARDS / f"{name}.py").read_text(encoding="utf-8"), found)
    return found


def pod_wires(name: str) -> list[tuple[str, str, int]]:
    """(part, contact, GP number) of every wire of a pod."""
    pins = board(name)
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
        yield ("display", "DC", place.oled.dc)
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


def pod_tables() -> str:
    """A table for every board of a pod."""
    out = []
    for name, title in TITLES.items():
        out += [f"**{title}** (`firmware/pod/boards/{name}.py`)", "", "| Part | Contact | Pin |", "|---|---|---|"]
        out += [f"| {part} | {contact} | GP{pin} |" for part, contact, pin in pod_wires(name)] + [""]
    return "\n".join(out).rstrip()


def pi_tables() -> str:
    """A table for every wired profile."""
    out = []
    for name in shipped():
        profile = read_shipped(name)
        rows = [
            f"| {'panel' if place.number == 0 else f'seat {place.number}'} | {part} | {contact} | GPIO{pin} "
            f"| {POSITIONS[pin]} |"
            for place in profile.places()
            for part, contact, pin in place_wires(place)
        ]
        if rows and profile.kind == "pi":
            head = ["| Place | Part | Contact | Pin (BCM) | Position on the header |", "|---|---|---|---|---|"]
            out += [f"**{profile.about}** (`hardware/profiles/{name}.toml`)", "", *head, *rows, ""]
    return "\n".join(out).rstrip()


def filled(page: str) -> str:
    """The page with its tables written anew, between their marks."""
    for mark, table in (("pods", pod_tables()), ("pi", pi_tables())):
        between = re.compile(f"(<!-- {mark} -->\n).*?(\n<!-- /{mark} -->)", re.S)
        assert between.search(page), mark
        page = between.sub(lambda found: f"{found[1]}{table}{found[2]}", page)  # noqa: B023
    return page


PARTS = {
    "key": ("Key {0}", "push button", ["pin", "GND"]),
    "encoder": ("Encoder", "EC11 or the like, with switch", ["a", "b", "push", "GND"]),
    "display": ("Display", "OLED 128x64, I2C, 3.3 V", ["SDA", "SCL", "3V3", "GND"]),
    "buzzer": ("Buzzer", "see the bill of materials", ["+", "GND"]),
}


def diagram(name: str) -> str:
    """The WireViz source of a pod."""
    wires = pod_wires(name)
    ends: list[tuple[str, str, str]] = []  # (pin of the board, part, contact)
    parts: dict[str, tuple[str, list[str]]] = {}
    for kind, contact, pin in wires:
        title, about, contacts = _part(kind, contact, wires)
        parts[title] = (about, contacts)
        ends.append((f"GP{pin}", title, "pin" if kind == "key" else contact))
    for title, (_, contacts) in parts.items():
        ends += [(contact, title, contact) for contact in contacts if contact in ("3V3", "GND", "5V")]
    return _source(TITLES[name], parts, ends)


def _part(kind: str, contact: str, wires: list[tuple[str, str, int]]) -> tuple[str, str, list[str]]:
    if kind != "light":
        title, about, contacts = PARTS[kind]
        return title.format(contact), about, contacts
    if contact == "data":
        return "Light", "WS2812; the RP2040-Zero carries its own", ["data", "5V", "GND"]
    colours = [end for part, end, _ in wires if part == kind]
    return "Light", "common cathode, 330 ohm before each colour", [*colours, "GND"]


def _source(title: str, parts: dict[str, tuple[str, list[str]]], ends: list[tuple[str, str, str]]) -> str:
    own = list(dict.fromkeys(pin for pin, _, _ in ends))
    out = ["connectors:", f"  Board:\n    type: {title}\n    pins: [{', '.join(own)}]"]
    for part, (about, contacts) in parts.items():
        out.append(f'  {part}:\n    type: "{about}"\n    pins: [{", ".join(_quoted(one) for one in contacts)}]')
    out.append("cables:")
    for number, part in enumerate(parts, start=1):
        count = sum(1 for _, to, _ in ends if to == part)
        out.append(f"  W{number}:\n    category: bundle\n    wirecount: {count}\n    color_code: DIN")
    out.append("connections:")
    for number, part in enumerate(parts, start=1):
        here = [(pin, contact) for pin, to, contact in ends if to == part]
        pins = ", ".join(pin for pin, _ in here)
        contacts = ", ".join(_quoted(contact) for _, contact in here)
        out.append(f"  -\n    - Board: [{pins}]\n    - W{number}: [1-{len(here)}]\n    - {part}: [{contacts}]")
    return "\n".join(out) + "\n"


def _quoted(contact: str) -> str:
    return f'"{contact}"'


if __name__ == "__main__":
    PAGE.write_text(filled(PAGE.read_text(encoding="utf-8")), encoding="utf-8")
    for each in TITLES:
        (DIAGRAMS / f"pod-{each.replace('_', '-')}.yml").write_text(diagram(each), encoding="utf-8")
