"""Shapes of a drawing, written as SVG and, by Pillow, as PNG."""

from __future__ import annotations

import hashlib
import io
from dataclasses import dataclass
from pathlib import Path
from typing import Literal
from xml.sax.saxutils import escape

from PIL import Image, ImageColor, ImageDraw, ImageFont
from PIL.PngImagePlugin import PngInfo

SCALE = 2
"""Dots of a PNG for each unit of its drawing."""

_SMOOTH = 2  # drawn larger by this and made smaller: Pillow's lines have steps
Anchor = Literal["start", "middle", "end"]
Dot = tuple[int, int, int]
"""Red, green and blue, 0 to 255."""


@dataclass(frozen=True, slots=True)
class Stroke:
    """A line through points, with round ends and corners."""

    points: tuple[tuple[float, float], ...]
    colour: str
    width: float


@dataclass(frozen=True, slots=True)
class Disc:
    """A circle; an empty `fill` is none."""

    x: float
    y: float
    radius: float
    fill: str
    line: str
    width: float


@dataclass(frozen=True, slots=True)
class Frame:
    """A rectangle with corners rounded by `radius`; an empty `fill` is none."""

    left: float
    top: float
    right: float
    bottom: float
    fill: str
    line: str
    width: float
    radius: float


@dataclass(frozen=True, slots=True)
class Caption:
    """A text on its base line; `halo` keeps it readable over lines."""

    x: float
    y: float
    text: str
    size: float
    anchor: Anchor
    colour: str
    bold: bool = False
    halo: bool = False


@dataclass(frozen=True, slots=True)
class PadGrid:
    """Rings at the crossings of `columns` and `rows`, `step` apart; (left, top) is the centre of the first."""

    left: float
    top: float
    columns: int
    rows: int
    step: float
    radius: float
    colour: str
    width: float


Shape = Stroke | Disc | Frame | Caption | PadGrid


@dataclass(frozen=True, slots=True)
class Drawing:
    """Shapes from back to front on white."""

    title: str
    width: float
    height: float
    shapes: tuple[Shape, ...]


def svg(drawing: Drawing) -> str:
    """The drawing as an SVG file."""
    width, height = _number(drawing.width), _number(drawing.height)
    lines = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" width="{width}" height="{height}" '
        'font-family="DejaVu Sans, Verdana, sans-serif" role="img">',
        f"<title>{escape(drawing.title)}</title>",
        f'<rect width="{width}" height="{height}" fill="#ffffff"/>',
        *(_element(shape) for shape in drawing.shapes),
        "</svg>",
    ]
    return "\n".join(lines) + "\n"


def _element(shape: Shape) -> str:
    if isinstance(shape, Stroke):
        points = " ".join(f"{_number(x)},{_number(y)}" for x, y in shape.points)
        return (
            f'<polyline points="{points}" fill="none" stroke="{shape.colour}" stroke-width="{_number(shape.width)}" '
            'stroke-linecap="round" stroke-linejoin="round"/>'
        )
    if isinstance(shape, Caption):
        return (
            f'<text x="{_number(shape.x)}" y="{_number(shape.y)}" font-size="{_number(shape.size)}" '
            f'text-anchor="{shape.anchor}" fill="{shape.colour}"'
            + (' font-weight="bold"' if shape.bold else "")
            + (' stroke="#ffffff" stroke-width="3" paint-order="stroke"' if shape.halo else "")
            + f">{escape(shape.text)}</text>"
        )
    if isinstance(shape, PadGrid):
        return _pattern(shape)
    paint = f'fill="{shape.fill or "none"}" stroke="{shape.line}" stroke-width="{_number(shape.width)}"'
    if isinstance(shape, Disc):
        return f'<circle cx="{_number(shape.x)}" cy="{_number(shape.y)}" r="{_number(shape.radius)}" {paint}/>'
    return (
        f'<rect x="{_number(shape.left)}" y="{_number(shape.top)}" width="{_number(shape.right - shape.left)}" '
        f'height="{_number(shape.bottom - shape.top)}" rx="{_number(shape.radius)}" {paint}/>'
    )


def _pattern(grid: PadGrid) -> str:
    """One ring, repeated: 806 elements would make a large file."""
    left, top, step, half = (
        _number(v) for v in (grid.left - grid.step / 2, grid.top - grid.step / 2, grid.step, grid.step / 2)
    )
    size = f'width="{_number(grid.columns * grid.step)}" height="{_number(grid.rows * grid.step)}"'
    return (
        f'<defs><pattern id="pads" x="{left}" y="{top}" width="{step}" height="{step}" patternUnits="userSpaceOnUse">'
        f'<circle cx="{half}" cy="{half}" r="{_number(grid.radius)}" fill="none" stroke="{grid.colour}" '
        f'stroke-width="{_number(grid.width)}"/></pattern></defs><rect x="{left}" y="{top}" {size} fill="url(#pads)"/>'
    )


def _number(value: float) -> str:
    return f"{value:.2f}".rstrip("0").rstrip(".")


def drawing_digest(drawing: Drawing) -> str:
    """Digest that tells whether a PNG was made from this drawing."""
    return hashlib.sha256(svg(drawing).encode()).hexdigest()


