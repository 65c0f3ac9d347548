"""Questions of every phase, picked by what is due."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from companion.core.questions import Asking
from companion.games.antiquity.agenda import (
    CountingHexes,
    Countryside,
    Due,
    Exploring,
    ForcingLabour,
    JudgingGiorgio,
    PlacingGraves,
    Planning,
    Polluting,
    SettingUp,
    Storing,
)
from companion.games.antiquity.asking_countryside import ask_countryside
from companion.games.antiquity.asking_phases import (
    ask_exploring,
    ask_forced_labour,
    ask_giorgio,
    ask_graves,
    ask_hexes,
    ask_polluting,
    ask_storing,
)
from companion.games.antiquity.asking_plan import ask_plan
from companion.games.antiquity.asking_setup import ask_set_up
from companion.games.antiquity.moves import Move
from companion.games.antiquity.state import State

QUESTIONS: dict[type[Due], Callable[[State, Any, int], Asking[Any]]] = {
    SettingUp: ask_set_up,
    Planning: ask_plan,
    Countryside: ask_countryside,
    Storing: ask_storing,
    ForcingLabour: ask_forced_labour,
    Exploring: ask_exploring,
    PlacingGraves: ask_graves,
    Polluting: ask_polluting,
    JudgingGiorgio: ask_giorgio,
    CountingHexes: ask_hexes,
}


def ask(state: State, seat: int) -> Asking[Move]:
    """Ask a seat for what is due."""
    return QUESTIONS[type(state.due)](state, state.due, seat)
