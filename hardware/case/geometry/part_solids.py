"""The bill of materials as solids: where each part of a perfboard stands, in mm above and beside the board's top."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from hardware.case.geometry.relief import Edges
from hardware.case.part_sizes import PartSizes, SizedPart
from hardware.perfboard.plan_files import PlacedPart, Plan

DISPLAYS = {"oled_096": "display_096", "oled_13": "display_13", "oled_13_spi": "display_13"}
BOARDS = {"pico": "plug_micro", "rp2040_zero": "plug_c"}
"""Footprints of microcontrollers, and the plug of each."""
SOUNDING = ("buzzer", "piezo_disc")
LIT = ("rgb_led", "ws2812")
_CABLE = 12.0
"""How much of a plug's sleeve is drawn, mm."""


@dataclass(frozen=True, slots=True)
class Solid:
    """A box, or a cylinder in the middle of one. ``clearance`` in mm is what it keeps from everything printed; 0 for
    what touches print on purpose.
    """

    name: str
    edges: Edges
    bottom: float
    top: float
    clearance: float
    round: bool = False
    colour: str = "gray"

    def moved(self, x: float, y: float, z: float) -> Solid:
        """This solid elsewhere."""
        left, front, right, back = self.edges
        edges = Edges(left + x, front + y, right + x, back + y)
        return replace(self, edges=edges, bottom=self.bottom + z, top=self.top + z)

    @property
    def centre(self) -> tuple[float, float]:
        """Middle of the box, x and y in mm."""
        return (self.edges.left + self.edges.right) / 2, (self.edges.front + self.edges.back) / 2


def disc(
    name: str, x: float, y: float, diameter: float, z: tuple[float, float], clearance: float, colour: str
) -> Solid:
    """A cylinder of that diameter about (x, y), from and to the heights ``z``."""
    around = Edges(x, y, x, y).grown(diameter / 2)
    return Solid(name, around, *z, clearance, round=True, colour=colour)


def edges_of(plan: Plan, part: PlacedPart) -> Edges:
    """What a part covers, from the board's near left corner: x to the right, y away from the player."""
    body = part.body(plan.perfboard)
    return Edges(body.left, plan.perfboard.height - body.bottom, body.right, plan.perfboard.height - body.top)


def centre_of(plan: Plan, part: PlacedPart) -> tuple[float, float]:
    """Its cap, shaft, glass, lens or plug, from the board's near left corner."""
    x, y = part.centre(plan.perfboard)
    return x, plan.perfboard.height - y


def board_solids(plan: Plan, sizes: PartSizes) -> Iterator[Solid]:
    """The perfboard with everything that stands on it, from its near left corner, z = 0 at its top."""
    loose, close = sizes["print"]["loose"], sizes["print"]["close"]
    thickness = sizes["perfboard"]["thickness"]
    whole = Edges(0.0, 0.0, plan.perfboard.width, plan.perfboard.height)
    # It lies on the blocks and is clamped there; from the walls it keeps what is air there.
    yield Solid("perfboard", whole, -thickness, 0.0, 0.0, colour="darkgreen")
    legs = sizes["print"]["under"] - 1.5
    yield Solid("legs and wires", whole.grown(-2.2), -thickness - legs, -thickness, loose, colour="silver")
    for part in plan.parts:
        yield from _of_part(plan, part, sizes, loose, close)


def _of_part(plan: Plan, part: PlacedPart, sizes: PartSizes, loose: float, close: float) -> Iterator[Solid]:
    kind, edges, (x, y) = part.footprint.kind, edges_of(plan, part), centre_of(plan, part)
    if kind in BOARDS:
        yield from _microcontroller(plan, part, sizes, loose)
    elif kind in DISPLAYS:
        yield from _display(plan, part, sizes, loose)
    elif kind == "key":
        yield Solid(part.name, edges, 0.0, sizes["key"]["body"] - sizes["key"]["travel"], loose, colour="dimgray")
        yield from cap_solids(part.name, x, y, sizes)
    elif kind == "encoder":
        yield from _encoder(part.name, edges, x, y, sizes)
    elif kind in LIT:
        yield from _light(part.name, x, y, sizes, close)
    elif kind in SOUNDING:
        buzzer = sizes["buzzer"]
        yield disc(part.name, x, y, buzzer["diameter"], (0.0, buzzer["height"]), loose, "black")
    elif kind.startswith("header_"):
        yield from _header(plan, part, sizes, close)
    else:
        yield Solid(part.name, edges, 0.0, sizes["resistor"]["height"], loose, colour="tan")


