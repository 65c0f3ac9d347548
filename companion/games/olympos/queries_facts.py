"""What has to be looked up, and what it consists of. Section 12."""

from __future__ import annotations

from companion.core.boxes import BoxField
from companion.games.olympos import box_facts
from companion.games.olympos.agenda import Facts
from companion.games.olympos.box import DESTINY, kind_of
from companion.games.olympos.state import State
from companion.games.olympos.tables import CHEAPENING, DESTINIES, WONDERS, bonuses_at, row_of


def unknown_for(state: State, space: str) -> tuple[str, str] | None:
    """The kind and key of what is to be looked up before the discovery on ``space`` can be taken."""
    found = box_facts.pattern(state.box, space)
    if found is None:
        return "space", space
    if len(found.bonuses) < bonuses_at(row_of(space), len(state.sides)):
        return "bonus", space
    tile = state.piles[space].tile
    return ("tile", tile) if tile in CHEAPENING and box_facts.tile_resources(state.box, tile) is None else None


def unknown_wonder(state: State, key: str) -> tuple[str, str] | None:
    """The kind and key of a wonder that nobody has looked up."""
    return ("wonder", key) if key in WONDERS and box_facts.wonder(state.box, key) is None else None


def fields_of(due: Facts) -> dict[str, BoxField]:
    """What is to be filled in: the fields of a component, or of all Destiny cards one number each."""
    if due.kind == "destiny":
        return dict.fromkeys(DESTINIES, DESTINY.fields[0])
    return {field.key: field for field in kind_of(due.kind).fields}


def unknown_times(state: State) -> list[int]:
    """Where tokens stand on spaces of which nobody has said what they give."""
    standing = sorted({side.position for side in state.sides})
    return [position for position in standing if box_facts.time_points(state.box, position) is None]


def unknown_wonders(state: State) -> list[str]:
    """Wonders that stand, which somebody has built without their points being known."""
    built = [key for key in WONDERS if any(side.wonders[key] for side in state.sides)]
    return [key for key in built if box_facts.wonder(state.box, key) is None]
