"""The relief of a lid: the seats' shapes and the meander, both taken from the pages' own icons."""

from __future__ import annotations

import re
import xml.etree.ElementTree as Xml
from collections.abc import Iterator, Sequence
from itertools import pairwise
from pathlib import Path
from typing import NamedTuple

SEATS = range(1, 9)
ICONS = Path(__file__).resolve().parents[3] / "web" / "static" / "icons"
_SVG = "{http://www.w3.org/2000/svg}"


class Edges(NamedTuple):
    """A rectangle in mm: x to the right, y away from the player."""

    left: float
    front: float
    right: float
    back: float

    def grown(self, by: float) -> Edges:
        """This rectangle with every edge moved outwards."""
        return Edges(self.left - by, self.front - by, self.right + by, self.back + by)

    def overlaps(self, other: Edges) -> bool:
        """Whether the two share more than an edge."""
        return (
            self.left < other.right and other.left < self.right and self.front < other.back and other.front < self.back
        )


def seat_drawing(seat: int) -> str:
    """A seat's icon as an SVG file of its own, 24 by 24 mm, for OpenSCAD. Raises ValueError for no such seat."""
    sprite = Xml.parse(ICONS / "icons.svg").getroot()  # noqa: S314  our own file
    for symbol in sprite.iter(f"{_SVG}symbol"):
        if symbol.get("id") == f"i-seat-{seat}":
            root = Xml.Element(
                "svg", xmlns="http://www.w3.org/2000/svg", width="24mm", height="24mm", viewBox="0 0 24 24"
            )
            root.extend(_without_namespace(child) for child in symbol)
            return Xml.tostring(root, encoding="unicode") + "\n"
    raise ValueError(f"web/static/icons/icons.svg has no symbol i-seat-{seat}; seats are 1 to 8")


def _without_namespace(element: Xml.Element) -> Xml.Element:
    return Xml.Element(element.tag.removeprefix(_SVG), element.attrib)


class MeanderCell(NamedTuple):
    """One turn of the key: ``width`` along the rim, the lines of its hook as points from the line that it stands on
    (along, up), and the distance between neighbouring lines; all in the drawing's units.
    """

    width: float
    hook: tuple[tuple[float, float], ...]
    spacing: float


def meander_cell() -> MeanderCell:
    """The turn of `meander.svg`: horizontal and vertical lines only. Raises ValueError for another drawing."""
    root = Xml.parse(ICONS / "meander.svg").getroot()  # noqa: S314  our own file
    path = root.find(f"{_SVG}path")
    ground, hook = [list(_points(part)) for part in re.findall(r"M[^M]+", "" if path is None else path.get("d", ""))]
    floor = ground[0][1]
    lifted = tuple((along, floor - up) for along, up in hook)
    if lifted[0][1] != 0:
        raise ValueError("web/static/icons/meander.svg: the hook does not stand on its line")
    levels = sorted({up for _, up in lifted})
    return MeanderCell(ground[-1][0] - ground[0][0], lifted, min(high - low for low, high in pairwise(levels)))


def _points(path: str) -> Iterator[tuple[float, float]]:
    x = y = 0.0
    for command, numbers in re.findall(r"([MHV])\s*([-\d. ]+)", path):
        values = [float(number) for number in numbers.split()]
        if command == "M":
            x, y = values
        elif command == "H":
            (x,) = values
        else:
            (y,) = values
        yield x, y


def rim_strokes(size: tuple[float, float], corner: float, margin: float, line: float, air: float) -> list[list[Edges]]:
    """Hooks of the meander along the four sides of a lid, each as its strokes: the ring that they stand on runs
    ``margin`` inside the edge and is ``line`` wide; ``air`` is between lines, ``corner`` stays free at both ends; mm.
    """
    cell = meander_cell()
    scale = (line + air) / cell.spacing
    width, depth = size
    hooks = []
    for side, length in (("front", width), ("back", width), ("left", depth), ("right", depth)):
        turns = int((length - 2 * corner) / (cell.width * scale))
        step = (length - 2 * corner) / turns
        for turn in range(turns):
            # In the middle of its step; every line is centred in its own stroke.
            start = corner + turn * step + (step - cell.width * scale) / 2
            points = [(start + along * scale, margin + line / 2 + up * scale) for along, up in cell.hook]
            hooks.append([_turned(stroke, side, size) for stroke in _strokes(points, line)])
    return hooks


def _strokes(points: Sequence[tuple[float, float]], line: float) -> Iterator[Edges]:
    for (x0, y0), (x1, y1) in pairwise(points):
        yield Edges(min(x0, x1), min(y0, y1), max(x0, x1), max(y0, y1)).grown(line / 2)


def _turned(stroke: Edges, side: str, size: tuple[float, float]) -> Edges:
    """A stroke drawn along the front, at another side of the lid; the figure runs round in one direction."""
    left, front, right, back = stroke
    width, depth = size
    if side == "back":
        return Edges(width - right, depth - back, width - left, depth - front)
    if side == "right":
        return Edges(width - back, left, width - front, right)
    if side == "left":
        return Edges(front, depth - right, back, depth - left)
    return stroke
