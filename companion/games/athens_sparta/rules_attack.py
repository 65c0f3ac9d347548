"""Where the next battle is fought, and who takes part in it. Section 6.1."""

from __future__ import annotations

from companion.core.boxes import Fact
from companion.core.secrecy import seal
from companion.core.step import TABLE, Step
from companion.core.wording import N_, say
from companion.games.athens_sparta import agenda, queries_battle, reasons_battle, reasons_map, rules_blocks, rules_map
from companion.games.athens_sparta.moves import Attack, EndBattles, EndMuster, Muster, PlaceBlock, SetUpBattle
from companion.games.athens_sparta.queries import seat_of
from companion.games.athens_sparta.queries_blocks import body_of, find_garrison, hidden_inside, role_in_siege, units_at
from companion.games.athens_sparta.queries_city import ARENA, holder, new_open_place_key, unknown_facts
from companion.games.athens_sparta.queries_neutrals import green_blocks
from companion.games.athens_sparta.reasons import assault_reason, battle_reason, place_block_reason, sally_reason
from companion.games.athens_sparta.reasons_places import oracle_reason
from companion.games.athens_sparta.reminders import MOUNTAIN_REMINDER, SYRACUSE_REMINDER
from companion.games.athens_sparta.rules_seats import owed_by_side
from companion.games.athens_sparta.state import OUT_OF_PLAY, Battle, City, Role, State
from companion.games.athens_sparta.tables import MOUNTAIN_BLOCKS, REVOLT_KINDS, SIDE_NAMES, Side, other
from companion.games.athens_sparta.words import block_name, moved_words, place_name, unit_label

STACKING_WARNING = 4
"""Above this the companion warns; the normal stacking limit is not known (section 18)."""


def set_up_battle(step: Step[State], move: SetUpBattle) -> None:
    """Begin a single battle: in the open, or at a city of the defender's."""
    state = step.state
    step.owed(agenda.SettingUpBattle)
    state.agenda.pop()
    if move.ground != "open":
        points = 1 if move.ground == "major" else 0
        walls = "yes" if move.walled else "no"
        facts: dict[str, Fact] = {"points": points, "walled": walls, "port": "yes", "island": "no", "colour": "blue"}
        state.box.setdefault("city", {})[ARENA] = facts
        state.cities[ARENA] = City(other(move.attacker), other(move.attacker))
    begin_battle(step, ARENA, move.attacker, "field")


def attack(step: Step[State], move: Attack) -> None:
    """Begin a battle that the side on turn has chosen."""
    state = step.state
    side = owed_by_side(step, agenda.ChoosingBattle).side
    place = move.place
    if place == "":
        place = _open_place(step, move)
    elif place not in state.cities:
        step.refuse("out-of-reach", reasons_map.NO_CITY)
    else:
        reasons = {"field": battle_reason, "assault": assault_reason, "sally": sally_reason}
        step.require(reasons[move.kind](state, side, place))
    kind = "sally" if holder(state, place) == side else move.kind
    begin_battle(step, place, side, kind)


def _open_place(step: Step[State], move: Attack) -> str:
    state = step.state
    if move.kind != "field":
        step.refuse("out-of-reach", reasons_map.NO_CITY)
    if move.name:
        step.require(reasons_map.name_reason(move.name) or oracle_reason(state, "", move.name))
    place = new_open_place_key(state)
    state.places[place] = move.name.strip()
    return place


def begin_battle(step: Step[State], place: str, side: Side, kind: str) -> None:
    """Begin a battle. Revolt blocks there fight in it; friends cannot be hit until they have fired (section 10)."""
    state = step.state
    rebels = [unit for unit in queries_battle.unfought_revolts(state, side) if unit.place == place]
    if rebels:
        kind = "revolt"
        for friend in units_at(state, place, side):
            friend.screened = friend not in rebels
    state.battle = Battle(place, side, kind)  # type: ignore[arg-type]
    state.agenda.append(agenda.BattleContinues())
    step.tell(
        say("{place}: {side} attacks.", side=SIDE_NAMES[side], place=place_name(state, place)), seat_of(state, side)
    )
    if place == "syracuse":
        step.tell(SYRACUSE_REMINDER, TABLE)
    if unknown_facts(state, place):
        state.agenda.append(agenda.LookingUpCity(place))


def begin_neutral_attack(step: Step[State]) -> None:
    """Blocks of a neutral city that went over attack the enemies they stand among (section 9)."""
    state = step.state
    due = step.owed(agenda.NeutralAttack)
    state.agenda.pop()
    for key in green_blocks(state, due.city):
        block, unit = state.blocks[key], next((unit for unit in state.units if unit.block == key), None)
        if block.side != due.side or (unit.place if unit else block.body.value.at) != due.place:
            continue
        if unit is not None:
            unit.role = "field"
        elif block.body.value.strength:
            unit = rules_blocks.reveal_block(step, due.side, key, due.place, "field")
            step.tell(say("{block} comes forward.", block=unit_label(state, unit)), seat_of(state, due.side))
    begin_battle(step, due.place, due.side, "sally" if holder(state, due.place) == due.side else "field")
    queries_battle.current_battle(state).phase = "defenders"


