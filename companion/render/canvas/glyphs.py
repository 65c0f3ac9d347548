"""Bitmap fonts and icons of the one-bit displays, read from text files; pages have SVG symbols of the icons' names.

Own fonts give the same pixels on every machine, so golden images are stable. Fonts load on first use; all measures are
pixels.
"""

import unicodedata
from collections.abc import Iterator
from functools import cache, lru_cache
from itertools import islice
from pathlib import Path

from PIL import Image

from companion.core.legible import ALIKE
from companion.core.setup import SEATS
from companion.render.canvas.visual_order import in_visual_order

ELLIPSIS = "…"
_FONTS = Path(__file__).parent / "fonts"
REMEMBERED = 512
"""Texts whose width, and whose picture, each font keeps: most of what displays show stays from move to move."""
LONGEST = 40
"""Characters of a text that is kept at most; a display shows about 25 in a row."""
_BITS = str.maketrans("#.", "10")
PLAIN = {**ALIKE, 0x2BC: "\u2019"}
"""Letters that are drawn as others, by code point."""
_ICONS = Path(__file__).parent / "icons"


def picture(rows: list[str]) -> Image.Image:
    """Mode "1" image from equally long rows of "#" (light) and "."; ValueError for anything else."""
    width = len(rows[0])
    if any(len(row) != width or row.strip("#.") for row in rows):
        raise ValueError(f"not a picture: {rows}")
    stride = (width + 7) // 8
    bits = b"".join(int(row.translate(_BITS).ljust(stride * 8, "0"), 2).to_bytes(stride) for row in rows)
    return Image.frombytes("1", (width, len(rows)), bits)


class Font:
    """Proportional bitmap font. `height` includes accents and descenders; `baseline` is the row below letters without
    descenders; `line_height` is the line distance, at most one less than `height`. A character that the font lacks is
    drawn as the nearest one that it has, see `nearest`, else as a hollow box.
    """

    def __init__(self, name: str, source: str) -> None:
        """Parse a font file; ValueError or KeyError if invalid."""
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
        self._added: dict[str, Image.Image] = {}
        self._nearest: dict[str, str] = {}
        self._remembered_width = lru_cache(REMEMBERED)(self._width)
        self._remembered_line = lru_cache(REMEMBERED)(self._line)

    def __contains__(self, character: str) -> bool:
        return character in self._glyphs

    def add(self, character: str, glyph: Image.Image) -> None:
        """Add a character beside the letters that is drawn as ``glyph``, which stands on the baseline."""
        drawn = Image.new("1", (glyph.width, self.height))
        drawn.paste(glyph, (0, self.baseline - glyph.height))
        self._added[character] = drawn

    def characters(self) -> str:
        """All characters of the font."""
        return "".join(self._glyphs)

    def width(self, text: str) -> int:
        """Pixels from the first column of `text` to its last."""
        return self._remembered_width(text) if len(text) <= LONGEST else self._width(text)

    def _width(self, text: str) -> int:
        text = self.nearest(text)
        return sum(self._glyph(letter).width for letter in text) + self.gap * (len(text) - 1) if text else 0

    def draw(self, image: Image.Image, xy: tuple[int, int], text: str, *, ink: int = 1) -> int:
        """Draw `text` at `xy` (top left) into a mode "1" image; returns the column after it. `ink` is 1 for light and 0
        for dark; the background is kept.
        """
        if not text:
            return xy[0]
        line = self._remembered_line(text) if len(text) <= LONGEST else self._line(text)
        image.paste(255 if ink else 0, xy, line)
        return xy[0] + line.width

    def _line(self, text: str) -> Image.Image:
        """`text` as a mask, which is not changed again."""
        glyphs = [self._glyph(letter) for letter in (text if text.isascii() else in_visual_order(self.nearest(text)))]
        width = sum(glyph.width for glyph in glyphs) + self.gap * (len(glyphs) - 1) if glyphs else 0
        line = Image.new("1", (width, self.height))
        x = 0
        for glyph in glyphs:
            line.paste(glyph, (x, 0))
            x += glyph.width + self.gap
        return line

    def nearest(self, text: str) -> str:
        """`text` in characters of the font: a letter that it lacks becomes one of the same shape, else the letter
        without its accents. What has no such letter stays.
        """
        if text.isascii():
            return text
        return "".join(letter if letter in self._glyphs else self._nearest_to(letter) for letter in composed(text))

    def _nearest_to(self, letter: str) -> str:
        if letter not in self._nearest:
            self._nearest[letter] = self._without_accents(letter)
        return self._nearest[letter]

    def _without_accents(self, letter: str) -> str:
        if unicodedata.category(letter) in ("Mn", "Me", "Cf"):
            return ""
        parts = unicodedata.normalize("NFKD", letter)
        for end in range(len(parts), 0, -1):
            plain = "".join(PLAIN.get(ord(part), part) for part in composed(parts[:end]))
            if all(part in self._glyphs for part in plain):
                return plain
        return letter

    def _glyph(self, letter: str) -> Image.Image:
        return self._glyphs.get(letter) or self._added.get(letter, self._missing)


