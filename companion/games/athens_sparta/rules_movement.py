"""The move part of a Player Turn: what move points buy. Sections 5, 10, 13 and 14."""

from __future__ import annotations

from companion.core.secrecy import seal
from companion.core.step import Step
from companion.core.wording import N_, say, say_n
from companion.games.athens_sparta.agenda import (
    Moving,
    Mustering,
)
from companion.games.athens_sparta.moves import (
    Bring,
    Lift,
    March,
)
from companion.games.athens_sparta.owing import owed
from companion.games.athens_sparta.queries import seat_of
from companion.games.athens_sparta.reasons import (
    bring_reason,
    lift_reason,
    march_reason,
    own_reason,
    persia_reason,
    to_reason,
)
from companion.games.athens_sparta.rules_blocks import hide
from companion.games.athens_sparta.rules_city import loosen
from companion.games.athens_sparta.state import FREE, State
from companion.games.athens_sparta.tables import (
    SIDE_NAMES,
    USES,
)
from companion.games.athens_sparta.words import _moved, called, place_name

# -- moves -------------------------------------------------------------------------------------------------------------


def march(step: Step[State], move: March) -> None:
    """One point moves one block. Distances and hexsides are the players' own affair."""
    state = step.state
    side = owed(step, Moving).side
    step.require(march_reason(state, side, move.use))
    step.require(own_reason(state, side, move.block))
    if move.block:
        step.require(to_reason(state, move.to))
        held = state.blocks[move.block].body.value
        held.at = move.to
        step.tell(seal(_moved(state, move.block), seat_of(state, side)))
    state.points -= 1
    step.tell(say("{side} moves a block ({use}).", side=SIDE_NAMES[side], use=USES[move.use]))


def bring(step: Step[State], move: Bring) -> None:
    state = step.state
    side = owed(step, Moving).side
    step.require(bring_reason(state, side, move.city))
    state.points -= 1
    state.agenda.append(Mustering(side, move.city, "join"))


def lift(step: Step[State], move: Lift) -> None:
    """A besieger leaves with an operational move; with the last of them the siege ends."""
    state = step.state
    side = owed(step, Moving).side
    step.require(lift_reason(state, side, move.handle))
    if state.level == "full":
        step.require(to_reason(state, move.to))
    unit = next(unit for unit in state.units if unit.handle == move.handle)
    state.points -= 1
    step.tell(say("{block} leaves {place}.", block=called(state, unit), place=place_name(state, unit.place)))
    hide(state, unit, move.to or FREE)
    loosen(step, unit.place)


def ask_persia(step: Step[State]) -> None:
    """Optional, and not to be taken back (section 14)."""
    state = step.state
    side = owed(step, Moving).side
    step.require(persia_reason(state, side))
    state.persia = "allied"
    step.tell(say("Sparta takes the help of Persia: its ships cost 1 PP a step.", short=N_("Persia helps Sparta")))


def end_moves(step: Step[State]) -> None:
    state = step.state
    side = owed(step, Moving).side
    state.agenda.pop()
    if state.points:
        lost = say_n(
            "{side} leaves {n} point unused.", "{side} leaves {n} points unused.", state.points, side=SIDE_NAMES[side]
        )
        step.tell(lost)
    state.points = 0
