"""Revolts: Demos, Tyrant and Helots. Section 10."""

from __future__ import annotations

import re

from companion.core.questions import Asking, Confirm, Count, Pick
from companion.core.step import TABLE, Step
from companion.core.wording import N_, Message, say, say_n
from companion.games.athens_sparta import blocks, changing_hands, moves, queries, tables
from companion.games.athens_sparta.blocks import ask_rating
from companion.games.athens_sparta.cities import LOOK_FIRST, ask_facts, pick_city, worth_reason
from companion.games.athens_sparta.moves import Move, TypedBlock
from companion.games.athens_sparta.pieces import instruct_revolt
from companion.games.athens_sparta.queries import holder, units_at
from companion.games.athens_sparta.seats import owed_by_side, seat_of
from companion.games.athens_sparta.state import Moving, State
from companion.games.athens_sparta.tables import KINDS, BlockKind, Side, other
from companion.games.athens_sparta.words import place_name

REVOLT_REMINDER = say(
    "Rebels do not count for stacking. Their friends cannot be hit before they have fired.",
    short=N_("Friends: after firing"),
)


def revolt_kind(side: Side, place: str) -> BlockKind:
    """The kind of the revolt block: Demos for Athens, Tyrant for Sparta, Helots for Athens in Messene."""
    if is_helot_revolt(side, place):
        return "helot"
    return "demos" if side == "athens" else "tyrant"


def is_helot_revolt(side: Side, place: str) -> bool:
    """Whether a revolt of ``side`` there is that of the Helots."""
    return side == "athens" and place == "messene"


def revolt_block_key(state: State, side: Side, kind: BlockKind) -> str:
    """The key of the revolt block of the box that is not on the map; "" if there is none."""
    of_kind = [key for key, facts in state.box.get("block", {}).items() if facts.get("kind") == kind]
    on_table = {unit.block for unit in state.units}
    mine = (key for key in of_kind if key in state.blocks and state.blocks[key].side == side)
    return next((key for key in mine if key not in on_table), "")


def max_revolt_steps(state: State, kind: BlockKind) -> int:
    """The printed maximum of the revolt block; that of any block if it is unknown."""
    for facts in state.box.get("block", {}).values():
        steps = facts.get("steps")
        if facts.get("kind") == kind and isinstance(steps, int):
            return steps
    return tables.MOST_STEPS


def revolt_rating(state: State, kind: BlockKind) -> str:
    """The rating of a revolt block in the box, or "" if unknown."""
    for facts in state.box.get("block", {}).values():
        if facts.get("kind") == kind and "letter" in facts and "rate" in facts:
            return f"{facts['letter']}{facts['rate']}"
    return tables.USUAL_RATING["helot"] if kind == "helot" else ""


def revolt_reason(state: State, side: Side, place: str) -> Message | None:
    """Why a city cannot revolt, or None: it must be an enemy major city, not Athens or Sparta, once for each side in an
    Olympiad. Section 10.
    """
    if reason := queries.points_reason(state):
        return reason
    one = state.cities.get(place)
    if one is None or not (one.holder == other(side) or queries.owner_unknown(state, place)):
        return say("Only an enemy city can revolt.", short=N_("No enemy city"))
    if place in tables.NEVER_REVOLT:
        return say("Athens and Sparta never revolt.", short=N_("Never revolts"))
    if reason := worth_reason(state, place):
        return reason
    if not queries.is_major(state, place):
        return say("Only a major city can revolt.", short=N_("Only major cities"))
    if side in one.revolts:
        return say("You raised it in this Olympiad already.", short=N_("Already this Olympiad"))
    if is_helot_revolt(side, place) and state.helot:
        return say("The Helots rose in this Olympiad already.", short=N_("Already this Olympiad"))
    return None


def revolt_steps_reason(state: State, kind: BlockKind, steps: int) -> Message | None:
    most = max_revolt_steps(state, kind)
    words = say_n("That block has no more than {n} step.", "That block has no more than {n} steps.", most)
    return words if steps > most else None


def empty_reason(state: State, side: Side, place: str, empty: bool) -> Message | None:
    """Why a city cannot be entered as ``empty``, or None: enemy blocks are known to be there."""
    enemy = other(side)
    if empty and (queries.hidden_inside(state, place, enemy) or units_at(state, place, enemy)):
        return say("Blocks are known to stand there.")
    return None