def _display(plan: Plan, part: PlacedPart, sizes: PartSizes, loose: float) -> Iterator[Solid]:
    top = display_top(sizes[DISPLAYS[part.footprint.kind]], sizes)
    yield from _sockets(plan, part, sizes, loose)
    yield Solid(part.name, edges_of(plan, part), sizes["pin_socket"]["height"], top, loose, colour="midnightblue")
    yield Solid(f"picture of {part.name}", picture_of(plan, part, sizes), top, top + 0.05, 0.0, colour="deepskyblue")


def _sockets(plan: Plan, part: PlacedPart, sizes: PartSizes, loose: float) -> Iterator[Solid]:
    """A socket for each row of pins along the left and the right edge, or the only row."""
    places = [plan.perfboard.millimetres(hole) for _, hole in part.pins()]
    deep = plan.perfboard.height
    xs, ys = [x for x, _ in places], [deep - y for _, y in places]
    rows = [(x, x) for x in (min(xs), max(xs))] if len(set(ys)) > 1 else [(min(xs), max(xs))]
    for left, right in rows:
        strip = Edges(left, min(ys), right, max(ys)).grown(1.27)
        yield Solid(f"socket of {part.name}", strip, 0.0, sizes["pin_socket"]["height"], loose, colour="black")


def display_top(display: SizedPart, sizes: PartSizes) -> float:
    """Height of a display's glass above the perfboard's top."""
    return sizes["pin_socket"]["height"] + sizes["pin_socket"]["header"] + display["thickness"] + display["glass"]


def picture_of(plan: Plan, part: PlacedPart, sizes: PartSizes) -> Edges:
    """A display's lit picture, from the board's near left corner."""
    display = sizes[DISPLAYS[part.footprint.kind]]
    columns = [offset.column for _, offset in part.footprint.pins]
    middle = (min(columns) + max(columns)) / 2 * 2.54
    corners = [
        part.point(plan.perfboard, middle + side * display["active_width"] / 2, along)
        for side in (-1, 1)
        for along in (
            display["pins_to_picture"] - display["active_height"] / 2,
            display["pins_to_picture"] + display["active_height"] / 2,
        )
    ]
    xs, ys = zip(*corners, strict=True)
    return Edges(min(xs), plan.perfboard.height - max(ys), max(xs), plan.perfboard.height - min(ys))


def board_part(plan: Plan) -> PlacedPart:
    """A pod's microcontroller. Raises StopIteration where the plan has none."""
    return next(part for part in plan.parts if part.footprint.kind in BOARDS)


def controller(plan: Plan, sizes: PartSizes) -> tuple[SizedPart, SizedPart]:
    """A pod's microcontroller and the plug that it takes."""
    kind = board_part(plan).footprint.kind
    board = plan.board or kind
    return sizes[board if board in sizes.parts else kind], sizes[BOARDS[kind]]


def plug_axis(plan: Plan, sizes: PartSizes) -> tuple[float, float, float]:
    """Where the mouth of a pod's USB socket is, from the board's near left corner and its top."""
    board, _ = controller(plan, sizes)
    x, y = centre_of(plan, board_part(plan))
    stack = sizes["pin_socket"]["height"] + sizes["pin_socket"]["header"] + board["thickness"]
    return x, y, stack + board["socket_height"] / 2


def _microcontroller(plan: Plan, part: PlacedPart, sizes: PartSizes, loose: float) -> Iterator[Solid]:
    board, plug = controller(plan, sizes)
    x, mouth, height = plug_axis(plan, sizes)
    edges = edges_of(plan, part)
    top = height + board["socket_height"] / 2
    yield from _sockets(plan, part, sizes, loose)
    whole = edges._replace(back=mouth - board["overhang"])
    yield Solid(part.name, whole, sizes["pin_socket"]["height"], top, loose, colour="seagreen")
    socket = Edges(x - board["socket_width"] / 2, mouth - 5.5, x + board["socket_width"] / 2, mouth)
    yield Solid("USB socket", socket, top - board["socket_height"], top, loose, colour="silver")
    sleeve = Edges(x - plug["sleeve_width"] / 2, mouth + 0.3, x + plug["sleeve_width"] / 2, mouth + _CABLE)
    half = plug["sleeve_height"] / 2
    yield Solid("USB plug", sleeve, height - half, height + half, loose, colour="dimgray")


