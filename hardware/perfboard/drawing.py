"""Drawings of a plan: its top side as seen from above, and its bottom side as seen after turning the board over."""

from __future__ import annotations

from itertools import pairwise

from hardware.perfboard.copper import wire_nets
from hardware.perfboard.drawing_shapes import Anchor, Caption, Disc, Drawing, Frame, PadGrid, Shape, Stroke
from hardware.perfboard.footprints import PITCH, Hole, Outline
from hardware.perfboard.plan_files import PlacedPart, Plan, PlanWire, Side

CELL = 26.0
"""Distance between holes in a drawing, in its own units."""
_EDGE = 54.0
_HEAD = 62.0
_ROW = 19.0
_LIST_COLUMNS = 2
_INK, _SOFT, _BOARD, _PAD, _PART = "#1d1a17", "#6b6259", "#f4efe4", "#c9bda6", "#ffffff"

WIRE_COLOURS = {
    "GND": ("black", "#26221e"),
    "3V3": ("red", "#cc2b23"),
    "5V": ("orange", "#e07b00"),
    "red": ("pink", "#e0679a"),
    "green": ("light green", "#6fae2d"),
    "blue": ("light blue", "#3ba4dc"),
}
_OTHERS = (
    ("blue", "#2458c5"),
    ("green", "#1f7a3d"),
    ("yellow", "#b89500"),
    ("violet", "#8335b5"),
    ("brown", "#7a4a21"),
    ("grey", "#77808a"),
    ("turquoise", "#008f95"),
    ("white", "#a9977c"),
    ("pink", "#e0679a"),
    ("light green", "#6fae2d"),
    ("light blue", "#3ba4dc"),
    ("dark red", "#8e1f3f"),
    ("olive", "#66701a"),
    ("dark blue", "#16306e"),
    ("magenta", "#c0169c"),
)


def colours(plan: Plan) -> dict[str, tuple[str, str]]:
    """For every net that a wire belongs to: a colour's name and its value. The usual ones go to insulated wire."""
    nets = wire_nets(plan)
    insulated = [net for net, wire in zip(nets, plan.wires, strict=True) if wire.insulated]
    rest = [name for name in dict.fromkeys([*insulated, *nets]) if name not in WIRE_COLOURS]
    taken = {WIRE_COLOURS[net][0] for net in set(nets) & set(WIRE_COLOURS)}
    free = [colour for colour in _OTHERS if colour[0] not in taken]
    return WIRE_COLOURS | {name: free[number % len(free)] for number, name in enumerate(rest)}


def drawn(plan: Plan, side: Side) -> Drawing:
    """One side of a plan with its parts, wires and the list of its wires."""
    return _Sheet(plan, side).drawing()


