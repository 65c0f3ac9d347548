"""The course of a battle: mustering, rounds, pursuit, capture, forced retreats, the end. Sections 6, 7 and 13."""

from __future__ import annotations

from companion.core.forms import together
from companion.core.options import Option
from companion.core.questions import Asking, Pick
from companion.core.step import TABLE, Step
from companion.core.wording import N_, say, say_n
from companion.games.athens_sparta import battlefield, moves, queries
from companion.games.athens_sparta.battlefield import GONE, current_battle
from companion.games.athens_sparta.blocks import hide_block, hide_inside, lose_unit
from companion.games.athens_sparta.changing_hands import end_lifted_siege, neutral_city_joins, take_city
from companion.games.athens_sparta.combat import ask_retreat, retreat_hint, retreat_to_reason
from companion.games.athens_sparta.moves import Move
from companion.games.athens_sparta.muster import reveal_garrison
from companion.games.athens_sparta.pieces import instruct_captured, instruct_stood_up
from companion.games.athens_sparta.places import REGROUP_REMINDER
from companion.games.athens_sparta.queries import holder, units_at
from companion.games.athens_sparta.seats import owed_by_side, seat_of
from companion.games.athens_sparta.state import (
    OPEN_GROUND,
    Assaulting,
    Battle,
    BattleContinues,
    Besieging,
    CombatTurn,
    Ended,
    Mustering,
    Retreating,
    Sacking,
    State,
    Unit,
)
from companion.games.athens_sparta.tables import SIDE_NAMES, SIDES, other
from companion.games.athens_sparta.words import place_name, unit_name


def continue_battle(step: Step[State]) -> None:
    """Continue the battle until a side must decide, and put that decision on the agenda."""
    state = step.state
    step.owed(BattleContinues)
    battle = current_battle(state)
    for unit in [unit for unit in state.units if unit.place == battle.place and not queries.has_steps(state, unit)]:
        lose_unit(step, unit)
    match battle.phase:
        case "attackers":
            _muster_attackers(step, battle)
        case "defenders":
            _muster_defenders(step, battle)
        case "open":
            battle.phase = "round"
            step.tell(say("{place}: round 1.", place=place_name(state, battle.place)), TABLE)
        case "round":
            _next_in_round(step, battle)
        case "pursuit":
            _next_pursuit(state, battle)
        case _:
            end_battle(step, battle)


def _muster_attackers(step: Step[State], battle: Battle) -> None:
    """Ask the attacker for its blocks. An attacked neutral city joins the defending side first. Section 9."""
    state = step.state
    battle.phase = "defenders"
    if holder(state, battle.place) == "neutral":
        neutral_city_joins(step, battle.place, other(battle.attacker))
    if battle.kind != "assault":
        why = "sally" if battle.kind == "sally" else "attack"
        state.agenda.append(Mustering(battle.attacker, battle.place, why))  # type: ignore[arg-type]


def _muster_defenders(step: Step[State], battle: Battle) -> None:
    state, side = step.state, other(battle.attacker)
    battle.phase = "open"
    if not units_at(state, battle.place, battle.attacker):
        step.tell(say("Nobody attacks."), seat_of(state, battle.attacker))
        battle.phase = "done"
    elif battle.kind in ("field", "revolt"):
        if not queries.has_walls(state, battle.place):
            reveal_garrison(step, battle.place, side, "field")
        state.agenda.append(Mustering(side, battle.place, "defend"))


def _next_in_round(step: Step[State], battle: Battle) -> None:
    state = step.state
    if battlefield.takes_city(state, battle):
        if lone := battlefield.lone_ships_able_to_withdraw(state, battle):
            state.agenda.append(CombatTurn(lone[0].side, [unit.handle for unit in lone]))
            return
        capture(step, battle)
        return
    if battlefield.battle_is_over(state, battle):
        battle.phase = "leaving"
    elif battlefield.can_assault(state, battle) and not battle.asked:
        battle.asked = True
        state.agenda.append(Assaulting(battle.attacker))
    elif acting := battlefield.next_to_act(state, battle):
        state.agenda.append(CombatTurn(acting[0].side, [unit.handle for unit in acting]))
    elif battle.round == 1 and _has_second_round(state, battle):
        _second_round(step, battle)
    else:
        battle.phase = "pursuit"
        battle.pursuers = [unit.handle for unit in battlefield.pursuers(state, battle)]


def _has_second_round(state: State, battle: Battle) -> bool:
    """Whether there is a second round: not for a siege without an assault in the first."""
    return battle.assault or battle.fought or not battlefield.can_assault(state, battle)