def place_block(step: Step[State], move: PlaceBlock) -> None:
    """Record where a hidden block stands; only its owner is told."""
    state = step.state
    side = owed_by_side(step, agenda.ChoosingBattle).side
    step.require(place_block_reason(state, side, move.block, move.to))
    if not move.block:
        return
    if move.to == OUT_OF_PLAY:
        body = state.blocks[move.block].body.value
        step.tell(seal(say("{block} is taken away.", block=block_name(body)), seat_of(state, side)))
        rules_blocks.remove_block(state, move.block)
    else:
        state.blocks[move.block].body.value.at = move.to
        step.tell(seal(moved_words(state, move.block), seat_of(state, side)))


def end_battles(step: Step[State], _: EndBattles) -> None:
    """End the combat part, once every revolt has been fought."""
    state = step.state
    side = owed_by_side(step, agenda.ChoosingBattle).side
    if rebels := queries_battle.unfought_revolts(state, side):
        begin_battle(step, rebels[0].place, side, "revolt")
    else:
        state.agenda.pop()


# -- who takes part ----------------------------------------------------------------------------------------------------


def muster(step: Step[State], move: Muster) -> None:
    """Take one more block of a muster."""
    state = step.state
    due = owed_by_side(step, agenda.Mustering)
    step.require(reasons_battle.stance_reason(state, due, move.stance))
    if move.block:
        step.require(reasons_battle.own_muster_reason(state, due, move.stance, move.block))
    else:
        step.require(reasons_battle.typed_reason(state, due, move.stance, move.typed))
    step.require(reasons_battle.box_block_reason(state, due, move))
    if move.row:
        _learn_box_block(step, move)
    if due.why == "describe":
        _describe(step, due, move)
    elif move.stance == "inside":
        _go_inside(step, due, move)
    else:
        _reveal(step, due, move)
    if due.why == "join" or (due.why == "describe" and not hidden_inside(state, due.place, due.side)):
        state.agenda.pop()


def _block_key(state: State, due: agenda.Mustering, move: Muster) -> str:
    if move.block or move.typed is None:
        return move.block
    return rules_blocks.add_block(state, due.side, move.typed, due.place)


def _learn_box_block(step: Step[State], move: Muster) -> None:
    """Record the missing fields of a block of the box."""
    for field in reasons_battle.missing_fields(step.state, move.row):
        rules_map.record_fact(step, "block", move.row, field, getattr(move.typed, field), keep=move.keep)


def _go_inside(step: Step[State], due: agenda.Mustering, move: Muster) -> None:
    """A hidden block goes inside; that one does is public."""
    rules_blocks.add_to_garrison(step.state, due.place, due.side, move.block)
    step.tell(
        say("{side}: a block goes inside.", short=N_("A block goes inside"), side=SIDE_NAMES[due.side]),
        seat_of(step.state, due.side),
    )


def _reveal(step: Step[State], due: agenda.Mustering, move: Muster) -> None:
    """A block comes forward to fight, patrol, sally or besiege."""
    state = step.state
    key = _block_key(state, due, move)
    if move.stance == "sally":
        rules_blocks.leave_garrison(state, due.place, due.side, move.block)
    role: Role = "patrol" if move.stance == "patrol" else "field"
    unit = rules_blocks.reveal_block(step, due.side, key, due.place, role)
    unit.sallied = move.stance == "sally"
    if due.why == "join":
        unit.role = role_in_siege(state, unit)
    elif queries_battle.current_battle(state).kind == "revolt" and due.why == "attack":
        unit.screened = body_of(state, unit).kind not in REVOLT_KINDS
    step.tell(say("{block} comes forward.", block=unit_label(state, unit)), seat_of(state, unit.side))
    there = len(units_at(state, due.place, due.side))
    if there == MOUNTAIN_BLOCKS + 1 and due.place in state.places:
        step.tell(MOUNTAIN_REMINDER, seat_of(state, due.side))
    if there == STACKING_WARNING + 1 and due.place != "athens":
        step.tell(
            say("More than {n} blocks: look at your stacking limit.", short=N_("Stacking limit?"), n=STACKING_WARNING),
            seat_of(state, due.side),
        )


def _describe(step: Step[State], due: agenda.Mustering, move: Muster) -> None:
    """Reveal a garrison block as its owner describes it now."""
    state = step.state
    if find_garrison(state, due.place, due.side) is None:
        step.refuse("out-of-reach", reasons_battle.GONE)
    rules_blocks.leave_garrison(state, due.place, due.side, "")
    unit = rules_blocks.reveal_block(step, due.side, _block_key(state, due, move), due.place, "inside")
    step.tell(say("{block} is inside.", block=unit_label(state, unit)), seat_of(state, unit.side))


def end_muster(step: Step[State], _: EndMuster) -> None:
    """End a muster."""
    owed_by_side(step, agenda.Mustering)
    step.state.agenda.pop()


def reveal_garrison(step: Step[State], place: str, side: Side, role: Role) -> None:
    """Reveal a garrison; undescribed blocks are asked for."""
    state = step.state
    found = find_garrison(state, place, side)
    if found is None:
        return
    known = [key for key in step.reveal(found.blocks) if key in state.blocks]
    unknown = found.count - len(known)
    state.garrisons.remove(found)
    for key in known:
        unit = rules_blocks.reveal_block(step, side, key, place, role)
        step.tell(say("{block} is inside.", block=unit_label(state, unit)), seat_of(state, unit.side))
    if unknown > 0:
        for _ in range(unknown):
            rules_blocks.add_to_garrison(state, place, side, "")
        state.agenda.append(agenda.Mustering(side, place, "describe"))
