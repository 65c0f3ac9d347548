"""Rectangle of a one-bit image with drawing operations in its own pixel coordinates."""

from __future__ import annotations

from functools import cache
from typing import Literal

from PIL import Image, ImageDraw

from companion.render.canvas.glyphs import Font, fit, icon, icon_names

Align = Literal["left", "centre", "right"]


class Area:
    """``width`` by ``height`` pixels of ``image`` (mode "1") at (``left``, ``top``). Drawing is not clipped: callers
    measure first. ``ink`` is 1 for light and 0 for dark. ``upright``: of a display that is higher than wide, where what
    stands side by side elsewhere stands one below the other.
    """

    __slots__ = ("height", "image", "left", "pen", "top", "upright", "width")

    def __init__(
        self, image: Image.Image, left: int, top: int, width: int, height: int, *, upright: bool | None = None
    ) -> None:
        self.image = image
        self.pen = ImageDraw.Draw(image)
        self.left, self.top = left, top
        self.width, self.height = width, height
        self.upright = height > width if upright is None else upright

    def part(self, x: int, y: int, width: int, height: int) -> Area:
        """Sub-area at (``x``, ``y``)."""
        return Area(self.image, self.left + x, self.top + y, width, height, upright=self.upright)

    def below(self, y: int) -> Area:
        """Sub-area from row ``y`` down."""
        return self.part(0, y, self.width, max(self.height - y, 0))

    def inset(self, margin: int) -> Area:
        """Area without ``margin`` pixels on every side."""
        return self.part(margin, margin, self.width - 2 * margin, self.height - 2 * margin)

    def fill(self, x: int, y: int, width: int, height: int, ink: int = 1) -> None:
        """Fill a rectangle; nothing if it is empty."""
        if width > 0 and height > 0:
            left, top = self.left + x, self.top + y
            self.image.paste(ink * 255, (left, top, left + width, top + height))

    def frame(self, x: int, y: int, width: int, height: int, ink: int = 1) -> None:
        """Outline a rectangle, one pixel wide."""
        self.fill(x, y, width, 1, ink)
        self.fill(x, y + height - 1, width, 1, ink)
        self.fill(x, y + 1, 1, height - 2, ink)
        self.fill(x + width - 1, y + 1, 1, height - 2, ink)

    def round_corners(self, x: int, y: int, width: int, height: int, ink: int = 0) -> None:
        """Clear the four corner pixels of a rectangle."""
        for column in (x, x + width - 1):
            for row in (y, y + height - 1):
                self.fill(column, row, 1, 1, ink)

    def dotted(self, x: int, y: int, length: int, *, down: bool = False) -> None:
        """Dotted line to the right, or down."""
        dots = [
            (self.left + x, self.top + y + step) if down else (self.left + x + step, self.top + y)
            for step in range(0, length, 2)
        ]
        self.pen.point(dots, fill=255)

    def line(self, x: int, y: int, to_x: int, to_y: int) -> None:
        """Straight line, both ends included."""
        left, top = self.left, self.top
        self.pen.line((left + x, top + y, left + to_x, top + to_y), fill=255)

    def stamp(self, mask: Image.Image, x: int, y: int, ink: int = 1) -> None:
        """Draw the light pixels of ``mask`` (mode "1") in ``ink``."""
        self.image.paste(ink * 255, (self.left + x, self.top + y), mask)

    def icon(self, name: str, x: int, y: int, ink: int = 1) -> bool:
        """Draw an icon, 9 by 9; returns False for an unknown name."""
        mask = sign(name)
        if mask is not None:
            self.stamp(mask, x, y, ink)
        return mask is not None

    def text(self, font: Font, x: int, y: int, width: int, text: str, *, align: Align = "left", ink: int = 1) -> int:
        """Draw one line, shortened to ``width`` pixels; returns the pixels used."""
        words = fit(font, " ".join(text.split()), width)
        taken = font.width(words)
        room = max(width - taken, 0)
        start = x + {"left": 0, "centre": room // 2, "right": room}[align]
        if words:
            font.draw(self.image, (self.left + start, self.top + y), words, ink=ink)
        return taken


@cache
def sign(name: str) -> Image.Image | None:
    """Icon as a shared 9 by 9 mask, read-only; None for an unknown name."""
    return icon(name) if name in icon_names() else None


def is_icon(name: str) -> bool:
    """Whether an icon of this name exists."""
    return sign(name) is not None
