"""Where the next battle is fought, and when the combat part of a Player Turn ends. Section 6.1."""

from __future__ import annotations

from companion.core.boxes import Fact
from companion.core.secrecy import seal
from companion.core.step import Step
from companion.core.wording import say
from companion.games.athens_sparta.agenda import BattleContinues, ChoosingBattle, LookingUpCity, SettingUpBattle
from companion.games.athens_sparta.moves import Attack, EndBattles, PlaceBlock, SetUpBattle
from companion.games.athens_sparta.queries import seat_of
from companion.games.athens_sparta.queries_battle import unfought_revolts
from companion.games.athens_sparta.queries_blocks import units_at
from companion.games.athens_sparta.queries_city import ARENA, holder, new_open_place_key, unknown_facts
from companion.games.athens_sparta.reasons import assault_reason, battle_reason, place_block_reason, sally_reason
from companion.games.athens_sparta.reasons_map import NO_CITY, name_reason
from companion.games.athens_sparta.rules_blocks import remove_block
from companion.games.athens_sparta.rules_seats import owed_by_side
from companion.games.athens_sparta.state import OUT_OF_PLAY, Battle, City, State
from companion.games.athens_sparta.tables import SIDE_NAMES, Holder, Side, other
from companion.games.athens_sparta.words import block_name, moved_words, place_name


def set_up_battle(step: Step[State], move: SetUpBattle) -> None:
    """Begin a single battle: in the open, or at a city of the defender's."""
    state = step.state
    step.owed(SettingUpBattle)
    state.agenda.pop()
    in_city = move.ground != "open"
    if in_city:
        points = 1 if move.ground == "major" else 0
        walls = "yes" if move.walled else "no"
        facts: dict[str, Fact] = {"points": points, "walled": walls, "port": "yes", "island": "no", "colour": "blue"}
        state.box.setdefault("city", {})[ARENA] = facts
        defender: Holder = other(move.attacker)
        state.cities[ARENA] = City(defender, defender)
    begin_battle(step, ARENA, move.attacker, "field")


def attack(step: Step[State], move: Attack) -> None:
    """Begin a battle that the side on turn has chosen."""
    state = step.state
    side = owed_by_side(step, ChoosingBattle).side
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
        step.require(battle_reason(state, side, place))
    kind = "sally" if holder(state, place) == side else move.kind
    begin_battle(step, place, side, kind)


def _open_place(step: Step[State], move: Attack) -> str:
    state = step.state
    if move.kind != "field":
        step.refuse("out-of-reach", NO_CITY)
    if move.name:
        step.require(name_reason(move.name))
    place = new_open_place_key(state)
    state.places[place] = move.name.strip()
    return place


def begin_battle(step: Step[State], place: str, side: Side, kind: str) -> None:
    """Begin a battle. Revolt blocks there fight in it; friends cannot be hit until they have fired (section 10)."""
    state = step.state
    rebels = [unit for unit in unfought_revolts(state, side) if unit.place == place]
    if rebels:
        kind = "revolt"
        for friend in units_at(state, place, side):
            friend.screened = friend not in rebels
    state.battle = Battle(place, side, kind)  # type: ignore[arg-type]
    state.agenda.append(BattleContinues())
    step.tell(say("{side} fights at {place}.", side=SIDE_NAMES[side], place=place_name(state, place)))
    if unknown_facts(state, place):
        state.agenda.append(LookingUpCity(place))


def place_block(step: Step[State], move: PlaceBlock) -> None:
    """Record where a hidden block stands; only its owner is told."""
    state = step.state
    side = owed_by_side(step, ChoosingBattle).side
    step.require(place_block_reason(state, side, move.block, move.to))
    if not move.block:
        return
    if move.to == OUT_OF_PLAY:
        body = state.blocks[move.block].body.value
        step.tell(seal(say("{block} is taken away.", block=block_name(body)), seat_of(state, side)))
        remove_block(state, move.block)
        return
    state.blocks[move.block].body.value.at = move.to
    step.tell(seal(moved_words(state, move.block), seat_of(state, side)))


def end_battles(step: Step[State], _: EndBattles) -> None:
    """End the combat part, once every revolt has been fought."""
    state = step.state
    side = owed_by_side(step, ChoosingBattle).side
    if rebels := unfought_revolts(state, side):
        begin_battle(step, rebels[0].place, side, "revolt")
    else:
        state.agenda.pop()
