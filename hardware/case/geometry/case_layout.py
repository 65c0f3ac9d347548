"""Where everything is in a closed case: walls, towers, blocks and posts, and the parts inside. All in mm, from the
outer near left corner of the base: x to the right, y away from the player, z up from the table.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass

from hardware.case.geometry.part_solids import Solid, board_solids, controller, disc, housings, plug_axis
from hardware.case.geometry.relief import Edges
from hardware.case.part_sizes import PartSizes
from hardware.perfboard.plan_files import PlacedPart, Plan

Point = tuple[float, float, float]
GAP = 4.8
"""Between a board and the wall: room for a tower beside the board's corner, and for the screws at its edge."""
TOWER = 6.4
TOWER_OUT = 2.6
"""A tower's middle lies this far out of the corner of a board, along both edges."""
RADIUS = 4.6
"""Of a case's upright edges: about the middle of a tower, so that the wall round its screw is even."""
LEDGE = 1.5
"""How far a block reaches under a board: its pads begin 2.2 mm from the edge."""
CLAMP_OUT = 1.6
"""Middle of a clamping screw from the board's edge: its head of 5 mm holds the edge by 0.9 mm."""
CLAMP_AT = 7.0
"""Middle of a clamping screw from the board's corner."""
_BLOCK = 7.0
_PILOT = 8.0


@dataclass(frozen=True, slots=True)
class Cut:
    """An opening in a wall: a box from and to a height."""

    name: str
    edges: Edges
    bottom: float
    top: float


@dataclass(frozen=True, slots=True)
class Block:
    """What a board lies on or leans against, from the floor to ``top``."""

    edges: Edges
    top: float


@dataclass(frozen=True, slots=True)
class Pillar:
    """Something round with a hole for a screw: middle, diameter (0: a hole alone), top, hole's diameter and foot."""

    x: float
    y: float
    diameter: float
    top: float
    pilot: float
    foot: float


@dataclass(frozen=True, slots=True)
class CaseLayout:
    """A closed case. ``lid_at`` is the height of the lid's underside, ``board`` the near left corner of the perfboard
    and the height of its top; ``vents`` are slots of the lid.
    """

    name: str
    size: tuple[float, float]
    lid_at: float
    board: Point
    plan: Plan
    towers: tuple[Pillar, ...]
    posts: tuple[Pillar, ...]
    clamps: tuple[Pillar, ...]
    blocks: tuple[Block, ...]
    cuts: tuple[Cut, ...]
    solids: tuple[Solid, ...]
    vents: tuple[Edges, ...] = ()


def _towers(size: tuple[float, float], lid_at: float, sizes: PartSizes) -> tuple[Pillar, ...]:
    inset = GAP - TOWER_OUT + sizes["print"]["wall"]
    pilot = sizes["m3"]["pilot"]
    return tuple(
        Pillar(x, y, TOWER, lid_at, pilot, sizes["print"]["floor"])
        for x in (inset, size[0] - inset)
        for y in (inset, size[1] - inset)
    )


def _clamps(board: Point, plan: Plan, sizes: PartSizes) -> Iterator[tuple[Pillar, Block]]:
    """Screws beside the left and right edges of the perfboard, each with the block that it cuts its thread into."""
    x, y, top = board
    under = top - sizes["perfboard"]["thickness"]
    width, height = plan.perfboard.width, plan.perfboard.height
    for along in (y + CLAMP_AT, y + height - CLAMP_AT):
        for middle, edges in (
            (x - CLAMP_OUT, Edges(x - GAP, along - _BLOCK / 2, x + LEDGE, along + _BLOCK / 2)),
            (x + width + CLAMP_OUT, Edges(x + width - LEDGE, along - _BLOCK / 2, x + width + GAP, along + _BLOCK / 2)),
        ):
            foot = max(under - _PILOT, sizes["print"]["floor"])
            yield Pillar(middle, along, 0.0, under, sizes["m2_5"]["pilot"], foot), Block(edges, under)


def _stops(board: Point, plan: Plan, sizes: PartSizes) -> Iterator[Block]:
    """Blocks at the near and the far edge of the perfboard: under it, and beside it up to its top."""
    x, y, top = board
    under = top - sizes["perfboard"]["thickness"]
    close = sizes["print"]["close"]
    for share in (0.25, 0.75):
        middle = x + share * plan.perfboard.width
        left, right = middle - _BLOCK / 2, middle + _BLOCK / 2
        far = y + plan.perfboard.height
        yield Block(Edges(left, y - GAP, right, y + LEDGE), under)
        yield Block(Edges(left, y - GAP, right, y - close), top)
        yield Block(Edges(left, far - LEDGE, right, far + GAP), under)
        yield Block(Edges(left, far + close, right, far + GAP), top)


