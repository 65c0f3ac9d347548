"""Blocks are added, revealed, hidden, hit and lost: changes that all chapters share. Sections 6.3 and 7.2."""

from __future__ import annotations

from companion.core.secrecy import Sealed, seal
from companion.core.step import Step
from companion.core.wording import say
from companion.games.athens_sparta.agenda import AssigningHits
from companion.games.athens_sparta.moves import TakeHit, TypedBlock
from companion.games.athens_sparta.queries import seat_of
from companion.games.athens_sparta.queries_blocks import body_of, face_up_unit, find_garrison
from companion.games.athens_sparta.queries_hits import are_indistinguishable, hit_candidates, hit_effect
from companion.games.athens_sparta.reasons import STRONGER_FIRST
from companion.games.athens_sparta.rules_seats import owed_by_side
from companion.games.athens_sparta.state import OUT_OF_PLAY, POOL, Block, Body, Garrison, Role, State, Unit
from companion.games.athens_sparta.tables import REVOLT_KINDS, Holder, Side
from companion.games.athens_sparta.words import unit_name


def sealed_for(state: State, side: Holder, body: Body) -> Sealed[Body]:
    """Seal a body for the seat that commands it; with no such seat it is open."""
    seat = seat_of(state, side)
    return seal(body, seat) if seat else Sealed((), body, True)


def add_block(state: State, side: Side, typed: TypedBlock, where: str) -> str:
    """Add a typed block; its key. It is open at once where it was typed for everybody to see."""
    state.serial += 1
    key = f"t{state.serial}"
    body = Body(typed.kind, typed.letter, typed.rate, 0, typed.strength, at=where)
    sealed = sealed_for(state, side, body)
    sealed.revealed = sealed.revealed or state.level != "full"
    state.blocks[key] = Block(side, sealed)
    return key


def reveal_block(step: Step[State], side: Side, key: str, place: str, role: Role) -> Unit:
    """Tip a block forward, with a new handle."""
    state = step.state
    block = state.blocks[key]
    body = block.body.value if block.body.revealed else step.reveal(block.body)
    body.at = place
    state.serial += 1
    unit = Unit(f"u{state.serial}", side, place, role, key)
    state.units.append(unit)
    return unit


def hide_block(state: State, unit: Unit, where: str) -> None:
    """Stand a block up again; under light tracking it is forgotten. A revolt block becomes an ordinary one."""
    state.units.remove(unit)
    if block := _followed(state, unit.block):
        body = block.body.value
        body.at = where
        block.body = sealed_for(state, unit.side, body)


def _followed(state: State, key: str) -> Block | None:
    """A block that is not face up any more, or None: under light tracking it is forgotten."""
    if state.level != "full":
        state.blocks.pop(key, None)
    return state.blocks.get(key)


def hide_inside(state: State, unit: Unit) -> None:
    """Hide a block inside the walls."""
    place, side, key = unit.place, unit.side, unit.block
    hide_block(state, unit, place)
    add_to_garrison(state, place, side, key if state.level == "full" else "")


def add_to_garrison(state: State, place: str, side: Side, key: str) -> None:
    """Add a hidden block to a city's garrison; an empty key for one that nobody has described."""
    found = find_garrison(state, place, side)
    if found is None:
        found = Garrison(place, side, 0, seal([], seat_of(state, side)))
        state.garrisons.append(found)
    found.count += 1
    found.blocks.value = sorted([*found.blocks.value, key])


def leave_garrison(state: State, place: str, side: Side, key: str) -> None:
    """Take one block out of a garrison: the one named, or an undescribed one."""
    found = find_garrison(state, place, side)
    if found is None:
        return
    if key in found.blocks.value:
        found.blocks.value.remove(key)
    found.count -= 1
    if found.count <= 0:
        state.garrisons.remove(found)


def lose_unit(state: State, unit: Unit) -> None:
    """A face-up block is lost: to its owner's pool."""
    state.units.remove(unit)
    remove_block(state, unit.block)


def remove_block(state: State, key: str) -> None:
    """Put a block into the pool; under light tracking it is forgotten."""
    if block := _followed(state, key):
        body = block.body.value
        body.strength, body.at = 0, OUT_OF_PLAY if body.kind in REVOLT_KINDS else POOL
        block.body = sealed_for(state, block.side, body)


def lose_step(step: Step[State], unit: Unit) -> None:
    """A face-up block loses a step, and is lost with its last."""
    state = step.state
    body = body_of(state, unit)
    body.strength = max(0, body.strength - 1)
    if body.strength:
        step.tell(
            say("{block} is down to {n}.", block=unit_name(state, unit), n=body.strength), seat_of(state, unit.side)
        )
    else:
        step.tell(say("{block} is lost.", block=unit_name(state, unit)), seat_of(state, unit.side))
        lose_unit(state, unit)


# -- hits: the strongest first, by the owner's choice among equals (sections 6.3 and 7.2) ------------------------------


def assign_hits(step: Step[State], due: AssigningHits) -> None:
    """Apply hits that leave no choice; ask the owner where several blocks are equally strong."""
    state = step.state
    left = due.left
    while left:
        able, half = hit_candidates(state, due)
        if not able:
            return
        if not are_indistinguishable(state, able):
            state.agenda.append(AssigningHits(due.side, left, due.among, due.double))
            return
        _apply_hit(step, able[0], half, due.double)
        left -= 1


def _apply_hit(step: Step[State], handle: str, half: str, double: bool) -> None:
    state = step.state
    unit = face_up_unit(state, handle)
    struck = hit_effect(handle, half, double)
    if double:
        unit.half = struck.half == handle
    if struck.lost:
        lose_step(step, unit)
    else:
        step.tell(say("{block}: half a hit.", block=unit_name(state, unit)), seat_of(state, unit.side))


def take_hit(step: Step[State], move: TakeHit) -> None:
    """The owner's choice of the block that is hit (section 6.3)."""
    state = step.state
    due = owed_by_side(step, AssigningHits)
    able, half = hit_candidates(state, due)
    if able and move.handle not in able:
        step.refuse("out-of-reach", STRONGER_FIRST)
    state.agenda.pop()
    if able:
        _apply_hit(step, move.handle, half, due.double)
        assign_hits(step, AssigningHits(due.side, due.left - 1, due.among, due.double))
