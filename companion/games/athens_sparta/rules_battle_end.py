"""What follows a battle: forced retreats, sieges and blockades, captured cities, their sack. Sections 6.4 to 7.6."""

from __future__ import annotations

from companion.core.step import Step
from companion.core.wording import say, say_n
from companion.games.athens_sparta.agenda import Leaving, Sacking, Settling
from companion.games.athens_sparta.moves import Leave, Sack, Settle
from companion.games.athens_sparta.owing import owed
from companion.games.athens_sparta.queries_battle import (
    attackers,
    defenders,
    land,
    land_battle_goes_on,
    land_or_sea_goes_on,
    may_settle,
    outside,
    sea_battle_goes_on,
    ships,
    within,
)
from companion.games.athens_sparta.queries_blocks import at, body, is_ship, role_in_siege, the_unit, unit_named
from companion.games.athens_sparta.queries_city import holder, is_major, value
from companion.games.athens_sparta.queries_replacements import step_price
from companion.games.athens_sparta.queries_siege import is_cut
from companion.games.athens_sparta.reasons import settle_reason, to_reason
from companion.games.athens_sparta.reasons_battle import GONE, sack_reason
from companion.games.athens_sparta.rules_blocks import fall, hide, shut
from companion.games.athens_sparta.rules_city import loosen, take
from companion.games.athens_sparta.state import FREE, Battle, Ended, State, Unit
from companion.games.athens_sparta.tables import REVOLTING, SIDE_NAMES, SIDES, other
from companion.games.athens_sparta.words import called, place_name


def capture(step: Step[State], battle: Battle) -> None:
    """The attacker is in: his land blocks stand behind the walls now (sections 7.3 and 7.6)."""
    state = step.state
    take(step, battle.place, battle.attacker)
    battle.captured = True
    battle.assault = False
    for unit in outside(attackers(state, battle)):
        if not is_ship(state, unit) or not ships(state, outside(defenders(state, battle))):
            unit.role = "inside"
        unit.assaulting = unit.half = False
        if body(state, unit).kind in REVOLTING:
            step.tell(say("The revolt succeeds."))


def follow(step: Step[State], battle: Battle) -> None:
    """The end of a battle, step by step."""
    state = step.state
    match battle.phase:
        case "leaving":
            if leaver := _next_leaver(state, battle):
                state.agenda.append(Leaving(leaver.side, leaver.handle))
            else:
                battle.phase = "settling"
        case "settling":
            battle.phase = "done"
            _end_revolt(step, battle)
            _settle_or_sack(step, battle)
        case _:
            finish(step, battle)


def _next_leaver(state: State, battle: Battle) -> Unit | None:
    """Attackers who failed must go: by land from land blocks, by sea from ships; nobody leaves Sicily (section 13)."""
    if battle.place == "syracuse" or battle.captured:
        return None
    mine = [unit for unit in attackers(state, battle, "field") if not unit.sallied]
    mine = [unit for unit in mine if body(state, unit).kind not in REVOLTING]
    if land_battle_goes_on(state, battle) and (on_foot := land(state, mine)):
        return on_foot[0]
    if sea_battle_goes_on(state, battle) and (afloat := ships(state, mine)):
        return afloat[0]
    return None


def leave(step: Step[State], move: Leave) -> None:
    """A block that must retreat and cannot is lost (section 18)."""
    state = step.state
    due = owed(step, Leaving)
    unit = unit_named(state, due.handle)
    if unit is None or move.handle != due.handle:
        step.refuse("out-of-reach", GONE)
    if move.away and state.level == "full":
        step.require(to_reason(state, move.to))
    state.agenda.pop()
    if move.away:
        step.tell(say("{block} retreats.", block=called(state, unit)))
        hide(state, unit, move.to or FREE)
    else:
        step.tell(say("{block} cannot retreat and is lost.", block=called(state, unit)))
        fall(state, unit)


