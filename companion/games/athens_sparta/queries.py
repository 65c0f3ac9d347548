"""Questions about sides and seats, and about events in force. Sections 1 and 4.2."""

from __future__ import annotations

from companion.games.athens_sparta.agenda import ChoosingBattle, Moving
from companion.games.athens_sparta.queries_cards import effect_of, scope_of
from companion.games.athens_sparta.state import State
from companion.games.athens_sparta.tables import SIDES, Holder, Side


def seat_of(state: State, side: Holder) -> int:
    """The seat that plays ``side``; 0 for neutral and Persia."""
    return state.seats.get(side, 0) if side in SIDES else 0


def side_at(state: State, seat: int) -> Side | None:
    """The side that the seat plays, or None."""
    return next((side for side in SIDES if state.seats.get(side) == seat), None)


def side_on_turn(state: State) -> Side | None:
    """The side whose Player Turn it is, or None."""
    return next((due.side for due in reversed(state.agenda) if isinstance(due, Moving | ChoosingBattle)), None)


def double_defence_lost(state: State) -> bool:
    """Whether an event cancels double defence in this Player Turn (section 4.2)."""
    on_turn = side_on_turn(state)
    return any(
        effect_of(event.card) == "no-double" and (event.side == on_turn or scope_of(event.card) == "both")
        for event in state.events
    )


def ships_kept_in_port(state: State, side: Side) -> bool:
    """Whether an event keeps the ships of ``side`` from moving in its Player Turn."""
    in_force = (event for event in state.events if effect_of(event.card) == "no-ships")
    return any(event.side == side or scope_of(event.card) == "both" for event in in_force)


def acting_side(state: State, seat: int) -> Side:
    """The side that an awaited seat plays."""
    return next(side for side in SIDES if state.seats[side] == seat)