def revolt(step: Step[State], move: moves.Revolt) -> None:
    """Raise a revolt in an enemy city."""
    state = step.state
    side = owed_by_side(step, Moving).side
    kind = revolt_kind(side, move.city)
    step.require(revolt_reason(state, side, move.city))
    step.require(queries.points_reason(state, move.steps))
    step.require(empty_reason(state, side, move.city, move.empty))
    step.require(revolt_steps_reason(state, kind, move.steps))
    rating = revolt_rating(state, kind) or move.rating
    if not re.fullmatch("[ABC][1-5]", rating):
        step.refuse("out-of-reach", say("Say the rating of the block."))
    state.points -= move.steps
    state.cities[move.city].revolts.append(side)
    state.helot = state.helot or is_helot_revolt(side, move.city)
    place = place_name(state, move.city)
    step.tell(
        say_n(
            "Revolt in {place}: {kind} {rating}, {n} step.",
            "Revolt in {place}: {kind} {rating}, {n} steps.",
            move.steps,
            kind=KINDS[kind],
            rating=rating,
            place=place,
        ),
        seat_of(state, side),
    )
    before = 0
    if key := revolt_block_key(state, side, kind) if state.level == "full" else "":
        body = state.blocks[key].body.value
        before, body.strength = body.strength, move.steps
    else:
        key = blocks.add_block(state, side, TypedBlock.rated(kind, rating, move.steps), move.city)
    instruct_revolt(step, key, move.city, side, before=before, empty=move.empty)
    unit = blocks.reveal_block(step, side, key, move.city, "field")
    if not move.empty:
        step.tell(REVOLT_REMINDER, TABLE)
    if move.empty:
        changing_hands.take_city(step, move.city, side)
        blocks.hide_block(state, unit, move.city)
        changing_hands.end_lifted_siege(step, move.city)


def revolt_cities(state: State, side: Side) -> Pick[str]:
    """Enemy cities, and cities whose owner is unknown."""
    cities = [city for city in state.cities if holder(state, city) == other(side) or queries.owner_unknown(state, city)]
    return pick_city(
        state,
        side,
        say("Which city revolts?"),
        cities,
        revolt_reason,
        say(
            "Only an enemy major city, never Athens or Sparta, and each once in an Olympiad. Each step of the rebels "
            "costs a move point (MP)."
        ),
        worth=True,
    )


def ask_revolt(state: State, side: Side, revolts: Pick[str]) -> Asking[Move]:
    """Ask for the city, the steps and whether enemies are there. Section 10."""
    city = yield from revolts
    if revolt_reason(state, side, city) == LOOK_FIRST:
        return (yield from ask_facts(state, city, queries.unknown_facts(state, city, tables.WORTH_FIELDS)))
    kind = revolt_kind(side, city)
    most = max(1, min(state.points, max_revolt_steps(state, kind)))
    prompt = say("How many steps has the {kind}?", short=N_("{kind}: steps?"), kind=tables.KINDS[kind])
    act = say("Raise the revolt for {answer} MP", short=N_("Revolt: {answer} MP"))
    steps = yield from Count(
        key="steps",
        prompt=prompt,
        meaning=say("Each step costs one move point (MP) and throws one die."),
        low=1,
        high=most,
        start=1,
        act=act,
        usual=1 if most == 1 else None,
    )
    empty = False
    if not queries.hidden_inside(state, city, other(side)) and not units_at(state, city, other(side)):
        prompt = say("Are enemy blocks in {place}?", short=N_("Enemy blocks there?"), place=place_name(state, city))
        empty = not (
            yield from Confirm(
                key="enemy",
                prompt=prompt,
                meaning=say(
                    "A city without enemy blocks revolts at once. Otherwise the rebels must win a battle there."
                ),
                yes=say("Yes, a battle"),
                no=say("No, it is empty"),
            )
        )
    rating = ""
    if not revolt_rating(state, kind):
        prompt = say("Which rating does the {kind} have?", short=N_("{kind}: rating?"), kind=tables.KINDS[kind])
        rating = yield from ask_rating("rating", prompt, "B2")
    return moves.Revolt(city, steps, empty, rating)
