"""Why a play cannot begin like this, or None. Section 3."""

from __future__ import annotations

from companion.core.wording import N_, Message, say
from companion.games.antike.moves import Begin
from companion.games.antike.queries_cities import provinces
from companion.games.antike.queries_start import MOST_ROUNDS, in_play
from companion.games.antike.state import State


def begin_reason(state: State, move: Begin) -> Message | None:
    """Why the table cannot begin like this, or None."""
    names = in_play(state)
    expected = len(names) if len(state.seats) == 2 else 1
    if len(move.order) != expected or len(set(move.order)) != expected or not set(move.order) <= set(names):
        return say("Name the nations that begin.", short=N_("Who begins?"))
    if not 1 <= move.round <= MOST_ROUNDS:
        return say("There is no such round.", short=N_("No such round"))
    return None


def settle_reason(state: State, city: str, good: str) -> Message | None:
    """Why a province is no start city of a type, or None."""
    known = provinces(state)
    if city not in known or known[city].good != good:
        return say("There is no such province of that type.", short=N_("No such province"))
    return say("There is a city already.", short=N_("Has a city")) if state.owners.get(city) else None
