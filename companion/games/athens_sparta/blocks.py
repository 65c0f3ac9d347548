"""Describing, revealing, hiding and losing blocks. Section 1."""

from __future__ import annotations

from collections.abc import Iterable

from companion.core.options import Option
from companion.core.questions import Asking, Count, Pick
from companion.core.secrecy import Sealed, seal
from companion.core.step import Step
from companion.core.wording import N_, Message, say
from companion.games.athens_sparta import tables
from companion.games.athens_sparta.moves import TypedBlock
from companion.games.athens_sparta.pieces import instruct_lost
from companion.games.athens_sparta.queries import body_of, find_garrison
from companion.games.athens_sparta.seats import seat_of
from companion.games.athens_sparta.state import OUT_OF_PLAY, POOL, Block, Body, Garrison, Role, State, Unit
from companion.games.athens_sparta.tables import BlockKind, Holder, Side
from companion.games.athens_sparta.words import unit_name

# -- what happens to a block -----------------------------------------------------------------------------------------


def sealed_for(state: State, side: Holder, body: Body) -> Sealed[Body]:
    """The body sealed for the seat that commands it; revealed if no seat commands it."""
    seat = seat_of(state, side)
    return seal(body, seat) if seat else Sealed((), body, True)


def add_block(state: State, side: Side, typed: TypedBlock, where: str) -> str:
    """Add a typed block and return its key. Its body is revealed at once, except at the level ``full``."""
    state.serial += 1
    key = f"t{state.serial}"
    body = Body(typed.kind, typed.letter, typed.rate, 0, typed.strength, at=where)
    sealed = sealed_for(state, side, body)
    sealed.revealed = sealed.revealed or state.level != "full"
    state.blocks[key] = Block(side, sealed)
    return key


def reveal_block(step: Step[State], side: Side, key: str, place: str, role: Role) -> Unit:
    """Turn a block face up, under a new handle."""
    state = step.state
    block = state.blocks[key]
    body = block.body.value if block.body.revealed else step.reveal(block.body)
    body.at = place
    state.serial += 1
    unit = Unit(f"u{state.serial}", side, place, role, key)
    state.units.append(unit)
    return unit


def hide_block(state: State, unit: Unit, where: str) -> None:
    """Turn a block face down. At the levels ``light`` and ``battle`` the play stores it no longer."""
    state.units.remove(unit)
    if block := _followed(state, unit.block):
        body = block.body.value
        body.at = where
        block.body = sealed_for(state, unit.side, body)


def _followed(state: State, key: str) -> Block | None:
    """The block at the level ``full``; at other levels hidden blocks are not stored, so remove it and return None."""
    if state.level != "full":
        state.blocks.pop(key, None)
    return state.blocks.get(key)


def hide_inside(state: State, unit: Unit) -> None:
    """Hide a block inside the walls."""
    place, side, key = unit.place, unit.side, unit.block
    hide_block(state, unit, place)
    add_to_garrison(state, place, side, key if state.level == "full" else "")


def add_to_garrison(state: State, place: str, side: Side, key: str) -> None:
    """Add a hidden block to a city's garrison; an empty key for a block that nobody has described."""
    found = find_garrison(state, place, side)
    if found is None:
        found = Garrison(place, side, 0, seal([], seat_of(state, side)))
        state.garrisons.append(found)
    found.count += 1
    found.blocks.value = sorted([*found.blocks.value, key])


def leave_garrison(state: State, place: str, side: Side, key: str) -> None:
    """Remove one block from a garrison: the one with this key, or an undescribed one if it is not listed."""
    found = find_garrison(state, place, side)
    if found is None:
        return
    if key in found.blocks.value:
        found.blocks.value.remove(key)
    found.count -= 1
    if found.count <= 0:
        state.garrisons.remove(found)


def lose_unit(step: Step[State], unit: Unit) -> None:
    """Remove a face-up block from the map and put it into its owner's pool."""
    instruct_lost(step, unit.block, body_of(step.state, unit), unit.side, hidden=False)
    step.state.units.remove(unit)
    _remove_block(step.state, unit.block)


def lose_hidden(step: Step[State], key: str, side: Side) -> None:
    """Put one of the hidden blocks of ``side`` into its pool; the log line is for its owner only."""
    instruct_lost(step, key, step.state.blocks[key].body.value, side, hidden=True)
    _remove_block(step.state, key)


