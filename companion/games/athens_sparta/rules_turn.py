"""The move part of a Player Turn: what move points buy. Sections 5, 10, 13 and 14."""

from __future__ import annotations

import re

from companion.core.secrecy import seal
from companion.core.step import Step
from companion.core.wording import N_, Message, say, say_n
from companion.games.athens_sparta.cards import effect_of, points_of
from companion.games.athens_sparta.ground import (
    alive,
    arg_name,
    at,
    body,
    described,
    holder,
    place_name,
    seat_of,
    unknown_facts,
)
from companion.games.athens_sparta.moves import (
    Attack,
    Bring,
    Lift,
    March,
    Regroup,
    Revolt,
    Typed,
)
from companion.games.athens_sparta.reasons import (
    assault_reason,
    bring_reason,
    empty_reason,
    field_reason,
    is_helot,
    lift_reason,
    march_reason,
    own_reason,
    persia_reason,
    points_reason,
    regroup_reason,
    revolt_reason,
    sally_reason,
    to_reason,
)
from companion.games.athens_sparta.rules_cards import owed
from companion.games.athens_sparta.stage import add_block, called, fall, hide, loosen, reveal_block, take
from companion.games.athens_sparta.state import (
    FREE,
    Battle,
    Clashing,
    Fighting,
    Joining,
    Looking,
    Moving,
    Mustering,
    PlayerTurn,
    State,
    Unit,
    Wearing,
)
from companion.games.athens_sparta.tables import (
    KINDS,
    MOST_STEPS,
    REVOLTING,
    SIDE_NAMES,
    USES,
    USUAL_RATING,
    Kind,
    Letter,
    Side,
)


def begin_player_turn(step: Step[State]) -> None:
    """Event, moves, combat, attrition: in this order (section 4)."""
    state = step.state
    due = owed(step, PlayerTurn)
    state.agenda.pop()
    state.points = points_of(state.played[due.side])
    state.agenda += [Wearing(due.side, []), Fighting(due.side), Moving(due.side)]
    if any(event.side == due.side and effect_of(event.card) == "join" for event in state.events):
        state.agenda.append(Joining(due.side))


# -- moves -------------------------------------------------------------------------------------------------------------


def march(step: Step[State], move: March) -> None:
    """One point moves one block. Distances and hexsides are the players' own affair."""
    state = step.state
    side = owed(step, Moving).side
    step.require(march_reason(state, side, move.use))
    step.require(own_reason(state, side, move.block))
    if move.block:
        step.require(to_reason(state, move.to))
        held = state.blocks[move.block].body.value
        held.at = move.to
        step.tell(seal(_moved(state, move.block), seat_of(state, side)))
    state.points -= 1
    step.tell(say("{side} moves a block ({use}).", side=SIDE_NAMES[side], use=USES[move.use]))


def _moved(state: State, key: str) -> Message:
    held = state.blocks[key].body.value
    if held.at == FREE:
        return say("{block} goes into the open.", block=described(held))
    return say("{block} goes to {place}.", block=described(held), place=place_name(state, held.at))


def bring(step: Step[State], move: Bring) -> None:
    state = step.state
    side = owed(step, Moving).side
    step.require(bring_reason(state, side, move.city))
    state.points -= 1
    state.agenda.append(Mustering(side, move.city, "join"))


def lift(step: Step[State], move: Lift) -> None:
    """A besieger leaves with an operational move; with the last of them the siege ends."""
    state = step.state
    side = owed(step, Moving).side
    step.require(lift_reason(state, side, move.handle))
    if state.level == "full":
        step.require(to_reason(state, move.to))
    unit = next(unit for unit in state.units if unit.handle == move.handle)
    state.points -= 1
    step.tell(say("{block} leaves {place}.", block=called(state, unit), place=arg_name(state, unit.place)))
    hide(state, unit, move.to or FREE)
    loosen(step, unit.place)


def ask_persia(step: Step[State]) -> None:
    """Optional, and not to be taken back (section 14)."""
    state = step.state
    side = owed(step, Moving).side
    step.require(persia_reason(state, side))
    state.persia = "allied"
    step.tell(say("Sparta takes the help of Persia: its ships cost 1 PP a step.", short=N_("Persia helps Sparta")))


def end_moves(step: Step[State]) -> None:
    state = step.state
    side = owed(step, Moving).side
    state.agenda.pop()
    if state.points:
        lost = say_n(
            "{side} leaves {n} point unused.", "{side} leaves {n} points unused.", state.points, side=SIDE_NAMES[side]
        )
        step.tell(lost)
    state.points = 0


# -- revolts (section 10) ----------------------------------------------------------------------------------------------


def revolt(step: Step[State], move: Revolt) -> None:
    state = step.state
    side = owed(step, Moving).side
    step.require(revolt_reason(state, side, move.city))
    step.require(points_reason(state, move.steps))
    step.require(empty_reason(state, side, move.city, move.empty))
    step.require(strength_reason(state, revolt_kind(side, move.city), move.steps))
    typed = _rebel(state, side, move)
    if typed is None:
        step.refuse("out-of-reach", say("Say the rating of the block."))
    state.points -= move.steps
    state.cities[move.city].revolts.append(side)
    state.helot = state.helot or is_helot(side, move.city)
    told = say(
        "{kind} {n} rises in {place}.", kind=KINDS[typed.kind], n=typed.strength, place=arg_name(state, move.city)
    )
    step.tell(told)
    key = rebel_key(state, side, typed.kind) if state.level == "full" else ""
    if key:
        state.blocks[key].body.value.strength = typed.strength
    else:
        key = add_block(state, side, typed, move.city)
    unit = reveal_block(step, side, key, move.city, "field")
    if move.empty:
        take(step, move.city, side)
        hide(state, unit, move.city)
        loosen(step, move.city)
        return


