"""Queries about the current battle: where blocks stand, which enemies a block may hit, which blocks act next, room
behind the walls.

Sections 6, 7 and 8.
"""

from __future__ import annotations

from companion.core.errors import RulesBug
from companion.core.wording import N_, Message, say, say_n
from companion.games.athens_sparta import queries
from companion.games.athens_sparta.queries import body_of, holder, is_ship, units_at
from companion.games.athens_sparta.state import Battle, State, Unit
from companion.games.athens_sparta.tables import (
    LETTERS,
    PURSUER_KINDS,
    SIDE_NAMES,
    SIDES,
    SIEGE_RATING,
    Letter,
    Side,
    other,
)
from companion.games.athens_sparta.words import unit_name

GONE = say("That block is not there any more.", short=N_("Not there any more"))


def current_battle(state: State) -> Battle:
    """The current battle. Raises RulesBug if there is none."""
    if state.battle is None:
        raise RulesBug("there is no battle")
    return state.battle


def unfought_revolts(state: State, side: Side) -> list[Unit]:
    """Revolt blocks that have not fought yet in this Player Turn."""
    units = [
        unit for unit in state.units if unit.side == side and unit.role == "field" and queries.has_steps(state, unit)
    ]
    return [unit for unit in units if queries.is_revolt_block(state, unit) and holder(state, unit.place) != side]


def combat_rating(state: State, unit: Unit) -> tuple[Letter, int]:
    """Letter and number as printed; cavalry B1 and ships C1 while assaulting or besieged (section 1.1)."""
    body = body_of(state, unit)
    if unit.assaulting or unit.role == "inside":
        return SIEGE_RATING.get(body.kind, (body.letter, body.rate))
    return body.letter, body.rate


def combat_turn_words(state: State, unit: Unit) -> Message:
    """The words for the block that acts: its number of dice, and which faces hit."""
    letter, rate = combat_rating(state, unit)
    return say_n(
        "{block} acts: {n} die, hits on {rate} or less.",
        "{block} acts: {n} dice, hits on {rate} or less.",
        body_of(state, unit).strength,
        short=N_("{side} {letter}{rate} x {n}"),
        block=unit_name(state, unit),
        side=SIDE_NAMES[unit.side],
        letter=letter,
        rate=rate,
    )


def turn_words(state: State, unit: Unit) -> Message:
    """The words for the block whose turn it is; with its dice only if it has a target."""
    if state.battle is None or targets(state, state.battle, unit):
        return combat_turn_words(state, unit)
    letter, rate = combat_rating(state, unit)
    return say(
        "{block} acts.",
        short=N_("{side} {letter}{rate}"),
        block=unit_name(state, unit),
        side=SIDE_NAMES[unit.side],
        letter=letter,
        rate=rate,
    )


def attackers(state: State, battle: Battle, *roles: str) -> list[Unit]:
    return units_at(state, battle.place, battle.attacker, *roles)


def defenders(state: State, battle: Battle, *roles: str) -> list[Unit]:
    return units_at(state, battle.place, other(battle.attacker), *roles)


def outside_walls(units: list[Unit]) -> list[Unit]:
    return [unit for unit in units if unit.role != "inside"]


def land_blocks(state: State, units: list[Unit]) -> list[Unit]:
    return [unit for unit in units if not is_ship(state, unit)]


def ship_blocks(state: State, units: list[Unit]) -> list[Unit]:
    return [unit for unit in units if is_ship(state, unit)]


def defenders_in_field(state: State, battle: Battle) -> list[Unit]:
    """Defenders outside the walls whom the attackers can fight."""
    found = outside_walls(defenders(state, battle))
    if ship_blocks(state, outside_walls(attackers(state, battle))):
        return found
    return [unit for unit in found if unit.role not in ("blockade", "patrol")]


# -- targets ---------------------------------------------------------------------------------------------------------


def targets(state: State, battle: Battle, unit: Unit) -> list[Unit]:
    """The enemies that a block may hit now (sections 6.3, 7.2, 8.1, 8.2 and 10)."""
    enemies = units_at(state, battle.place, other(unit.side))
    return [enemy for enemy in enemies if not enemy.screened and _can_reach(state, battle, unit, enemy)]


def _can_reach(state: State, battle: Battle, unit: Unit, enemy: Unit) -> bool:
    if "inside" in (unit.role, enemy.role):
        return _can_reach_across_walls(battle, unit, enemy)
    mine, theirs = is_ship(state, unit), is_ship(state, enemy)
    if mine == theirs:
        return True
    ship = unit if mine else enemy
    return battle.shore and ship.role not in ("blockade", "patrol")


