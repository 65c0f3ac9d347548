"""Which battle comes next, and where. Sections 6.1, 6.5 and 9."""

from __future__ import annotations

from companion.core.forms import together
from companion.core.options import Option
from companion.core.questions import Asking, Pick, Text
from companion.core.secrecy import seal
from companion.core.step import TABLE, Step
from companion.core.wording import N_, Message, say
from companion.games.athens_sparta import battlefield, blocks, cities, moves, places, queries, tables
from companion.games.athens_sparta.changing_hands import green_blocks
from companion.games.athens_sparta.cities import (
    NAME_MEANING,
    NAME_PROMPT,
    ask_place,
    city_option,
    destination_reason,
    pick_city,
)
from companion.games.athens_sparta.movement import ask_own_block, moved_words
from companion.games.athens_sparta.moves import Attack, EndBattles, Move, PlaceBlock
from companion.games.athens_sparta.pieces import instruct_tipped
from companion.games.athens_sparta.places import REGROUP_REMINDER, battle_reason, oracle_reason, stand_reason
from companion.games.athens_sparta.queries import holder, units_at
from companion.games.athens_sparta.seats import owed_by_side, seat_of
from companion.games.athens_sparta.state import (
    OUT_OF_PLAY,
    Battle,
    BattleContinues,
    ChoosingBattle,
    LookingUpCity,
    NeutralAttack,
    State,
)
from companion.games.athens_sparta.tables import SIDE_NAMES, Side, other
from companion.games.athens_sparta.words import OWN_BLOCK_MEANING, block_name, place_name, unit_label

SYRACUSE_REMINDER = say(
    "At Syracuse nobody retreats or regroups; the battle goes on next turn.", short=N_("No retreat from here")
)

BATTLES_DUE = say(
    "Where your blocks stand with enemies, there is a battle: name it before you say that there are no more.",
    short=N_("With enemies: a battle"),
)

ORACLE_HINT = say(
    "Nobody fights at Delos and Delphi, and a block that began its turn there attacks nobody.",
    short=N_("Oracles: no fight"),
)
"""What an oracle does, for the question. Section 5.8."""


def assault_reason(state: State, side: Side, place: str) -> Message | None:
    """Why ``side`` may not storm a city, or None: it must besiege or blockade it, and blocks must be behind walls.
    Section 7.3.
    """
    if reason := oracle_reason(state, place):
        return reason
    if place not in queries.cities_besieged_by(state, side):
        return say("You do not besiege that city.")
    if not queries.has_walls(state, place) or not queries.hidden_inside(state, place, other(side)):
        return say("There is nobody behind walls to storm.", short=N_("Nobody to storm"))
    return None


def sally_reason(state: State, side: Side, place: str) -> Message | None:
    """Why ``side`` may not come out of a city, or None: the city must be the side's own and besieged, with blocks
    inside. Section 7.4.
    """
    if holder(state, place) != side or not units_at(state, place, other(side), "siege", "blockade"):
        return say("Nobody besieges you there.")
    return None if queries.hidden_inside(state, place, side) else say("Nobody is inside to come out.")


def attack(step: Step[State], move: Attack) -> None:
    """Begin a battle that the side on turn has chosen."""
    state = step.state
    side = owed_by_side(step, ChoosingBattle).side
    place = move.place
    if place == "":
        place = _open_place(step, move)
    elif place not in state.cities:
        step.refuse("out-of-reach", cities.NO_CITY)
    else:
        reasons = {"field": battle_reason, "assault": assault_reason, "sally": sally_reason}
        step.require(reasons[move.kind](state, side, place))
    kind = "sally" if holder(state, place) == side else move.kind
    begin_battle(step, place, side, kind)


def _open_place(step: Step[State], move: Attack) -> str:
    state = step.state
    if move.kind != "field":
        step.refuse("out-of-reach", cities.NO_CITY)
    if move.name:
        step.require(cities.name_reason(move.name) or oracle_reason(state, "", move.name))
    place = queries.new_open_place_key(state)
    state.places[place] = move.name.strip()
    return place


def begin_battle(step: Step[State], place: str, side: Side, kind: str) -> None:
    """Begin a battle. Revolt blocks there take part; other blocks of their side cannot be hit before the revolt blocks
    have fired. Section 10.
    """
    state = step.state
    rebels = [unit for unit in battlefield.unfought_revolts(state, side) if unit.place == place]
    if rebels:
        kind = "revolt"
        for friend in units_at(state, place, side):
            friend.screened = friend not in rebels
    state.battle = Battle(place, side, kind)  # type: ignore[arg-type]
    state.agenda.append(BattleContinues())
    step.announce(
        say("{side} attacks at {place}.", side=SIDE_NAMES[side], place=place_name(state, place)), seat_of(state, side)
    )
    if place == "syracuse":
        step.tell(SYRACUSE_REMINDER, TABLE)
    if queries.unknown_facts(state, place):
        state.agenda.append(LookingUpCity(place))


def begin_neutral_attack(step: Step[State]) -> None:
    """Begin the battle of a neutral city's blocks that have changed sides and now stand among enemies. Section 9."""
    state = step.state
    due = step.owed(NeutralAttack)
    state.agenda.pop()
    for key in green_blocks(state, due.city):
        block, unit = state.blocks[key], next((unit for unit in state.units if unit.block == key), None)
        if block.side != due.side or (unit.place if unit else block.body.value.at) != due.place:
            continue
        if unit is not None:
            unit.role = "field"
        elif block.body.value.strength:
            unit = blocks.reveal_block(step, due.side, key, due.place, "field")
            instruct_tipped(step, unit)
            step.tell(say("{block} comes forward.", block=unit_label(state, unit)), seat_of(state, due.side))
    begin_battle(step, due.place, due.side, "sally" if holder(state, due.place) == due.side else "field")
    battlefield.current_battle(state).phase = "defenders"


