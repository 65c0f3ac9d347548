"""Names of people as the small displays can draw them, each unlike the others."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping

from companion.core.legible import skeleton
from companion.render.canvas.glyphs import Font, font, shape_character

INITIALS = 2
"""Letters that stand for a name that cannot be told apart."""


def display_names(names: Mapping[int, str]) -> dict[int, str]:
    """``names`` by seat, as the displays show them.

    Letters that the fonts lack are replaced by the nearest ones. Of a name that then looks like another one's, or has
    no letter that can be drawn, the initials stand beside the shape of the seat.
    """
    face = font("small")
    drawn = {seat: face.nearest(name) for seat, name in names.items()}
    looks = Counter(skeleton(name) for name in drawn.values())
    return {
        seat: name
        if looks[skeleton(name)] == 1 and any(letter.isalnum() and letter in face for letter in name)
        else _initials(face, name) + shape_character(seat)
        for seat, name in drawn.items()
    }


def _initials(face: Font, name: str) -> str:
    firsts = [word[0] for word in name.split() if word[0] in face]
    return "".join(firsts[:INITIALS])
