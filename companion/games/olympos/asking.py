"""The questions, picked by what is due."""

from __future__ import annotations

from companion.core.errors import RulesBug
from companion.core.questions import Asking
from companion.core.step import TABLE
from companion.games.olympos import asking_cards, asking_facts, asking_setup
from companion.games.olympos.agenda import Crossing, Cubes, Facts, Hit, Oracle, Playing, SettingUp, Window
from companion.games.olympos.asking_turn import ask_turn
from companion.games.olympos.moves import Move
from companion.games.olympos.queries_agenda import may_play
from companion.games.olympos.state import State


def ask(state: State, seat: int) -> Asking[Move]:
    """The questions of a seat that is awaited."""
    if not state.agenda:
        return _ask_in_turn(state, seat)
    match due := state.agenda[-1]:
        case SettingUp():
            return asking_setup.ask_set_up(state)
        case Crossing():
            return asking_setup.ask_crossing(state)
        case Facts():
            return asking_facts.ask_facts(state, due)
        case Oracle():
            return asking_cards.ask_oracle(due)
        case Playing():
            return asking_cards.ask_card(state, state.side(seat))
        case Window():
            return asking_cards.ask_window(state, state.side(seat), due)
        case Cubes():
            return asking_cards.ask_cube(state, due)
        case Hit():
            return asking_cards.ask_loss(state, state.side(seat))
    raise RulesBug(f"{due} is worked off without asking")


def _ask_in_turn(state: State, seat: int) -> Asking[Move]:
    """Of whoever is last, of whoever has acted and may still play cards, of the table when all are done."""
    if seat in may_play(state):
        return asking_cards.ask_card(state, state.side(seat))
    return asking_facts.ask_close(state) if seat == TABLE else ask_turn(state, state.side(seat))
