"""Questions of every phase, picked by what is due."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from companion.core.questions import Asking
from companion.games.antiquity import agenda, asking_countryside, asking_phases, asking_plan
from companion.games.antiquity.asking_in_turn import ask_others, on_one_form
from companion.games.antiquity.moves import Move
from companion.games.antiquity.queries_agenda import acting
from companion.games.antiquity.state import State

QUESTIONS: dict[type[agenda.Due], Callable[[State, Any, int], Asking[Any]]] = {
    agenda.SettingUp: asking_phases.ask_set_up,
    agenda.Planning: asking_plan.ask_plan,
    agenda.Countryside: asking_countryside.ask_countryside,
    agenda.Storing: asking_phases.ask_storing,
    agenda.ForcingLabour: asking_phases.ask_forced_labour,
    agenda.Exploring: asking_phases.ask_exploring,
    agenda.PlacingGraves: asking_phases.ask_graves,
    agenda.Polluting: asking_phases.ask_polluting,
    agenda.JudgingGiorgio: asking_phases.ask_giorgio,
    agenda.CountingHexes: asking_phases.ask_hexes,
}


def ask(state: State, seat: int) -> Asking[Move]:
    """Ask a seat for what is due; one that does not act now, whether it wants another order."""
    if isinstance(state.due, agenda.AllAtOnce) and seat not in acting(state):
        return ask_others(state)
    asking = QUESTIONS[type(state.due)](state, state.due, seat)
    if isinstance(state.due, agenda.ForcingLabour | agenda.Polluting | agenda.CountingHexes):
        return on_one_form(state, seat, asking)
    return asking
