"""The move part of a Player Turn: what move points buy. Sections 5, 7.1 and 14."""

from __future__ import annotations

from companion.core.secrecy import seal
from companion.core.step import Step
from companion.core.wording import N_, say, say_n
from companion.games.athens_sparta.agenda import Moving, Mustering
from companion.games.athens_sparta.moves import AcceptPersia, EndMoves, JoinSiege, LeaveSiege, MoveBlock
from companion.games.athens_sparta.queries import seat_of
from companion.games.athens_sparta.reasons import (
    destination_reason,
    join_siege_reason,
    leave_siege_reason,
    move_reason,
    own_block_reason,
    persia_reason,
)
from companion.games.athens_sparta.rules_blocks import hide_block
from companion.games.athens_sparta.rules_city import end_lifted_siege
from companion.games.athens_sparta.rules_seats import owed_by_side
from companion.games.athens_sparta.state import OPEN_GROUND, State
from companion.games.athens_sparta.tables import MOVE_KINDS, SIDE_NAMES
from companion.games.athens_sparta.words import moved_words, place_name, unit_name


def move_block(step: Step[State], move: MoveBlock) -> None:
    """One point moves one block. Distances and hexsides are checked by the players."""
    state = step.state
    side = owed_by_side(step, Moving).side
    step.require(move_reason(state, side, move.use))
    step.require(own_block_reason(state, side, move.block))
    if move.block:
        step.require(destination_reason(state, move.to))
        body = state.blocks[move.block].body.value
        body.at = move.to
        step.tell(seal(moved_words(state, move.block), seat_of(state, side)))
    state.points -= 1
    step.tell(say("{side} moves a block ({use}).", side=SIDE_NAMES[side], use=MOVE_KINDS[move.use]))


def join_siege(step: Step[State], move: JoinSiege) -> None:
    """One point brings a block to an own siege (section 7.1)."""
    state = step.state
    side = owed_by_side(step, Moving).side
    step.require(join_siege_reason(state, side, move.city))
    state.points -= 1
    state.agenda.append(Mustering(side, move.city, "join"))


def leave_siege(step: Step[State], move: LeaveSiege) -> None:
    """One point takes a block out of a siege; with the last of them the siege ends."""
    state = step.state
    side = owed_by_side(step, Moving).side
    step.require(leave_siege_reason(state, side, move.handle))
    if state.level == "full":
        step.require(destination_reason(state, move.to))
    unit = next(unit for unit in state.units if unit.handle == move.handle)
    state.points -= 1
    step.tell(say("{block} leaves {place}.", block=unit_name(state, unit), place=place_name(state, unit.place)))
    hide_block(state, unit, move.to or OPEN_GROUND)
    end_lifted_siege(step, unit.place)


def accept_persia(step: Step[State], _: AcceptPersia) -> None:
    """Sparta accepts the help of Persia, once and for all (section 14)."""
    state = step.state
    side = owed_by_side(step, Moving).side
    step.require(persia_reason(state, side))
    state.persia = "allied"
    step.tell(say("Sparta takes the help of Persia: its ships cost 1 PP a step.", short=N_("Persia helps Sparta")))


def end_moves(step: Step[State], _: EndMoves) -> None:
    """End the move part; points that are left are lost."""
    state = step.state
    side = owed_by_side(step, Moving).side
    state.agenda.pop()
    if state.points:
        lost = say_n(
            "{side} leaves {n} point unused.", "{side} leaves {n} points unused.", state.points, side=SIDE_NAMES[side]
        )
        step.tell(lost)
    state.points = 0
