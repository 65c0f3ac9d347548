"""The icons: each in both forms, and no two to be confused."""

import re
from itertools import combinations
from pathlib import Path
from xml.etree import ElementTree

import pytest
from PIL import Image, ImageChops

from companion.render.canvas.glyphs import icon, icon_names

ROOT = Path(__file__).parents[2]
PICTURES = ROOT / "web" / "static" / "icons"
GOLDEN = ROOT / "tests" / "golden" / "render" / "icons.png"
SVG = "{http://www.w3.org/2000/svg}"
SEATS = [f"seat-{number}" for number in range(1, 9)]


def symbols() -> list[ElementTree.Element]:
    """The symbols of the sprite, in its order."""
    return ElementTree.parse(PICTURES / "icons.svg").getroot().findall(f"{SVG}symbol")


def lit(image: Image.Image) -> int:
    """How many pixels are light."""
    return image.histogram()[255]


def difference(one: str, other: str, size: int) -> int:
    """How many pixels of two icons differ."""
    return lit(ImageChops.logical_xor(icon(one, size), icon(other, size)))


def test_every_icon_is_drawn_for_pages_and_for_displays() -> None:
    assert [symbol.get("id") for symbol in symbols()] == [f"i-{name}" for name in icon_names()]


def test_the_pages_icons_take_the_colour_of_the_text() -> None:
    for symbol in symbols():
        assert symbol.get("viewBox") == "0 0 24 24"
        assert "currentColor" in (symbol.get("fill"), symbol.get("stroke"))
        parts = list(symbol.iter())
        assert len(parts) > 1, symbol.get("id")
        colours = {part.get(paint) for part in parts for paint in ("fill", "stroke")}
        assert colours <= {None, "none", "currentColor"}, symbol.get("id")


@pytest.mark.parametrize("size", [9, 15])
def test_the_seats_are_told_apart_by_shape_alone(size: int) -> None:
    least = size * size // 10
    alike = [pair for pair in combinations(SEATS, 2) if difference(*pair, size) < least]
    assert alike == []


def test_no_two_icons_are_nearly_the_same() -> None:
    alike = {pair for pair in combinations(icon_names(), 2) if difference(*pair, 9) < 2}
    assert alike == set()


def test_an_icon_is_a_square_of_dots_with_something_in_it() -> None:
    for name, size in [*((name, 9) for name in icon_names()), *((name, 15) for name in SEATS)]:
        picture = icon(name, size)
        assert (picture.mode, picture.size) == ("1", (size, size)), name
        assert lit(picture) >= size, name


def test_drawing_on_an_icon_does_not_change_the_next() -> None:
    before = icon("crown").tobytes()
    icon("crown").paste(255, (0, 0, 9, 9))
    assert icon("crown").tobytes() == before


def test_an_icon_or_a_size_nobody_drew_is_refused() -> None:
    with pytest.raises(KeyError):
        icon("unicorn")
    with pytest.raises(KeyError):
        icon("crown", 15)
    with pytest.raises(FileNotFoundError):
        icon("crown", 10)


def test_the_meander_joins_itself() -> None:
    drawing = ElementTree.parse(PICTURES / "meander.svg").getroot()
    line = drawing.find(f"{SVG}path")
    assert line is not None
    ground = re.match(r"M0 [\d.]+H(\d+)M", line.get("d", ""))
    assert ground is not None
    assert drawing.get("viewBox", "").split()[2] == drawing.get("width") == ground.group(1)


def test_the_sheet_is_the_golden_one(request: pytest.FixtureRequest) -> None:
    columns = 16
    drawings = [icon(name) for name in icon_names()] + [icon(name, 15) for name in SEATS]
    sheet = Image.new("1", (columns * 17 + 2, -(-len(drawings) // columns) * 17 + 2))
    for index, drawing in enumerate(drawings):
        sheet.paste(drawing, (2 + index % columns * 17, 2 + index // columns * 17))
    if request.config.getoption("--update-golden", default=False):
        sheet.save(GOLDEN)
    with Image.open(GOLDEN) as golden:
        assert sheet.size == golden.size
        assert ImageChops.logical_xor(sheet, golden.convert("1")).getbbox() is None
