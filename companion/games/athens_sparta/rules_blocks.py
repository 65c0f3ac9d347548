"""Blocks come forward, hide again, lose steps, fall, change sides: the changes that all chapters of the rules share."""

from __future__ import annotations

from companion.core.secrecy import Sealed, seal
from companion.core.step import Step
from companion.core.wording import say
from companion.games.athens_sparta.moves import Typed
from companion.games.athens_sparta.queries import seat_of
from companion.games.athens_sparta.queries_blocks import body, garrison
from companion.games.athens_sparta.state import OFF, POOL, Block, Body, Garrison, Role, State, Unit
from companion.games.athens_sparta.tables import REVOLTING, Holder, Side
from companion.games.athens_sparta.words import called


def sealed_for(state: State, side: Holder, held: Body) -> Sealed[Body]:
    """A body that only its commander may know; one nobody commands lies open."""
    seat = seat_of(state, side)
    return seal(held, seat) if seat else Sealed((), held, True)


def add_block(state: State, side: Side, typed: Typed, where: str) -> str:
    """A block somebody typed; its key."""
    state.serial += 1
    key = f"t{state.serial}"
    held = Body(typed.kind, typed.letter, typed.rate, 0, typed.strength, at=where)
    state.blocks[key] = Block(side, sealed_for(state, side, held))
    return key


def reveal_block(step: Step[State], side: Side, key: str, place: str, role: Role) -> Unit:
    """Tip a block forward. It gets a handle it never had."""
    state = step.state
    block = state.blocks[key]
    held = step.reveal(block.body)
    held.at = place
    state.serial += 1
    unit = Unit(f"u{state.serial}", side, place, role, key)
    state.units.append(unit)
    return unit


def hide(state: State, unit: Unit, where: str) -> None:
    """Stand a block up again; under light tracking it is forgotten. Revolt blocks that hide have become ordinary."""
    state.units.remove(unit)
    block = state.blocks.get(unit.block)
    if block is None:
        return
    if state.level != "full":
        del state.blocks[unit.block]
        return
    held = block.body.value
    held.at = where
    block.body = sealed_for(state, unit.side, held)


def shut(state: State, unit: Unit) -> None:
    """A block goes behind the walls and is hidden again."""
    place, side, key = unit.place, unit.side, unit.block
    hide(state, unit, place)
    enclose(state, place, side, key if state.level == "full" else "")


def enclose(state: State, place: str, side: Side, key: str) -> None:
    """One more hidden block in a city; an empty key for one nobody has described."""
    found = garrison(state, place, side)
    if found is None:
        found = Garrison(place, side, 0, seal([], seat_of(state, side)))
        state.garrisons.append(found)
    found.count += 1
    found.blocks.value = sorted([*found.blocks.value, key])


def release(state: State, place: str, side: Side) -> None:
    """The hidden blocks of a city are free again: they stay where they are, but nobody counts them."""
    found = garrison(state, place, side)
    if found is not None:
        state.garrisons.remove(found)


def fall(state: State, unit: Unit) -> None:
    """A revealed block is lost: to its owner's pool."""
    state.units.remove(unit)
    drop(state, unit.block)


def drop(state: State, key: str) -> None:
    """A block goes to the pool, or is forgotten under light tracking."""
    block = state.blocks.get(key)
    if block is None:
        return
    if state.level != "full":
        del state.blocks[key]
        return
    held = block.body.value
    held.strength, held.at = 0, OFF if held.kind in REVOLTING else POOL
    block.body = sealed_for(state, block.side, held)


def lose_step(step: Step[State], unit: Unit) -> None:
    """A revealed block loses a step, and falls with its last."""
    state = step.state
    held = body(state, unit)
    held.strength = max(0, held.strength - 1)
    if held.strength:
        step.tell(say("{block} is down to {n}.", block=called(state, unit), n=held.strength))
        return
    step.tell(say("{block} is lost.", block=called(state, unit)))
    fall(state, unit)
