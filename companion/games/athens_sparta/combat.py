"""Combat turns: fire, retreats, withdrawals, blockades, shore combat. Sections 6.2 to 6.4, 7.1, 8.2 and 8.4."""

from __future__ import annotations

from collections.abc import Callable
from typing import Literal

from companion.core.forms import together
from companion.core.options import Option
from companion.core.questions import Asking, Dice, Pick
from companion.core.step import Step
from companion.core.wording import N_, Arg, Message, listed, say, say_n
from companion.games.athens_sparta import battlefield, moves, queries
from companion.games.athens_sparta.battlefield import (
    current_battle,
    land_blocks,
    outside_walls,
    room_reason,
    ship_blocks,
    targets,
)
from companion.games.athens_sparta.blocks import hide_block, hide_inside, lose_unit
from companion.games.athens_sparta.cities import IN_THE_OPEN, ask_place, destination_reason
from companion.games.athens_sparta.hits import assign_hits, battle_hits, unit_option
from companion.games.athens_sparta.moves import Move
from companion.games.athens_sparta.pieces import instruct_stood_up, instruct_withdrawn
from companion.games.athens_sparta.places import retreat_reason
from companion.games.athens_sparta.queries import body_of, holder, is_ship, units_at
from companion.games.athens_sparta.seats import owed_by_side, seat_of
from companion.games.athens_sparta.state import OPEN_GROUND, AssigningHits, Battle, CombatTurn, State, Unit
from companion.games.athens_sparta.tables import SIDE_NAMES, Side, other
from companion.games.athens_sparta.words import block_name, unit_label, unit_name

ENEMY_SHIP_OUT = say("An enemy ship is still out.", short=N_("Enemy ship is out"))
BLOCKADES = say("It blockades already.", short=N_("Blockades already"))

FIGHTS_SHIPS = say("A ship that blockades or patrols fights only ships.", short=N_("Fights only ships"))
KEPT_OFF = ("blockade", "patrol")
"""Roles of ships that land blocks neither attack nor are attacked by (sections 8.4 and 8.5)."""


def enemy_ship_reason(state: State, place: str, side: Side) -> Message | None:
    """Why a side cannot act at sea there, or None: no enemy ship may be outside the port. Section 8.4."""
    out = any(is_ship(state, enemy) for enemy in units_at(state, place, other(side), "field", "patrol"))
    return ENEMY_SHIP_OUT if out else None


def act_reason(state: State, battle: Battle, unit: Unit, what: str) -> Message | None:
    """Why a block may not use its combat turn for ``what``, or None."""
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
    if is_ship(state, unit) and land_blocks(state, enemies) and not battle.shore:
        return say("It hits those on land only when it fights from the sea.", short=N_("Not on land"))
    return say("Nobody is there to be hit.", short=N_("No target"))


def _retreat_reason(state: State, battle: Battle, unit: Unit) -> Message | None:
    """Why a block cannot retreat, or None: not from inside, not from Sicily, and never Helots. Sections 6.4, 10, 13."""
    if unit.role == "inside":
        return say("Nobody retreats from behind walls.", short=N_("Inside the walls"))
    if body_of(state, unit).kind == "helot":
        return say("Helots cannot retreat.", short=N_("Helots never retreat"))
    if unit.sallied and not is_ship(state, unit):
        return say("Those who came out can only go back in.", short=N_("Only back inside"))
    return say("Nobody retreats from Sicily.", short=N_("Not from Sicily")) if battle.place == "syracuse" else None


def _withdraw_reason(state: State, battle: Battle, unit: Unit) -> Message | None:
    """Why a block cannot go inside, or None: the city must be the side's own, with walls and room. Section 7.1."""
    if unit.role == "inside":
        return say("It is inside already.", short=N_("Inside already"))
    if holder(state, battle.place) != unit.side or not queries.has_walls(state, battle.place):
        return say("There are no walls of its own.", short=N_("No walls"))
    if unit.side == battle.attacker and not unit.sallied and not is_ship(state, unit):
        return say("A relief by land cannot go inside.", short=N_("Not inside"))
    return room_reason(state, battle.place, unit.side, ship=is_ship(state, unit))


def _blockade_reason(state: State, battle: Battle, unit: Unit) -> Message | None:
    """Why a ship cannot blockade, or None: it needs an enemy port with no enemy ship outside. Section 8.4."""
    if not is_ship(state, unit):
        return say("Only ships blockade.", short=N_("Only ships blockade"))
    if holder(state, battle.place) in (None, unit.side) or not queries.is_port(state, battle.place):
        return say("There is no enemy port.", short=N_("No enemy port"))
    if unit.role == "blockade":
        return BLOCKADES
    return enemy_ship_reason(state, battle.place, unit.side)


def _shore_reason(state: State, battle: Battle, unit: Unit) -> Message | None:
    """Why a ship cannot fight from the sea, or None: no enemy ship may be outside. Section 8.2."""
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


