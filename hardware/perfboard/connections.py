"""Connections: which contacts of which parts belong together, from a board's file or a profile's panel, and where the
jumper wires of a panel's header go.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping

from hardware.perfboard.plan_files import Plan
from hardware.profile import Oled, SeatPlace
from hardware.profile_files import read_shipped
from hardware.wire_lists import place_wires, pod_wires
from hardware.wiring_conflicts import POSITIONS

PartContact = tuple[str, str]
"""A part's name and one of its contacts."""

SUPPLIES = ("GND", "3V3", "5V")
SUPPLY_POSITIONS = {"3V3": (1, 17), "5V": (2, 4), "GND": (6, 9, 14, 20, 25, 30, 34, 39)}
"""Where the supplies are on the 40-pin header of a Pi."""

_COLOURS = ("red", "green", "blue", "+")


def connections(plan: Plan) -> dict[str, frozenset[PartContact]]:
    """Every net of a plan by its name: `GND`, a pin such as `GP10` or `GPIO26`, a multiplexer's line such as `SD0`, or
    a colour between its resistor and the light. Supplies are named by the parts' own contacts.
    """
    nets: dict[str, set[PartContact]] = defaultdict(set)
    source = "header" if plan.profile else "board"
    for part, contact, signal in _wires(plan):
        nets[signal].add((source, signal))
        if part == "key":
            nets[signal].add((contact, "pin"))
        elif part == "light" and contact in _COLOURS:
            nets[signal].add((f"R {contact}", "1"))
            nets[contact] |= {(f"R {contact}", "2"), (part, contact)}
        else:
            nets[signal].add((part, contact))
    for placed in plan.parts:
        for contact, _ in placed.pins():
            if (supply := contact.rpartition(" ")[2]) in SUPPLIES:
                nets[supply].add((placed.name, contact))
    return {name: frozenset(ends) for name, ends in nets.items() if len(ends) > 1}


def _wires(plan: Plan) -> Iterator[tuple[str, str, str]]:
    """(part, contact, signal at the board or the header) of every wire of the list."""
    if plan.board is not None:
        own = plan.part("board").footprint.own
        yield from ((part, contact, f"GP{pin}") for part, contact, pin in pod_wires(plan.board) if part not in own)
        return
    place = panel_place(plan)
    lines = _behind_multiplexer(place)
    for part, contact, pin in place_wires(place):
        yield part, contact, lines.get(contact, f"GPIO{pin}") if part == "display" else f"GPIO{pin}"


def panel_place(plan: Plan) -> SeatPlace:
    """The panel that a plan is of. Raises ProfileError or ValueError where there is none."""
    panel = read_shipped(plan.profile or "").panel
    if panel is None:
        raise ValueError(f"the profile {plan.profile} has no panel")
    return panel


def _behind_multiplexer(place: SeatPlace) -> Mapping[str, str]:
    """The multiplexer's lines for the display's contacts; empty for a display that is not behind one."""
    if isinstance(place.oled, Oled) and place.oled.mux is not None:
        return {"SDA": f"SD{place.oled.mux}", "SCL": f"SC{place.oled.mux}"}
    return {}


def jumper_ends(plan: Plan) -> list[tuple[str, str]]:
    """(signal, where its jumper wire goes) for every pin of a panel's header, in order; empty for a pod."""
    if plan.profile is None:
        return []
    return [(signal, _jumper_end(signal)) for signal in plan.part("header").signals]


def _jumper_end(signal: str) -> str:
    if signal in SUPPLY_POSITIONS:
        return "position " + " or ".join(str(position) for position in SUPPLY_POSITIONS[signal])
    if signal.startswith("GPIO"):
        return f"position {POSITIONS[int(signal.removeprefix('GPIO'))]}"
    return f"{signal} of the multiplexer"