def _screws(layout_towers: tuple[Pillar, ...], clamps: tuple[Pillar, ...], sizes: PartSizes) -> Iterator[Solid]:
    """Heads of the screws: they touch what they hold, so they keep no clearance below."""
    m3, small = sizes["m3"], sizes["m2_5"]
    for tower in layout_towers:
        seat = tower.top + sizes["print"]["lid"] + sizes["print"]["relief"] - m3["head_height"] - 0.1
        yield disc("head M3", tower.x, tower.y, m3["head"], (seat, seat + m3["head_height"]), 0.0, "gainsboro")
    for clamp in clamps:
        thick = clamp.top + sizes["perfboard"]["thickness"]
        yield disc(
            "head M2.5", clamp.x, clamp.y, small["head"], (thick, thick + small["head_height"]), 0.0, "gainsboro"
        )


def _inside(plan: Plan, board: Point, sizes: PartSizes) -> Iterator[Solid]:
    for solid in board_solids(plan, sizes):
        yield solid.moved(*board)


def pod_layout(plan: Plan, sizes: PartSizes) -> CaseLayout:
    """A pod: one perfboard, its USB plug through the far wall."""
    return _box(plan, sizes, _plug_cut)


def panel_layout(plan: Plan, sizes: PartSizes) -> CaseLayout:
    """A panel by itself: one perfboard, its jumper wires through the left wall."""
    return _box(plan, sizes, _outlet_cut)


def _box(plan: Plan, sizes: PartSizes, opening: Callable[[Plan, Point, float, PartSizes], Cut]) -> CaseLayout:
    printed = sizes["print"]
    out = printed["wall"] + GAP
    board = (out, out, printed["floor"] + printed["under"] + sizes["perfboard"]["thickness"])
    size = (plan.perfboard.width + 2 * out, plan.perfboard.height + 2 * out)
    cut = opening(plan, board, size[1], sizes)
    return assembled(plan.name, size, board[2] + printed["over"], board, plan, sizes, cuts=(cut,))


def _plug_cut(plan: Plan, board: Point, depth: float, sizes: PartSizes) -> Cut:
    """Open to the lid, which is cut out there too: no bridge, and the plug's sleeve may be taller than the wall."""
    from_left, _, height = plug_axis(plan, sizes)
    sleeve = plug_width(plan, sizes) / 2 + sizes["print"]["loose"]
    x, z = board[0] + from_left, board[2] + height
    low = z - plug_height(plan, sizes) / 2 - sizes["print"]["loose"]
    edges = Edges(x - sleeve, depth - sizes["print"]["wall"] - 0.5, x + sleeve, depth + 1.0)
    return Cut("USB plug", edges, low, board[2] + sizes["print"]["over"] + 1.0)


def plug_width(plan: Plan, sizes: PartSizes) -> float:
    """Of a pod's USB plug."""
    return controller(plan, sizes)[1]["sleeve_width"]


def plug_height(plan: Plan, sizes: PartSizes) -> float:
    """Of a pod's USB plug."""
    return controller(plan, sizes)[1]["sleeve_height"]


def header_of(plan: Plan) -> PlacedPart:
    """A panel's header. Raises StopIteration where the plan has none."""
    return next(part for part in plan.parts if part.footprint.kind.startswith("header_"))


def _outlet_cut(plan: Plan, board: Point, _depth: float, sizes: PartSizes) -> Cut:
    wires = housings(plan, header_of(plan), sizes).grown(sizes["print"]["loose"])
    height = sizes["pin_header"]["height"] + 0.2 + sizes["print"]["loose"]
    edges = Edges(-1.0, board[1] + wires.front, sizes["print"]["wall"] + 0.5, board[1] + wires.back)
    return Cut("jumper wires", edges, board[2] - sizes["print"]["loose"], board[2] + height)


def assembled(
    name: str,
    size: tuple[float, float],
    lid_at: float,
    board: Point,
    plan: Plan,
    sizes: PartSizes,
    cuts: tuple[Cut, ...],
    posts: tuple[Pillar, ...] = (),
    more: tuple[Solid, ...] = (),
    vents: tuple[Edges, ...] = (),
) -> CaseLayout:
    """A case of that outer size round a perfboard, with the towers, clamps and blocks that it always has."""
    towers = _towers(size, lid_at, sizes)
    clamps, clamp_blocks = zip(*_clamps(board, plan, sizes), strict=True)
    return CaseLayout(
        name=name,
        size=size,
        lid_at=lid_at,
        board=board,
        plan=plan,
        towers=towers,
        posts=posts,
        clamps=clamps,
        blocks=(*clamp_blocks, *_stops(board, plan, sizes)),
        cuts=cuts,
        solids=(*_inside(plan, board, sizes), *more, *_screws(towers, clamps, sizes)),
        vents=vents,
    )
