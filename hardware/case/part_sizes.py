"""Dimensions of everything a case holds, read from `parts.toml`: each with its source, or marked to be measured."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import cache
from importlib.resources import files
from pathlib import Path

from hardware.checking import Checked, ProfileProblem, checked_toml
from hardware.errors import HardwareError

_BOARD = "width length thickness overhang socket_width socket_height"
_DISPLAY = "width length thickness glass active_width active_height pins_to_edge pins_to_picture"
_SCREW = "thread head head_height length pilot clearance"
_PI = "width depth thickness corner hole holes_wide holes_deep tallest overhang below"
_PLUG = "sleeve_width sleeve_height shell"
_NEEDED: Mapping[str, tuple[str, ...]] = {
    part: tuple(names.split())
    for part, names in {
        "perfboard": "thickness",
        "pico": _BOARD,
        "pico_w": _BOARD,
        "rp2040_zero": f"{_BOARD} light",
        "pin_socket": "height header",
        "display_096": _DISPLAY,
        "display_13": _DISPLAY,
        "key": "width body height stem travel",
        "encoder": "width length body bushing bushing_height shaft shaft_length travel",
        "knob": "diameter height bore",
        "led": "diameter flange height",
        "buzzer": "diameter height",
        "pin_header": "height housing bend",
        "resistor": "height",
        "plug_micro": _PLUG,
        "plug_c": _PLUG,
        "m3": _SCREW,
        "m2_5": _SCREW,
        "print": "wall floor lid relief line loose close under over proud cap flange flange_height air",
        "bed": "side",
        "pi_3": _PI,
        "pi_4": _PI,
        "pi_5": _PI,
        "pi_zero_2w": _PI,
    }.items()
}
_ORIGINS = ("source", "measure", "design")
_SIDES = ("front", "right", "left")
LONGEST = 300.0
"""No dimension of a part is longer, mm."""


class PartSizesError(HardwareError, ValueError):
    """Unusable dimensions; `problems` lists everything wrong, never empty."""

    def __init__(self, where: str, problems: tuple[ProfileProblem, ...]) -> None:
        lines = "\n".join(f"  {problem}" for problem in problems)
        super().__init__(f"{where} cannot be used:\n{lines}")
        self.problems = problems


@dataclass(frozen=True, slots=True)
class Size:
    """A dimension in mm and where it comes from: ``origin`` is `source`, `measure` or `design`; ``note`` says more."""

    mm: float
    origin: str
    note: str


@dataclass(frozen=True, slots=True)
class Port:
    """An opening for a plug in the wall of a Pi's case. ``at`` counts along its side from the front left corner of the
    Pi's board (from its front on `left` and `right`), ``middle`` up from the board's top; all in mm.
    """

    name: str
    side: str
    at: float
    width: float
    height: float
    middle: float


@dataclass(frozen=True, slots=True)
class SizedPart:
    """A part's dimensions by name; for a Pi also its ports. Indexing gives mm."""

    name: str
    title: str
    sizes: Mapping[str, Size]
    ports: tuple[Port, ...] = ()
    ports_source: str = ""
    ports_measure: str = ""

    def __getitem__(self, size: str) -> float:
        return self.sizes[size].mm


@dataclass(frozen=True, slots=True)
class PartSizes:
    """Every part's dimensions. Indexing gives a part."""

    parts: Mapping[str, SizedPart] = field(default_factory=dict)

    def __getitem__(self, part: str) -> SizedPart:
        return self.parts[part]

    def __iter__(self) -> Iterator[SizedPart]:
        return iter(self.parts.values())


@cache
def shipped_sizes() -> PartSizes:
    """The dimensions of `parts.toml`."""
    text = (files("hardware") / "case" / "parts.toml").read_text(encoding="utf-8")
    return read_sizes(text, "hardware/case/parts.toml")


def sizes_from(file: Path) -> PartSizes:
    """The dimensions of somebody's own file. Raises PartSizesError."""
    try:
        text = file.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise PartSizesError(str(file), (ProfileProblem(str(file), f"cannot be read: {error}"),)) from error
    return read_sizes(text, str(file))


