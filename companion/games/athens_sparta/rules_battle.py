"""A battle: musters, rounds, combat turns, assault, shore combat, pursuit. Sections 6, 7 and 8."""

from __future__ import annotations

from companion.core.questions import Dice
from companion.core.step import TABLE, Step
from companion.core.wording import N_, listed, say, say_n
from companion.games.athens_sparta import moves, queries_battle, queries_hits, reasons_battle, rules_battle_end
from companion.games.athens_sparta.agenda import Assaulting, AssigningHits, BattleContinues, CombatTurn, Mustering
from companion.games.athens_sparta.queries import double_defence_lost, seat_of
from companion.games.athens_sparta.queries_battle import current_battle
from companion.games.athens_sparta.queries_blocks import body_of, find_unit, has_steps, is_revolt_block, units_at
from companion.games.athens_sparta.queries_city import has_walls, holder
from companion.games.athens_sparta.reminders import WALLS_REMINDER
from companion.games.athens_sparta.rules_attack import reveal_garrison
from companion.games.athens_sparta.rules_blocks import assign_hits, hide_block, hide_inside, lose_unit
from companion.games.athens_sparta.rules_city import neutral_city_joins
from companion.games.athens_sparta.rules_seats import owed_by_side
from companion.games.athens_sparta.state import OPEN_GROUND, Battle, State, Unit
from companion.games.athens_sparta.tables import SIDE_NAMES, other
from companion.games.athens_sparta.words import place_name, unit_name

# -- what comes next in the battle -------------------------------------------------------------------------------------


def continue_battle(step: Step[State]) -> None:
    """Carry the battle on until it waits for somebody, and put that on the agenda."""
    state = step.state
    step.owed(BattleContinues)
    battle = current_battle(state)
    for unit in [unit for unit in state.units if unit.place == battle.place and not has_steps(state, unit)]:
        lose_unit(state, unit)
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
            rules_battle_end.end_battle(step, battle)


def _muster_attackers(step: Step[State], battle: Battle) -> None:
    """A neutral city that is attacked joins the other side first (section 9)."""
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
        if not has_walls(state, battle.place):
            reveal_garrison(step, battle.place, side, "field")
        state.agenda.append(Mustering(side, battle.place, "defend"))


def _next_in_round(step: Step[State], battle: Battle) -> None:
    state = step.state
    if queries_battle.takes_city(state, battle):
        if lone := queries_battle.lone_ships_able_to_withdraw(state, battle):
            state.agenda.append(CombatTurn(lone[0].side, [unit.handle for unit in lone]))
            return
        rules_battle_end.capture(step, battle)
        return
    if queries_battle.battle_is_over(state, battle):
        battle.phase = "leaving"
    elif queries_battle.can_assault(state, battle) and not battle.asked:
        battle.asked = True
        state.agenda.append(Assaulting(battle.attacker))
    elif acting := queries_battle.next_to_act(state, battle):
        state.agenda.append(CombatTurn(acting[0].side, [unit.handle for unit in acting]))
    elif battle.round == 1 and _has_second_round(state, battle):
        _second_round(step, battle)
    else:
        battle.phase = "pursuit"
        battle.pursuers = [unit.handle for unit in queries_battle.pursuers(state, battle)]


def _has_second_round(state: State, battle: Battle) -> bool:
    """Whether there is a second round: not for a siege without an assault in the first."""
    return battle.assault or battle.fought or not queries_battle.can_assault(state, battle)


def _second_round(step: Step[State], battle: Battle) -> None:
    battle.round = 2
    battle.assault = battle.asked = False
    for unit in units_at(step.state, battle.place):
        unit.waited = unit.assaulting = False
    step.tell(say("{place}: round 2.", place=place_name(step.state, battle.place)), TABLE)


def _next_pursuit(state: State, battle: Battle) -> None:
    if acting := queries_battle.next_pursuers(state, battle):
        state.agenda.append(CombatTurn(acting[0].side, [unit.handle for unit in acting]))
    else:
        battle.phase = "leaving"


def restart_round(state: State, battle: Battle) -> None:
    """An assault or shore combat restarts the round; blocks that have acted do not act again (sections 7.3 and 8.2)."""
    for unit in units_at(state, battle.place):
        unit.waited = False


# -- assault (section 7.3) ---------------------------------------------------------------------------------------------


