"""Reminders: what people may forget at the question that comes next."""

from __future__ import annotations

from companion.core.step import TABLE, Step
from companion.core.wording import say, say_n
from companion.games.antiquity.queries import stock
from companion.games.antiquity.state import Countryside, PlacingGraves, Planning, State
from companion.games.antiquity.storage import storage_capacity


def remind(step: Step[State]) -> None:
    """Show hints about the current phase. Sections 5 to 9."""
    state = step.state
    match state.due:
        case Planning() if not state.ready:
            if not state.grids:
                step.remind(TABLE, say("Put up your screen. Take the pieces you may want."))
        case Countryside(left=left) if left:
            if not state.hidden_stocks:
                for seat in left:
                    _remind_store(step, seat)
        case PlacingGraves(polluted=False):
            step.remind(TABLE, say("Graves go on empty squares first; a building with a grave is out of action."))
        case _:
            pass


def _remind_store(step: Step[State], seat: int) -> None:
    """Remind a seat of goods that its stores do not hold: they are lost before the harvest."""
    realm = step.state.realm(seat)
    room, owned = storage_capacity(realm), sum(stock(realm).values())
    if room is not None and owned > room:
        step.remind(
            seat,
            say_n(
                "Stores for {room}: {n} good is lost in phase 5. Harvest comes after.",
                "Stores for {room}: {n} goods are lost in phase 5. Harvest comes after.",
                owned - room,
                room=room,
            ),
        )
