"""The icons of the one-bit displays, drawn as dots in text files. The pages have the same names as SVG symbols."""

from functools import cache
from pathlib import Path

from PIL import Image

from companion.render.glyphs import blocks, picture

_ICONS = Path(__file__).parent / "icons"


@cache
def _drawings(size: int) -> dict[str, Image.Image]:
    """The icons of one size by name; FileNotFoundError for a size nobody has drawn."""
    sheet = (_ICONS / f"{size}.txt").read_text(encoding="utf-8")
    return {name: picture(rows) for name, *rows in blocks(sheet)}


def icon(name: str, size: int = 9) -> Image.Image:
    """The icon `name`, a mode "1" image of `size` x `size` pixels, light on dark; yours to draw on.

    All icons are drawn at 9; the shapes of the seats ("seat-1" to "seat-8") also at 15. KeyError for an
    unknown name.
    """
    return _drawings(size)[name].copy()


def names() -> tuple[str, ...]:
    """The names of all icons, in the order of the sheet."""
    return tuple(_drawings(9))