def _remove_block(state: State, key: str) -> None:
    """Put a block into the pool; at the levels ``light`` and ``battle`` the play stores it no longer."""
    if block := _followed(state, key):
        body = block.body.value
        body.strength, body.at = 0, OUT_OF_PLAY if body.kind in tables.REVOLT_KINDS else POOL
        block.body = sealed_for(state, block.side, body)


def down_words(block: Message, before: int, now: int) -> Message:
    """That a block has fewer steps now."""
    return say("{block} goes down from {before} to {n}.", block=block, before=before, n=now)


def lose_step(step: Step[State], unit: Unit, steps: int = 1) -> None:
    """Remove steps from a face-up block; without steps it is lost."""
    state = step.state
    block, body = unit_name(state, unit), body_of(state, unit)
    if body.strength > steps:
        before, body.strength = body.strength, body.strength - steps
        step.tell_first(down_words(block, before, body.strength), seat_of(state, unit.side))
    else:
        lose_unit(step, unit)
        step.tell_first(say("{block} is lost.", block=block), seat_of(state, unit.side))


# -- what is printed on a block --------------------------------------------------------------------------------------


def _is_unhurt(state: State) -> bool:
    """Whether no block has lost a step before the current Game Turn."""
    return state.level == "battle" or (state.turn <= 1 and state.olympiad == state.began)


STEPS_MEANING = say("The number at the edge that is up. The block throws so many dice.")


def ask_rating(
    key: str,
    prompt: Message,
    likely: str,
    *,
    usual: str | None = None,
    ratings: Iterable[tuple[str, int]] = tables.RATINGS,
    secret: bool = False,
) -> Asking[str]:
    """Ask for one of ``ratings``. ``likely`` is the default if the seat does not answer; ``usual`` is preselected."""
    words = [f"{letter}{rate}" for letter, rate in ratings]
    options = tuple(Option(word, say("{word}", word=word)) for word in words)
    usual = usual if usual in words else None
    default = likely if likely in words else words[0]
    return (
        yield from Pick[str](
            key=key,
            prompt=prompt,
            meaning=say(
                "The letter says when the block acts, A first and C last. Each of its dice that shows the number or "
                "less is a hit."
            ),
            options=options,
            secret=secret,
            default=default,
            usual=usual,
        )
    )


def likely_rating(side: Side, kind: BlockKind) -> str:
    """The rating that most blocks of this kind have, as far as known (section 17.1)."""
    return tables.SHIP_RATING[side] if kind == "ship" else tables.USUAL_RATING.get(kind, "B2")


def usual_rating(state: State, side: Side, kind: BlockKind) -> str | None:
    """The preselected rating: that of the block of this side and kind revealed last, else the most frequent one. None
    if no rating is frequent, as for Spartan hoplites and for cavalry.
    """
    for unit in reversed(state.units):
        body = body_of(state, unit)
        if (unit.side, body.kind) == (side, kind):
            return f"{body.letter}{body.rate}"
    differ = kind == "cavalry" or (kind, side) == ("hoplite", "sparta")
    return None if differ else likely_rating(side, kind)


def ask_typed(state: State, side: Side, kind: BlockKind, *, secret: bool = False) -> Asking[TypedBlock]:
    """Ask for rating and steps of a block whose kind is known."""
    prompt = say("{kind}: which rating?", short=N_("{kind}: rating?"), kind=tables.KINDS[kind])
    usual = usual_rating(state, side, kind)
    word = yield from ask_rating("rating", prompt, likely_rating(side, kind), usual=usual, secret=secret)
    strength = yield from ask_steps(state, kind, tables.MOST_STEPS, secret=secret)
    return TypedBlock.rated(kind, word, strength)


def ask_steps(state: State, kind: BlockKind, most: int, *, secret: bool = False) -> Asking[int]:
    """Ask for the current strength of a block, at most ``most`` steps. Before any losses all steps are preselected;
    later only the owner knows the number.
    """
    prompt = say("{kind}: how many steps now?", short=N_("{kind}: steps?"), kind=tables.KINDS[kind])
    return (
        yield from Count(
            key="steps",
            prompt=prompt,
            meaning=STEPS_MEANING,
            low=1,
            high=most,
            start=most,
            secret=secret,
            default=most,
            usual=most if _is_unhurt(state) else None,
        )
    )
