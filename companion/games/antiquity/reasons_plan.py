"""Why a plan cannot be changed, offered, ended or made in turn, or None. Sections 3 and 10."""

from __future__ import annotations

from companion.core.wording import Message, SeatName, say
from companion.games.antiquity.agenda import Planning
from companion.games.antiquity.moves import Insist
from companion.games.antiquity.moves_orders import Accepted, Offered
from companion.games.antiquity.queries_agenda import on_turn
from companion.games.antiquity.queries_plan import lines_of, trades_of
from companion.games.antiquity.reasons_market import SETTLED, accept_reason
from companion.games.antiquity.rules_orders import broken_in, folded
from companion.games.antiquity.state import State
from companion.games.antiquity.state_draft import Draft, begun
from companion.games.antiquity.words_orders import order_words

IS_READY = say("You are ready. Think again first.")


def drop_reason(state: State, seat: int, number: int) -> Message | None:
    """The rest must still hold. Out of a plan that a correction broke, anything may go."""
    line = next((line for line in lines_of(state, seat) if line.id == number), None)
    if line is None:
        return say("Your plan has no such order.")
    if isinstance(line.order, Offered | Accepted):
        trade = next((trade for trade in trades_of(state, seat) if trade.key == line.order.trade), None)
        if trade is not None and trade.state == "done":
            return SETTLED
    if broken_in(state, seat):
        return None
    rest = broken_in(state, seat, without=number)
    return say("Then this would not hold: {order}", order=order_words(rest[0][0].order)) if rest else None


def reply_reason(state: State, draft: Draft, trade: str) -> Message | None:
    """Why a seat cannot accept. Where all plan in turn, its half is due before its plan: it must hold without that."""
    if reason := accept_reason(draft, trade):
        return reason
    seat = draft.realm.seat
    if on_turn(state) in (0, seat):
        return None
    today = begun(state, seat, trades_of(state, seat))
    folded(today, [line for line in lines_of(state, seat) if isinstance(line.order, Accepted)])
    return accept_reason(today, trade)


def editing_reason(state: State, seat: int) -> Message | None:
    """Nobody changes a plan that he called ready; that would not show."""
    return IS_READY if seat in state.ready else None


TOGETHER = say("All plan at once on this table.")
NOT_YOUR_TURN = say("Only whoever's turn it is offers trades.")


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


def ready_reason(state: State, seat: int) -> Message | None:
    """One after the other."""
    turn = on_turn(state)
    return say("{who} plans first.", who=SeatName(turn)) if turn not in (0, seat) else None


def turn_partner_reason(state: State, seat: int, to: int) -> Message | None:
    """Offers come from whoever is on turn, to those whose city does not stand yet."""
    turn = on_turn(state)
    if turn not in (0, seat):
        return NOT_YOUR_TURN
    if turn and to in state.ready:
        return say("{who} has built already.", who=SeatName(to))
    return None
