"""The end of a siege, and cities that change hands, with their rebel ship, green blocks and the value of Syracuse.
Sections 7, 9, 13 and 15.
"""

from __future__ import annotations

from companion.core.options import Option
from companion.core.questions import Asking, PickMany
from companion.core.secrecy import seal
from companion.core.step import TABLE, Step
from companion.core.wording import N_, say, say_n
from companion.games.athens_sparta import queries, scoring
from companion.games.athens_sparta.blocks import hide_block, sealed_for
from companion.games.athens_sparta.box import city_key
from companion.games.athens_sparta.moves import Move, NameGreenBlocks
from companion.games.athens_sparta.pieces import (
    instruct_green_blocks,
    instruct_stood_up,
    instruct_syracuse_cards,
    instruct_twin_ship,
    instruct_twin_ships,
    note_green_block,
    note_no_longer_inside,
)
from companion.games.athens_sparta.queries import body_of, holder, units_at
from companion.games.athens_sparta.seats import seat_of
from companion.games.athens_sparta.state import (
    OPEN_GROUND,
    OUT_OF_PLAY,
    POOL,
    BattleContinues,
    NamingGreenBlocks,
    NeutralAttack,
    State,
    Unit,
)
from companion.games.athens_sparta.tables import (
    GOAL_POINTS,
    ICONS,
    REBEL_CITIES,
    REGULAR_KINDS,
    SIDE_NAMES,
    SIDES,
    Side,
    other,
)
from companion.games.athens_sparta.words import block_name, block_strength, place_name


def end_lifted_siege(step: Step[State], place: str) -> None:
    """If a city is no longer besieged, end its garrison and hide the blocks that lie face up there."""
    state = step.state
    mine = holder(state, place)
    if mine is None or (state.battle is not None and state.battle.place == place):
        return
    state.units = [unit for unit in state.units if unit.place != place or unit in units_at(state, place)]
    relieved = [unit for unit in units_at(state, place, None, "siege", "blockade") if unit.side == mine]
    instruct_stood_up(step, relieved)
    for unit in relieved:
        hide_block(state, unit, place)
    if queries.is_besieged(state, place) or _enemies_face_up(state, place):
        return
    shut_in = any(one.place == place for one in state.garrisons)
    state.garrisons = [one for one in state.garrisons if one.place != place]
    left = units_at(state, place)
    instruct_stood_up(step, left)
    for unit in left:
        hide_block(state, unit, place)
    if shut_in:
        step.tell(say("{place} is besieged no longer.", place=place_name(state, place)), TABLE)


def _enemies_face_up(state: State, place: str) -> bool:
    """Whether enemies of the holder stay face up: at Syracuse from turn to turn (section 13), elsewhere revolt blocks
    before their battle.
    """
    return any(unit.side != holder(state, place) for unit in units_at(state, place, None, "field"))


def take_city(step: Step[State], place: str, side: Side) -> None:
    """``side`` takes the city, with the effects on rebel ships, neutral blocks and Persia."""
    state = step.state
    one = state.cities[place]
    before = one.holder
    one.holder = side
    step.announce(
        say("{side} takes {place}.", side=SIDE_NAMES[side], place=place_name(state, place)), seat_of(state, side)
    )
    if place == other(side):
        step.announce(
            say("{side} holds the enemy capital: with it, it wins at the end of this turn.", side=SIDE_NAMES[side]),
            seat_of(state, side),
        )
    elif before != side and (points := scoring.victory_points(state, side)) >= GOAL_POINTS:
        step.announce(
            say(
                "{side} is at {n} of {goal}: at the end of an Olympiad that wins the war.",
                side=SIDE_NAMES[side],
                n=points,
                goal=GOAL_POINTS,
            ),
            seat_of(state, side),
        )
    if place == "miletus" and side == "athens" and state.persia == "allied":
        state.persia = "ended"
        step.tell(say("Persia helps Sparta no longer."), seat_of(state, "sparta"))
    if place in REBEL_CITIES:
        swap_rebel_ship(step, place, side)
    if one.colour == "neutral" and before != side:
        green_blocks_change_side(step, place, side)


# -- rebel ships (section 15) ----------------------------------------------------------------------------------------