def png(drawing: Drawing) -> bytes:
    """The drawing as a PNG file, with its digest as the text `drawing`: the dots differ with Pillow's version."""
    scale = SCALE * _SMOOTH
    size = (round(drawing.width * scale), round(drawing.height * scale))
    image = Image.new("RGB", size, "#ffffff")
    painter = _Painter(ImageDraw.Draw(image), scale)
    for shape in drawing.shapes:
        painter.paint(shape)
    image = image.resize((size[0] // _SMOOTH, size[1] // _SMOOTH), Image.Resampling.BOX)
    image = image.quantize(palette=_palette(drawing), dither=Image.Dither.NONE)
    notes = PngInfo()
    notes.add_text("drawing", drawing_digest(drawing))
    out = io.BytesIO()
    image.save(out, "PNG", optimize=True, pnginfo=notes)
    return out.getvalue()


def _palette(drawing: Drawing) -> Image.Image:
    """The drawing's colours, and what lies between each and what it is drawn on: found by itself, a palette loses thin
    lines of a rare colour.
    """
    fills = [shape.fill for shape in drawing.shapes if isinstance(shape, Frame) and shape.fill]
    grounds = dict.fromkeys(["#ffffff", *fills])
    named = dict.fromkeys(colour for shape in drawing.shapes for colour in _colours_of(shape))
    colours = {_dot(colour): None for colour in (*grounds, *named) if colour}
    own = list(colours)
    mixed = (
        _between(_dot(ground), colour, share) for share in (0.5, 0.25, 0.75) for ground in grounds for colour in own
    )
    for dot in mixed:
        # Pillow takes a near colour, not always the nearest: white would become a mixture that is nearly white
        if all(max(abs(one - other) for one, other in zip(dot, known, strict=True)) > 12 for known in own):
            colours[dot] = None
    palette = Image.new("P", (1, 1))
    palette.putpalette([part for colour in list(colours)[:256] for part in colour])
    return palette


def _colours_of(shape: Shape) -> tuple[str, ...]:
    if isinstance(shape, Disc | Frame):
        return shape.fill, shape.line
    return (shape.colour,)


def _between(ground: Dot, colour: Dot, share: float) -> Dot:
    red, green, blue = (round(one + (other - one) * share) for one, other in zip(ground, colour, strict=True))
    return red, green, blue


def _dot(colour: str) -> Dot:
    red, green, blue, *_ = ImageColor.getrgb(colour)
    return red, green, blue


def digest_of_png(file: Path) -> str:
    """Digest of the drawing that a PNG was made from; empty text where it says none."""
    with Image.open(file) as image:
        return str(image.info.get("drawing", ""))


class _Painter:
    """Paints shapes with Pillow, everything times `scale`."""

    def __init__(self, draw: ImageDraw.ImageDraw, scale: int) -> None:
        self._draw, self._scale = draw, scale

    def paint(self, shape: Shape) -> None:
        if isinstance(shape, Stroke):
            self._stroke(shape)
        elif isinstance(shape, Caption):
            self._caption(shape)
        elif isinstance(shape, PadGrid):
            for place in range(shape.columns * shape.rows):
                x = shape.left + place % shape.columns * shape.step
                y = shape.top + place // shape.columns * shape.step
                self.paint(Disc(x, y, shape.radius, "", shape.colour, shape.width))
        elif isinstance(shape, Disc):
            box = (shape.x - shape.radius, shape.y - shape.radius, shape.x + shape.radius, shape.y + shape.radius)
            self._draw.ellipse(self._grown(box, shape.width), shape.fill or None, shape.line, self._whole(shape.width))
        else:
            box = (shape.left, shape.top, shape.right, shape.bottom)
            self._draw.rounded_rectangle(
                self._grown(box, shape.width),
                shape.radius * self._scale,
                shape.fill or None,
                shape.line,
                self._whole(shape.width),
            )

    def _whole(self, value: float) -> int:
        return round(value * self._scale)

    def _grown(self, box: tuple[float, float, float, float], line: float) -> tuple[float, float, float, float]:
        """Pillow draws a line inside its box, SVG half outside."""
        left, top, right, bottom = box
        half = line / 2
        scale = self._scale
        return (left - half) * scale, (top - half) * scale, (right + half) * scale, (bottom + half) * scale

    def _stroke(self, shape: Stroke) -> None:
        points = [(x * self._scale, y * self._scale) for x, y in shape.points]
        self._draw.line(points, shape.colour, self._whole(shape.width), "curve")
        half = shape.width * self._scale / 2
        for x, y in points:
            self._draw.ellipse((x - half, y - half, x + half, y + half), shape.colour)

    def _caption(self, shape: Caption) -> None:
        font = ImageFont.load_default(shape.size * self._scale)
        anchor = {"start": "ls", "middle": "ms", "end": "rs"}[shape.anchor]
        if shape.halo:
            stroke, colour = self._whole(1.5), "#ffffff"
        else:
            stroke, colour = 0, shape.colour
        place = (shape.x * self._scale, shape.y * self._scale)
        if shape.halo:
            self._draw.text(place, shape.text, colour, font, anchor, stroke_width=stroke, stroke_fill=colour)
        bold = self._whole(0.25) if shape.bold else 0
        self._draw.text(
            place, shape.text, shape.colour, font, anchor, stroke_width=bold, stroke_fill=shape.colour if bold else None
        )