def _can_reach_across_walls(battle: Battle, unit: Unit, enemy: Unit) -> bool:
    """Whether blocks on different sides of the walls may hit each other: only assaulting blocks and defenders inside;
    after a capture, besides, ships in shore combat and blocks inside.
    """
    without = enemy if unit.role == "inside" else unit
    if battle.captured:
        return battle.shore and without.side != battle.attacker and without.role == "field"
    return battle.assault and without.assaulting


def has_double_defence(state: State, unit: Unit, target: Unit) -> bool:
    """Whether it takes two hits of ``unit`` to cost ``target`` a step (section 7.2)."""
    if target.role != "inside" or not queries.has_walls(state, target.place):
        return False
    return not queries.is_revolt_block(state, unit) and not queries.double_defence_lost(state)


# -- order -----------------------------------------------------------------------------------------------------------


def can_act(state: State, battle: Battle, unit: Unit) -> bool:
    """Whether a block has a choice in its combat turn."""
    if targets(state, battle, unit):
        return True
    if unit.role == "inside":
        return False
    if battle.captured:
        return unit.side != battle.attacker and unit.role == "field"
    enemies = outside_walls(units_at(state, battle.place, other(unit.side)))
    return bool(enemies and defenders_in_field(state, battle))


def next_to_act(state: State, battle: Battle) -> list[Unit]:
    """The blocks of one side and letter that act next: A before B before C, in each the defenders first."""
    waiting = [unit for unit in units_at(state, battle.place) if unit.acted < battle.round and not unit.waited]
    return _first_of(state, battle, [unit for unit in waiting if can_act(state, battle, unit)])


def acting_later(state: State, battle: Battle, handle: str) -> list[Unit]:
    """The blocks of one side and letter that act after the one of this handle in this round, if nothing changes."""
    if battle.phase != "round":
        return []
    waiting = [unit for unit in units_at(state, battle.place) if unit.acted < battle.round and not unit.waited]
    return _first_of(state, battle, [one for one in waiting if one.handle != handle and can_act(state, battle, one)])


def still_to_act(state: State, battle: Battle) -> list[Unit]:
    """The blocks that have a combat turn left in this round, in their order, if nothing changes."""
    waiting = [unit for unit in units_at(state, battle.place) if unit.acted < battle.round and not unit.waited]
    able = [unit for unit in waiting if can_act(state, battle, unit)]
    return sorted(able, key=lambda unit: _rank(state, battle, unit))


def _rank(state: State, battle: Battle, unit: Unit) -> tuple[int, bool]:
    """Sort key of a unit in the order of combat turns: its letter, then defenders first."""
    return LETTERS.index(combat_rating(state, unit)[0]), unit.side == battle.attacker


def _first_of(state: State, battle: Battle, units: list[Unit]) -> list[Unit]:
    """Those of ``units`` that have the first letter and side in the order of combat turns."""
    first = min((_rank(state, battle, unit) for unit in units), default=None)
    return [unit for unit in units if _rank(state, battle, unit) == first]


def land_battle_goes_on(state: State, battle: Battle) -> bool:
    """Whether land blocks of both sides stand outside the walls."""
    return all(land_blocks(state, outside_walls(units_at(state, battle.place, side))) for side in SIDES)


def sea_battle_goes_on(state: State, battle: Battle) -> bool:
    """Whether ships of both sides are outside the port."""
    return all(ship_blocks(state, outside_walls(units_at(state, battle.place, side))) for side in SIDES)


def land_or_sea_goes_on(state: State, battle: Battle) -> bool:
    return land_battle_goes_on(state, battle) or sea_battle_goes_on(state, battle)


def pursuers(state: State, battle: Battle) -> list[Unit]:
    """Defending peltasts and cavalry, which fire once more when the attack has failed (section 6.1)."""
    if not land_battle_goes_on(state, battle) or battle.place == "syracuse":
        return []
    return [unit for unit in outside_walls(defenders(state, battle)) if body_of(state, unit).kind in PURSUER_KINDS]


def next_pursuers(state: State, battle: Battle) -> list[Unit]:
    """The pursuers that fire next, while they have a target."""
    if not land_battle_goes_on(state, battle):
        return []
    left = [unit for unit in units_at(state, battle.place) if unit.handle in battle.pursuers]
    return _first_of(state, battle, [unit for unit in left if targets(state, battle, unit)])