def swap_rebel_ship(step: Step[State], place: str, side: Side) -> None:
    """Replace the ship of a rebel city by that of the new holder, with the same name and strength (section 15)."""
    state = step.state
    if state.level != "full":
        instruct_twin_ships(step, place)
        step.tell(
            say("The ship of {place} goes over to the new owner of the city.", place=place_name(state, place)), TABLE
        )
        return
    twins = [key for key, facts in state.box.get("block", {}).items() if facts.get("twin") == place]
    ships = {state.blocks[key].side == side: key for key in twins if key in state.blocks}
    if len(ships) < len(SIDES):
        return
    old, new = ships[False], ships[True]
    strength = state.blocks[old].body.value.strength
    left = [unit.place for unit in state.units if unit.block == old]
    state.units = [unit for unit in state.units if unit.block != old]
    _remove_from_garrisons(step, {old})
    lost, won = state.blocks[old].body.value, state.blocks[new].body.value
    instruct_twin_ship(step, old, other(side), -strength, place)
    instruct_twin_ship(step, new, side, min(strength, won.most) - won.strength, place)
    lost.strength, lost.at = 0, OUT_OF_PLAY
    won.strength, won.at = min(strength, won.most), place if strength else POOL
    for key in (old, new):
        state.blocks[key].body = sealed_for(state, state.blocks[key].side, state.blocks[key].body.value)
    told = say("The ship of {place} changes sides, strength {n}.", place=place_name(state, place), n=strength)
    step.tell(seal(told, *(seat_of(state, each) for each in SIDES)), TABLE)
    for other_place in left:
        end_lifted_siege(step, other_place)


# -- neutral cities and their green blocks (section 9) ---------------------------------------------------------------


def green_blocks(state: State, city: str) -> list[str]:
    """The keys of the blocks of a neutral city: from the box, or as entered by the table."""
    rows = state.box.get("block", {})
    boxed = [key for key, facts in rows.items() if facts.get("colour") == "green"]
    found = [key for key in boxed if city_key(state.box, str(rows[key].get("home", ""))) == city]
    named = [unit.block for unit in state.units if unit.block not in rows and body_of(state, unit).home == city]
    return [key for key in (*found, *named) if key in state.blocks]


def may_be_green(state: State, city: str, side: Side) -> list[Unit]:
    """Face-up blocks of the enemy of ``side`` that may belong to the neutral city: typed ones revealed after the city
    joined.
    """
    typed = [unit for unit in state.units if unit.side == other(side) and unit.block not in state.box.get("block", {})]
    later = [unit for unit in typed if int(unit.handle.removeprefix("u")) > state.cities[city].joined]
    return [unit for unit in later if queries.has_steps(state, unit) and body_of(state, unit).kind in REGULAR_KINDS]


GREEN_REMINDER = say("Those among enemy blocks attack them at once.", short=N_("They attack at once"))


def neutral_city_joins(step: Step[State], place: str, side: Side) -> None:
    """A neutral city joins ``side``; its blocks stand in it at full strength (section 9)."""
    state = step.state
    state.cities[place].holder, state.cities[place].joined = side, state.serial
    step.announce(
        say("{place} joins {side}.", place=place_name(state, place), side=SIDE_NAMES[side]), seat_of(state, side)
    )
    reveal_syracuse_value(step, place)
    instruct_green_blocks(step, place, side, joined=True)
    if state.level != "full":
        step.tell(say("Its green blocks stand there at full strength."), seat_of(state, side))
        return
    for key in green_blocks(state, place):
        block = state.blocks[key]
        body = block.body.value
        note_green_block(step, key, side, body.most - body.strength)
        body.strength, body.at = body.most, place
        block.side, block.body = side, sealed_for(state, side, body)


def green_blocks_change_side(step: Step[State], city: str, side: Side) -> None:
    """Transfer the blocks of a neutral city to ``side``, which occupies it, at once and with their strength, both
    hidden and face-up ones. The table is asked which they are if no box says it and some stand elsewhere.
    """
    state = step.state
    instruct_green_blocks(step, city, side, joined=False)
    step.tell(say("Its green blocks go over to {side}.", side=SIDE_NAMES[side]), seat_of(state, side))
    step.tell(GREEN_REMINDER, TABLE)
    green = green_blocks(state, city)
    _go_over(step, city, side, [key for key in green if state.blocks[key].side != side])
    if not green and any(unit.place != city for unit in may_be_green(state, city, side)):
        state.agenda.append(NamingGreenBlocks(city, side))