def restart_round(state: State, battle: Battle) -> None:
    """Restart the round after an assault or shore combat: blocks that waited act again, those that have acted do not
    (sections 7.3 and 8.2).
    """
    for unit in units_at(state, battle.place):
        unit.waited = False


def combat_action(step: Step[State], move: moves.CombatAction) -> None:
    """The combat turn of a block (section 6.2)."""
    state = step.state
    due = owed_by_side(step, CombatTurn)
    unit = queries.find_unit(state, move.handle)
    if unit is None or move.handle not in due.handles:
        step.refuse("out-of-reach", battlefield.GONE)
    battle = current_battle(state)
    step.require(act_reason(state, battle, unit, move.what))
    if move.what == "retreat":
        step.require(retreat_to_reason(state, unit, move.to))
    state.agenda.pop()
    if battle.phase == "pursuit":
        battle.pursuers.remove(unit.handle)
    unit.screened = unit.screened and move.what != "fire"
    match move.what:
        case "fire":
            fire(step, battle, unit)
        case "retreat":
            step.tell(say("{block} retreats.", block=unit_name(state, unit)), seat_of(state, unit.side))
            _retreat(step, unit, move.to)
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


def _retreat(step: Step[State], unit: Unit, to: str) -> None:
    if queries.is_revolt_block(step.state, unit):
        lose_unit(step, unit)
    else:
        instruct_stood_up(step, [unit], away=True)
        hide_block(step.state, unit, to or OPEN_GROUND)


def _withdraw(step: Step[State], unit: Unit) -> None:
    """Move a block inside the walls; it stays face up until the battle is over."""
    state = step.state
    battle = current_battle(state)
    step.tell(say("{block} withdraws inside.", block=unit_name(state, unit)), seat_of(state, unit.side))
    if holder(state, unit.place) == battle.attacker:
        instruct_stood_up(step, [unit], inside=True)
        hide_inside(state, unit)
    else:
        instruct_withdrawn(step, unit)
        unit.role, unit.acted = "inside", battle.round


def fire(step: Step[State], battle: Battle, unit: Unit) -> None:
    """Roll as many dice as the block has steps; each no higher than its rating is a hit (section 6.3)."""
    state = step.state
    body = body_of(state, unit)
    letter, rate = battlefield.combat_rating(state, unit)
    prompt = say_n(
        "{block} fires: {n} die, hits on {rate} or less.",
        "{block} fires: {n} dice, hits on {rate} or less.",
        body.strength,
        short=N_("{letter}{rate} x {n}"),
        block=unit_name(state, unit),
        letter=letter,
        rate=rate,
    )
    dice = step.chance(
        Dice(
            key="battle",
            prompt=prompt,
            meaning=say("One die for each step. Each die that shows the rating or less is a hit."),
            dice=body.strength,
            hits=battle_hits(rate),
        ),
        by=seat_of(state, unit.side),
    )
    unit.acted = battle.round
    battle.fought = True
    hits = dice.hits
    told = say_n("{block}: {n} hit.", "{block}: {n} hits.", hits, short=N_("Hits {n}"), block=unit_name(state, unit))
    if dice:
        told = say_n(
            "{block} rolls {dice}: {n} hit.",
            "{block} rolls {dice}: {n} hits.",
            hits,
            short=N_("{faces}: hits {n}"),
            block=unit_name(state, unit),
            dice=listed(dice),
            faces=" ".join(map(str, dice)),
        )
    step.tell(told, seat_of(state, unit.side))
    among = battlefield.targets(state, battle, unit)
    double = any(battlefield.has_double_defence(state, unit, target) for target in among)
    if hits and among:
        assign_hits(step, AssigningHits(among[0].side, hits, [target.handle for target in among], double))


CombatActionKind = Literal["fire", "retreat", "withdraw", "blockade", "shore", "wait"]


def ask_combat_action(state: State, due: CombatTurn) -> Asking[Move]:
    """Ask which block of the group acts, then what it does."""
    prompt = say("{side}: a combat turn", side=SIDE_NAMES[due.side])
    asking = _ask_combat_action(state, due)
    return together("combat", prompt, asking, again=False) if len(due.handles) > 1 else asking


def _ask_combat_action(state: State, due: CombatTurn) -> Asking[Move]:
    units = [unit for handle in due.handles if (unit := queries.find_unit(state, handle))]
    unit = units[0]
    if len(units) > 1:
        options = tuple(unit_option(state, one) for one in units)
        prompt = say("{side}: which block acts first?", short=N_("{side}: who acts?"), side=SIDE_NAMES[due.side])
        first = options[0].value
        handle = yield from Pick[str](
            key="unit",
            prompt=prompt,
            meaning=say(
                "It acts first among equals: blocks act by letter, all A before B before C, defenders before attackers."
            ),
            options=options,
            default=first,
            usual=first,
        )
        unit = next(one for one in units if one.handle == handle)
    what = yield from _ask_action(state, unit)
    to = (yield from ask_retreat(state, unit)) if what == "retreat" else ""
    return moves.CombatAction(unit.handle, what, to)


