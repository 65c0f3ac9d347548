"""Questions of attrition and supply: which groups roll, what hits, who may take the loss. Sections 7.7, 12 and 13."""

from __future__ import annotations

from companion.core.wording import Message, say
from companion.games.athens_sparta.agenda import HiddenLosses
from companion.games.athens_sparta.queries_blocks import find_garrison, free_blocks, hidden_inside, units_at
from companion.games.athens_sparta.queries_city import (
    holder,
    is_besieged,
    is_total_siege,
    is_yes,
    naval_control,
    owner_unknown,
)
from companion.games.athens_sparta.state import Body, Role, State
from companion.games.athens_sparta.tables import HIT_BESIEGERS, HIT_PARTIAL_SIEGE, HIT_PATROL, HIT_TOTAL_SIEGE, Side

FACE_UP_ROLES: tuple[Role, ...] = ("siege", "blockade", "patrol", "field")


def hit_threshold(state: State, place: str, side: Side, role: str) -> int:
    """The lowest die that hits: 4 besieging, 5 on patrol, 3 at Syracuse against its naval control; else as besieged."""
    if role == "inside":
        return besieged_threshold(state, place)
    if role == "patrol":
        return HIT_PATROL
    defender = holder(state, place)
    cut_off = place == "syracuse" and defender != side and naval_control(state, place) == defender
    return HIT_TOTAL_SIEGE if cut_off else HIT_BESIEGERS


def threshold_reason(state: State, place: str, side: Side, role: str) -> Message:
    """Why a group has its threshold."""
    if role == "patrol":
        return say("on patrol")
    if role != "inside":
        if hit_threshold(state, place, side, role) == HIT_TOTAL_SIEGE:
            return say("without sea control")
        return say("blockading") if role == "blockade" else say("besieging")
    if not is_total_siege(state, place):
        return say("partial siege")
    return say("total siege, an island") if is_yes(state, place, "island") else say("total siege")


def attrition_groups(state: State, side: Side) -> list[tuple[str, str]]:
    """Place and role of every group of ``side`` that rolls now; role ``inside`` for hidden besieged blocks."""
    found: list[tuple[str, str]] = []
    for place in dict.fromkeys([*(unit.place for unit in state.units), *(one.place for one in state.garrisons)]):
        for role in FACE_UP_ROLES:
            free = role == "field" and (place != "syracuse" or holder(state, place) == side)
            if units_at(state, place, side, role) and not free:
                found.append((place, role))
        if hidden_inside(state, place, side) and is_besieged(state, place):
            found.append((place, "inside"))
    return found


def loss_candidates(state: State, due: HiddenLosses) -> dict[str, Body]:
    """The hidden blocks that may take the loss, by key. For the owner and the rules only."""
    found = find_garrison(state, due.place, due.side)
    inside = {key: state.blocks[key].body.value for key in found.blocks.value if key in state.blocks} if found else {}
    if due.why == "garrison":
        return inside
    return inside | {key: body for key, body in free_blocks(state, due.side).items() if body.at == due.place}


def has_undescribed(state: State, due: HiddenLosses) -> bool:
    """Whether the group may hold blocks that nobody has described. For the owner and the rules only."""
    found = find_garrison(state, due.place, due.side) if due.why == "garrison" else None
    return found is None or len(loss_candidates(state, due)) < found.count


def loses_whole_block(state: State, due: HiddenLosses) -> bool:
    """Whether a whole block is lost instead of a step (option of section 12)."""
    return due.why == "hellespont" and state.options["hellespont"] == "block"


def sicily_cut_off(state: State) -> bool:
    """Whether Athens blockades or holds Syracuse (section 13)."""
    return holder(state, "syracuse") == "athens" or bool(units_at(state, "syracuse", "athens", "blockade"))


def hellespont_unknown(state: State) -> bool:
    """Whether the owner of Abydos must be looked up before the grain of Athens can be checked."""
    return owner_unknown(state, "abydos") and not _has_sicilian_grain(state)


def hellespont_closed(state: State) -> bool:
    """Whether Sparta has naval control of Abydos and Athens does not hold Syracuse with naval control (section 12)."""
    return naval_control(state, "abydos") == "sparta" and not _has_sicilian_grain(state)


def _has_sicilian_grain(state: State) -> bool:
    """Whether Athens holds Syracuse with naval control."""
    return holder(state, "syracuse") == "athens" and naval_control(state, "syracuse") == "athens"


def besieged_threshold(state: State, place: str) -> int:
    """The lowest die that hits the besieged."""
    return HIT_TOTAL_SIEGE if is_total_siege(state, place) else HIT_PARTIAL_SIEGE
