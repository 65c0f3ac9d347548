"""The end of a battle: forced retreats, sieges and blockades, capture and sack. Sections 6.4 to 7.6."""

from __future__ import annotations

from companion.core.step import TABLE, Step
from companion.core.wording import say, say_n
from companion.games.athens_sparta import moves, queries_battle, queries_blocks, queries_replacements, reasons
from companion.games.athens_sparta.agenda import Besieging, Retreating, Sacking
from companion.games.athens_sparta.queries import seat_of
from companion.games.athens_sparta.queries_blocks import body_of, units_at
from companion.games.athens_sparta.queries_city import city_points, holder, is_besieged, is_major
from companion.games.athens_sparta.reasons_battle import GONE, retreat_to_reason, sack_reason
from companion.games.athens_sparta.reminders import REGROUP_REMINDER
from companion.games.athens_sparta.rules_blocks import hide_block, hide_inside, lose_unit
from companion.games.athens_sparta.rules_city import end_lifted_siege, take_city
from companion.games.athens_sparta.rules_seats import owed_by_side
from companion.games.athens_sparta.state import OPEN_GROUND, Battle, Ended, State, Unit
from companion.games.athens_sparta.tables import SIDE_NAMES, SIDES, other
from companion.games.athens_sparta.words import place_name, unit_name


def capture(step: Step[State], battle: Battle) -> None:
    """The attacker takes the city; his land blocks stand inside now (sections 7.3 and 7.6)."""
    state = step.state
    take_city(step, battle.place, battle.attacker)
    battle.captured = True
    battle.assault = False
    enemies = queries_battle.outside_walls(queries_battle.defenders(state, battle))
    enemy_ships = queries_battle.ship_blocks(state, enemies)
    for unit in queries_battle.outside_walls(queries_battle.attackers(state, battle)):
        if not enemy_ships or not queries_blocks.is_ship(state, unit):
            unit.role = "inside"
        unit.assaulting = unit.half = False
        if queries_blocks.is_revolt_block(state, unit):
            step.tell(say("The revolt succeeds."), seat_of(state, battle.attacker))


def end_battle(step: Step[State], battle: Battle) -> None:
    """Carry out the end of a battle, phase by phase."""
    state = step.state
    match battle.phase:
        case "leaving":
            if leaver := _next_to_retreat(state, battle):
                state.agenda.append(Retreating(leaver.side, leaver.handle))
            else:
                battle.phase = "settling"
        case "settling":
            battle.phase = "done"
            _end_revolt(step, battle)
            _sack_or_besiege(step, battle)
        case _:
            clear_battlefield(step, battle)


def _next_to_retreat(state: State, battle: Battle) -> Unit | None:
    """An attacker who failed and must retreat: by land from land blocks, by sea from ships; nobody leaves Sicily
    (section 13).
    """
    if battle.place == "syracuse" or battle.captured:
        return None
    mine = [unit for unit in queries_battle.attackers(state, battle, "field") if not unit.sallied]
    mine = [unit for unit in mine if not queries_blocks.is_revolt_block(state, unit)]
    if queries_battle.land_battle_goes_on(state, battle) and (on_foot := queries_battle.land_blocks(state, mine)):
        return on_foot[0]
    if queries_battle.sea_battle_goes_on(state, battle) and (afloat := queries_battle.ship_blocks(state, mine)):
        return afloat[0]
    return None


def forced_retreat(step: Step[State], move: moves.ForcedRetreat) -> None:
    """A block that must retreat and cannot is lost (section 18)."""
    state = step.state
    due = owed_by_side(step, Retreating)
    unit = queries_blocks.find_unit(state, due.handle)
    if unit is None or move.handle != due.handle:
        step.refuse("out-of-reach", GONE)
    if move.away:
        step.require(retreat_to_reason(state, unit, move.to))
    state.agenda.pop()
    if move.away:
        step.tell(say("{block} retreats.", block=unit_name(state, unit)), seat_of(state, unit.side))
        hide_block(state, unit, move.to or OPEN_GROUND)
    else:
        step.tell(say("{block} cannot retreat and is lost.", block=unit_name(state, unit)), seat_of(state, unit.side))
        lose_unit(state, unit)


def _end_revolt(step: Step[State], battle: Battle) -> None:
    """A revolt that has not taken the city has failed (section 10)."""
    state = step.state
    inside, _ = queries_battle.count_inside(state, battle.place, other(battle.attacker))
    if battle.captured or not (inside or queries_battle.defenders(state, battle)):
        return
    for unit in queries_battle.attackers(state, battle):
        if queries_blocks.is_revolt_block(state, unit):
            step.tell(
                say("{block} is taken away: the revolt has failed.", block=unit_name(state, unit)),
                seat_of(state, unit.side),
            )
            lose_unit(state, unit)


