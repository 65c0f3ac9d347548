"""The questions, picked by what is due."""

from __future__ import annotations

from companion.core.questions import Asking
from companion.games.antike import agenda, asking_turn
from companion.games.antike.asking_sites import CITIES
from companion.games.antike.asking_start import ask_begin, ask_keep, ask_settle
from companion.games.antike.asking_war import ask_demand
from companion.games.antike.moves import Move
from companion.games.antike.state import State


def ask(state: State, seat: int) -> Asking[Move]:
    """The questions of a seat that is awaited."""
    match due := state.agenda[-1]:
        case agenda.Acting(nation=key) if state.nation(key).seat != seat:
            return ask_demand(state, seat, state.nation(key))
        case agenda.SettingUp():
            return ask_begin(state)
        case agenda.GoingOn():
            return asking_turn.ask_going_on(state)
        case agenda.Naming(nation=key):
            return ask_settle(state, state.nation(key))
        case agenda.Keeping(nation=key):
            return ask_keep(state, state.nation(key))
        case agenda.CoinDue(nation=key):
            return asking_turn.ask_take(state, state.nation(key))
    return _ask_in_turn(state, due)


def _ask_in_turn(state: State, due: agenda.Due) -> Asking[Move]:
    """The questions of a turn."""
    match due:
        case agenda.Turn(nation=key):
            return asking_turn.ask_turn(state, state.nation(key))
        case agenda.Acting(nation=key):
            return asking_turn.ask_acting(state, state.nation(key), due)
        case agenda.Founding(nation=key):
            return asking_turn.ask_building(state, state.nation(key), CITIES)
        case agenda.Seas(nation=key):
            return asking_turn.ask_seas(state.nation(key))
        case agenda.Extra(nation=key):
            return asking_turn.ask_extra(state, state.nation(key))
        case agenda.Award() | agenda.Next():
            pass
    raise AssertionError(f"{due} settles itself")
