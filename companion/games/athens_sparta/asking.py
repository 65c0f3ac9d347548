"""Who is to speak, what for, and with which questions: by the top of the agenda."""

from __future__ import annotations

from companion.core.errors import Refused
from companion.core.questions import Asking
from companion.core.step import TABLE
from companion.games.athens_sparta import (
    asking_attrition,
    asking_battle,
    asking_cards,
    asking_map,
    asking_muster,
    asking_replacements,
    asking_setup,
    asking_turn,
)
from companion.games.athens_sparta.agenda import (
    Acting,
    Arranging,
    Assaulting,
    Choosing,
    Due,
    Fighting,
    Hands,
    Hits,
    Joining,
    Leaving,
    Looking,
    Moving,
    Mustering,
    Redealing,
    Replacing,
    Sacking,
    SettingUp,
    Settling,
    Supplying,
    Wounds,
)
from companion.games.athens_sparta.moves import Move
from companion.games.athens_sparta.queries import side_at
from companion.games.athens_sparta.state import State
from companion.games.athens_sparta.tables import NOT_AWAITED


def ask(state: State, seat: int) -> Asking[Move]:
    """The dialogue of a seat that is awaited."""
    due = state.agenda[-1]
    if isinstance(due, Joining | Moving | Fighting) and seat == TABLE:
        return asking_map.ask_table(state)
    match due:
        case SettingUp():
            return asking_setup.ask_set_up(state)
        case Arranging():
            return asking_setup.ask_arrange(state)
        case Looking():
            return asking_map.ask_look(state, due)
        case Hands() | Choosing() | Replacing():
            return _ask_in_secret(state, due, seat)
        case Moving():
            return asking_turn.ask_moving(state, due)
        case Fighting():
            return asking_turn.ask_fighting(state, due)
        case Redealing():
            return asking_cards.ask_redeal()
        case Joining():
            return asking_cards.ask_join(state, due)
    return _ask_in_battle(state, due)


def _ask_in_secret(state: State, due: Due, seat: int) -> Asking[Move]:
    side = side_at(state, seat)
    if side is None:
        raise Refused("not-awaited", NOT_AWAITED)
    if isinstance(due, Hands):
        return asking_cards.ask_keep(state, side)
    if isinstance(due, Choosing):
        return asking_cards.ask_choose(state, side)
    return asking_replacements.ask_replacing(state, side)


def _ask_in_battle(state: State, due: Due) -> Asking[Move]:
    match due:
        case Mustering():
            return asking_muster.ask_muster(state, due)
        case Assaulting():
            return asking_battle.ask_assault(state, due)
        case Acting():
            return asking_battle.ask_act(state, due)
        case Hits():
            return asking_battle.ask_hit(state, due)
        case Leaving():
            return asking_battle.ask_leave(state, due)
        case Settling():
            return asking_battle.ask_settle(state, due)
        case Sacking():
            return asking_battle.ask_sack(state, due)
        case Wounds():
            return asking_attrition.ask_wound(state, due)
        case Supplying():
            return asking_attrition.ask_supply()
    raise AssertionError("every kind of due is above")