# -- walls -----------------------------------------------------------------------------------------------------------


def count_inside(state: State, place: str, side: Side) -> tuple[int, int]:
    """How many blocks of ``side`` are inside the walls, and how many of them are known to be land blocks.

    Hidden blocks do not count as land blocks, since their kind is unknown.
    """
    seen = units_at(state, place, side, "inside")
    return len(seen) + queries.hidden_inside(state, place, side), len(land_blocks(state, seen))


def has_room_inside(state: State, place: str, side: Side, ship: bool) -> bool:
    """Whether one more block of ``side`` may go inside (section 7.1)."""
    count, on_land = count_inside(state, place, side)
    return count < queries.inside_limit(state, place) and (ship or on_land < queries.inside_land_limit(state, place))


def room_reason(state: State, place: str, side: Side, *, ship: bool) -> Message | None:
    """Why one more block does not fit inside the walls, or None. Section 7.1."""
    if has_room_inside(state, place, side, ship):
        return None
    most = queries.inside_limit(state, place)
    return say_n(
        "No more than {n} block fits inside.", "No more than {n} blocks fit inside.", most, short=N_("No room inside")
    )


def can_assault(state: State, battle: Battle) -> bool:
    """Whether the attacker may assault: no land block of the defender stands outside the walls (section 7.3)."""
    if battle.captured or battle.kind == "sally" or not queries.has_walls(state, battle.place):
        return False
    held = holder(state, battle.place) != battle.attacker
    if not held or not count_inside(state, battle.place, other(battle.attacker))[0]:
        return False
    return not land_blocks(state, defenders(state, battle, "field")) and bool(possible_assaulters(state, battle))


def possible_assaulters(state: State, battle: Battle) -> list[Unit]:
    """The blocks that may assault: ships only while no enemy ship is outside."""
    mine = outside_walls(attackers(state, battle))
    return land_blocks(state, mine) if ship_blocks(state, outside_walls(defenders(state, battle))) else mine


def takes_city(state: State, battle: Battle) -> bool:
    """Whether the attacker takes the city now: no defender is left, neither inside nor outside."""
    if battle.captured or battle.kind == "sally" or battle.place not in state.cities:
        return False
    if holder(state, battle.place) == battle.attacker or count_inside(state, battle.place, other(battle.attacker))[0]:
        return False
    left = outside_walls(defenders(state, battle))
    mine = outside_walls(attackers(state, battle))
    if land_blocks(state, left) or not mine:
        return False
    return bool(land_blocks(state, mine)) or not left


def lone_ships_able_to_withdraw(state: State, battle: Battle) -> list[Unit]:
    """Ships that alone defend a walled city and may go inside in their first combat turn (section 8.1)."""
    if battle.round > 1 or not queries.has_walls(state, battle.place):
        return []
    ships = ship_blocks(state, defenders(state, battle, "field"))
    return _first_of(state, battle, [ship for ship in ships if not ship.acted and not ship.waited])


def battle_is_over(state: State, battle: Battle) -> bool:
    """Whether no block can fight any more."""
    if not outside_walls(attackers(state, battle)) and not battle.captured:
        return True
    if battle.captured:
        return not defenders(state, battle, "field")
    return not can_assault(state, battle) and not defenders_in_field(state, battle)


def regrouping_side(state: State, battle: Battle) -> Side | None:
    """The winner, which may regroup: no enemy block is left, and it is not Syracuse (sections 6.5 and 13)."""
    if battle.place == "syracuse":
        return None
    standing = [
        side for side in SIDES if units_at(state, battle.place, side) or count_inside(state, battle.place, side)[0]
    ]
    return standing[0] if len(standing) == 1 else None


def may_besiege(state: State, battle: Battle) -> bool:
    """Whether attackers are left outside a city that the defender still holds, so that they may besiege or blockade
    it.
    """
    if battle.place not in state.cities or holder(state, battle.place) == battle.attacker:
        return False
    able = [unit for unit in attackers(state, battle, "field") if not queries.is_revolt_block(state, unit)]
    defended = bool(count_inside(state, battle.place, other(battle.attacker))[0])
    by_sea = (
        bool(ship_blocks(state, able))
        and queries.is_port(state, battle.place)
        and not sea_battle_goes_on(state, battle)
    )
    return by_sea or (defended and bool(land_blocks(state, able)) and not land_battle_goes_on(state, battle))
