"""Questions of a revolt: which block rises, how strong it can be, its rating. Section 10."""

from __future__ import annotations

from companion.games.athens_sparta.state import State
from companion.games.athens_sparta.tables import MOST_STEPS, USUAL_RATING, Kind, Side


def revolt_kind(side: Side, place: str) -> Kind:
    """Demos for Athens, Tyrant for Sparta, Helots for Athens in Messene."""
    if is_helot_revolt(side, place):
        return "helot"
    return "demos" if side == "athens" else "tyrant"


def revolt_block_key(state: State, side: Side, kind: Kind) -> str:
    """The key of the revolt block of the box that is not on the table, or empty."""
    on_table = {unit.block for unit in state.units}
    for key, facts in state.box.get("block", {}).items():
        block = state.blocks.get(key)
        if facts.get("kind") == kind and block is not None and block.side == side and key not in on_table:
            return key
    return ""


def max_revolt_steps(state: State, kind: Kind) -> int:
    """The printed maximum of the revolt block; the most of any block while it is unknown."""
    for facts in state.box.get("block", {}).values():
        steps = facts.get("steps")
        if facts.get("kind") == kind and isinstance(steps, int):
            return steps
    return MOST_STEPS


def revolt_rating(state: State, kind: Kind) -> str:
    """The rating of a revolt block in the box, or empty."""
    for facts in state.box.get("block", {}).values():
        if facts.get("kind") == kind and "letter" in facts and "rate" in facts:
            return f"{facts['letter']}{facts['rate']}"
    return USUAL_RATING["helot"] if kind == "helot" else ""


def is_helot_revolt(side: Side, place: str) -> bool:
    """Whether a revolt of ``side`` there is that of the Helots."""
    return side == "athens" and place == "messene"
