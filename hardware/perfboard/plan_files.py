"""Plans: what stands in which hole of a perfboard and every wire, read from `plans/*.toml`.

A plan file has `title`; `board` (a pod's) or `profile` (its panel's); `perfboard`; `[[part]]` with `kind`, `name`,
`at`, perhaps `turn` and `signals`; and `[[wire]]`, in the order of soldering, with `side`, `route` and perhaps
`insulated`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from importlib.resources import files
from itertools import pairwise
from typing import Literal

from hardware.checking import Checked, ProfileProblem, checked_toml, did_you_mean
from hardware.perfboard.footprints import PITCH, Footprint, Hole, Outline, PlanError, known_kind
from hardware.profile_files import read_shipped, shipped
from hardware.wire_lists import BOARD_TITLES

Side = Literal["bottom", "top"]
_TURNS = (0, 90, 180, 270)


@dataclass(frozen=True, slots=True)
class Perfboard:
    """A double-sided board of isolated pads; seen from the top, the player's edge below. Sizes in mm. The holes for
    screws are `bore` wide, `corner` from both edges.
    """

    title: str
    columns: int
    rows: int
    width: float
    height: float
    corner: float = 2.0
    bore: float = 2.3

    @property
    def margin(self) -> tuple[float, float]:
        """From the board's far left corner to the centre of its first hole, mm: the holes are in the middle."""
        return (self.width - (self.columns - 1) * PITCH) / 2, (self.height - (self.rows - 1) * PITCH) / 2

    def holds(self, hole: Hole) -> bool:
        """Whether there is such a hole."""
        return 0 <= hole.column < self.columns and 0 <= hole.row < self.rows

    def holes(self) -> tuple[Hole, ...]:
        """Every hole, row by row."""
        return tuple(Hole(column, row) for row in range(self.rows) for column in range(self.columns))

    def millimetres(self, hole: Hole) -> tuple[float, float]:
        """Centre of a hole, mm from the far left corner."""
        x, y = self.margin
        return x + hole.column * PITCH, y + hole.row * PITCH


PERFBOARDS = {
    "7x9": Perfboard("7 x 9 cm", 31, 26, 90.0, 70.0),
    "5x7": Perfboard("5 x 7 cm", 24, 18, 70.0, 50.0),
}
"""The two common sizes, lying on a long side: sold with 26 x 31 (806) and 18 x 24 (432) holes, 2.54 mm apart, in the
middle of the board. NopSCADlib's PERF70x50 has the same first hole, and the screws' holes; other makers' differ: count
the holes and measure the corners of yours."""


@dataclass(frozen=True, slots=True)
class PlacedPart:
    """A part on the board: `at` is the hole of its first pin, `turn` in degrees clockwise seen from the top; `signals`
    name the pins of a header, in their order.
    """

    footprint: Footprint
    name: str
    at: Hole
    turn: int = 0
    signals: tuple[str, ...] = ()

    def pins(self) -> tuple[tuple[str, Hole], ...]:
        """(contact, hole) of every pin; a header's contacts are its signals."""
        contacts = self.signals or [contact for contact, _ in self.footprint.pins]
        offsets = [offset for _, offset in self.footprint.pins]
        return tuple((contact, self._hole(offset)) for contact, offset in zip(contacts, offsets, strict=True))

    def free(self) -> tuple[Hole, ...]:
        """Holes that stay empty for this part."""
        return tuple(self._hole(offset) for offset in self.footprint.free)

    def body(self, board: Perfboard) -> Outline:
        """What it covers, mm from the board's far left corner."""
        corners = self.footprint.body
        xs, ys = zip(
            self.point(board, corners.left, corners.top), self.point(board, corners.right, corners.bottom), strict=True
        )
        return Outline(min(xs), min(ys), max(xs), max(ys))

    def centre(self, board: Perfboard) -> tuple[float, float]:
        """Of its cap, shaft, glass, lens or plug, mm from the board's far left corner."""
        return self.point(board, *self.footprint.centre)

    def point(self, board: Perfboard, x: float, y: float) -> tuple[float, float]:
        """A point of the footprint (mm from its first pin, not turned), mm from the board's far left corner."""
        own_x, own_y = board.millimetres(self.at)
        x, y = _turned(x, y, self.turn)
        return own_x + x, own_y + y

    def _hole(self, offset: Hole) -> Hole:
        column, row = _turned(offset.column, offset.row, self.turn)
        return Hole(self.at.column + round(column), self.at.row + round(row))


