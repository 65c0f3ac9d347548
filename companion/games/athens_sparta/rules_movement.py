"""The move part of a Player Turn: what move points buy. Sections 5, 10, 13 and 14."""

from __future__ import annotations

from companion.core.secrecy import seal
from companion.core.step import Step
from companion.core.wording import N_, Message, say, say_n
from companion.games.athens_sparta.agenda import (
    Clashing,
    Fighting,
    Joining,
    Looking,
    Moving,
    Mustering,
    PlayerTurn,
    Wearing,
)
from companion.games.athens_sparta.moves import (
    Attack,
    Bring,
    Lift,
    March,
    Regroup,
)
from companion.games.athens_sparta.owing import owed
from companion.games.athens_sparta.queries import (
    alive,
    arg_name,
    at,
    body,
    described,
    holder,
    next_open_place,
    place_name,
    seat_of,
    unknown_facts,
)
from companion.games.athens_sparta.queries_cards import effect_of, points_of
from companion.games.athens_sparta.reasons import (
    assault_reason,
    bring_reason,
    field_reason,
    lift_reason,
    march_reason,
    own_reason,
    persia_reason,
    regroup_reason,
    sally_reason,
    to_reason,
)
from companion.games.athens_sparta.reasons_map import NO_CITY, named_reason
from companion.games.athens_sparta.rules_blocks import called, drop, fall, hide, loosen
from companion.games.athens_sparta.state import FREE, OFF, Battle, State, Unit
from companion.games.athens_sparta.tables import (
    REVOLTING,
    SIDE_NAMES,
    USES,
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


# -- battles begin (section 6.1) ---------------------------------------------------------------------------------------


def attack(step: Step[State], move: Attack) -> None:
    state = step.state
    side = owed(step, Fighting).side
    place = move.place
    if place == "":
        place = _open_place(step, move)
    elif place not in state.cities:
        step.refuse("out-of-reach", NO_CITY)
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
    if move.kind != "field":
        step.refuse("out-of-reach", NO_CITY)
    if move.name:
        step.require(named_reason(move.name))
    place = next_open_place(state)
    state.places[place] = move.name.strip()
    return place


def risings(state: State, side: Side) -> list[Unit]:
    """Revolt blocks that have yet to fight in this Player Turn."""
    return [
        unit
        for unit in state.units
        if unit.side == side
        and unit.role == "field"
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
    step.require(regroup_reason(state, side, move.block, move.to))
    if not move.block:
        return
    if move.to == OFF:
        held = state.blocks[move.block].body.value
        step.tell(seal(say("{block} is taken away.", block=described(held)), seat_of(state, side)))
        drop(state, move.block)
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