def composed(text: str) -> str:
    """`text` with combining accents composed, as the fonts need."""
    return text if text.isascii() else unicodedata.normalize("NFC", text)


def blocks(source: str) -> Iterator[list[str]]:
    """Blocks separated by empty lines, without comment lines (";")."""
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
    """Character of a block title: "U+0041 A" gives "A", "missing" gives ""."""
    return "" if title == "missing" else chr(int(title.split()[0].removeprefix("U+"), 16))


@cache
def font(name: str) -> Font:
    """Font by name: small, medium or large (figures only). FileNotFoundError for another name. The fonts of texts also
    have the shapes of the seats, see `shape_character`.
    """
    found = Font(name, (_FONTS / f"{name}.txt").read_text(encoding="utf-8"))
    if name != "large":
        for seat in SEATS:
            found.add(shape_character(seat), icon(f"seat-{seat}"))
    return found


def shape_character(seat: int) -> str:
    """The character that the fonts of texts draw as the shape of a seat, 1 to 8. It is in no font but these."""
    return chr(0xE000 + seat)


def fit(font: Font, text: str, width: int) -> str:
    """`text` if it fits `width` pixels, else shortened with an ellipsis; empty if not even that fits."""
    text = composed(text)
    return text if font.width(text) <= width else _shortened(font, text, width)


def _shortened(font: Font, text: str, width: int) -> str:
    """Longest prefix that fits with an ellipsis."""
    for end in range(len(text), -1, -1):
        candidate = text[:end].rstrip(" -") + ELLIPSIS
        if font.width(candidate) <= width:
            return candidate
    return ""


def wrap(font: Font, text: str, width: int, lines: int) -> list[str]:
    """Wrap `text` to at most `lines` lines of `width` pixels, at spaces and line breaks. Long words are hyphenated
    anywhere. The last line ends in an ellipsis if text remains.
    """
    broken = _lines(font, composed(text), width)
    kept = list(islice(broken, max(lines, 0)))
    if kept and next(broken, None) is not None:
        kept[-1] = _shortened(font, kept[-1], width)
    return kept


def _lines(font: Font, text: str, width: int) -> Iterator[str]:
    """All lines of the wrapped text."""
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
    """Split a word into hyphenated pieces of at least one letter."""
    pieces = []
    while font.width(word) > width and len(word) > 1:
        end = len(word) - 1
        while end > 1 and font.width(word[:end] + "-") > width:
            end -= 1
        pieces.append(word[:end] + "-")
        word = word[end:]
    return [*pieces, word]


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


def icon_names() -> tuple[str, ...]:
    """All icon names, in sheet order."""
    return tuple(_drawings(9))