def assault(step: Step[State], move: moves.Assault) -> None:
    """The attacker assaults with these blocks in this round; the round restarts."""
    state = step.state
    owed_by_side(step, Assaulting)
    battle = current_battle(state)
    step.require(reasons_battle.assaulters_reason(state, battle, move.handles))
    state.agenda.pop()
    if not move.handles:
        step.tell(
            say("{side} does not storm the walls.", short=N_("No assault"), side=SIDE_NAMES[battle.attacker]),
            seat_of(state, battle.attacker),
        )
        return
    battle.assault = battle.fought = True
    for unit in queries_battle.units_left(state, move.handles):
        unit.assaulting = True
    restart_round(state, battle)
    step.tell(
        say_n(
            "{side} storms the walls with {n} block.",
            "{side} storms the walls with {n} blocks.",
            len(move.handles),
            short=N_("Assault!"),
            side=SIDE_NAMES[battle.attacker],
        ),
        seat_of(state, battle.attacker),
    )
    if not double_defence_lost(state):
        step.tell(WALLS_REMINDER, seat_of(state, other(battle.attacker)))
    reveal_garrison(step, battle.place, other(battle.attacker), "inside")


# -- combat turns (sections 6.2 to 6.4) --------------------------------------------------------------------------------


def combat_action(step: Step[State], move: moves.CombatAction) -> None:
    """The combat turn of a block (section 6.2)."""
    state = step.state
    due = owed_by_side(step, CombatTurn)
    unit = find_unit(state, move.handle)
    if unit is None or move.handle not in due.handles:
        step.refuse("out-of-reach", reasons_battle.GONE)
    battle = current_battle(state)
    step.require(reasons_battle.act_reason(state, battle, unit, move.what))
    if move.what == "retreat":
        step.require(reasons_battle.retreat_to_reason(state, unit, move.to))
    state.agenda.pop()
    if battle.phase == "pursuit":
        battle.pursuers.remove(unit.handle)
    unit.screened = unit.screened and move.what != "fire"
    match move.what:
        case "fire":
            fire(step, battle, unit)
        case "retreat":
            step.tell(say("{block} retreats.", block=unit_name(state, unit)), seat_of(state, unit.side))
            _retreat(state, unit, move.to)
        case "withdraw":
            _withdraw(step, unit)
        case "blockade":
            unit.role, unit.acted = "blockade", battle.round
            step.tell(say("{block} blockades.", block=unit_name(state, unit)), seat_of(state, unit.side))
        case "shore":
            battle.shore = True
            restart_round(state, battle)
            step.tell(
                say("{side} fights from the sea: the round begins anew.", side=SIDE_NAMES[unit.side]),
                seat_of(state, unit.side),
            )
        case "wait":
            unit.waited = True


def _retreat(state: State, unit: Unit, to: str) -> None:
    if is_revolt_block(state, unit):
        lose_unit(state, unit)
    else:
        hide_block(state, unit, to or OPEN_GROUND)


def _withdraw(step: Step[State], unit: Unit) -> None:
    """Go inside; the block stays face up until the battle is over."""
    state = step.state
    battle = current_battle(state)
    step.tell(say("{block} withdraws inside.", block=unit_name(state, unit)), seat_of(state, unit.side))
    if holder(state, unit.place) == battle.attacker:
        hide_inside(state, unit)
    else:
        unit.role, unit.acted = "inside", battle.round


def fire(step: Step[State], battle: Battle, unit: Unit) -> None:
    """Roll as many dice as the block has steps; each no higher than its rating is a hit (section 6.3)."""
    state = step.state
    body = body_of(state, unit)
    letter, rate = queries_battle.combat_rating(state, unit)
    prompt = say_n(
        "{block} fires: {n} die, hits on {rate} or less.",
        "{block} fires: {n} dice, hits on {rate} or less.",
        body.strength,
        short=N_("{letter}{rate} x {n}"),
        block=unit_name(state, unit),
        letter=letter,
        rate=rate,
    )
    dice = step.chance(Dice(key="battle", prompt=prompt, dice=body.strength), by=seat_of(state, unit.side))
    unit.acted = battle.round
    battle.fought = True
    hits = queries_hits.count_battle_hits(dice, rate)
    step.tell_all(
        say_n(
            "{block} rolls {dice}: {n} hit.",
            "{block} rolls {dice}: {n} hits.",
            hits,
            short=N_("{faces}: hits {n}"),
            block=unit_name(state, unit),
            dice=listed(dice),
            faces=" ".join(map(str, dice)),
        ),
        seat_of(state, unit.side),
    )
    among = queries_battle.targets(state, battle, unit)
    double = any(queries_battle.has_double_defence(state, unit, target) for target in among)
    if hits and among:
        assign_hits(step, AssigningHits(among[0].side, hits, [target.handle for target in among], double))