def end_battles(step: Step[State], _: EndBattles) -> None:
    """End the combat part; a revolt whose blocks have not fought yet gets its battle first."""
    state = step.state
    side = owed_by_side(step, ChoosingBattle).side
    if rebels := battlefield.unfought_revolts(state, side):
        begin_battle(step, rebels[0].place, side, "revolt")
    else:
        state.agenda.pop()


def ask_next_battle(state: State, due: ChoosingBattle) -> Asking[Move]:
    """Ask which battle comes next (section 6.1)."""
    prompt = say("{side}: which battle next?", short=N_("{side}: battles"), side=SIDE_NAMES[due.side])
    return together("battles", prompt, _ask_next_battle(state, due.side, prompt), again=False)


def _ask_next_battle(state: State, side: Side, prompt: Message) -> Asking[Move]:
    open_ground = Option("open", say("In the open"), icon="mountain")
    cities = tuple(city_option(state, city, places.battle_reason(state, side, city)) for city in state.cities)
    where = say("Where is the battle?")
    fields = Pick[str](
        key="place",
        prompt=where,
        hint=ORACLE_HINT,
        meaning=say(
            "The place where blocks of both sides stand. A neutral city that is attacked joins the other side at once."
        ),
        options=(open_ground, *cities),
    )
    sieges = queries.cities_besieged_by(state, side)
    storm = pick_city(
        state,
        side,
        say("Which city do you storm?"),
        sieges,
        assault_reason,
        say("Besiegers attack those behind the walls for up to two rounds. Inside, two hits take one step."),
    )
    own = [city for city in state.cities if holder(state, city) == side and units_at(state, city, other(side))]
    sally = pick_city(state, side, say("From which city?"), own, sally_reason)
    no_storm = storm.blocked(say("You besiege no city."))
    no_sally = sally.blocked(say("None of your cities is besieged."))
    come_out = say("Come out, or relieve a city", short=N_("Sally or relief"))
    todo = [
        Option("end", say("No more battles"), icon="check", act=say("No more battles")),
        Option("battle", say("A battle"), icon="sword", act=say("Begin the battle")),
        Option("assault", say("Storm a city"), icon="tower", reason=no_storm, act=say("Storm the city")),
        Option("sally", come_out, icon="shield", reason=no_sally, act=say("Come out to fight")),
    ]
    if state.level == "full":
        place_one = say("Say where a block stands", short=N_("Place a block"))
        todo.append(Option("regroup", place_one, icon="point", act=place_one))
    match (
        yield from Pick[str](
            key="battle",
            prompt=prompt,
            meaning=say(
                "Whoever moved chooses, in any order: battles, storming besieged cities, coming out of one. Where you "
                "do not name any, a siege just goes on."
            ),
            hint=BATTLES_DUE if state.level == "full" else None,
            options=tuple(todo),
            default="end",
        )
    ):
        case "battle":
            return (yield from _ask_battle_place(state, fields))
        case "assault":
            return moves.Attack((yield from storm), "assault")
        case "sally":
            return moves.Attack((yield from sally), "sally")
        case "regroup":
            block = yield from ask_own_block(state, side, say("Which block?"), OWN_BLOCK_MEANING)
            rebel = bool(block) and state.blocks[block].body.value.kind in tables.REVOLT_KINDS
            to = yield from ask_place(
                state,
                say("Where does it stand?"),
                lambda to: place_block_reason(state, side, block, to),
                hint=REGROUP_REMINDER,
                meaning=say("Where the block stands on the map now. It costs no move point (MP)."),
                rebel=rebel,
                act=say("Note its place: {answer}", short=N_("Note its place")),
            )
            return moves.PlaceBlock(block, to)
        case _:
            return moves.EndBattles()


def _ask_battle_place(state: State, fields: Pick[str]) -> Asking[Move]:
    place = yield from fields
    if place != "open":
        return moves.Attack(place, "field")
    how = (
        Option("number", place_name(state, queries.new_open_place_key(state))),
        Option("name", say("By its name (on a phone)"), hint=say("A name can follow later, too.")),
    )
    prompt = say("What do you call the place?", short=N_("What name?"))
    called = yield from Pick[str](
        key="open", prompt=prompt, meaning=NAME_MEANING, options=how, default="number", usual="number"
    )
    name = (yield from Text(key="name", prompt=NAME_PROMPT, meaning=NAME_MEANING)) if called == "name" else ""
    return moves.Attack("", "field", name)


# -- where a block stands (section 6.5) ------------------------------------------------------------------------------


def place_block_reason(state: State, side: Side, key: str, to: str) -> Message | None:
    """Why a side's hidden block cannot stand at ``to`` after regrouping, or None. Only revolt blocks may be taken off
    the map. Section 10.
    """
    if state.level != "full" or (key and key not in queries.free_blocks(state, side)):
        return say("That block cannot move.")
    if to == OUT_OF_PLAY and key:
        rebel = state.blocks[key].body.value.kind in tables.REVOLT_KINDS
        return None if rebel else say("Only revolt blocks are taken away.")
    return destination_reason(state, to) or (stand_reason(state, side, key, to) if key else None)


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
        blocks.lose_hidden(step, move.block, side)
    else:
        state.blocks[move.block].body.value.at = move.to
        step.tell(seal(moved_words(state, move.block), seat_of(state, side)))