def name_green_blocks(step: Step[State], move: NameGreenBlocks) -> None:
    """Transfer the face-up blocks that the table has named as those of the city."""
    state = step.state
    due = step.owed(NamingGreenBlocks)
    able = {unit.handle for unit in may_be_green(state, due.city, due.side)}
    if len(set(move.handles)) != len(move.handles) or not set(move.handles) <= able:
        step.refuse("out-of-reach", say("Those blocks are not of that city."))
    state.agenda.pop()
    units = [queries.face_up_unit(state, handle) for handle in move.handles]
    for unit in units:
        body_of(state, unit).home = due.city
    _go_over(step, due.city, due.side, [unit.block for unit in units])


def _go_over(step: Step[State], city: str, side: Side, keys: list[str]) -> None:
    state = step.state
    places: list[str] = []
    for key in keys:
        block = state.blocks[key]
        units = [unit for unit in state.units if unit.block == key]
        block.side = side
        for unit in units:
            unit.side = side
            told = say("{block} goes over to {side}.", block=block_name(body_of(state, unit)), side=SIDE_NAMES[side])
            step.tell(told, seat_of(state, side))
        if not units:
            block.body = sealed_for(state, side, block.body.value)
        if block.body.value.strength:
            places.append(block.body.value.at)
    _remove_from_garrisons(step, set(keys))
    for place in sorted(set(places) - {city, OPEN_GROUND, POOL, OUT_OF_PLAY}):
        _meet(step, city, place, side)


def _meet(step: Step[State], city: str, place: str, side: Side) -> None:
    """Let blocks that changed sides attack the enemies in their hex, after the current battle. Without enemies, end a
    siege there that they were part of.
    """
    state, enemy = step.state, other(side)
    if state.battle is not None and state.battle.place == place:
        return
    if not (
        units_at(state, place, enemy) or queries.hidden_inside(state, place, enemy) or holder(state, place) == enemy
    ):
        end_lifted_siege(step, place)
        return
    battles = [n for n, due in enumerate(state.agenda) if isinstance(due, BattleContinues)]
    state.agenda.insert(battles[0] if battles else len(state.agenda), NeutralAttack(city, place, side))


def _remove_from_garrisons(step: Step[State], gone: set[str]) -> None:
    for one in step.state.garrisons:
        kept = [key for key in one.blocks.value if key not in gone]
        count = max(0, one.count - len(one.blocks.value) + len(kept))
        note_no_longer_inside(step, one, one.count - count)
        one.count, one.blocks.value = count, kept


def ask_green_blocks(state: State, due: NamingGreenBlocks) -> Asking[Move]:
    """Ask the table which face-up blocks belong to a neutral city that has changed hands (section 9)."""
    options = tuple(
        Option(
            unit.handle,
            say("{block}, {place}", block=block_strength(body), place=place_name(state, unit.place)),
            icon=ICONS[body.kind],
        )
        for unit in may_be_green(state, due.city, due.side)
        for body in (body_of(state, unit),)
    )
    place = place_name(state, due.city)
    handles = yield from PickMany[str](
        key="green",
        prompt=say("Which of these blocks are green ones of {place}?", short=N_("Which are green?"), place=place),
        meaning=say(
            "The blocks of a neutral city change sides with it, at their strength. Mark those that lie face up for its "
            "former side; the hidden ones change sides on the map alone."
        ),
        options=options,
        most=len(options),
        act=say("Green: {answer}", short=N_("They are green")),
        act_none=say("None of them"),
    )
    return NameGreenBlocks(handles)


# -- the value of Syracuse (section 13) ------------------------------------------------------------------------------


def reveal_syracuse_value(step: Step[State], place: str) -> None:
    """Reveal the two hidden cards as soon as Syracuse counts for a side (section 13)."""
    state = step.state
    if place != "syracuse" or not state.hidden_value or all(card.revealed for card in state.syracuse.values()):
        return
    if state.real_hands:
        instruct_syracuse_cards(step)
    total = sum(int(step.reveal(card).split(".")[0]) for card in state.syracuse.values())
    step.tell(say_n("Syracuse is worth {n} point.", "Syracuse is worth {n} points.", total), TABLE)
