"""Hints in questions about what only the players can check on their map: ranges, straits, oracles. Section 5."""

from __future__ import annotations

from companion.core.wording import N_, Message, say
from companion.games.athens_sparta.tables import MOVE_HEXES, Kind, MoveKind

MOVE_KIND_HINTS: dict[MoveKind, Message] = {
    "operational": say(
        "Hexes: hoplite {hoplite}, peltast {peltast}, ship {ship}, cavalry {cavalry}. A mountain hex stops.",
        short=N_("Ho{hoplite} Pe{peltast} Sh{ship} Ca{cavalry}"),
        hoplite=MOVE_HEXES["hoplite"],
        peltast=MOVE_HEXES["peltast"],
        ship=MOVE_HEXES["ship"],
        cavalry=MOVE_HEXES["cavalry"],
    ),
    "strategic": say(
        "A march is twice as long and ends in a friendly hex. By sea, from one friendly port to another.",
        short=N_("Twice as far; ports"),
    ),
    "sicily": say(
        "By way of Corcyra, Leucas, Cyllene or Cephallenia: yours, and no enemy ship before it.",
        short=N_("By an own west port"),
    ),
}
"""How far a move point goes (sections 5.1 to 5.3 and 13)."""

STRAIT_HINT = say(
    "Across a strait: one block for each hexside, it stops there, and the sea must be yours. "
    "Ships that begin in Corinth may sail out on either coast (Diolkos).",
    short=N_("Strait: 1 a hexside"),
)
"""Sections 5.5 and 5.7."""

ORACLE_HINT = say(
    "Nobody fights at Delos and Delphi, and a block that began its turn there attacks nobody.",
    short=N_("Oracles: no fight"),
)
"""Section 5.8."""

HEXSIDE_HINT = say(
    "Two blocks attack over a clear hexside, one over a pass or strait; ships come from a port within {n} hexes.",
    short=N_("Clear: 2, pass: 1"),
    n=MOVE_HEXES["ship"],
)
"""Sections 2.3 and 8.3."""


def move_range(kind: Kind, use: MoveKind) -> Message | None:
    """How far a block of this kind goes, or None where there is no number to tell."""
    hexes = MOVE_HEXES.get(kind)
    if hexes is None or use == "sicily":
        return None
    if use == "operational":
        return say("Up to {n} hexes.", short=N_("Up to {n} hexes"), n=hexes)
    if kind == "ship":
        return say("From one friendly port to another.", short=N_("From port to port"))
    return say("Up to {n} hexes, or by sea from port to port.", short=N_("{n} hexes, or ports"), n=2 * hexes)