def _second_round(step: Step[State], battle: Battle) -> None:
    battle.round = 2
    battle.assault = battle.asked = False
    for unit in units_at(step.state, battle.place):
        unit.waited = unit.assaulting = False
    step.tell(say("{place}: round 2.", place=place_name(step.state, battle.place)), TABLE)


def _next_pursuit(state: State, battle: Battle) -> None:
    if acting := battlefield.next_pursuers(state, battle):
        state.agenda.append(CombatTurn(acting[0].side, [unit.handle for unit in acting]))
    else:
        battle.phase = "leaving"


def capture(step: Step[State], battle: Battle) -> None:
    """The attacker takes the city; its land blocks are inside from now on (sections 7.3 and 7.6)."""
    state = step.state
    place, enemy = place_name(state, battle.place), SIDE_NAMES[other(battle.attacker)]
    why = say("Nobody defends {place} any more.", place=place)
    if battlefield.outside_walls(battlefield.defenders(state, battle)):
        why = say("Only ships of {side} are left, and ships alone do not hold {place}.", side=enemy, place=place)
    step.tell(why, seat_of(state, battle.attacker))
    take_city(step, battle.place, battle.attacker)
    battle.captured = True
    battle.assault = False
    enemies = battlefield.outside_walls(battlefield.defenders(state, battle))
    enemy_ships = battlefield.ship_blocks(state, enemies)
    came_in = []
    for unit in battlefield.outside_walls(battlefield.attackers(state, battle)):
        if not enemy_ships or not queries.is_ship(state, unit):
            unit.role = "inside"
            came_in.append(unit)
        unit.assaulting = unit.half = False
        if queries.is_revolt_block(state, unit):
            step.tell(say("The revolt succeeds."), seat_of(state, battle.attacker))
    instruct_captured(step, came_in)


# -- the end of a battle ---------------------------------------------------------------------------------------------


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
    """The next attacker that must retreat, or None: land blocks from land blocks, ships from ships; nobody leaves
    Sicily. Section 13.
    """
    if battle.place == "syracuse" or battle.captured:
        return None
    mine = [unit for unit in battlefield.attackers(state, battle, "field") if not unit.sallied]
    mine = [unit for unit in mine if not queries.is_revolt_block(state, unit)]
    if battlefield.land_battle_goes_on(state, battle) and (on_foot := battlefield.land_blocks(state, mine)):
        return on_foot[0]
    if battlefield.sea_battle_goes_on(state, battle) and (afloat := battlefield.ship_blocks(state, mine)):
        return afloat[0]
    return None


def _end_revolt(step: Step[State], battle: Battle) -> None:
    """Remove revolt blocks that have not taken the city, if it still has defenders. Section 10."""
    state = step.state
    inside, _ = battlefield.count_inside(state, battle.place, other(battle.attacker))
    if battle.captured or not (inside or battlefield.defenders(state, battle)):
        return
    for unit in battlefield.attackers(state, battle):
        if queries.is_revolt_block(state, unit):
            step.tell(
                say("{block} is taken away: the revolt fails.", block=unit_name(state, unit)),
                seat_of(state, unit.side),
            )
            lose_unit(step, unit)


def _sack_or_besiege(step: Step[State], battle: Battle) -> None:
    state = step.state
    if battle.captured and queries.is_major(state, battle.place):
        points = queries.city_points(state, battle.place)
        told = say_n(
            "{n} point for the victors of {place}.",
            "{n} points for the victors of {place}.",
            points,
            place=place_name(state, battle.place),
        )
        step.tell(told, seat_of(state, battle.attacker))
        state.agenda.append(Sacking(battle.attacker, battle.place, points))
    elif battlefield.may_besiege(state, battle):
        state.agenda.append(Besieging(battle.attacker, battle.place))


# -- forced retreats (section 6.4) -----------------------------------------------------------------------------------


def forced_retreat(step: Step[State], move: moves.ForcedRetreat) -> None:
    """A block retreats; one that cannot is lost. Sections 6.4 and 18."""
    state = step.state
    due = owed_by_side(step, Retreating)
    unit = queries.find_unit(state, due.handle)
    if unit is None or move.handle != due.handle:
        step.refuse("out-of-reach", GONE)
    if move.away:
        step.require(retreat_to_reason(state, unit, move.to))
    state.agenda.pop()
    if move.away:
        step.tell(say("{block} retreats.", block=unit_name(state, unit)), seat_of(state, unit.side))
        instruct_stood_up(step, [unit], away=True)
        hide_block(state, unit, move.to or OPEN_GROUND)
    else:
        step.tell(say("{block} cannot retreat and is lost.", block=unit_name(state, unit)), seat_of(state, unit.side))
        lose_unit(step, unit)


