"""Writes the tables of pins in `hardware/docs/build.md` and the wiring diagrams' sources from the boards and profiles.

``python -m tests.firmware.bench.pin_tables`` writes them anew; tests say when they are not what this would write.
WireViz turns the sources into pictures: ``wireviz -f s -o hardware/docs/wireviz hardware/docs/wireviz/*.yml``.
"""

from __future__ import annotations

import re
from pathlib import Path

from hardware.profile_files import read_shipped, shipped
from hardware.wire_lists import BOARD_TITLES, place_wires, pod_wires
from hardware.wiring_conflicts import POSITIONS

ROOT = Path(__file__).parents[3]
PAGE = ROOT / "hardware" / "docs" / "build.md"
DIAGRAMS = ROOT / "hardware" / "docs" / "wireviz"


def pod_tables() -> str:
    """One table of all boards of a pod: a row for each contact."""
    columns = {title: {wire[:2]: f"GP{wire[2]}" for wire in pod_wires(name)} for name, title in BOARD_TITLES.items()}
    return _side_by_side(columns)


def pi_tables() -> str:
    """A table for every wired profile: a column for each place, pins with their positions on the header."""
    out = []
    for name in shipped():
        profile = read_shipped(name)
        columns = {
            "panel" if place.number == 0 else f"seat {place.number}": {
                (part, contact): f"GPIO{pin} ({POSITIONS[pin]})" for part, contact, pin in wires
            }
            for place in profile.places()
            if (wires := place_wires(place))
        }
        if columns and profile.kind == "pi":
            out += [f"**{profile.about}** (`hardware/profiles/{name}.toml`)", "", _side_by_side(columns), ""]
    return "\n".join(out).rstrip()


def _side_by_side(columns: dict[str, dict[tuple[str, str], str]]) -> str:
    """Pins by contact: a row for each contact that any column has."""
    ends = dict.fromkeys(end for pins in columns.values() for end in pins)
    lines = ["| Contact | " + " | ".join(columns) + " |", "|---" * (len(columns) + 1) + "|"]
    for kind in dict.fromkeys(kind for kind, _ in ends):
        for part, contact in ends:
            if part == kind:
                pins = (of.get((part, contact), "") for of in columns.values())
                lines.append(f"| {part} {contact} | " + " | ".join(pins) + " |")
    return "\n".join(lines)


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
    return _source(BOARD_TITLES[name], parts, ends)


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
    for each in BOARD_TITLES:
        (DIAGRAMS / f"pod-{each.replace('_', '-')}.yml").write_text(diagram(each), encoding="utf-8")
