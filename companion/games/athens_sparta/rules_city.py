"""A city changes hands, a neutral city joins, a siege ends. Sections 7, 9, 13 and 15."""

from __future__ import annotations

from companion.core.secrecy import seal
from companion.core.step import TABLE, Step
from companion.core.wording import say, say_n
from companion.games.athens_sparta.queries import seat_of
from companion.games.athens_sparta.queries_blocks import units_at
from companion.games.athens_sparta.queries_city import city_key, holder, is_besieged
from companion.games.athens_sparta.rules_blocks import hide_block, sealed_for
from companion.games.athens_sparta.state import OUT_OF_PLAY, POOL, State
from companion.games.athens_sparta.tables import REBEL_CITIES, SIDE_NAMES, SIDES, Side
from companion.games.athens_sparta.words import place_name


def end_lifted_siege(step: Step[State], place: str) -> None:
    """Where no siege is left, free the garrison and hide the blocks that lay face up."""
    state = step.state
    mine = holder(state, place)
    if mine is None or (state.battle is not None and state.battle.place == place):
        return
    state.units = [unit for unit in state.units if unit.place != place or unit in units_at(state, place)]
    for unit in units_at(state, place, None, "siege", "blockade"):
        if unit.side == mine:
            hide_block(state, unit, place)
    if is_besieged(state, place) or _enemies_face_up(state, place):
        return
    shut_in = any(one.place == place for one in state.garrisons)
    state.garrisons = [one for one in state.garrisons if one.place != place]
    for unit in units_at(state, place):
        hide_block(state, unit, place)
    if shut_in:
        step.tell(say("{place} is besieged no longer.", place=place_name(state, place)), TABLE)


def _enemies_face_up(state: State, place: str) -> bool:
    """At Syracuse both sides may face each other from turn to turn (section 13); revolts wait for their battle."""
    return any(unit.side != holder(state, place) for unit in units_at(state, place, None, "field"))


def take_city(step: Step[State], place: str, side: Side) -> None:
    """``side`` takes the city, with the effects on rebel ships, neutral blocks and Persia."""
    state = step.state
    one = state.cities[place]
    before = one.holder
    one.holder = side
    step.tell(say("{side} takes {place}.", side=SIDE_NAMES[side], place=place_name(state, place)), seat_of(state, side))
    if place == "miletus" and side == "athens" and state.persia == "allied":
        state.persia = "ended"
        step.tell(say("Persia helps Sparta no longer."), seat_of(state, "sparta"))
    if place in REBEL_CITIES:
        swap_rebel_ship(step, place, side)
    if one.colour == "neutral" and before != side:
        _neutral_blocks_change_side(step, place, side)


def swap_rebel_ship(step: Step[State], place: str, side: Side) -> None:
    """The ship of a rebel city changes to that of the new holder, of the same name and strength (section 15)."""
    state = step.state
    if state.level != "full":
        step.tell(say("The ship of {place} changes sides; swap the blocks.", place=place_name(state, place)), TABLE)
        return
    twins = [key for key, facts in state.box.get("block", {}).items() if facts.get("twin") == place]
    ships = {state.blocks[key].side == side: key for key in twins if key in state.blocks}
    if len(ships) < len(SIDES):
        return
    old, new = ships[False], ships[True]
    strength = state.blocks[old].body.value.strength
    state.units = [unit for unit in state.units if unit.block != old]
    _remove_from_garrisons(state, {old})
    lost, won = state.blocks[old].body.value, state.blocks[new].body.value
    lost.strength, lost.at = 0, OUT_OF_PLAY
    won.strength, won.at = min(strength, won.most), place if strength else POOL
    for key in (old, new):
        state.blocks[key].body = sealed_for(state, state.blocks[key].side, state.blocks[key].body.value)
    told = say("The ship of {place} changes sides, strength {n}.", place=place_name(state, place), n=strength)
    step.tell(seal(told, *(seat_of(state, each) for each in SIDES)), TABLE)


def _neutral_blocks_change_side(step: Step[State], place: str, side: Side) -> None:
    """Neutral blocks change to the side that occupies their home, at their strength (section 9)."""
    state = step.state
    if state.level != "full":
        step.tell(say("Its green blocks go over to {side}.", side=SIDE_NAMES[side]), seat_of(state, side))
        return
    face_up = {unit.block for unit in state.units}
    changed = {key for key in _green_blocks(state, place) if state.blocks[key].side != side and key not in face_up}
    for key in changed:
        block = state.blocks[key]
        block.side, block.body = side, sealed_for(state, side, block.body.value)
    _remove_from_garrisons(state, changed)


def _remove_from_garrisons(state: State, gone: set[str]) -> None:
    for one in state.garrisons:
        kept = [key for key in one.blocks.value if key not in gone]
        one.count, one.blocks.value = max(0, one.count - len(one.blocks.value) + len(kept)), kept


def _green_blocks(state: State, place: str) -> list[str]:
    """The keys of the blocks of a neutral city, from the box."""
    green = [key for key, facts in state.box.get("block", {}).items() if facts.get("colour") == "green"]
    home = {key: city_key(state.box, str(state.box["block"][key].get("home", ""))) for key in green}
    return [key for key in green if home[key] == place and key in state.blocks]


def neutral_city_joins(step: Step[State], place: str, side: Side) -> None:
    """A neutral city joins ``side``; its blocks stand in it at full strength (section 9)."""
    state = step.state
    state.cities[place].holder = side
    step.tell(say("{place} joins {side}.", place=place_name(state, place), side=SIDE_NAMES[side]), seat_of(state, side))
    reveal_syracuse_value(step, place)
    if state.level != "full":
        step.tell(say("Its green blocks stand there at full strength."), seat_of(state, side))
        return
    for key in _green_blocks(state, place):
        block = state.blocks[key]
        body = block.body.value
        body.strength, body.at = body.most, place
        block.side, block.body = side, sealed_for(state, side, body)


def reveal_syracuse_value(step: Step[State], place: str) -> None:
    """Turn the two hidden cards over once Syracuse counts for somebody (section 13)."""
    state = step.state
    if place != "syracuse" or not state.hidden_value or all(card.revealed for card in state.syracuse.values()):
        return
    total = sum(int(step.reveal(card).split(".")[0]) for card in state.syracuse.values())
    step.tell(say_n("Syracuse is worth {n} point.", "Syracuse is worth {n} points.", total), TABLE)
