"""The questions, picked by what is due."""

from __future__ import annotations

from companion.core.questions import Asking
from companion.games.antike.agenda import (
    Acting,
    Award,
    CoinDue,
    Due,
    Extra,
    Founding,
    GoingOn,
    Keeping,
    Naming,
    Next,
    Seas,
    SettingUp,
    Turn,
)
from companion.games.antike.asking_sites import CITIES
from companion.games.antike.asking_start import ask_begin, ask_keep, ask_settle
from companion.games.antike.asking_turn import (
    ask_acting,
    ask_building,
    ask_extra,
    ask_going_on,
    ask_seas,
    ask_take,
    ask_turn,
)
from companion.games.antike.asking_war import ask_demand
from companion.games.antike.moves import Move
from companion.games.antike.state import State


def ask(state: State, seat: int) -> Asking[Move]:
    """The questions of a seat that is awaited."""
    match due := state.agenda[-1]:
        case Acting(nation=key) if state.nation(key).seat != seat:
            return ask_demand(state, seat, state.nation(key))
        case SettingUp():
            return ask_begin(state)
        case GoingOn():
            return ask_going_on(state)
        case Naming(nation=key):
            return ask_settle(state, state.nation(key))
        case Keeping(nation=key):
            return ask_keep(state, state.nation(key))
        case CoinDue(nation=key):
            return ask_take(state, state.nation(key))
    return _ask_in_turn(state, due)


def _ask_in_turn(state: State, due: Due) -> Asking[Move]:
    """The questions of a turn."""
    match due:
        case Turn(nation=key):
            return ask_turn(state, state.nation(key))
        case Acting(nation=key):
            return ask_acting(state, state.nation(key), due)
        case Founding(nation=key):
            return ask_building(state, state.nation(key), CITIES)
        case Seas(nation=key):
            return ask_seas(state.nation(key))
        case Extra(nation=key):
            return ask_extra(state, state.nation(key))
        case Award() | Next():
            pass
    raise AssertionError(f"{due} settles itself")
