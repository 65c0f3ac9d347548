"""The question to whoever the agenda waits for."""

from __future__ import annotations

from companion.core.questions import Asking
from companion.games.ancient_world.agenda import (
    Acting,
    Confronting,
    CountingPoints,
    Due,
    EnteringFact,
    Feeding,
    Preparing,
    Repairing,
    SettingUp,
    Spending,
    Turn,
    Upgrading,
)
from companion.games.ancient_world.asking_actions import ask_acting, ask_upgrade
from companion.games.ancient_world.asking_ambrosia import ask_spending
from companion.games.ancient_world.asking_damage import ask_damage
from companion.games.ancient_world.asking_prepare import ask_prepare, ask_set_up
from companion.games.ancient_world.asking_round_end import ask_confront, ask_feed, ask_repairs
from companion.games.ancient_world.asking_scoring import ask_fact, ask_points
from companion.games.ancient_world.asking_turn import ask_turn
from companion.games.ancient_world.moves import Move
from companion.games.ancient_world.state import Player, State


def ask(state: State, due: Due) -> Asking[Move]:
    """Ask for what is due."""
    match due:
        case SettingUp():
            return ask_set_up(state)
        case Preparing():
            return ask_prepare(state)
        case Turn(seat=seat):
            return ask_turn(state, seat)
        case Acting():
            return ask_acting(state, due)
        case EnteringFact():
            return ask_fact(state, due)
        case _:
            return _ask_choice(state, due, state.player(due.seat))


def _ask_choice(state: State, due: Due, player: Player) -> Asking[Move]:
    match due:
        case Upgrading():
            return ask_upgrade(player)
        case Confronting():
            return ask_confront(state, player)
        case Repairing(left=left):
            return ask_repairs(state, player, left)
        case Feeding():
            return ask_feed(state, player)
        case Spending(before=before):
            return ask_spending(state, player, before)
        case CountingPoints():
            return ask_points(state, player)
    return ask_damage(state, due, player)