def _ask_action(state: State, unit: Unit) -> Asking[CombatActionKind]:
    """Ask what the block does. Actions without any use are left out: those at sea for land blocks, walls in the open,
    waiting with a target.
    """
    battle = current_battle(state)
    letter, rate = battlefield.combat_rating(state, unit)
    strength = body_of(state, unit).strength
    fire = say_n(
        "Fire: {n} die, hits on {rate} or less",
        "Fire: {n} dice, hits on {rate} or less",
        strength,
        short=N_("Fire {n} at {rate}-"),
        rate=rate,
    )
    # the button has only one line
    roll = say_n(
        "Fire {n} die at {rate} or less",
        "Fire {n} dice at {rate} or less",
        strength,
        short=N_("Fire {n} at {rate}-"),
        rate=rate,
    )
    idle = not battlefield.targets(state, battle, unit)
    at_home = holder(state, battle.place) == unit.side and queries.has_walls(state, battle.place)
    afloat = queries.is_ship(state, unit)
    who = block_name(body_of(state, unit))
    actions: tuple[tuple[CombatActionKind, Message, Message, str, bool], ...] = (
        ("fire", fire, roll, "dice", True),
        ("wait", say("Wait"), say("{block} waits", block=who), "hourglass", idle),
        (
            "withdraw",
            say("Withdraw inside", short=N_("Go inside")),
            say("{block} goes behind the walls", short=N_("Go inside"), block=who),
            "tower",
            at_home,
        ),
        ("retreat", say("Retreat"), say("{block} retreats", short=N_("Retreat"), block=who), "back", True),
        (
            "shore",
            say("Fight from the sea", short=N_("Shore combat")),
            say("{block} joins the fight ashore", short=N_("Shore combat"), block=who),
            "ship",
            afloat,
        ),
        (
            "blockade",
            say("Blockade the port", short=N_("Blockade")),
            say("{block} closes the port", short=N_("Blockade"), block=who),
            "lock",
            afloat,
        ),
    )
    options = tuple(
        Option[CombatActionKind](
            what,
            label,
            reason=act_reason(state, battle, unit, what),
            hint=retreat_hint(state, unit) if what == "retreat" else None,
            icon=icon,
            act=act,
        )
        for what, label, act, icon, worth_offering in actions
        if worth_offering
    )
    words: dict[str, Arg] = {"block": unit_label(state, unit), "letter": letter, "rate": rate, "n": strength}
    short = N_("{letter}{rate} x {n}: what?")
    prompt = say("Round {round}, {block}. What does it do?", short=short, round=battle.round, **words)
    first: CombatActionKind = next(option.value for option in options if option.reason is None)
    usual = "fire" if first == "fire" else None
    meaning = say(
        "In each round a block either fires, retreats or goes inside the walls. Each hit takes a step from the "
        "strongest enemy block."
    )
    if battle.phase == "pursuit":  # in a pursuit nobody may retreat
        meaning = say(
            "After two rounds the attacker must leave. Peltasts and cavalry of the defender fire once more at those "
            "who go."
        )
        prompt = say("Pursuit, {block}. What does it do?", short=short, **words)
    return (
        yield from Pick[CombatActionKind](
            key="act", prompt=prompt, meaning=meaning, options=options, default=first, usual=usual
        )
    )


# -- where a block retreats to (section 6.4) -------------------------------------------------------------------------


def retreat_to_reason(state: State, unit: Unit, to: str) -> Message | None:
    """Why a block cannot retreat to a place, or None. Asked only at the level ``full``. Section 6.4."""
    return destination_reason(state, to) or retreat_reason(state, unit.side, unit.block, to)


def retreat_hint(state: State, unit: Unit) -> Message:
    """The hint how this block retreats; it differs for ships and land blocks, attackers and defenders (section 6.4)."""
    if is_ship(state, unit):
        return say(
            "A ship retreats to a friendly port within four hexes, not through enemy hexes; hexsides do not matter.",
            short=N_("Port within 4 hexes"),
        )
    if state.battle is not None and unit.side == state.battle.attacker:
        return say(
            "A retreat: back over the hexsides the attack came by, two blocks over a clear one, one over a pass or "
            "strait, each round.",
            short=N_("Clear: 2, pass: 1"),
        )
    return say(
        "A retreat: over hexsides the attack did not come by, two blocks over a clear one, one over a pass or strait, "
        "each round.",
        short=N_("Clear: 2, pass: 1"),
    )


def ask_retreat(state: State, unit: Unit) -> Asking[str]:
    """Ask where a block retreats to; only at the level ``full``."""
    if state.level != "full":
        return ""
    elsewhere = say("In another port") if is_ship(state, unit) else IN_THE_OPEN
    return (
        yield from ask_place(
            state,
            say("Where does it retreat to?", short=N_("Retreat where?")),
            lambda to: retreat_to_reason(state, unit, to),
            hint=retreat_hint(state, unit),
            elsewhere=elsewhere,
        )
    )