def read_sizes(text: str, where: str) -> PartSizes:
    """Parse dimensions; ``where`` names the file in errors. Raises PartSizesError with every problem."""
    top = checked_toml(text, where, PartSizesError)
    top.only(_NEEDED)
    top.need(*_NEEDED)
    parts = {name: _part(name, table) for name in _NEEDED if (table := top.table(name)) is not None}
    if top.problems:
        raise PartSizesError(where, tuple(top.problems))
    return PartSizes(parts)


def _part(name: str, table: Checked) -> SizedPart:
    needed = _NEEDED[name]
    extra = ("ports", "ports_source", "ports_measure") if needed == tuple(_PI.split()) else ()
    table.only(("title", *needed, *extra))
    table.need("title", *needed, *extra)
    sizes = {key: _size(size) for key in needed if (size := table.table(key)) is not None}
    return SizedPart(
        name=name,
        title=table.text("title") or name,
        sizes=sizes,
        ports=tuple(_port(port) for port in table.tables("ports")) if extra else (),
        ports_source=(table.text("ports_source") or "") if extra else "",
        ports_measure=(table.text("ports_measure") or "") if extra else "",
    )


def _size(table: Checked) -> Size:
    table.only(("mm", "note", *_ORIGINS))
    table.need("mm")
    origins = [origin for origin in _ORIGINS if origin in table.values]
    if len(origins) != 1:
        hint = 'source = "the drawing", measure = true, or design = "why"'
        table.note(table.path, f"expected one of source, measure and design, found {len(origins)}", hint)
        return Size(_millimetres(table, "mm", 0.0, LONGEST), "measure", "")
    (origin,) = origins
    note = table.text("note") if "note" in table.values else None
    if origin != "measure":
        return Size(_millimetres(table, "mm", 0.0, LONGEST), origin, table.text(origin) or "")
    if table.flag("measure") is False:
        table.note(table.at("measure"), "false says nothing", 'leave it out and give source = "the drawing"')
    return Size(_millimetres(table, "mm", 0.0, LONGEST), origin, note or "")


def _port(table: Checked) -> Port:
    keys = ("name", "side", "at", "width", "height", "middle")
    table.only(keys)
    table.need(*keys)
    return Port(
        name=table.text("name") or "",
        side=table.choice("side", _SIDES) or _SIDES[0],
        at=_millimetres(table, "at", 0.0, LONGEST),
        width=_millimetres(table, "width", 0.0, LONGEST),
        height=_millimetres(table, "height", 0.0, LONGEST),
        middle=_millimetres(table, "middle", -LONGEST, LONGEST),
    )


def _millimetres(table: Checked, key: str, low: float, high: float) -> float:
    value = table.values.get(key)
    if value is None:
        return 1.0
    if type(value) not in (int, float) or not low < float(str(value)) < high:
        table.note(table.at(key), f"expected millimetres, more than {low:g} and less than {high:g}, found {value!r}")
        return 1.0
    return float(str(value))


def size_table(sizes: PartSizes) -> str:
    """Every dimension as a Markdown table: part, dimension, mm, where it comes from."""
    rows = ["| Part | Dimension | mm | From |", "|---|---|---|---|"]
    for part in sizes:
        whose = f"{part.title} (`{part.name}`)"
        for name, size in part.sizes.items():
            origin = {"measure": "**measure**", "design": "design", "source": ""}[size.origin]
            rows.append(f"| {whose} | `{name}` | {size.mm:g} | {': '.join(filter(None, (origin, size.note)))} |")
        for port in part.ports:
            shape = f"{port.width:g} x {port.height:g}, middle {port.middle:g}"
            rows.append(f"| {whose} | {port.name}, {port.side} at {port.at:g} | {shape} | next row |")
        if part.ports:
            rows.append(f"| {whose} | `ports` | | {part.ports_source}; **measure**: {part.ports_measure} |")
    return "\n".join(rows)