def _end_revolt(step: Step[State], battle: Battle) -> None:
    """A revolt that has not taken the city by now has failed (section 10)."""
    state = step.state
    if battle.captured:
        return
    for unit in attackers(state, battle):
        if body(state, unit).kind in REVOLTING and (
            defenders(state, battle) or within(state, battle.place, other(battle.attacker))[0]
        ):
            step.tell(say("{block} is taken away: the revolt has failed.", block=called(state, unit)))
            fall(state, unit)


def _settle_or_sack(step: Step[State], battle: Battle) -> None:
    state = step.state
    if battle.captured and is_major(state, battle.place):
        points = value(state, battle.place)
        told = say_n(
            "{n} point for the victors of {place}.",
            "{n} points for the victors of {place}.",
            points,
            place=place_name(state, battle.place),
        )
        step.tell(told)
        state.agenda.append(Sacking(battle.attacker, battle.place, points))
    elif may_settle(state, battle):
        state.agenda.append(Settling(battle.attacker, battle.place))


def settle(step: Step[State], move: Settle) -> None:
    """Who stays lies face up; the others regroup (sections 6.5 and 7.1)."""
    state = step.state
    due = owed(step, Settling)
    for handle in move.handles:
        step.require(settle_reason(state, due.side, due.place, handle))
    if len(set(move.handles)) != len(move.handles):
        step.refuse("out-of-reach", GONE)
    state.agenda.pop()
    for handle in move.handles:
        unit = the_unit(state, handle)
        unit.role = role_in_siege(state, unit)
        if unit.role == "siege":
            step.tell(say("{block} besieges {place}.", block=called(state, unit), place=place_name(state, due.place)))
        else:
            step.tell(say("{block} blockades {place}.", block=called(state, unit), place=place_name(state, due.place)))


# -- sack (section 7.6) ------------------------------------------------------------------------------------------------


def sack(step: Step[State], move: Sack) -> None:
    state = step.state
    due = owed(step, Sacking)
    if not move.handle:
        state.agenda.pop()
        loosen(step, due.place)
        return
    step.require(sack_reason(state, due, move.handle))
    unit = the_unit(state, move.handle)
    held = body(state, unit)
    state.agenda.pop()
    held.strength += 1
    step.tell(say("{block} is up to {n}.", block=called(state, unit), n=held.strength))
    if left := due.points - step_price(state, due.side, held.kind):
        state.agenda.append(Sacking(due.side, due.place, left))
    else:
        loosen(step, due.place)


# -- the field is left -------------------------------------------------------------------------------------------------


def finish(step: Step[State], battle: Battle) -> None:
    """Half hits heal, survivors hide again unless they besiege, blockade, patrol, or face each other at Syracuse."""
    state = step.state
    place = battle.place
    if state.level == "battle":
        _end_single_battle(step, battle)
        state.battle = None
        state.agenda.pop()
        return
    stand_off = place == "syracuse" and land_or_sea_goes_on(state, battle)
    for unit in [unit for unit in state.units if unit.place == place]:
        unit.acted, unit.waited, unit.assaulting = 0, False, False
        unit.half = unit.screened = False
        _stand_down(state, unit, stand_off)
        unit.sallied = False
    state.battle = None
    state.agenda.pop()
    loosen(step, place)


def _stand_down(state: State, unit: Unit, stand_off: bool) -> None:
    mine = holder(state, unit.place) == unit.side
    if unit.role in ("siege", "blockade", "patrol"):
        return
    if unit.role == "inside" or unit.sallied or (mine and is_cut(state, unit.place) and not stand_off):
        if is_cut(state, unit.place):
            shut(state, unit)
        else:
            hide(state, unit, unit.place)
    elif not stand_off:
        hide(state, unit, unit.place if mine else FREE)


def _end_single_battle(step: Step[State], battle: Battle) -> None:
    """A play of one battle is over: won by whoever is alone on the field or has the city."""
    state, place = step.state, battle.place
    left = [side for side in SIDES if at(state, place, side) or within(state, place, side)[0]]
    winner = battle.attacker if battle.captured else left[0] if len(left) == 1 else None
    state.ended = Ended("battle", winner)
    if winner:
        step.tell(say("{side} holds the field.", side=SIDE_NAMES[winner]))
    else:
        step.tell(say("Neither side is driven off."))
