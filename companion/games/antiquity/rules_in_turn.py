"""A phase one after another in turn order, because somebody asked for it. Section 3."""

from __future__ import annotations

from companion.core.secrecy import Sealed
from companion.core.step import Step
from companion.core.wording import SeatName, say
from companion.games.antiquity.agenda import AllAtOnce, Planning
from companion.games.antiquity.moves import PlanInTurn
from companion.games.antiquity.moves_orders import AcceptedTrade, OfferedTrade
from companion.games.antiquity.queries_agenda import PHASE_NAME, phase_key
from companion.games.antiquity.reasons_in_turn import in_turn_reason
from companion.games.antiquity.state import State


def play_in_turn(step: Step[State], move: PlanInTurn) -> None:
    """Go on one after another, or all at once again; what has been done in the phase stays."""
    due = step.state.due
    if not isinstance(due, Planning | AllAtOnce):
        step.not_now()
    step.require(in_turn_reason(step.state, step.seat, move))
    if isinstance(due, Planning):
        _plan_in_turn(step, move)
        return
    due.insisted = step.seat if move.on else 0
    who, phase = SeatName(step.seat), PHASE_NAME[phase_key(due)]
    if move.on:
        step.tell(say("{who} asks to go one after another: {phase}.", who=who, phase=phase))
    else:
        step.tell(say("{who} gives way, all act at once: {phase}.", who=who, phase=phase))


def _plan_in_turn(step: Step[State], move: PlanInTurn) -> None:
    """Plans stay, trades so far are off."""
    state, who = step.state, SeatName(step.seat)
    state.due = Planning(step.seat if move.on else 0)
    state.ready = []
    for plan in state.plans.values():
        plan.value.lines = [
            line for line in plan.value.lines if not isinstance(line.order, OfferedTrade | AcceptedTrade)
        ]
    state.trades = {key: Sealed(sealed.to, []) for key, sealed in state.trades.items()}
    if move.on:
        step.tell(say("{who} asks to plan one after another. Offers and trades so far are off.", who=who))
    else:
        step.tell(say("{who} gives way: all plan at once. Offers and trades so far are off.", who=who))
