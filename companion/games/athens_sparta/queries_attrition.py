"""Questions of attrition and supply: which groups roll, what hits, who may take the loss. Sections 7.7, 12, 13."""

from __future__ import annotations

from companion.core.wording import Message, say
from companion.games.athens_sparta.agenda import Wounds
from companion.games.athens_sparta.queries_blocks import at, free_blocks, garrison, shut_in
from companion.games.athens_sparta.queries_city import holder, is_so, whose_unknown
from companion.games.athens_sparta.queries_siege import is_cut, is_total, sea_control
from companion.games.athens_sparta.state import Body, Role, State
from companion.games.athens_sparta.tables import BESIEGING, PARTIAL, PATROLLING, TOTAL, Side

ROLES: tuple[Role, ...] = ("siege", "blockade", "patrol", "field")


def open_threshold(state: State, place: str, side: Side, role: str) -> int:
    """For blocks that lie face up: 4+ before a city, 5+ on patrol, 3+ at Syracuse against its sea control."""
    if role == "patrol":
        return PATROLLING
    hungry = place == "syracuse" and holder(state, place) != side and sea_control(state, place) == holder(state, place)
    return TOTAL if hungry else BESIEGING


def reason_of(state: State, place: str, side: Side, role: str) -> Message:
    """Why a group rolls against its number."""
    if role == "patrol":
        return say("on patrol")
    if role != "inside":
        if open_threshold(state, place, side, role) == TOTAL:
            return say("without sea control")
        return say("blockading") if role == "blockade" else say("besieging")
    if not is_total(state, place):
        return say("partial siege")
    return say("total siege, an island") if is_so(state, place, "island") else say("total siege")


def groups(state: State, side: Side) -> list[tuple[str, str]]:
    """Place and role of every group of ``side`` that rolls now; ``inside`` for the hidden besieged."""
    found: list[tuple[str, str]] = []
    for place in dict.fromkeys([*(unit.place for unit in state.units), *(one.place for one in state.garrisons)]):
        for role in ROLES:
            fresh = role == "field" and (place != "syracuse" or holder(state, place) == side)
            if at(state, place, side, role) and not fresh:
                found.append((place, role))
        if shut_in(state, place, side) and is_cut(state, place):
            found.append((place, "inside"))
    return found


def wounded(state: State, due: Wounds) -> dict[str, Body]:
    """The owner's hidden blocks that may take the hit, by key: for the owner and the rules only."""
    found = garrison(state, due.place, due.side)
    within = {key: state.blocks[key].body.value for key in found.blocks.value if key in state.blocks} if found else {}
    if due.why == "garrison":
        return within
    return within | {key: held for key, held in free_blocks(state, due.side).items() if held.at == due.place}


def undescribed(state: State, due: Wounds) -> bool:
    """Whether the group may hold blocks that nobody has described: for the owner and the rules only."""
    found = garrison(state, due.place, due.side) if due.why == "garrison" else None
    return found is None or len(wounded(state, due)) < found.count


def whole_block(state: State, due: Wounds) -> bool:
    """Whether all steps of a block go at once (section 12, by the option)."""
    return due.why == "hellespont" and state.options["hellespont"] == "block"


def sicily_cut(state: State) -> bool:
    """Athens blockades or holds Syracuse (section 13)."""
    if "syracuse" not in state.cities:
        return False
    return holder(state, "syracuse") == "athens" or bool(at(state, "syracuse", "athens", "blockade"))


def hellespont_unknown(state: State) -> bool:
    """Whether it must be looked up whose Abydos is, so that Athens knows whether its grain comes."""
    return whose_unknown(state, "abydos") and not _sicilian_grain(state)


def hellespont_cut(state: State) -> bool:
    """Spartan naval control of Abydos, unless Athens holds Syracuse with naval control (section 12)."""
    if "abydos" not in state.cities or sea_control(state, "abydos") != "sparta":
        return False
    return not _sicilian_grain(state)


def _sicilian_grain(state: State) -> bool:
    """Athens holds Syracuse with naval control."""
    return holder(state, "syracuse") == "athens" and sea_control(state, "syracuse") == "athens"


def besieged_threshold(state: State, place: str) -> int:
    """What a die must show for the besieged to lose a step."""
    return TOTAL if is_total(state, place) else PARTIAL
