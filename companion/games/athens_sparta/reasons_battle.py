"""Why something is not possible in a muster, a battle or attrition, or None; for questions and rules alike."""

from __future__ import annotations

from collections.abc import Callable

from companion.core.wording import N_, Message, say, say_n
from companion.games.athens_sparta.agenda import HiddenLosses, Mustering, Sacking
from companion.games.athens_sparta.moves import Muster, TypedBlock
from companion.games.athens_sparta.queries import ships_kept_in_port
from companion.games.athens_sparta.queries_attrition import has_undescribed, loss_candidates
from companion.games.athens_sparta.queries_battle import (
    has_room_inside,
    land_blocks,
    outside_walls,
    possible_assaulters,
    ship_blocks,
    targets,
)
from companion.games.athens_sparta.queries_blocks import (
    body_of,
    find_garrison,
    free_blocks,
    is_revolt_block,
    is_ship,
    max_steps,
    units_at,
)
from companion.games.athens_sparta.queries_city import (
    has_walls,
    holder,
    inside_land_limit,
    inside_limit,
    is_port,
    naval_control,
)
from companion.games.athens_sparta.queries_replacements import step_price
from companion.games.athens_sparta.reasons import (
    BLOCKADES,
    ENEMY_SHIP_OUT,
    SHIPS_STAY,
    STRONGER_FIRST,
    destination_reason,
    enemy_ship_reason,
)
from companion.games.athens_sparta.reasons_places import (
    FROM_ORACLE,
    muster_athens_reason,
    oracle_reason,
    retreat_reason,
)
from companion.games.athens_sparta.state import Battle, State, Unit
from companion.games.athens_sparta.tables import REGULAR_KINDS, REVOLT_KINDS, SIDE_COLOURS, BlockKind, Side, other

GONE = say("That block is not there any more.", short=N_("Not there any more"))
FIGHTS_SHIPS = say("A ship that blockades or patrols fights only ships.", short=N_("Fights only ships"))
KEPT_OFF = ("blockade", "patrol")
"""Roles of ships that land blocks neither attack nor are attacked by (sections 8.4 and 8.5)."""

MOST_IN_HEX = 12
"""More blocks of a side than any hex holds. The warning of section 18 comes earlier."""


# -- musters -----------------------------------------------------------------------------------------------------------


def stance_reason(state: State, due: Mustering, stance: str) -> Message | None:
    """Fight, go inside, patrol or sally: whether a block may do so here."""
    if stance != "inside" and len(units_at(state, due.place, due.side)) >= MOST_IN_HEX:
        return say("More blocks do not fit into a hex.", short=N_("No room"))
    match stance:
        case "fight":
            return say("It stands behind the walls.") if due.why == "describe" else None
        case "inside":
            return _inside_reason(state, due)
        case "patrol":
            if due.why != "defend" or holder(state, due.place) != due.side or not is_port(state, due.place):
                return say("Only ships of the port may patrol.", short=N_("Not in a port"))
            if naval_control(state, due.place) != due.side:
                return say("An enemy ship blockades the port.", short=N_("Blockaded"))
            return None
    return None if due.why == "sally" and find_garrison(state, due.place, due.side) else say("Nobody is inside.")


def _inside_reason(state: State, due: Mustering) -> Message | None:
    if due.why == "describe":
        return None
    if due.why != "defend" or holder(state, due.place) != due.side:
        return say("These walls are not yours.", short=N_("Not your walls"))
    if not has_walls(state, due.place):
        return say("There are no walls.", short=N_("No walls"))
    # One that goes inside unseen may be of any kind: it must fit as a ship would.
    return _room_reason(state, due.place, due.side, ship=True) or room_at_athens_reason(state, due, "inside", "ship")


def _room_reason(state: State, place: str, side: Side, *, ship: bool) -> Message | None:
    if has_room_inside(state, place, side, ship):
        return None
    most = inside_limit(state, place)
    return say_n(
        "No more than {n} block fits inside.", "No more than {n} blocks fit inside.", most, short=N_("No room inside")
    )


def typed_reason(state: State, due: Mustering, stance: str, typed: TypedBlock | None) -> Message | None:
    """A typed block."""
    if typed is None:
        undescribed = stance == "inside" and due.why == "defend"
        return None if undescribed else say("Say what block it is.")
    if typed.kind not in (*REGULAR_KINDS, *REVOLT_KINDS):
        return say("That is no block.")
    return _kind_reason(state, due, stance, typed.kind)


ROW_FIELDS = ("kind", "letter", "rate")
"""Fields a block of the box needs to be revealed; its steps now are always asked."""


def box_blocks(state: State, side: Side) -> list[str]:
    """The keys of a side's blocks in the box."""
    rows = sorted(state.box.get("block", {}).items())
    return [key for key, facts in rows if facts.get("colour") == SIDE_COLOURS[side]]


