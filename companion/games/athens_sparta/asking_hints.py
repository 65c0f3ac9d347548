"""What the players look up on their own map when blocks move or fight, said where they need it. Section 5."""

from __future__ import annotations

from companion.core.wording import Message, say
from companion.games.athens_sparta.tables import HEXES, Kind, Uses

USE_HINTS: dict[Uses, Message] = {
    "operational": say(
        "Hexes: hoplite {hoplite}, peltast {peltast}, ship {ship}, cavalry {cavalry}. A mountain hex stops.",
        hoplite=HEXES["hoplite"],
        peltast=HEXES["peltast"],
        ship=HEXES["ship"],
        cavalry=HEXES["cavalry"],
    ),
    "strategic": say("A march is twice as long and ends in a friendly hex. By sea, from one friendly port to another."),
    "sicily": say("By way of Corcyra, Leucas, Cyllene or Cephallenia: yours, and no enemy ship before it."),
}
"""How far a point goes (sections 5.1 to 5.3 and 13)."""

WATERS = say(
    "Across a strait: one block for each hexside, it stops there, and the sea must be yours. "
    "Ships that begin in Corinth may sail out on either coast (Diolkos)."
)
"""Sections 5.5 and 5.7."""

ORACLES = say("Nobody fights at Delos and Delphi, and a block that began its turn there attacks nobody.")
"""Section 5.8."""

HEXSIDES = say(
    "Two blocks attack over a clear hexside, one over a pass or strait; ships come from a port within {n} hexes.",
    n=HEXES["ship"],
)
"""Sections 2.3 and 8.3."""


def reach(kind: Kind, use: Uses) -> Message | None:
    """How far a block of this kind goes."""
    hexes = HEXES.get(kind)
    if hexes is None or use == "sicily":
        return None
    if use == "operational":
        return say("Up to {n} hexes.", n=hexes)
    if kind == "ship":
        return say("From one friendly port to another.")
    return say("Up to {n} hexes, or by sea from port to port.", n=2 * hexes)
