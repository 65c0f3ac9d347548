"""Raises a revolt; a city without enemy blocks is taken at once. Section 10."""

from __future__ import annotations

import re

from companion.core.step import Step
from companion.core.wording import say
from companion.games.athens_sparta.agenda import Moving
from companion.games.athens_sparta.moves import Revolt, TypedBlock
from companion.games.athens_sparta.queries_revolt import is_helot_revolt, revolt_block_key, revolt_kind, revolt_rating
from companion.games.athens_sparta.reasons import empty_reason, points_reason, revolt_reason, revolt_steps_reason
from companion.games.athens_sparta.rules_blocks import add_block, hide_block, reveal_block
from companion.games.athens_sparta.rules_city import end_lifted_siege, take_city
from companion.games.athens_sparta.rules_seats import owed_by_side
from companion.games.athens_sparta.state import State
from companion.games.athens_sparta.tables import KINDS, Letter, Side
from companion.games.athens_sparta.words import place_name


def revolt(step: Step[State], move: Revolt) -> None:
    """Raise a revolt in an enemy city."""
    state = step.state
    side = owed_by_side(step, Moving).side
    step.require(revolt_reason(state, side, move.city))
    step.require(points_reason(state, move.steps))
    step.require(empty_reason(state, side, move.city, move.empty))
    step.require(revolt_steps_reason(state, revolt_kind(side, move.city), move.steps))
    typed = _revolt_block(state, side, move)
    if typed is None:
        step.refuse("out-of-reach", say("Say the rating of the block."))
    state.points -= move.steps
    state.cities[move.city].revolts.append(side)
    state.helot = state.helot or is_helot_revolt(side, move.city)
    told = say(
        "{kind} {n} rises in {place}.", kind=KINDS[typed.kind], n=typed.strength, place=place_name(state, move.city)
    )
    step.tell(told)
    key = revolt_block_key(state, side, typed.kind) if state.level == "full" else ""
    if key:
        state.blocks[key].body.value.strength = typed.strength
    else:
        key = add_block(state, side, typed, move.city)
    unit = reveal_block(step, side, key, move.city, "field")
    if move.empty:
        take_city(step, move.city, side)
        hide_block(state, unit, move.city)
        end_lifted_siege(step, move.city)
        return


def _revolt_block(state: State, side: Side, move: Revolt) -> TypedBlock | None:
    kind = revolt_kind(side, move.city)
    word = revolt_rating(state, kind) or move.rating
    if not re.fullmatch("[ABC][1-5]", word):
        return None
    letter: Letter = word[0]  # type: ignore[assignment]
    return TypedBlock(kind, letter, int(word[1]), move.steps)