def missing_fields(state: State, row: str) -> list[str]:
    """The fields of a block that the box lacks."""
    facts = state.box.get("block", {}).get(row, {})
    return [field for field in ROW_FIELDS if field not in facts]


def box_block_reason(state: State, due: Mustering, move: Muster) -> Message | None:
    """A typed block must agree with the block of the box it stands for, which lacks a field."""
    if not move.row:
        return None
    own = state.level == "full" and due.why != "describe"
    typed = None if move.block or own else move.typed
    if typed is None or move.row not in box_blocks(state, due.side) or not missing_fields(state, move.row):
        return say("That is no block.")
    facts = state.box["block"][move.row]
    if any(getattr(typed, field) != facts.get(field, getattr(typed, field)) for field in ROW_FIELDS):
        return say("The list says otherwise.")
    return None


def own_muster_reason(state: State, due: Mustering, stance: str, key: str) -> Message | None:
    """A block of the owner's, by its key."""
    inside = find_garrison(state, due.place, due.side)
    if stance == "sally":
        return None if inside and key in inside.blocks.value else say("It is not inside.")
    if key not in free_blocks(state, due.side):
        return say("That block is not free.")
    if due.why in ("attack", "sally") and oracle_reason(state, state.blocks[key].body.value.at):
        return FROM_ORACLE
    return _kind_reason(state, due, stance, state.blocks[key].body.value.kind)


def room_at_athens_reason(state: State, due: Mustering, stance: str, kind: str) -> Message | None:
    """Athens has room for one more block of this kind, unless it comes from inside."""
    if stance == "sally" or due.why == "describe":
        return None
    return muster_athens_reason(state, due.side, due.place, kind)


def join_by_ship_reason(state: State, due: Mustering, kind: str) -> Message | None:
    """Coming to a siege is a move; an event may keep ships from it."""
    return SHIPS_STAY if due.why == "join" and kind == "ship" and ships_kept_in_port(state, due.side) else None


def _kind_reason(state: State, due: Mustering, stance: str, kind: BlockKind) -> Message | None:
    """Only ships patrol, an event may keep them away, land blocks need room inside, and Athens has its limit."""
    if stance == "patrol" and kind != "ship":
        return say("Only ships patrol.")
    if stance != "inside" or due.why == "describe" or kind == "ship":
        return join_by_ship_reason(state, due, kind) or room_at_athens_reason(state, due, stance, kind)
    found, most = find_garrison(state, due.place, due.side), inside_land_limit(state, due.place)
    known = [state.blocks[key].body.value for key in found.blocks.value if key] if found else []
    if sum(body.kind != "ship" for body in known) >= most:
        return say_n("No more than {n} land block fits inside.", "No more than {n} land blocks fit inside.", most)
    return room_at_athens_reason(state, due, stance, kind)


# -- combat turns ------------------------------------------------------------------------------------------------------


def act_reason(state: State, battle: Battle, unit: Unit, what: str) -> Message | None:
    """Why a block may not use its combat turn like that."""
    if battle.phase == "pursuit" and what not in ("fire", "wait"):
        return say("Pursuers only fire.")
    if reason := ACTION_REASONS.get(what):
        return reason(state, battle, unit)
    if _fire_reason(state, battle, unit) is None:
        return say("It has somebody to fire at.", short=N_("It has a target"))
    return None


def _fire_reason(state: State, battle: Battle, unit: Unit) -> Message | None:
    if not body_of(state, unit).strength:
        return say("It has no steps left.", short=N_("No steps left"))
    if targets(state, battle, unit):
        return None
    enemies = outside_walls(units_at(state, battle.place, other(unit.side)))
    if enemies and is_ship(state, unit) and unit.role in KEPT_OFF:
        return FIGHTS_SHIPS
    if enemies and not is_ship(state, unit) and all(enemy.role in KEPT_OFF for enemy in enemies):
        return say("Land blocks cannot hit a ship that blockades or patrols.", short=N_("Out at sea"))
    return say("Nobody is there to be hit.", short=N_("No target"))


def _retreat_reason(state: State, battle: Battle, unit: Unit) -> Message | None:
    """Not from inside, not from Sicily, and never Helots (sections 6.4, 10 and 13)."""
    if unit.role == "inside":
        return say("Nobody retreats from behind walls.", short=N_("Inside the walls"))
    if body_of(state, unit).kind == "helot":
        return say("Helots cannot retreat.", short=N_("Helots never retreat"))
    if unit.sallied and not is_ship(state, unit):
        return say("Those who came out can only go back in.", short=N_("Only back inside"))
    return say("Nobody retreats from Sicily.", short=N_("Not from Sicily")) if battle.place == "syracuse" else None