def _turned(x: float, y: float, turn: int) -> tuple[float, float]:
    for _ in range(turn // 90):
        x, y = -y, x
    return x, y


@dataclass(frozen=True, slots=True)
class PlanWire:
    """A wire from hole to hole. A bare one lies on every pad it passes, in straight lines along rows and columns; an
    insulated one is soldered in its first and its last hole only.
    """

    side: Side
    route: tuple[Hole, ...]
    insulated: bool = False

    def contacts(self) -> tuple[Hole, ...]:
        """Every hole whose pad it is soldered to or lies on."""
        return (self.route[0], self.route[-1]) if self.insulated else self.passed()

    def passed(self) -> tuple[Hole, ...]:
        """Every hole on its way, each once."""
        holes = dict.fromkeys(self.route[:1])
        for start, end in pairwise(self.route):
            holes |= dict.fromkeys(_between(start, end))
        return tuple(holes)


def _between(start: Hole, end: Hole) -> Iterator[Hole]:
    steps = max(abs(end.column - start.column), abs(end.row - start.row))
    for step in range(1, steps + 1):
        yield Hole(
            start.column + (end.column - start.column) * step // steps,
            start.row + (end.row - start.row) * step // steps,
        )


@dataclass(frozen=True, slots=True)
class Plan:
    """A perfboard with everything on it, of a pod's board file (`board`) or of a profile's panel (`profile`)."""

    name: str
    title: str
    perfboard: Perfboard
    parts: tuple[PlacedPart, ...]
    wires: tuple[PlanWire, ...] = ()
    board: str | None = None
    profile: str | None = None

    def part(self, name: str) -> PlacedPart:
        """The part of that name. Raises KeyError."""
        for part in self.parts:
            if part.name == name:
                return part
        raise KeyError(name)


def plan_names() -> tuple[str, ...]:
    """Names of the shipped plans, sorted."""
    folder = files("hardware") / "perfboard" / "plans"
    return tuple(sorted(file.name.removesuffix(".toml") for file in folder.iterdir() if file.name.endswith(".toml")))


def read_plan(name: str) -> Plan:
    """Shipped plan by name. Raises PlanError, also for an unknown name."""
    if name not in plan_names():
        raise PlanError(name, (ProfileProblem(name, "no such plan", did_you_mean(name, plan_names())),))
    text = (files("hardware") / "perfboard" / "plans" / f"{name}.toml").read_text(encoding="utf-8")
    return load_plan(text, name)


def load_plan(text: str, name: str) -> Plan:
    """Parse a plan. Raises PlanError with every problem: unknown keys and impossible placements among them."""
    top = checked_toml(text, f"{name}.toml", PlanError)
    top.only(("title", "board", "profile", "perfboard", "part", "wire"))
    top.need("title", "perfboard", "part")
    board, profile = top.choice("board", tuple(BOARD_TITLES)), top.choice("profile", shipped())
    if ("board" in top.values) == ("profile" in top.values):
        top.note("board", "a plan is of one pod's board or of one profile's panel", "either board or profile")
    elif profile is not None and read_shipped(profile).panel is None:
        top.note("profile", f"{profile} has no panel")
    size = top.choice("perfboard", tuple(PERFBOARDS))
    perfboard = PERFBOARDS[size or "7x9"]
    parts = [(table.path, part) for table in top.tables("part") if (part := _part(table)) is not None]
    wires = [wire for table in top.tables("wire") if (wire := _wire(table, perfboard)) is not None]
    source = "header" if "profile" in top.values else "board"
    if source not in [part.name for _, part in parts]:
        top.note("part", f'no part has the name "{source}"', "it is where the wires come from")
    if size is not None:
        top.problems.extend(_placements(parts, perfboard))
    plan = Plan(
        name=name,
        title=top.text("title") or "",
        perfboard=perfboard,
        parts=tuple(part for _, part in parts),
        wires=tuple(wires),
        board=board,
        profile=profile,
    )
    if top.problems:
        raise PlanError(f"{name}.toml", tuple(top.problems))
    return plan


def _part(table: Checked) -> PlacedPart | None:
    table.only(("kind", "name", "at", "turn", "signals"))
    table.need("kind", "name", "at")
    footprint, name, at = known_kind(table), table.text("name"), _hole(table, table.at("at"), table.values.get("at"))
    turn = table.number("turn", 0, 270) or 0
    if turn not in _TURNS:
        table.note(table.at("turn"), f"expected 0, 90, 180 or 270 degrees, found {turn}")
        turn = 0
    signals = table.texts("signals") if "signals" in table.values else ()
    if footprint is None or name is None or at is None:
        return None
    if signals and len(signals) != len(footprint.pins):
        table.note(table.at("signals"), f"{len(signals)} signals for {len(footprint.pins)} pins")
        return None
    return PlacedPart(footprint, name, at, turn, signals)


def _wire(table: Checked, board: Perfboard) -> PlanWire | None:
    table.only(("side", "route", "insulated"))
    table.need("side", "route")
    side: Side = "top" if table.choice("side", ("bottom", "top")) == "top" else "bottom"
    insulated = table.flag("insulated") or False
    route = [_hole(table, f"{table.at('route')}[{n}]", name) for n, name in enumerate(table.texts("route"), start=1)]
    holes = [hole for hole in route if hole is not None]
    for number, hole in enumerate(holes, start=1):
        if not board.holds(hole):
            table.note(f"{table.at('route')}[{number}]", f"there is no hole {hole} on {board.title}")
    if len(holes) < 2:
        table.note(table.at("route"), "a wire has two ends at least")
        return None
    for start, end in pairwise(holes):
        if start == end or (start.column != end.column and start.row != end.row):
            table.note(table.at("route"), f"{start} to {end} is not along one row or column")
            return None
    return PlanWire(side, tuple(holes), insulated)


def _hole(table: Checked, path: str, name: object) -> Hole | None:
    """A hole by its name."""
    if name is None:
        return None
    if isinstance(name, str) and (found := re.fullmatch(r"([A-Z])([1-9]\d?)", name)):
        return Hole(int(found[2]) - 1, ord(found[1]) - ord("A"))
    table.note(path, f"{name!r} is no hole", "row and column as on the drawing, such as C12")
    return None


def _placements(parts: list[tuple[str, PlacedPart]], board: Perfboard) -> Iterator[ProfileProblem]:
    """Everything that cannot stand as it is said to."""
    edge = Outline(0.0, 0.0, board.width, board.height)
    taken: dict[Hole, str] = {}
    for number, (path, part) in enumerate(parts):
        for other_path, other in parts[:number]:
            if part.name == other.name:
                yield ProfileProblem(f"{path}.name", f'"{part.name}" is there twice', f"first at {other_path}")
            if part.body(board).overlaps(other.body(board)):
                yield ProfileProblem(f"{path}.at", f'"{part.name}" stands over "{other.name}"', f"{other_path}.at")
        body = part.body(board)
        over = body.left < 0 or body.top < 0 or body.right > edge.right or body.bottom > edge.bottom
        if over and not part.footprint.overhangs:
            yield ProfileProblem(f"{path}.at", f'"{part.name}" stands out over the edge of {board.title}')
        for contact, hole in (*part.pins(), *(("a drill", hole) for hole in part.free())):
            if not board.holds(hole) and contact != "a drill":
                yield ProfileProblem(f"{path}.at", f'no hole on {board.title} for "{contact}" of "{part.name}"')
            elif hole in taken:
                yield ProfileProblem(f"{path}.at", f'hole {hole} of "{part.name}" is taken by "{taken[hole]}"')
            taken.setdefault(hole, part.name)
