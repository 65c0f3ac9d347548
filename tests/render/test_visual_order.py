"""Words from right to left are drawn as they are read."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from PIL import Image

from companion.render.canvas.glyphs import Font
from companion.render.canvas.visual_order import in_visual_order


@pytest.mark.parametrize(
    ("line", "letters"),
    [
        ("Íñigo: 3 (dos)", "Íñigo: 3 (dos)"),
        ("שלום", "םולש"),
        ("שלום עולם", "םלוע םולש"),
        ("abc שלום def", "abc םולש def"),
        ("שלום abc 12", "abc 12 םולש"),
        ("תור 12: דנה (3)", "(3) הנד :12 רות"),
        ("abc שלום 12 def", "abc 12 םולש def"),
        ("שלום 1.5!", "!1.5 םולש"),
        ("ab (שלום)", "ab (םולש)"),
    ],
)
def test_words_stand_in_the_order_in_which_they_are_drawn(line: str, letters: str) -> None:
    assert list(in_visual_order(line)) == list(letters)


@given(st.text("abé שלם12.,-+%$():", max_size=20))
def test_no_letter_is_lost(line: str) -> None:
    same = str.maketrans(")", "(")
    assert sorted(in_visual_order(line).translate(same)) == sorted(line.translate(same))


SOURCE = """height 1
baseline 1
line 1
gap 0

missing
###

U+05D0 alef
#..

U+05D1 bet
##.
"""


def test_a_display_draws_the_first_letter_at_the_right() -> None:
    image = Image.new("1", (6, 1))
    Font("x", SOURCE).draw(image, (0, 0), "אב")
    assert "".join("#" if image.getpixel((x, 0)) else "." for x in range(6)) == "##.#.."