def _withdraw_reason(state: State, battle: Battle, unit: Unit) -> Message | None:
    """Into an own walled city with room (section 7.1)."""
    if unit.role == "inside":
        return say("It is inside already.", short=N_("Inside already"))
    if holder(state, battle.place) != unit.side or not has_walls(state, battle.place):
        return say("There are no walls of its own.", short=N_("No walls"))
    if unit.side == battle.attacker and not unit.sallied and not is_ship(state, unit):
        return say("A relief by land cannot go inside.", short=N_("Not inside"))
    return _room_reason(state, battle.place, unit.side, ship=is_ship(state, unit))


def _blockade_reason(state: State, battle: Battle, unit: Unit) -> Message | None:
    """An enemy port, and no enemy ship outside (section 8.4)."""
    if not is_ship(state, unit):
        return say("Only ships blockade.", short=N_("Only ships blockade"))
    if holder(state, battle.place) in (None, unit.side) or not is_port(state, battle.place):
        return say("There is no enemy port.", short=N_("No enemy port"))
    if unit.role == "blockade":
        return BLOCKADES
    return enemy_ship_reason(state, battle.place, unit.side)


def _shore_reason(state: State, battle: Battle, unit: Unit) -> Message | None:
    """Only where the enemy has no ship outside (section 8.2)."""
    if not is_ship(state, unit):
        return say("Only ships come to shore.", short=N_("Only ships"))
    if unit.role in KEPT_OFF:
        return FIGHTS_SHIPS
    if unit.role == "inside":
        return say("It is inside the walls.", short=N_("Inside the walls"))
    if battle.shore:
        return say("Shore combat is on already.", short=N_("On already"))
    enemies = units_at(state, battle.place, other(unit.side))
    if ship_blocks(state, outside_walls(enemies)):
        return ENEMY_SHIP_OUT
    ashore = land_blocks(state, outside_walls(enemies)) or (
        battle.captured and unit.side != battle.attacker and enemies
    )
    return None if ashore else say("Nobody stands on the shore.", short=N_("Nobody ashore"))


ACTION_REASONS: dict[str, Callable[[State, Battle, Unit], Message | None]] = {
    "fire": _fire_reason,
    "retreat": _retreat_reason,
    "withdraw": _withdraw_reason,
    "blockade": _blockade_reason,
    "shore": _shore_reason,
}


def retreat_to_reason(state: State, unit: Unit, to: str) -> Message | None:
    """Where a block retreats to; asked only where every block is followed (section 6.4)."""
    return destination_reason(state, to) or retreat_reason(state, unit.side, unit.block, to)


# -- assaults ----------------------------------------------------------------------------------------------------------


def assaulters_reason(state: State, battle: Battle, handles: list[str]) -> Message | None:
    """Not more blocks than the limit; revolt blocks do not count (section 10)."""
    able = {unit.handle: unit for unit in possible_assaulters(state, battle)}
    if len(set(handles)) != len(handles) or not set(handles) <= set(able):
        return say("Those blocks cannot storm the walls.")
    counted = [able[handle] for handle in handles if not is_revolt_block(state, able[handle])]
    most = inside_limit(state, battle.place)
    if len(counted) > most or len(land_blocks(state, counted)) > inside_land_limit(state, battle.place):
        return say_n(
            "No more than {n} block may storm these walls.",
            "No more than {n} blocks may storm these walls.",
            most,
            short=N_("Too many"),
        )
    return None


def sack_reason(state: State, due: Sacking, handle: str) -> Message | None:
    """A victor inside that lacks steps, at its price (section 7.6)."""
    unit = next((unit for unit in units_at(state, due.place, due.side, "inside") if unit.handle == handle), None)
    if unit is None:
        return GONE
    body = body_of(state, unit)
    if body.kind in REVOLT_KINDS:
        return say("Revolt blocks are not reinforced.", short=N_("Not a revolt block"))
    if body.strength >= max_steps(body):
        return say("It is at full strength.", short=N_("At full strength"))
    if step_price(state, due.side, body.kind) > due.points:
        return say("That is more than is left.", short=N_("Too dear"))
    return None


# -- attrition (section 7.7) -------------------------------------------------------------------------------------------


def loss_reason(state: State, due: HiddenLosses, key: str) -> Message | None:
    """One of the strongest; which of them is the owner's choice."""
    losses = loss_candidates(state, due)
    if not key:
        return None if has_undescribed(state, due) else say("Every block is described here.")
    if key not in losses:
        return say("That block is not there.")
    if due.why != "hellespont" and losses[key].strength < max(one.strength for one in losses.values()):
        return STRONGER_FIRST
    return None