def cap_heights(sizes: PartSizes) -> tuple[float, float, float]:
    """Foot, shoulder and top of a key cap above the perfboard's top, with its switch not pressed."""
    key, printed = sizes["key"], sizes["print"]
    foot = key["body"] + key["travel"] + 0.1
    return foot, printed["over"] - printed["loose"], printed["over"] + printed["lid"] + printed["proud"]


def cap_solids(name: str, x: float, y: float, sizes: PartSizes) -> Iterator[Solid]:
    """A printed cap on its switch: foot and top. Pressed, it only goes down, where its switch stops it."""
    foot, shoulder, top = cap_heights(sizes)
    printed = sizes["print"]
    air = printed["loose"] - 0.02
    yield disc(f"cap of {name}, foot", x, y, printed["flange"], (foot, shoulder), air, "orange")
    yield disc(f"cap of {name}, top", x, y, printed["cap"], (shoulder, top), air, "orange")


def knob_bottom(sizes: PartSizes) -> float:
    """Height of the knob above the perfboard's top: over the relief, with room for its push."""
    printed = sizes["print"]
    return printed["over"] + printed["lid"] + printed["relief"] + sizes["encoder"]["travel"] + 0.5


def _encoder(name: str, edges: Edges, x: float, y: float, sizes: PartSizes) -> Iterator[Solid]:
    encoder, knob, loose = sizes["encoder"], sizes["knob"], sizes["print"]["loose"]
    foot, end = encoder["body"], encoder["body"] + encoder["bushing_height"]
    yield Solid(name, edges, 0.0, foot, loose, colour="silver")
    yield disc(f"bushing of {name}", x, y, encoder["bushing"], (foot, end), loose - 0.02, "gold")
    yield disc(f"shaft of {name}", x, y, encoder["shaft"], (end, foot + encoder["shaft_length"]), loose, "gold")
    low = knob_bottom(sizes)
    yield disc(f"knob of {name}", x, y, knob["diameter"], (low, low + knob["height"]), loose, "chocolate")


def _light(name: str, x: float, y: float, sizes: PartSizes, close: float) -> Iterator[Solid]:
    """An LED on its own long legs, its dome a millimetre out of the lid."""
    led, printed = sizes["led"], sizes["print"]
    top = printed["over"] + printed["lid"] + 1.0
    low = top - led["height"]
    yield disc(f"{name}, flange", x, y, led["flange"], (low, low + 1.0), close, "white")
    yield disc(name, x, y, led["diameter"], (low + 1.0, top), close - 0.02, "white")
    yield disc(f"{name}, legs", x, y, 3.0, (0.0, low), close, "silver")


def _header(plan: Plan, part: PlacedPart, sizes: PartSizes, close: float) -> Iterator[Solid]:
    """An angled header and the housings of its jumper wires, which stand out over the board's edge."""
    header = edges_of(plan, part)
    height = sizes["pin_header"]["height"] + 0.2
    yield Solid(part.name, header, 0.0, height, close, colour="black")
    yield Solid("jumper wires", housings(plan, part, sizes), 0.0, height, close, colour="purple")


def housings(plan: Plan, part: PlacedPart, sizes: PartSizes) -> Edges:
    """The housings of the jumper wires on a header that points to the left, from the board's near left corner.
    Raises ValueError for a header that points elsewhere.
    """
    if part.turn != 90:
        raise ValueError(
            f"{plan.name}: the case has its outlet at the left, and {part.name} points elsewhere (turn = 90)"
        )
    header = edges_of(plan, part)
    plastic = 4.1 + 0.2
    start = header.right - 0.32 - plastic
    return Edges(start - sizes["pin_header"]["housing"], header.front, start, header.back)
