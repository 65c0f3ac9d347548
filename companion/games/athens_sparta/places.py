"""Where a block may stop, stand and fight, as far as facts of cities decide it.

The program has no map: players check distances, hexsides and hexes without a city themselves, and questions remind
them. Sections 2.3, 5, 6.4, 7.1, 9, 13 and 14.
"""

from __future__ import annotations

import re
import unicodedata

from companion.core.wording import N_, Message, say, say_n
from companion.games.athens_sparta import queries, tables
from companion.games.athens_sparta.queries import holder, units_at
from companion.games.athens_sparta.state import Body, State
from companion.games.athens_sparta.tables import BlockKind, MoveKind, Side, other

NO_PORT = say("Ships end in a port.", short=N_("No port"))
ORACLE = say("Nobody fights at an oracle.", short=N_("An oracle: no fight"))
FROM_ORACLE = say("A block at an oracle attacks nobody this turn.", short=N_("It is at an oracle"))

REGROUP_REMINDER = say(
    "Regroup to adjacent friendly hexes, two blocks over a clear hexside, one over a pass or strait; ships to a "
    "friendly port within four hexes.",
    short=N_("Clear: 2, pass: 1"),
)
"""What to check before regrouping. Sections 2.3, 6.5, 7.2, 9, 10 and 13."""


# -- oracles (section 5.8) -------------------------------------------------------------------------------------------


def is_oracle_name(name: str) -> bool:
    """Whether a name is that of an oracle, as players write it in English or Spanish: ``Delphi``, ``Oráculo de
    Delfos``.
    """
    plain = unicodedata.normalize("NFKD", name.casefold())
    words = set(re.findall(r"[^\W_]+", "".join(sign for sign in plain if not unicodedata.combining(sign))))
    return bool(words & tables.ORACLES) and words <= tables.ORACLES | {
        "oracle",
        "oraculo",
        "of",
        "de",
        "the",
        "el",
        "hex",
        "casilla",
    }


def oracle_reason(state: State, place: str, name: str = "") -> Message | None:
    """Why nobody fights at a place, or None if it is no oracle. ``name``: that of a place in the open."""
    called = (place, name, state.places.get(place, ""), str(queries.city_fact(state, place, "name") or ""))
    return ORACLE if any(map(is_oracle_name, called)) else None


# -- hexes (sections 5.2 to 5.4, 9 and 14) ---------------------------------------------------------------------------


def neutral_reason(state: State, place: str) -> Message | None:
    """Why a block cannot stop in a city, or None: in a neutral hex it stops only to attack. Section 9."""
    if holder(state, place) != "neutral" or queries.owner_unknown(state, place):
        return None
    return say("Nobody stops in a neutral hex but to attack.", short=N_("Neutral"))


def border_reason(state: State, side: Side, place: str) -> Message | None:
    """Why the Persian border cannot be crossed, or None: Athens never crosses it, Sparta only while Persia helps.
    Section 14.
    """
    if holder(state, place) != "persia":
        return None
    if side == "athens":
        return say("Athens never crosses the Persian border.", short=N_("Persian border"))
    if state.persia != "allied":
        return say("Sparta crosses the Persian border only with the help of Persia.", short=N_("Persian border"))
    return None


def strategic_reason(state: State, side: Side, body: Body, to: str) -> Message | None:
    """Why a strategic move cannot end in a city, or None: it ends in a friendly hex, with no siege at either end.
    Section 5.3.
    """
    if queries.is_besieged(state, body.at) or queries.is_besieged(state, to):
        return say("No strategic move goes to or from a siege or blockade.", short=N_("A siege: not so"))
    if reason := neutral_reason(state, to):
        return reason
    if holder(state, to) == other(side):
        return say("A strategic move ends in a friendly hex.", short=N_("Not friendly"))
    return NO_PORT if body.kind == "ship" and not queries.is_port(state, to) else None


def move_place_reason(state: State, side: Side, key: str, use: MoveKind, to: str) -> Message | None:
    """Why a block of ``side`` may not move to a city, or None; None also if ``to`` is no listed city."""
    if to not in state.cities:
        return None
    body = state.blocks[key].body.value
    if reason := border_reason(state, side, to) or athens_reason(state, side, key, body.kind, to):
        return reason
    if use == "strategic":
        return strategic_reason(state, side, body, to)
    if (
        oracle_reason(state, body.at)
        and holder(state, to) in (other(side), "neutral")
        and not queries.owner_unknown(state, to)
    ):
        return FROM_ORACLE
    return NO_PORT if body.kind == "ship" and not queries.is_port(state, to) else None


