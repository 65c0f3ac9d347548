"""The questions, picked by what is due."""

from __future__ import annotations

from collections.abc import Callable

from companion.core.questions import Asking
from companion.games.antike import agenda, asking_start, asking_turn
from companion.games.antike.agenda import OfNation
from companion.games.antike.asking_forms import as_rest, as_turn
from companion.games.antike.asking_sites import ask_founding
from companion.games.antike.asking_turn import ask_acting
from companion.games.antike.asking_war import ask_demand
from companion.games.antike.moves import Move
from companion.games.antike.state import Nation, State

QUESTIONS: dict[type[OfNation], Callable[[State, Nation], Asking[Move]]] = {
    agenda.Naming: asking_start.ask_settle,
    agenda.Keeping: asking_start.ask_keep,
    agenda.CoinDue: asking_turn.ask_take,
    agenda.Extra: asking_turn.ask_extra,
}
"""What a nation is asked for most of what is due; an award and the next turn settle themselves."""


def ask(state: State, seat: int) -> Asking[Move]:
    """The questions of a seat that is awaited."""
    due = state.agenda[-1]
    match due:
        case agenda.SettingUp():
            return asking_start.ask_begin(state)
        case agenda.GoingOn():
            return asking_turn.ask_going_on(state)
        case agenda.Acting(nation=key):
            nation = state.nation(key)
            return ask_acting(state, nation, due) if nation.seat == seat else ask_demand(state, seat, nation)
        case agenda.Turn(nation=key):
            nation = state.nation(key)
            return as_turn(state, nation, asking_turn.ask_turn(state, nation))
        case agenda.Founding(nation=key):
            nation = state.nation(key)
            return as_rest(state, nation, ask_founding(state, nation))
        case agenda.Seas(nation=key):
            nation = state.nation(key)
            return as_rest(state, nation, asking_turn.ask_seas(nation))
    return QUESTIONS[type(due)](state, state.nation(due.nation))