def _sack_or_besiege(step: Step[State], battle: Battle) -> None:
    state = step.state
    if battle.captured and is_major(state, battle.place):
        points = city_points(state, battle.place)
        told = say_n(
            "{n} point for the victors of {place}.",
            "{n} points for the victors of {place}.",
            points,
            place=place_name(state, battle.place),
        )
        step.tell(told, seat_of(state, battle.attacker))
        state.agenda.append(Sacking(battle.attacker, battle.place, points))
    elif queries_battle.may_besiege(state, battle):
        state.agenda.append(Besieging(battle.attacker, battle.place))


def besiege(step: Step[State], move: moves.Besiege) -> None:
    """Blocks that stay lie face up; the others regroup (sections 6.5 and 7.1)."""
    state = step.state
    due = owed_by_side(step, Besieging)
    for handle in move.handles:
        step.require(reasons.besiege_reason(state, due.side, due.place, handle))
    if len(set(move.handles)) != len(move.handles):
        step.refuse("out-of-reach", GONE)
    state.agenda.pop()
    for handle in move.handles:
        unit = queries_blocks.face_up_unit(state, handle)
        unit.role = queries_blocks.role_in_siege(state, unit)
        block, place = unit_name(state, unit), place_name(state, due.place)
        if unit.role == "siege":
            step.tell(say("{block} besieges {place}.", block=block, place=place), seat_of(state, unit.side))
        else:
            step.tell(say("{block} blockades {place}.", block=block, place=place), seat_of(state, unit.side))


# -- sack (section 7.6) ------------------------------------------------------------------------------------------------


def sack(step: Step[State], move: moves.Sack) -> None:
    """Add a step to one of the victors, for points of the captured city (section 7.6)."""
    state = step.state
    due = owed_by_side(step, Sacking)
    if not move.handle:
        state.agenda.pop()
        end_lifted_siege(step, due.place)
        return
    step.require(sack_reason(state, due, move.handle))
    unit = queries_blocks.face_up_unit(state, move.handle)
    body = body_of(state, unit)
    state.agenda.pop()
    body.strength += 1
    step.tell(say("{block} is up to {n}.", block=unit_name(state, unit), n=body.strength), seat_of(state, unit.side))
    if left := due.points - queries_replacements.step_price(state, due.side, body.kind):
        state.agenda.append(Sacking(due.side, due.place, left))
    else:
        end_lifted_siege(step, due.place)


# -- the battlefield is cleared ----------------------------------------------------------------------------------------


def clear_battlefield(step: Step[State], battle: Battle) -> None:
    """Remove half hits and hide the survivors, but for sieges, blockades, patrols and Syracuse."""
    state = step.state
    place = battle.place
    state.agenda.pop()
    if state.level == "battle":
        _end_single_battle(step, battle)
        state.battle = None
        return
    stand_off = place == "syracuse" and queries_battle.land_or_sea_goes_on(state, battle)
    if winner := queries_battle.regrouping_side(state, battle):
        step.tell(REGROUP_REMINDER, seat_of(state, winner))
    for unit in [unit for unit in state.units if unit.place == place]:
        unit.acted = 0
        unit.waited = unit.assaulting = unit.half = unit.screened = False
        _stand_up(state, unit, stand_off)
        unit.sallied = False
    state.battle = None
    end_lifted_siege(step, place)


def _stand_up(state: State, unit: Unit, stand_off: bool) -> None:
    mine = holder(state, unit.place) == unit.side
    if unit.role in ("siege", "blockade", "patrol"):
        return
    if unit.role == "inside" or unit.sallied or (mine and is_besieged(state, unit.place) and not stand_off):
        if is_besieged(state, unit.place):
            hide_inside(state, unit)
        else:
            hide_block(state, unit, unit.place)
    elif not stand_off:
        hide_block(state, unit, unit.place if mine else OPEN_GROUND)


def _end_single_battle(step: Step[State], battle: Battle) -> None:
    """End a play of a single battle: won by the side that is alone on the field or holds the city."""
    state, place = step.state, battle.place
    left = [
        side for side in SIDES if units_at(state, place, side) or queries_battle.count_inside(state, place, side)[0]
    ]
    winner = battle.attacker if battle.captured else left[0] if len(left) == 1 else None
    state.ended = Ended("battle", winner)
    if winner:
        step.tell(say("{side} holds the field.", side=SIDE_NAMES[winner]), seat_of(state, winner))
    else:
        step.tell(say("Neither side is driven off."), TABLE)