def stand_reason(state: State, side: Side, key: str, to: str) -> Message | None:
    """Why a block of ``side`` cannot stand at a city after regrouping (section 6.5), or None; None also if ``to`` is no
    listed city.
    """
    if to not in state.cities:
        return None
    kind = state.blocks[key].body.value.kind
    if kind == "ship" and not queries.is_port(state, to):
        return NO_PORT
    return neutral_reason(state, to) or border_reason(state, side, to) or athens_reason(state, side, key, kind, to)


def retreat_reason(state: State, side: Side, key: str, to: str) -> Message | None:
    """Why a block cannot retreat to a city, or None (section 6.4). Ships need a friendly port, land blocks a friendly
    hex; a port that they blockade or a city that they besiege will do. None also if ``to`` is no listed city.
    """
    if to not in state.cities:
        return None
    kind = state.blocks[key].body.value.kind
    if to == "syracuse":
        return say("Nobody retreats to Sicily.", short=N_("Not to Sicily"))
    if reason := stand_reason(state, side, key, to):
        return reason
    if queries.owner_unknown(state, to):
        return None
    if kind == "ship":
        friendly = queries.naval_control(state, to) == side
        return None if friendly else say("Ships retreat to a friendly port.", short=N_("No friendly port"))
    if holder(state, to) == side or units_at(state, to, side, "siege"):
        return None
    return say("Nobody retreats into an enemy hex.", short=N_("An enemy hex"))


def battle_reason(state: State, side: Side, place: str) -> Message | None:
    """Why ``side`` cannot begin a battle at a city, or None: it must be an enemy city, a neutral one, or the side's own
    under siege.
    """
    if reason := oracle_reason(state, place):
        return reason
    if holder(state, place) == side and not units_at(state, place, other(side)):
        return say("That city is yours.", short=N_("It is yours"))
    if holder(state, place) == "persia":
        return say("Persian cities are neutral ground.", short=N_("Persian"))
    return None


# -- Athens (sections 2.3 and 7.1) -----------------------------------------------------------------------------------


def capacity_reason(blocks: int, on_land: int, kind: str) -> Message | None:
    """Why one more block of ``kind`` does not fit into Athens beside ``blocks`` blocks, ``on_land`` of them land
    blocks.
    """
    if kind in tables.REVOLT_KINDS:
        return None
    if blocks >= tables.ATHENS_LIMIT:
        return say_n(
            "No more than {n} block stands in Athens.",
            "No more than {n} blocks stand in Athens.",
            tables.ATHENS_LIMIT,
            short=N_("Athens is full"),
        )
    if kind != "ship" and on_land >= tables.ATHENS_LAND_LIMIT:
        return say_n(
            "No more than {n} land block stands in Athens.",
            "No more than {n} land blocks stand in Athens.",
            tables.ATHENS_LAND_LIMIT,
            short=N_("By land: {n}"),
        )
    return None


def athens_reason(state: State, side: Side, key: str, kind: BlockKind, to: str) -> Message | None:
    """Why a block of ``side`` does not fit into Athens, or None: it holds six blocks, four of them on land."""
    if to != "athens" or holder(state, to) != side:
        return None
    own = queries.own_blocks(state, side).items()
    there = [body.kind for each, body in own if each != key and body.strength > 0 and body.at == to]
    found = queries.find_garrison(state, to, side)
    undescribed = found.blocks.value.count("") if found else 0
    return _full_reason(there, undescribed, kind)


def muster_athens_reason(state: State, side: Side, place: str, kind: str) -> Message | None:
    """Why one more block does not fit into the defence of Athens, or None. Face-up blocks and those inside count."""
    if place != "athens" or holder(state, place) != side:
        return None
    found = queries.find_garrison(state, place, side)
    described = [key for key in found.blocks.value if key] if found and found.blocks.known else []
    keys = [*(unit.block for unit in units_at(state, place, side)), *described]
    hidden = queries.hidden_inside(state, place, side) - len(described)
    return _full_reason([state.blocks[key].body.value.kind for key in keys], hidden, kind)


def _full_reason(kinds: list[BlockKind], undescribed: int, kind: str) -> Message | None:
    counted = [each for each in kinds if each not in tables.REVOLT_KINDS]
    return capacity_reason(len(counted) + undescribed, sum(each != "ship" for each in counted), kind)