def strength_reason(state: State, kind: Kind, steps: int) -> Message | None:
    most = most_rebels(state, kind)
    return say("That block has no more than {n} steps.", n=most) if steps > most else None


def revolt_kind(side: Side, place: str) -> Kind:
    """Demos for Athens, a tyrant for Sparta, Helots for Athens in Messene."""
    if is_helot(side, place):
        return "helot"
    return "demos" if side == "athens" else "tyrant"


def rebel_key(state: State, side: Side, kind: Kind) -> str:
    """The revolt block of the box that lies aside, by what everybody may know."""
    on_table = {unit.block for unit in state.units}
    for key, facts in state.box.get("block", {}).items():
        block = state.blocks.get(key)
        if facts.get("kind") == kind and block is not None and block.side == side and key not in on_table:
            return key
    return ""


def most_rebels(state: State, kind: Kind) -> int:
    """The printed maximum of the revolt block, as far as it is known."""
    for facts in state.box.get("block", {}).values():
        steps = facts.get("steps")
        if facts.get("kind") == kind and isinstance(steps, int):
            return steps
    return MOST_STEPS


def printed_rating(state: State, kind: Kind) -> str:
    """The rating of a revolt block as the box has it, or nothing."""
    for facts in state.box.get("block", {}).values():
        rate = facts.get("rate")
        if facts.get("kind") == kind and isinstance(rate, int):
            return f"{facts.get('letter', 'A')}{rate}"
    return USUAL_RATING["helot"] if kind == "helot" else ""


def _rebel(state: State, side: Side, move: Revolt) -> Typed | None:
    kind = revolt_kind(side, move.city)
    word = printed_rating(state, kind) or move.rating
    if not re.fullmatch("[ABC][1-5]", word):
        return None
    letter: Letter = word[0]  # type: ignore[assignment]
    return Typed(kind, letter, int(word[1]), move.steps)


# -- battles begin (section 6.1) ---------------------------------------------------------------------------------------


def attack(step: Step[State], move: Attack) -> None:
    state = step.state
    side = owed(step, Fighting).side
    place = move.place
    if place == "":
        place = _open_place(step, move)
    elif place not in state.cities:
        step.refuse("out-of-reach", say("There is no such city."))
    elif move.kind == "assault":
        step.require(assault_reason(state, side, place))
    elif move.kind == "sally":
        step.require(sally_reason(state, side, place))
    else:
        step.require(field_reason(state, side, place))
    kind = "sally" if holder(state, place) == side else move.kind
    begin_battle(step, place, side, kind)


def _open_place(step: Step[State], move: Attack) -> str:
    state = step.state
    if move.kind != "field" or not move.name.strip() or not move.name.isprintable():
        step.refuse("out-of-reach", say("Give the place a name."))
    state.serial += 1
    place = f"p{state.serial}"
    state.places[place] = move.name.strip()
    return place


def risings(state: State, side: Side) -> list[Unit]:
    """Revolt blocks that have yet to fight in this Player Turn."""
    return [
        unit
        for unit in state.units
        if unit.side == side
        and unit.role == "field"
        and unit.place in state.cities
        and holder(state, unit.place) != side
        and alive(state, unit)
        and is_rebel(state, unit)
    ]


def begin_battle(step: Step[State], place: str, side: Side, kind: str) -> None:
    """Rebels in the city fight along; their friends cannot be hit until they have fired (section 10)."""
    state = step.state
    rebels = [unit for unit in risings(state, side) if unit.place == place]
    if rebels:
        kind = "revolt"
        for friend in at(state, place, side):
            friend.screened = friend not in rebels
    state.battle = Battle(place, side, kind)  # type: ignore[arg-type]
    state.agenda.append(Clashing())
    step.tell(say("{side} fights at {place}.", side=SIDE_NAMES[side], place=arg_name(state, place)))
    if unknown_facts(state, place):
        state.agenda.append(Looking(place))


def regroup(step: Step[State], move: Regroup) -> None:
    """Where a block stands that retreated, regrouped or was moved by hand: only its owner is told."""
    state = step.state
    side = owed(step, Fighting).side
    step.require(regroup_reason(state, side, move.block))
    step.require(to_reason(state, move.to))
    if not move.block:
        return
    state.blocks[move.block].body.value.at = move.to
    step.tell(seal(_moved(state, move.block), seat_of(state, side)))


def end_battles(step: Step[State]) -> None:
    """No more battles, but for revolts, which must be fought."""
    state = step.state
    side = owed(step, Fighting).side
    if rebels := risings(state, side):
        begin_battle(step, rebels[0].place, side, "revolt")
    else:
        state.agenda.pop()


def is_rebel(state: State, unit: Unit) -> bool:
    return body(state, unit).kind in REVOLTING


def undo_rebel(step: Step[State], unit: Unit) -> None:
    """A revolt that failed: the block is taken away."""
    step.tell(say("{block} is taken away.", block=called(step.state, unit)))
    fall(step.state, unit)
