"""Revolts: which block rises, how strong, with what rating; a city that is empty is taken at once. Section 10."""

from __future__ import annotations

import re

from companion.core.step import Step
from companion.core.wording import Message, say
from companion.games.athens_sparta.agenda import Moving
from companion.games.athens_sparta.moves import (
    Revolt,
    Typed,
)
from companion.games.athens_sparta.owing import owed
from companion.games.athens_sparta.queries import (
    arg_name,
)
from companion.games.athens_sparta.reasons import (
    empty_reason,
    is_helot,
    points_reason,
    revolt_reason,
)
from companion.games.athens_sparta.rules_blocks import add_block, hide, loosen, reveal_block, take
from companion.games.athens_sparta.state import State
from companion.games.athens_sparta.tables import (
    KINDS,
    MOST_STEPS,
    USUAL_RATING,
    Kind,
    Letter,
    Side,
)


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
        if facts.get("kind") == kind and "letter" in facts and "rate" in facts:
            return f"{facts['letter']}{facts['rate']}"
    return USUAL_RATING["helot"] if kind == "helot" else ""


def _rebel(state: State, side: Side, move: Revolt) -> Typed | None:
    kind = revolt_kind(side, move.city)
    word = printed_rating(state, kind) or move.rating
    if not re.fullmatch("[ABC][1-5]", word):
        return None
    letter: Letter = word[0]  # type: ignore[assignment]
    return Typed(kind, letter, int(word[1]), move.steps)
