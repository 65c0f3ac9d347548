"""The picture of first light in the documents shows the faces as they are drawn now."""

from __future__ import annotations

from pathlib import Path

from PIL import Image, ImageChops

from companion.render.draw import draw
from tests.render.sample_faces import samples

PICTURE = Path(__file__).parents[2] / "hardware" / "docs" / "first-light.png"
SHOWN = ("walk-key.en", "walk-question.en", "number.en")
TIMES, EDGE = 2, 8
"""Pixels of a dot, and of the grey round each display."""


def side_by_side() -> Image.Image:
    """The displays, enlarged, in a row."""
    faces = [draw(samples()[name], size=(128, 64)) for name in SHOWN]
    wide, high = 128 * TIMES, 64 * TIMES
    sheet = Image.new("L", (len(faces) * (wide + EDGE) + EDGE, high + 2 * EDGE), 90)
    for number, face in enumerate(faces):
        large = face.convert("L").resize((wide, high), Image.Resampling.NEAREST)
        sheet.paste(large, (EDGE + number * (wide + EDGE), EDGE))
    return sheet


def test_the_picture_of_first_light_is_what_displays_show(update_golden: bool) -> None:
    sheet = side_by_side()
    if update_golden:
        sheet.save(PICTURE, optimize=True)
    with Image.open(PICTURE) as kept:
        assert (kept.mode, kept.size) == (sheet.mode, sheet.size)
        assert ImageChops.difference(kept, sheet).getbbox() is None, "run pytest --update-golden"