def ask_forced_retreat(state: State, due: Retreating) -> Asking[Move]:
    """Ask whether the block can retreat, and where to (sections 6.4 and 18); all blocks that must retreat are on one
    form.
    """
    prompt = say("{side} must retreat.", short=N_("{side} retreats"), side=SIDE_NAMES[due.side])
    return together(
        "retreats", prompt, _ask_forced_retreat(state, due), say("Leave the field"), layout="rows", again=False
    )


def _ask_forced_retreat(state: State, due: Retreating) -> Asking[Move]:
    unit = queries.face_up_unit(state, due.handle)
    # A row that is folded shows only the chosen option, so the option names the block.
    block = unit_name(state, unit)
    options = (
        Option("away", say("{block} retreats", short=N_("It retreats"), block=block)),
        Option("lost", say("{block} cannot: it is lost", short=N_("It cannot: it is lost"), block=block)),
    )
    prompt = say("{block} must retreat.", short=N_("It must retreat"), block=block)
    hint = retreat_hint(state, unit)
    chosen = yield from Pick[str](
        key="leave",
        prompt=prompt,
        hint=hint,
        meaning=say("The attacker could not win in two rounds. Each block goes back the way it came."),
        options=options,
        default="away",
        usual="away",
    )
    to = (yield from ask_retreat(state, unit)) if chosen == "away" else ""
    return moves.ForcedRetreat(due.handle, chosen == "away", to)


# -- the battlefield is cleared --------------------------------------------------------------------------------------


def clear_battlefield(step: Step[State], battle: Battle) -> None:
    """Remove half hits and hide the survivors, except besiegers, blockaders, patrols and, at Syracuse, all blocks that
    still face enemies.
    """
    state = step.state
    place = battle.place
    state.agenda.pop()
    if state.level == "battle":
        _end_single_battle(step, battle)
        state.battle = None
        return
    stand_off = place == "syracuse" and battlefield.land_or_sea_goes_on(state, battle)
    if winner := battlefield.regrouping_side(state, battle):
        step.tell(say("{side} may regroup.", side=SIDE_NAMES[winner]), seat_of(state, winner))
        step.remind(seat_of(state, winner), REGROUP_REMINDER)
    left = [unit for unit in state.units if unit.place == place]
    inside, up = _standing_up(state, left, stand_off)
    for unit in left:
        unit.acted = 0
        unit.waited = unit.assaulting = unit.half = unit.screened = unit.sallied = False
    instruct_stood_up(step, inside, inside=True)
    instruct_stood_up(step, [unit for unit, _ in up])
    for unit in inside:
        hide_inside(state, unit)
    for unit, where in up:
        hide_block(state, unit, where)
    state.battle = None
    end_lifted_siege(step, place)


def _standing_up(state: State, units: list[Unit], stand_off: bool) -> tuple[list[Unit], list[tuple[Unit, str]]]:
    """(blocks that are shut in behind their walls from now on, other blocks that stand up, each with the place where it
    then is).
    """
    inside, up = list[Unit](), list[tuple[Unit, str]]()
    for unit in units:
        mine, besieged = holder(state, unit.place) == unit.side, queries.is_besieged(state, unit.place)
        if unit.role in ("siege", "blockade", "patrol"):
            continue
        if unit.role == "inside" or unit.sallied or (mine and besieged and not stand_off):
            if besieged:
                inside.append(unit)
            else:
                up.append((unit, unit.place))
        elif not stand_off:
            up.append((unit, unit.place if mine else OPEN_GROUND))
    return inside, up


def _end_single_battle(step: Step[State], battle: Battle) -> None:
    """End a play of a single battle: the winner is the side that is alone on the field or holds the city."""
    state, place = step.state, battle.place
    left = [side for side in SIDES if units_at(state, place, side) or battlefield.count_inside(state, place, side)[0]]
    winner = battle.attacker if battle.captured else left[0] if len(left) == 1 else None
    state.ended = Ended("battle", winner)
    if winner:
        step.tell(say("{side} holds the field.", side=SIDE_NAMES[winner]), seat_of(state, winner))
    else:
        step.tell(say("Neither side is driven off."), TABLE)