class _Sheet:
    """One drawing being made."""

    def __init__(self, plan: Plan, side: Side) -> None:
        self.plan, self.side = plan, side
        self.nets = wire_nets(plan)
        self.colours = colours(plan)
        self.wires = [
            (number, net, wire)
            for number, (net, wire) in enumerate(zip(self.nets, plan.wires, strict=True), start=1)
            if wire.side == side
        ]
        self.pins = {hole for part in plan.parts for _, hole in part.pins()}
        board = plan.perfboard
        self.width = board.width / PITCH * CELL + 2 * _EDGE
        self.board_height = board.height / PITCH * CELL
        self.rows = -(-len(self.wires) // _LIST_COLUMNS)
        self.shapes: list[Shape] = []
        self.badges: list[tuple[float, float]] = []
        self.names: list[Outline] = []

    def x(self, millimetres: float) -> float:
        """Across the drawing; the bottom side is mirrored."""
        across = millimetres if self.side == "top" else self.plan.perfboard.width - millimetres
        return _EDGE + across / PITCH * CELL

    def y(self, millimetres: float) -> float:
        return _HEAD + _EDGE / 2 + millimetres / PITCH * CELL

    def at(self, hole: Hole) -> tuple[float, float]:
        x, y = self.plan.perfboard.millimetres(hole)
        return self.x(x), self.y(y)

    def drawing(self) -> Drawing:
        self._head()
        self._board()
        for part in self.plan.parts:
            self._part(part)
            self._pins(part)
        for _, net, wire in sorted(self.wires, key=lambda one: one[2].insulated):
            self._wire(net, wire)
        for part in self.plan.parts:
            self._labels(part)
        for number, net, wire in self.wires:
            self._badge(number, net, wire)
        bottom = _HEAD + _EDGE + self.board_height
        self._list(bottom + 8)
        height = bottom + 8 + (self.rows + 1.6) * _ROW
        return Drawing(f"{self.plan.title}: {self.side} side", self.width, height, tuple(self.shapes))

    def _head(self) -> None:
        self.shapes.append(Caption(_EDGE, 28, f"{self.plan.title}: {self.side} side", 19, "start", _INK, bold=True))
        said = (
            "Seen from above, the near edge is below."
            if self.side == "top"
            else "Turned over like a page: left and right are swapped, so column 1 is at the right."
        )
        if self.side == "top" and self.wires:
            said += " Insulated wires go first, before the parts."
        self.shapes.append(Caption(_EDGE, 50, said, 13, "start", _SOFT))

    def _board(self) -> None:
        board = self.plan.perfboard
        left, right = sorted((self.x(0), self.x(board.width)))
        self.shapes.append(Frame(left, self.y(0), right, self.y(board.height), _BOARD, _SOFT, 1.5, 6))
        for column in range(board.columns):
            x, _ = self.at(Hole(column, 0))
            for y in (self.y(0) - 6, self.y(board.height) + 14):
                self.shapes.append(Caption(x, y, str(column + 1), 11, "middle", _SOFT))
        for row in range(board.rows):
            _, y = self.at(Hole(0, row))
            for x in (left - 32, right + 32):  # clear of a header that stands out over the edge
                self.shapes.append(Caption(x, y + 4, str(Hole(0, row))[0], 11, "middle", _SOFT))
        first = min(self.at(Hole(0, 0)), self.at(Hole(board.columns - 1, 0)))
        self.shapes.append(PadGrid(*first, board.columns, board.rows, CELL, 4.2, _PAD, 1.6))

    def _part(self, part: PlacedPart) -> None:
        body = part.body(self.plan.perfboard)
        left, right = sorted((self.x(body.left), self.x(body.right)))
        top, bottom = self.y(body.top), self.y(body.bottom)
        fill = _PART if self.side == "top" else ""
        line = _INK if self.side == "top" else _PAD
        if part.footprint.round:
            self.shapes.append(Disc((left + right) / 2, (top + bottom) / 2, (right - left) / 2, fill, line, 1.6))
        else:
            self.shapes.append(Frame(left, top, right, bottom, fill, line, 1.6, 4))

    def _pins(self, part: PlacedPart) -> None:
        for hole in part.free():
            if self.plan.perfboard.holds(hole):
                self.shapes.append(Disc(*self.at(hole), 6, "#ffffff", _SOFT, 1.2))
        for contact, hole in part.pins():
            self.shapes.append(Disc(*self.at(hole), 5.2, "#ffffff" if contact == "lug" else _INK, _INK, 1.4))
        if part.footprint.raised:
            x, y = self.at(part.at)
            self.shapes.append(Frame(x - 7, y - 7, x + 7, y + 7, "", _INK, 1.6, 0))

    def _labels(self, part: PlacedPart) -> None:
        """The name of the part, and what its contacts are called."""
        body = part.body(self.plan.perfboard)
        middle = self.x((body.left + body.right) / 2), self.y((body.top + body.bottom) / 2)
        for contact, hole in part.pins():
            if part.footprint.kind != "resistor_330":
                self._contact(part, contact, hole, middle)
        self._name(part, *middle, self.y(body.top))

    def _name(self, part: PlacedPart, x: float, y: float, top: float) -> None:
        """In the middle of the body, with what it is below; over a small part that has its pins there."""
        colour = _INK if self.side == "top" else _SOFT
        if part.name == "light":
            y = top - 10
        size = 12 if part.name == "light" or part.footprint.kind == "resistor_330" else 15
        self._say(x, y + 5, part.name, size, "middle", colour, bold=True)
        if part.footprint.raised:
            self._say(x, y + 22, part.footprint.short, 11, "middle", _SOFT)

    def _contact(self, part: PlacedPart, contact: str, hole: Hole, middle: tuple[float, float]) -> None:
        """Beside a pin of a row that runs towards the player, else over or under it."""
        x, y = self.at(hole)
        in_a_row = sum(other.row == hole.row for _, other in part.pins()) > 2
        if not in_a_row and (part.footprint.overhangs or part.name in ("board", "encoder")):
            right = (x < middle[0]) != part.footprint.overhangs  # a header's plugs are on its other side
            anchor: Anchor = "start" if right else "end"
            self._say(x + (9 if right else -9), y + 3.5, contact, 10, anchor, _INK)
            return
        below = y <= middle[1]
        size = 8.5 if in_a_row and part.name == "board" else 10
        where = y + 17 if below else y - 10
        self._say(x, where, contact, size, "middle", _INK)

    def _wire(self, net: str, wire: PlanWire) -> None:
        points = tuple(self.at(hole) for hole in wire.route)
        colour = self.colours[net][1]
        if wire.insulated:
            self.shapes.append(Stroke(points, "#ffffff", 8))
            self.shapes.append(Stroke(points, colour, 4.4))
        else:
            self.shapes.append(Stroke(points, colour, 6))
        for hole in wire.contacts():
            if hole in self.pins:
                self.shapes.append(Disc(*self.at(hole), 5.2, _INK, colour, 1.8))
            else:
                self.shapes.append(Disc(*self.at(hole), 4.6 if wire.insulated else 2.4, "#ffffff", colour, 1.6))

    def _badge(self, number: int, net: str, wire: PlanWire) -> None:
        x, y = self._badge_place(wire)
        self.badges.append((x, y))
        self.shapes.append(Disc(x, y, 8.2, "#ffffff", self.colours[net][1], 1.8))
        self.shapes.append(Caption(x, y + 3.7, str(number), 10, "middle", _INK, bold=True))

    def _badge_place(self, wire: PlanWire) -> tuple[float, float]:
        """On the wire near its middle, where no other number stands, and if it can be no name either."""
        points = [self.at(hole) for hole in wire.passed()]
        places = [((x1 + x2) / 2, (y1 + y2) / 2) for (x1, y1), (x2, y2) in pairwise(points)]
        middle = (len(places) - 1) / 2
        order = [places[n] for n in sorted(range(len(places)), key=lambda place: abs(place - middle))]
        order += [self.at(end) for end in (wire.route[-1], wire.route[0]) if end not in self.pins]
        clear = [place for place in order if not any(_near(place, other) for other in self.badges)]
        unnamed = [place for place in clear if not any(name.overlaps(_around(*place, 8)) for name in self.names)]
        return (unnamed or clear or order)[0]

    def _say(self, x: float, y: float, text: str, size: float, anchor: Anchor, colour: str, bold: bool = False) -> None:
        """A name or contact with a halo, entered among what numbers keep clear of."""
        self.shapes.append(Caption(x, y, text, size, anchor, colour, bold, halo=True))
        width = 0.6 * size * len(text)
        left = {"start": x, "middle": x - width / 2, "end": x - width}[anchor]
        self.names.append(Outline(left, y - size, left + width, y + 2))

    def _list(self, top: float) -> None:
        """The wires of this side, in the order of soldering."""
        column = (self.width - 2 * _EDGE) / _LIST_COLUMNS
        for place, (number, net, wire) in enumerate(self.wires):
            x, y = _EDGE + place // self.rows * column, top + (place % self.rows + 1) * _ROW
            name, colour = self.colours[net]
            kind = f"insulated, {name}" if wire.insulated else "bare"
            self.shapes.append(Stroke(((x, y - 4), (x + 22, y - 4)), colour, 4.4 if wire.insulated else 6))
            self.shapes.append(Caption(x + 50, y, str(number), 12, "end", _INK, bold=True))
            self.shapes.append(Caption(x + 58, y, net, 12, "start", _INK, bold=True))
            self.shapes.append(Caption(x + 116, y, f"{said_route(wire)}  ({kind})", 12, "start", _INK))
        if not self.wires:
            self.shapes.append(Caption(_EDGE, top + _ROW, "No wires on this side.", 12, "start", _SOFT))


def said_route(wire: PlanWire) -> str:
    """The holes at which a wire begins, bends and ends."""
    return " - ".join(str(hole) for hole in wire.route)


def _near(place: tuple[float, float], other: tuple[float, float]) -> bool:
    return _around(*place, 8.5).overlaps(_around(*other, 8.5))


def _around(x: float, y: float, half: float) -> Outline:
    return Outline(x - half, y - half, x + half, y + half)
