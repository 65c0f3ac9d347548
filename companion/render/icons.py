"""Icons of the one-bit displays, read from text files; pages have SVG symbols of the same names."""

from functools import cache
from pathlib import Path

from PIL import Image

from companion.render.glyphs import blocks, picture

_ICONS = Path(__file__).parent / "icons"


@cache
def _drawings(size: int) -> dict[str, Image.Image]:
    """Icons of one size by name; FileNotFoundError for an unknown size."""
    sheet = (_ICONS / f"{size}.txt").read_text(encoding="utf-8")
    return {name: picture(rows) for name, *rows in blocks(sheet)}


def icon(name: str, size: int = 9) -> Image.Image:
    """Copy of an icon, mode "1", `size` x `size` pixels, light on dark. All exist at 9; seat shapes ("seat-1" to
    "seat-8") also at 15. KeyError for an unknown name.
    """
    return _drawings(size)[name].copy()


def names() -> tuple[str, ...]:
    """All icon names, in sheet order."""
    return tuple(_drawings(9))
