"""Blocks as the box describes them, at the start of the war and in a revolt. Sections 3 and 10."""

from __future__ import annotations

from companion.core.boxes import Box, number
from companion.games.athens_sparta.queries_city import city_key
from companion.games.athens_sparta.state import OPEN_GROUND, Body, State
from companion.games.athens_sparta.tables import (
    HOLDER_BY_COLOUR,
    MOST_STEPS,
    REVOLT_KINDS,
    USUAL_RATING,
    BlockKind,
    Holder,
    Letter,
    Side,
)


def is_set_aside(owner: Holder, body: Body) -> bool:
    """Reserves, revolt blocks, neutrals and the Spartan ships of rebel cities are not set up."""
    return body.reserve or body.kind in REVOLT_KINDS or owner == "neutral" or (owner == "sparta" and bool(body.twin))


def printed_body(box: Box, key: str) -> Body | None:
    """A block of the box at full strength in its starting place; None while one of its fields is missing."""
    facts = box["block"][key]
    if not all(field in facts for field in ("kind", "letter", "rate", "steps")):
        return None
    kind: BlockKind = str(facts["kind"])  # type: ignore[assignment]
    letter: Letter = str(facts["letter"])  # type: ignore[assignment]
    rate, most = number(box, "block", key, "rate") or 0, number(box, "block", key, "steps") or 0
    home = city_key(box, str(facts.get("home", "")))
    return Body(
        kind,
        letter,
        rate,
        most,
        most,
        name=str(facts.get("name", "")),
        home=home,
        at=city_key(box, str(facts.get("start", ""))) or home or OPEN_GROUND,
        reserve=facts.get("reserve") == "yes",
        twin=str(facts.get("twin", "")),
    )


def siege_of_potidaea(box: Box) -> tuple[str, ...]:
    """The blocks that start at Potidaea; none while something of one of them is missing. Section 3."""
    blocks = box.get("block", {})
    keys = tuple(key for key, facts in blocks.items() if city_key(box, str(facts.get("start", ""))) == "potidaea")
    known = (printed_body(box, key) and str(blocks[key].get("colour", "")) in HOLDER_BY_COLOUR for key in keys)
    return keys if all(known) else ()


# -- revolts (section 10) ----------------------------------------------------------------------------------------------


def revolt_kind(side: Side, place: str) -> BlockKind:
    """Demos for Athens, Tyrant for Sparta, Helots for Athens in Messene."""
    if is_helot_revolt(side, place):
        return "helot"
    return "demos" if side == "athens" else "tyrant"


def revolt_block_key(state: State, side: Side, kind: BlockKind) -> str:
    """The key of the revolt block of the box that is not on the table, or empty."""
    of_kind = [key for key, facts in state.box.get("block", {}).items() if facts.get("kind") == kind]
    on_table = {unit.block for unit in state.units}
    mine = (key for key in of_kind if key in state.blocks and state.blocks[key].side == side)
    return next((key for key in mine if key not in on_table), "")


def max_revolt_steps(state: State, kind: BlockKind) -> int:
    """The printed maximum of the revolt block; the most of any block while it is unknown."""
    for facts in state.box.get("block", {}).values():
        steps = facts.get("steps")
        if facts.get("kind") == kind and isinstance(steps, int):
            return steps
    return MOST_STEPS


def revolt_rating(state: State, kind: BlockKind) -> str:
    """The rating of a revolt block in the box, or empty."""
    for facts in state.box.get("block", {}).values():
        if facts.get("kind") == kind and "letter" in facts and "rate" in facts:
            return f"{facts['letter']}{facts['rate']}"
    return USUAL_RATING["helot"] if kind == "helot" else ""


def is_helot_revolt(side: Side, place: str) -> bool:
    """Whether a revolt of ``side`` there is that of the Helots."""
    return side == "athens" and place == "messene"
