"""Questions about the blocks of neutral cities. Section 9."""

from __future__ import annotations

from companion.games.athens_sparta.queries_blocks import body_of, has_steps
from companion.games.athens_sparta.queries_city import city_key
from companion.games.athens_sparta.state import State, Unit
from companion.games.athens_sparta.tables import REGULAR_KINDS, Side, other


def green_blocks(state: State, city: str) -> list[str]:
    """The keys of the blocks of a neutral city: from the box, or as the table has named them."""
    rows = state.box.get("block", {})
    boxed = [key for key, facts in rows.items() if facts.get("colour") == "green"]
    found = [key for key in boxed if city_key(state.box, str(rows[key].get("home", ""))) == city]
    named = [unit.block for unit in state.units if unit.block not in rows and body_of(state, unit).home == city]
    return [key for key in (*found, *named) if key in state.blocks]


def may_be_green(state: State, city: str, side: Side) -> list[Unit]:
    """Face-up blocks of the enemy of ``side`` that may be those of the neutral city: typed ones that came forward after
    it had joined.
    """
    typed = [unit for unit in state.units if unit.side == other(side) and unit.block not in state.box.get("block", {})]
    later = [unit for unit in typed if int(unit.handle.removeprefix("u")) > state.cities[city].joined]
    return [unit for unit in later if has_steps(state, unit) and body_of(state, unit).kind in REGULAR_KINDS]
