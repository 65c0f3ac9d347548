"""An ear for what is written while a face is painted, and an eye for what is wrong with it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import NamedTuple
from unittest.mock import patch

from PIL import Image, ImageChops

from companion.render.canvas.glyphs import Font


class Written(NamedTuple):
    """A text as it was drawn into an image."""

    font: Font
    image: Image.Image
    xy: tuple[int, int]
    text: str
    ink: int

    @property
    def box(self) -> tuple[int, int, int, int]:
        """Left, top, right and bottom of its letters."""
        x, y = self.xy
        return x, y, x + self.font.width(self.text), y + self.font.height

    def mask(self, size: tuple[int, int]) -> Image.Image:
        """Its letters alone, in an image of ``size``."""
        mask = Image.new("1", size)
        self.font.draw(mask, self.xy, self.text)
        return mask


@contextmanager
def listening() -> Iterator[list[Written]]:
    """The texts written in the meantime, in order."""
    heard: list[Written] = []
    plain = Font.draw

    def draw(self: Font, image: Image.Image, xy: tuple[int, int], text: str, *, ink: int = 1) -> int:
        heard.append(Written(self, image, xy, text, ink))
        return plain(self, image, xy, text, ink=ink)

    with patch.object(Font, "draw", draw):
        yield heard


def faults_of(heard: Sequence[Written], image: Image.Image) -> Iterator[str]:
    """What is wrong with the texts that were written into ``image``: letters that are not in it to their last dot, and
    texts written over each other.
    """
    size = image.size
    written = [(each, each.mask(size)) for each in heard if each.image is image]
    for at, (each, mask) in enumerate(written):
        left, top, right, bottom = box = each.box
        if left < 0 or top < 0 or right > size[0] - 1 or bottom > size[1] - 1:
            yield f"{each.text!r} leaves the picture: {box}"
        seen = image if each.ink else ImageChops.invert(image)
        missing = ImageChops.subtract(mask.convert("L"), seen.convert("L")).getbbox()
        if missing is not None:
            yield f"{each.text!r} is covered at {missing}"
        for other, others in written[:at]:
            apart = other.box[0] >= right or other.box[2] <= left or other.box[1] >= bottom or other.box[3] <= top
            if (
                not apart
                and not _next_lines(each, other)
                and ImageChops.logical_and(mask, others).getbbox() is not None
            ):
                yield f"{each.text!r} is written over {other.text!r}"


def _next_lines(one: Written, other: Written) -> bool:
    """Whether they are lines of a text: of the small letters those share a row, as their file says."""
    return one.font is other.font and abs(one.xy[1] - other.xy[1]) == one.font.line_height
