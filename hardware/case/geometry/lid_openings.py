"""Openings and relief of a lid, derived from the layout of its case: nothing here is typed twice."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from math import hypot
from typing import NamedTuple

from hardware.case.geometry.case_layout import CaseLayout, plug_width
from hardware.case.geometry.part_solids import (
    DISPLAYS,
    LIT,
    SOUNDING,
    centre_of,
    controller,
    display_top,
    picture_of,
    plug_axis,
)
from hardware.case.geometry.relief import Edges, rim_strokes
from hardware.case.part_sizes import PartSizes
from hardware.perfboard.plan_files import PlacedPart

RING = 1.0
"""The ring of the meander lies this far inside the lid's edge, mm."""
_AIR = 0.8
_MARK = 18.0
_SOUND = 1.8
_ROUND = 1.0
"""Modules differ by that much in where their glass sits."""
_WIDER = 1.6
"""A display's window is wider by this in the upper part of the lid."""
SIGHT = 1.2
"""How far towards the player a window reaches for each mm that the glass lies below: one looks down at 40 degrees."""


@dataclass(frozen=True, slots=True)
class RoundHole:
    """A round opening: whose it is, middle, diameter."""

    name: str
    x: float
    y: float
    diameter: float

    @property
    def edges(self) -> Edges:
        """The square round it."""
        return Edges(self.x, self.y, self.x, self.y).grown(self.diameter / 2)


class DisplayWindow(NamedTuple):
    """An opening for a display, in the lower and in the upper part of the lid."""

    below: Edges
    above: Edges


@dataclass(frozen=True, slots=True)
class LidOpenings:
    """Everything that goes through a lid or stands out of it, in the case's mm. ``slots`` have straight sides;
    ``rim`` are strokes of the meander, ``mark`` is the middle and the side of the square that a seat's shape may fill.
    """

    holes: tuple[RoundHole, ...]
    windows: tuple[DisplayWindow, ...]
    slots: tuple[Edges, ...]
    rim: tuple[Edges, ...]
    mark: tuple[float, float, float] | None


def lid_openings(layout: CaseLayout, sizes: PartSizes) -> LidOpenings:
    """What a case's lid needs: a hole a cap, knob and lamp, a window a display, holes for sound, the plug's slot."""
    holes = tuple(_holes(layout, sizes))
    windows = tuple(_windows(layout, sizes))
    slots = (*layout.vents, *_slots(layout, sizes))
    line = sizes["print"]["line"]
    rises = [RoundHole("screw", tower.x, tower.y, rise(sizes)).edges for tower in layout.towers]
    taken = [hole.edges for hole in holes] + [window.above for window in windows] + list(slots) + rises
    keep = [edges.grown(line / 2) for edges in taken]
    hooks = rim_strokes(layout.size, rises[0].right + line, RING, line, _AIR)
    free = [hook for hook in hooks if not any(stroke.overlaps(edges) for stroke in hook for edges in keep)]
    rim = tuple(stroke for hook in free for stroke in hook)
    boxes = [_around(hook) for hook in free]
    mark = _mark(layout, taken, boxes) if layout.plan.board is not None else None
    return LidOpenings(holes, windows, slots, rim, mark)


def rise(sizes: PartSizes) -> float:
    """Diameter of the relief round a lid's screw: its head, air, and a line."""
    return sizes["m3"]["head"] + 2 * 0.3 + 2 * sizes["print"]["line"]


def _on_board(layout: CaseLayout, part: PlacedPart) -> tuple[float, float]:
    x, y = centre_of(layout.plan, part)
    return layout.board[0] + x, layout.board[1] + y


def _holes(layout: CaseLayout, sizes: PartSizes) -> Iterator[RoundHole]:
    loose, close = sizes["print"]["loose"], sizes["print"]["close"]
    for part in layout.plan.parts:
        kind, (x, y) = part.footprint.kind, _on_board(layout, part)
        if kind == "key":
            yield RoundHole(part.name, x, y, sizes["print"]["cap"] + 2 * loose)
        elif kind == "encoder":
            yield RoundHole(part.name, x, y, sizes["encoder"]["bushing"] + 2 * loose)
        elif kind in LIT:
            yield RoundHole(part.name, x, y, sizes["led"]["diameter"] + 2 * close)
        elif kind in SOUNDING:
            yield RoundHole(part.name, x, y, _SOUND)
            for dx, dy in ((4.0, 0.0), (2.0, 3.46), (-2.0, 3.46), (-4.0, 0.0), (-2.0, -3.46), (2.0, -3.46)):
                yield RoundHole(part.name, x + dx, y + dy, _SOUND)
        elif "light" in part.footprint.own:
            board, _ = controller(layout.plan, sizes)
            yield RoundHole("light", x, y - board["overhang"] - board["light"], _SOUND * 2)


def screw_seat(sizes: PartSizes) -> float:
    """Height over a lid's underside on which its screws' heads lie, and at which its windows become wider."""
    return sizes["print"]["lid"] + sizes["print"]["relief"] - sizes["m3"]["head_height"] - 0.1


def _windows(layout: CaseLayout, sizes: PartSizes) -> Iterator[DisplayWindow]:
    x, y, _ = layout.board
    for part in layout.plan.parts:
        if part.footprint.kind in DISPLAYS:
            left, front, right, back = picture_of(layout.plan, part, sizes)
            picture = Edges(left + x, front + y, right + x, back + y)
            deep = sizes["print"]["over"] - display_top(sizes[DISPLAYS[part.footprint.kind]], sizes)
            around = picture.grown(_ROUND), picture.grown(_ROUND + _WIDER)
            heights = screw_seat(sizes), sizes["print"]["lid"]
            fronts = [picture.front - SIGHT * (deep + height) for height in heights]
            yield DisplayWindow(
                *(edges._replace(front=min(near, edges.front)) for edges, near in zip(around, fronts, strict=True))
            )


def _slots(layout: CaseLayout, sizes: PartSizes) -> Iterator[Edges]:
    """Where a pod's plug is taller than the wall."""
    if layout.plan.board is None:
        return
    x, mouth, _ = plug_axis(layout.plan, sizes)
    half = plug_width(layout.plan, sizes) / 2 + sizes["print"]["loose"]
    left, back = layout.board[0] + x, layout.board[1] + mouth
    yield Edges(left - half, back - 0.2, left + half, layout.size[1] + 1.0)


def _mark(layout: CaseLayout, taken: list[Edges], hooks: list[Edges]) -> tuple[float, float, float]:
    """About the middle of the largest free circle, and the side of a square that has air all round there."""
    width, depth = layout.size

    def free(x: float, y: float) -> float:
        return min(x, width - x, y, depth - y, *(_distance(x, y, edges) for edges in (*taken, *hooks)))

    coarse = [(float(x), float(y)) for x in range(12, int(width) - 12, 4) for y in range(12, int(depth) - 12, 4)]
    x, y = max(coarse, key=lambda point: free(*point))
    fine = [(x + dx / 2, y + dy / 2) for dx in range(-6, 7) for dy in range(-6, 7)]
    x, y = max(fine, key=lambda point: free(*point))
    return x, y, min(_MARK, (free(x, y) - 1.5) * 2)


def _around(strokes: list[Edges]) -> Edges:
    lefts, fronts, rights, backs = zip(*strokes, strict=True)
    return Edges(min(lefts), min(fronts), max(rights), max(backs))


def _distance(x: float, y: float, edges: Edges) -> float:
    dx = max(edges.left - x, 0.0, x - edges.right)
    dy = max(edges.front - y, 0.0, y - edges.back)
    return hypot(dx, dy)
