"""Phase 2 one after another, in turn order, when somebody insists on it. Section 3.

Whose turn it is plans behind the own hand as always; with *My city stands* that plan is revealed and carried out, and
the next one plans, knowing it. The others may prepare their plans meanwhile, and answer offers of whoever is on turn.
"""

from __future__ import annotations

from companion.core.secrecy import Sealed
from companion.core.step import Step
from companion.core.wording import Message, SeatName, say
from companion.games.antiquity.moves import Insist
from companion.games.antiquity.orders import Accepted, Offered
from companion.games.antiquity.state import Planning, State

TOGETHER = say("All plan at once on this table.")
NOT_YOUR_TURN = say("Only whoever's turn it is offers trades.")


def on_turn(state: State) -> int:
    """The seat whose turn it is to plan; 0 while all plan at once."""
    due = state.due
    if not isinstance(due, Planning) or not due.insisted:
        return 0
    return next((seat for seat in state.alive if seat not in state.ready), 0)


def insist_reason(state: State, seat: int, move: Insist) -> Message | None:
    """Anybody may insist; whoever did may give way again while nobody's city stands."""
    insisted = state.owed(Planning).insisted
    if not state.options["in-turn"]:
        return TOGETHER
    if move.on:
        return say("You plan one after another already.") if insisted else None
    if insisted != seat:
        return say("Only whoever asked for it may give way.")
    return say("A city stands already.") if state.ready else None


def insist(step: Step[State], move: Insist) -> None:
    """Plans stay as they are. Offers and trades are off: a trade now belongs to the turn of one of the two."""
    state, who = step.state, SeatName(step.seat)
    step.require(insist_reason(state, step.seat, move))
    state.due = Planning(step.seat if move.on else 0)
    state.ready = []
    for plan in state.plans.values():
        plan.value.lines = [line for line in plan.value.lines if not isinstance(line.order, Offered | Accepted)]
    state.trades = {key: Sealed(sealed.to, []) for key, sealed in state.trades.items()}
    if move.on:
        step.tell(say("{who} asks to plan one after another. Offers and trades so far are off.", who=who))
    else:
        step.tell(say("{who} gives way: all plan at once. Offers and trades so far are off.", who=who))


def ready_reason(state: State, seat: int) -> Message | None:
    """One after the other."""
    turn = on_turn(state)
    return say("{who} plans first.", who=SeatName(turn)) if turn not in (0, seat) else None


def partner_reason(state: State, seat: int, to: int) -> Message | None:
    """Offers come from whoever is on turn, to those whose city does not stand yet."""
    turn = on_turn(state)
    if turn not in (0, seat):
        return NOT_YOUR_TURN
    if turn and to in state.ready:
        return say("{who} has built already.", who=SeatName(to))
    return None
