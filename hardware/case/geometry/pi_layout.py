"""A case for a Pi: the Pi behind its panel. Millimetres as in `case_layout`."""

from __future__ import annotations

from collections.abc import Iterator
from math import ceil, floor

from hardware.case.geometry.case_layout import GAP, CaseLayout, Cut, Pillar, assembled, header_of
from hardware.case.geometry.part_solids import Solid, disc, housings
from hardware.case.geometry.relief import Edges
from hardware.case.part_sizes import PartSizes, Port, SizedPart
from hardware.perfboard.plan_files import Plan

POST = 6.4
_BETWEEN = 6.0
"""Between the panel's board and the Pi's, mm."""
_CARD = 3.0
_OUTLET = (16.0, 8.0)
"""Width and height of the opening for the wires of the seats: forty wires of 1.3 mm."""
SEATS_WIRES = "seats' wires"


def pi_layout(name: str, pi: SizedPart, plan: Plan, sizes: PartSizes) -> CaseLayout:
    """A Pi behind its panel: ports look away from the player, USB sockets to the left, the card to the right."""
    printed, header = sizes["print"], sizes["pin_header"]
    wall, ground = printed["wall"], printed["floor"]
    wires = housings(plan, header_of(plan), sizes)
    left = wall + max(GAP, -wires.left + header["bend"])
    width = max(left + plan.perfboard.width + GAP + wall, wall + pi["overhang"] + 0.2 + pi["width"] + GAP + wall)
    depth = 2 * (wall + GAP) + plan.perfboard.height + _BETWEEN + pi["depth"]
    foot = ground + pi["below"] + 1.0
    top = foot + pi["thickness"]
    lid_at = top + max(pi["tallest"] + printed["air"], header["height"] + header["housing"] + header["bend"])
    board = (width - wall - GAP - plan.perfboard.width, wall + GAP, lid_at - printed["over"])
    # Wide ones stand close to the left wall, where their USB plugs are; the small one to the right, where its card is.
    x = wall + pi["overhang"] + 0.2 if pi["overhang"] > 2.0 else width - wall - _CARD - pi["width"]
    corner = (x, depth - wall - GAP - pi["depth"])
    return assembled(
        name,
        (width, depth),
        lid_at,
        board,
        plan,
        sizes,
        cuts=(
            *(_port_cut(port, pi, corner, top, (width, depth), wall) for port in pi.ports),
            _seats_outlet(corner, (width, wall), lid_at),
        ),
        posts=tuple(_posts(pi, corner, foot, ground, sizes)),
        more=tuple(_pi_solids(pi, corner, foot, sizes)),
        vents=tuple(_vents(corner, pi)),
    )


def _posts(
    pi: SizedPart, corner: tuple[float, float], foot: float, ground: float, sizes: PartSizes
) -> Iterator[Pillar]:
    for x, y in _pi_holes(pi, corner):
        yield Pillar(x, y, POST, foot, sizes["m2_5"]["pilot"], ground - 0.8)


def _pi_holes(pi: SizedPart, corner: tuple[float, float]) -> Iterator[tuple[float, float]]:
    """The Pi lies turned by half: its near left corner is where its drawing has the far right one."""
    for x in (pi["hole"], pi["hole"] + pi["holes_wide"]):
        for y in (pi["hole"], pi["hole"] + pi["holes_deep"]):
            yield corner[0] + pi["width"] - x, corner[1] + pi["depth"] - y


def _pi_solids(pi: SizedPart, corner: tuple[float, float], foot: float, sizes: PartSizes) -> Iterator[Solid]:
    x, y = corner
    header, loose, small = sizes["pin_header"], sizes["print"]["loose"], sizes["m2_5"]
    board = Edges(x, y, x + pi["width"], y + pi["depth"])
    top = foot + pi["thickness"]
    rounded = pi["corner"]
    # Three boxes that stay inside of its rounded corners.
    for across, along in ((0.0, rounded), (rounded * 0.293, rounded * 0.293), (rounded, 0.0)):
        part = Edges(board.left + across, board.front + along, board.right - across, board.back - along)
        yield Solid(pi.title, part, foot, top, 0.0, colour="darkgreen")
    for port in pi.ports:
        if port.name != "card":
            yield _socket(port, pi, corner, top)
    pins = x + pi["width"] - 32.5
    strip = Edges(pins - 25.4, y + 3.5 - 2.54, pins + 25.4, y + 3.5 + 2.54)
    yield Solid(
        "jumper wires on the Pi", strip, top, top + header["height"] + header["housing"], loose, colour="purple"
    )
    for hole in _pi_holes(pi, corner):
        yield disc("head M2.5 on the Pi", *hole, small["head"], (top, top + small["head_height"]), 0.0, "gainsboro")


def _socket(port: Port, pi: SizedPart, corner: tuple[float, float], top: float) -> Solid:
    """A socket, narrower than the opening for its plug by what the plug's sleeve is wider; its foot on the board."""
    big = port.side == "right"
    half = port.width / 2 - (0.6 if big else 2.0)
    height = min(port.middle * 2, pi["tallest"])
    out = pi["overhang"] if big else 1.5
    x, y = corner
    if port.side == "front":
        middle, back = x + pi["width"] - port.at, y + pi["depth"] + out
        edges = Edges(middle - half, back - 7.0, middle + half, back)
    else:
        middle = y + pi["depth"] - port.at
        edges = Edges(x - out, middle - half, x + 17.0, middle + half)
        if port.side == "left":
            edges = Edges(x + pi["width"] - 3.0, middle - half, x + pi["width"] + 0.5, middle + half)
    return Solid(f"{port.name} socket", edges, top, top + height, 0.4, colour="silver")


def _port_cut(
    port: Port, pi: SizedPart, corner: tuple[float, float], top: float, size: tuple[float, float], wall: float
) -> Cut:
    x, y = corner
    half = port.width / 2
    if port.side == "front":
        middle = x + pi["width"] - port.at
        edges = Edges(middle - half, size[1] - wall - 0.5, middle + half, size[1] + 1.0)
    else:
        middle = y + pi["depth"] - port.at
        edges = Edges(-1.0, middle - half, wall + 0.5, middle + half)
        if port.side == "left":
            edges = Edges(size[0] - wall - 0.5, middle - half, size[0] + 1.0, middle + half)
    # To whole millimetres outwards: sills and lintels at few heights.
    sill, lintel = top + port.middle - port.height / 2, top + port.middle + port.height / 2
    return Cut(port.name, edges, floor(sill), ceil(lintel))


def _seats_outlet(corner: tuple[float, float], right: tuple[float, float], lid_at: float) -> Cut:
    """For the wires from the Pi's header to the seats: under the lid through the right wall, beside the header."""
    (width, wall), (wide, high) = right, _OUTLET
    front = corner[1] - _BETWEEN
    edges = Edges(width - wall - 0.5, front, width + 1.0, front + wide)
    return Cut(SEATS_WIRES, edges, lid_at - high, lid_at + 1.0)


def _vents(corner: tuple[float, float], pi: SizedPart) -> Iterator[Edges]:
    """Slots over the middle of the Pi, 2.4 wide and 3 apart."""
    x, y = corner[0] + pi["width"] / 2, corner[1] + pi["depth"] / 2
    long = min(pi["depth"] - 16.0, 30.0)
    for number in range(-4, 5):
        yield Edges(x + number * 5.4 - 1.2, y - long / 2, x + number * 5.4 + 1.2, y + long / 2)
