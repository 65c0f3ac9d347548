"""The torture game with a box that has a bit of everything: numbers, choices, lists, names, and rows of one's own."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from msgspec.structs import replace

from companion.core.boxes import Box, BoxField, BoxKind
from companion.core.wording import Message, say_n, verbatim
from tests.core.torture import Torture

GOODS = tuple((key, verbatim(key.title())) for key in ("grain", "stone", "wine"))
CITIES = tuple((f"city-{n}", verbatim(f"City {n}")) for n in range(1, 26))
BLOCK = BoxKind(
    "block",
    verbatim("Block"),
    (
        BoxField("name", verbatim("Name")),
        BoxField("colour", verbatim("Colour"), choices=(("blue", verbatim("Blue")), ("red", verbatim("Red")))),
        BoxField("steps", verbatim("Steps"), 1, 4),
        BoxField("home", verbatim("Home"), choices=CITIES, optional=True),
        BoxField("costs", verbatim("Costs"), choices=GOODS, many=True),
        BoxField("track", verbatim("Track"), -2, 9, many=True, optional=True),
        BoxField("notes", verbatim("Notes"), many=True, optional=True),
    ),
    (("guard", verbatim("The guard")),),
    most=3,
)
SPACE = BoxKind(
    "space",
    verbatim("Space"),
    (BoxField("points", verbatim("Points"), 0, 12),),
    most=5,
    numbered=BoxField("number", verbatim("Number"), 1, 40),
)
PRINTED: Box = {"block": {"guard": {"name": "The guard", "colour": "blue", "costs": ["grain", "grain"]}}}


class Boxed(Torture):
    """The game of this module: it needs printed values of its box. Warns while the blocks have more than six steps
    together.
    """

    meta = replace(Torture.meta, key="boxed", title=verbatim("Boxed"), box=(*Torture.meta.box, BLOCK, SPACE))
    box: ClassVar[Box] = {**Torture.box, **PRINTED}

    def box_warnings(self, box: Box) -> Sequence[Message]:
        steps = sum(int(str(facts.get("steps", 0))) for facts in box.get("block", {}).values())
        return [say_n("{n} step in all.", "{n} steps in all.", steps)] if steps > 6 else ()


FILE = """\
game = "boxed"
version = 1
edition = "the blue one"

[card.bull]
worth = 2

[block.guard]
steps = 4
costs = []

[block.archers]
name = "Archers"
colour = "red"
home = "city-3"
costs = ["wine"]
track = [-1, 0, 2]
notes = ["from the attic"]
"""

__all__ = ["BLOCK", "FILE", "SPACE", "Boxed"]
