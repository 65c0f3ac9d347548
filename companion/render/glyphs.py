"""The letters of the one-bit displays: our own bitmap fonts, read from pictures in text files.

Own fonts, because then a display looks the same on every machine and a golden picture never moves.
A font is read when it is first asked for. Everything is measured in pixels.
"""

import unicodedata
from collections.abc import Iterator
from functools import cache
from itertools import islice
from pathlib import Path

from PIL import Image

ELLIPSIS = "…"
_FONTS = Path(__file__).parent / "fonts"
_BITS = str.maketrans("#.", "10")


def picture(rows: list[str]) -> Image.Image:
    """The mode "1" image drawn in `rows`, equally long lines of "#" (light) and "."; ValueError for anything else."""
    width = len(rows[0])
    if any(len(row) != width or row.strip("#.") for row in rows):
        raise ValueError(f"not a picture: {rows}")
    stride = (width + 7) // 8
    bits = b"".join(int(row.translate(_BITS).ljust(stride * 8, "0"), 2).to_bytes(stride) for row in rows)
    return Image.frombytes("1", (width, len(rows)), bits)


class Font:
    """A proportional bitmap font.

    `height` is that of a letter's picture, room for accents and tails included; `baseline` is the row
    under the letters that have no tail; `line_height` is the way from one line to the next, which may be
    a row less than `height`. A character the font lacks is drawn as a hollow box.
    """

    def __init__(self, name: str, source: str) -> None:
        """Reads `source`, the text of a font file; ValueError or KeyError when it is not one."""
        self.name = name
        head, *letters = blocks(source)
        measures = dict(line.split(maxsplit=1) for line in head)
        self.height = int(measures["height"])
        self.baseline = int(measures["baseline"])
        self.line_height = int(measures["line"])
        self.gap = int(measures["gap"])
        self._glyphs: dict[str, Image.Image] = {}
        for title, *rows in letters:
            if len(rows) != self.height:
                raise ValueError(f"{name}: {title} has {len(rows)} rows, not {self.height}")
            self._glyphs[_character(title)] = picture(rows)
        self._missing = self._glyphs.pop("")

    def __contains__(self, character: str) -> bool:
        return character in self._glyphs

    def characters(self) -> str:
        """Every character the font can draw."""
        return "".join(self._glyphs)

    def width(self, text: str) -> int:
        """The pixels from the first column of `text` to its last."""
        if not text:
            return 0
        text = composed(text)
        return sum(self._glyph(letter).width for letter in text) + self.gap * (len(text) - 1)

    def draw(self, image: Image.Image, xy: tuple[int, int], text: str, *, ink: int = 1) -> int:
        """Draws `text` with its top left at `xy` into a mode "1" image, and returns the column after it.

        `ink` is 1 for light and 0 for dark; only the letters are drawn, not their ground.
        """
        x, y = xy
        for letter in composed(text):
            glyph = self._glyph(letter)
            image.paste(255 if ink else 0, (x, y), glyph)
            x += glyph.width + self.gap
        return x - self.gap if text else x

    def _glyph(self, letter: str) -> Image.Image:
        return self._glyphs.get(letter, self._missing)


def composed(text: str) -> str:
    """`text` with every accent joined to its letter, as the fonts have them (some keyboards send them apart)."""
    return text if text.isascii() else unicodedata.normalize("NFC", text)


def blocks(source: str) -> Iterator[list[str]]:
    """The blocks of lines between empty lines, without the comments (lines that begin with ";")."""
    block: list[str] = []
    for line in source.splitlines():
        if line and not line.startswith(";"):
            block.append(line)
        elif block and not line:
            yield block
            block = []
    if block:
        yield block


def _character(title: str) -> str:
    """The character a block is for: "U+0041 A" is "A"; "missing" is ""."""
    return "" if title == "missing" else chr(int(title.split()[0].removeprefix("U+"), 16))


@cache
def font(name: str) -> Font:
    """The font `name`: small, medium or large (figures only). FileNotFoundError for another name."""
    return Font(name, (_FONTS / f"{name}.txt").read_text(encoding="utf-8"))


def fit(font: Font, text: str, width: int) -> str:
    """`text` if it fits into `width` pixels, else as many of its letters as fit and an ellipsis.

    The result always fits; it is empty when not even the ellipsis does.
    """
    text = composed(text)
    return text if font.width(text) <= width else _shortened(font, text, width)


def _shortened(font: Font, text: str, width: int) -> str:
    """The longest beginning of `text` that fits with an ellipsis behind it."""
    for end in range(len(text), -1, -1):
        candidate = text[:end].rstrip(" -") + ELLIPSIS
        if font.width(candidate) <= width:
            return candidate
    return ""


def wrap(font: Font, text: str, width: int, lines: int) -> list[str]:
    """`text` in at most `lines` lines, none wider than `width` pixels.

    Lines break at spaces and where `text` has a line break. A word wider than a line is broken at a
    letter, with a hyphen. When text remains, the last line ends in an ellipsis.
    """
    broken = _lines(font, composed(text), width)
    kept = list(islice(broken, max(lines, 0)))
    if kept and next(broken, None) is not None:
        kept[-1] = _shortened(font, kept[-1], width)
    return kept


def _lines(font: Font, text: str, width: int) -> Iterator[str]:
    """Every line of the wrapped text."""
    for paragraph in text.splitlines():
        line = ""
        for word in filter(None, paragraph.split(" ")):
            longer = f"{line} {word}" if line else word
            if font.width(longer) <= width:
                line = longer
                continue
            if line:
                yield line
            *pieces, line = _pieces(font, word, width)
            yield from pieces
        yield line


def _pieces(font: Font, word: str, width: int) -> list[str]:
    """`word` in pieces that fit, each but the last with a hyphen; at least a letter each, so it always ends."""
    pieces = []
    while font.width(word) > width and len(word) > 1:
        end = len(word) - 1
        while end > 1 and font.width(word[:end] + "-") > width:
            end -= 1
        pieces.append(word[:end] + "-")
        word = word[end:]
    return [*pieces, word]
