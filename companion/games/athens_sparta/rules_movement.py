"""The move part of a Player Turn: what move points buy. Sections 5, 7.1, 10 and 14."""

from __future__ import annotations

import re

from companion.core.secrecy import seal
from companion.core.step import TABLE, Step
from companion.core.wording import N_, say, say_n
from companion.games.athens_sparta import moves, queries_box, reasons, rules_blocks, rules_city
from companion.games.athens_sparta.agenda import Moving, Mustering
from companion.games.athens_sparta.moves import TypedBlock
from companion.games.athens_sparta.queries import seat_of
from companion.games.athens_sparta.reminders import REVOLT_REMINDER
from companion.games.athens_sparta.rules_seats import owed_by_side
from companion.games.athens_sparta.state import OPEN_GROUND, State
from companion.games.athens_sparta.tables import KINDS, SIDE_NAMES, Side
from companion.games.athens_sparta.words import MOVE_KIND_WORDS, block_name, moved_words, place_name, unit_name


def move_block(step: Step[State], move: moves.MoveBlock) -> None:
    """One point moves one block. Distances and hexsides are checked by the players."""
    state = step.state
    side = owed_by_side(step, Moving).side
    step.require(reasons.move_reason(state, side, move.use))
    step.require(reasons.block_moves_reason(state, side, move.block, move.use, move.to))
    if move.use == "strait":
        _turn_back_at_strait(step, side, move.block)
    elif move.block:
        state.blocks[move.block].body.value.at = move.to
        step.tell(seal(moved_words(state, move.block), seat_of(state, side)))
    state.points -= 1
    step.tell(
        say("{side} moves a block ({use}).", side=SIDE_NAMES[side], use=MOVE_KIND_WORDS[move.use]), seat_of(state, side)
    )


def _turn_back_at_strait(step: Step[State], side: Side, key: str) -> None:
    """A land block that enters a strait hex under an enemy ship loses a step and goes back (section 5.5)."""
    state, seat = step.state, seat_of(step.state, side)
    step.tell(say("{side}: an enemy ship at the strait takes a step.", side=SIDE_NAMES[side]), seat)
    if not key:
        return
    body = state.blocks[key].body.value
    body.strength = max(0, body.strength - 1)
    step.tell(seal(say("{block} is down to {n}.", block=block_name(body), n=body.strength), seat))
    if not body.strength:
        rules_blocks.remove_block(state, key)


def join_siege(step: Step[State], move: moves.JoinSiege) -> None:
    """One point brings a block to an own siege (section 7.1)."""
    state = step.state
    side = owed_by_side(step, Moving).side
    step.require(reasons.join_siege_reason(state, side, move.city))
    state.points -= 1
    state.agenda.append(Mustering(side, move.city, "join"))


def leave_siege(step: Step[State], move: moves.LeaveSiege) -> None:
    """One point takes a block out of a siege; with the last of them the siege ends."""
    state = step.state
    side = owed_by_side(step, Moving).side
    step.require(reasons.leave_siege_reason(state, side, move.handle))
    step.require(reasons.leave_siege_to_reason(state, side, move.handle, move.to))
    unit = next(unit for unit in state.units if unit.handle == move.handle)
    state.points -= 1
    step.tell(
        say("{block} leaves {place}.", block=unit_name(state, unit), place=place_name(state, unit.place)),
        seat_of(state, unit.side),
    )
    rules_blocks.hide_block(state, unit, move.to or OPEN_GROUND)
    rules_city.end_lifted_siege(step, unit.place)


def accept_persia(step: Step[State], _: moves.AcceptPersia) -> None:
    """Sparta accepts the help of Persia, once and for all (section 14)."""
    state = step.state
    side = owed_by_side(step, Moving).side
    step.require(reasons.persia_reason(state, side))
    state.persia = "allied"
    step.tell(
        say("Sparta takes the help of Persia: its ships cost 1 point a step.", short=N_("Persia helps Sparta")),
        seat_of(state, side),
    )


def end_moves(step: Step[State], move: moves.EndMoves) -> None:
    """Move the last blocks, and end the move part; points that are left are lost."""
    state = step.state
    side = owed_by_side(step, Moving).side
    step.require(reasons.last_blocks_reason(state, side, move))
    state.agenda.pop()
    state.points -= move.blocks
    if move.blocks:
        moved = say_n(
            "{side} moves {n} block ({use}).",
            "{side} moves {n} blocks ({use}).",
            move.blocks,
            side=SIDE_NAMES[side],
            use=MOVE_KIND_WORDS[move.use],
        )
        step.tell(moved, seat_of(state, side))
    if state.points:
        lost = say_n(
            "{side} leaves {n} move point unused.",
            "{side} leaves {n} move points unused.",
            state.points,
            side=SIDE_NAMES[side],
        )
        step.tell(lost, seat_of(state, side))
    state.points = 0


# -- revolts (section 10) ----------------------------------------------------------------------------------------------


def revolt(step: Step[State], move: moves.Revolt) -> None:
    """Raise a revolt in an enemy city."""
    state = step.state
    side = owed_by_side(step, Moving).side
    kind = queries_box.revolt_kind(side, move.city)
    step.require(reasons.revolt_reason(state, side, move.city))
    step.require(reasons.points_reason(state, move.steps))
    step.require(reasons.empty_reason(state, side, move.city, move.empty))
    step.require(reasons.revolt_steps_reason(state, kind, move.steps))
    rating = queries_box.revolt_rating(state, kind) or move.rating
    if not re.fullmatch("[ABC][1-5]", rating):
        step.refuse("out-of-reach", say("Say the rating of the block."))
    state.points -= move.steps
    state.cities[move.city].revolts.append(side)
    state.helot = state.helot or queries_box.is_helot_revolt(side, move.city)
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
    if key := queries_box.revolt_block_key(state, side, kind) if state.level == "full" else "":
        state.blocks[key].body.value.strength = move.steps
    else:
        key = rules_blocks.add_block(state, side, TypedBlock.rated(kind, rating, move.steps), move.city)
    unit = rules_blocks.reveal_block(step, side, key, move.city, "field")
    if not move.empty:
        step.tell(REVOLT_REMINDER, TABLE)
    if move.empty:
        rules_city.take_city(step, move.city, side)
        rules_blocks.hide_block(state, unit, move.city)
        rules_city.end_lifted_siege(step, move.city)
