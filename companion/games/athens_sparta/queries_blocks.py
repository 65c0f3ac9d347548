"""Questions about blocks: face up, in a garrison, free. Section 1."""

from __future__ import annotations

from companion.core.errors import RulesBug
from companion.games.athens_sparta.state import Body, Garrison, Role, State, Unit
from companion.games.athens_sparta.tables import MOST_STEPS, REVOLT_KINDS, Side


def body_of(state: State, unit: Unit) -> Body:
    """What a face-up block is."""
    return state.blocks[unit.block].body.value


def is_ship(state: State, unit: Unit) -> bool:
    return body_of(state, unit).kind == "ship"


def find_unit(state: State, handle: str) -> Unit | None:
    """The face-up block with this handle, or None."""
    return next((unit for unit in state.units if unit.handle == handle), None)


def face_up_unit(state: State, handle: str) -> Unit:
    """The face-up block with this handle. Raises RulesBug if there is none."""
    found = find_unit(state, handle)
    if found is None:
        raise RulesBug(f"no block {handle} lies face up")
    return found


def has_steps(state: State, unit: Unit) -> bool:
    """Whether a block has steps left: a correction may have taken the last one."""
    return unit.block in state.blocks and body_of(state, unit).strength > 0


def units_at(state: State, place: str, side: Side | None = None, *roles: str) -> list[Unit]:
    """The face-up blocks with steps in a place, in the order in which they were revealed."""
    return [
        unit
        for unit in state.units
        if unit.place == place
        and (side is None or unit.side == side)
        and (not roles or unit.role in roles)
        and has_steps(state, unit)
    ]


def find_garrison(state: State, place: str, side: Side) -> Garrison | None:
    """The hidden blocks of ``side`` in a city, or None."""
    return next((one for one in state.garrisons if (one.place, one.side) == (place, side)), None)


def hidden_inside(state: State, place: str, side: Side) -> int:
    """How many hidden blocks of ``side`` are shut in a city."""
    found = find_garrison(state, place, side)
    return found.count if found else 0


def committed_blocks(state: State, side: Side) -> set[str]:
    """The keys of a side's blocks in battles and sieges. For the owner and the rules only."""
    keys = {unit.block for unit in state.units if unit.side == side}
    for one in state.garrisons:
        if one.side == side:
            keys.update(one.blocks.value)
    return keys


def own_blocks(state: State, side: Side) -> dict[str, Body]:
    """A side's blocks by key. For the owner and the rules only."""
    return {key: block.body.value for key, block in sorted(state.blocks.items()) if block.side == side}


def free_blocks(state: State, side: Side) -> dict[str, Body]:
    """A side's blocks with steps that are in no battle and no siege."""
    away = committed_blocks(state, side)
    return {key: body for key, body in own_blocks(state, side).items() if body.strength > 0 and key not in away}


def max_steps(body: Body) -> int:
    """The most steps a block can have; where nobody has read it, the most that any block has."""
    return body.most or MOST_STEPS


def is_revolt_block(state: State, unit: Unit) -> bool:
    return body_of(state, unit).kind in REVOLT_KINDS


def role_in_siege(state: State, unit: Unit) -> Role:
    """Land blocks besiege, ships blockade (section 7.1)."""
    return "blockade" if is_ship(state, unit) else "siege"
