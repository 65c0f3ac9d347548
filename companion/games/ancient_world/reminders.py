"""Reminders: what people may forget at the question that comes next."""

from __future__ import annotations

from companion.core.step import TABLE, Step
from companion.core.wording import say
from companion.games.ancient_world.city import capacity_left, capacity_used, symbol_total
from companion.games.ancient_world.state import Acting, Confronting, Disbanding, Preparing, Repairing, State, Turn
from companion.games.ancient_world.tables import SECOND_DECK_FROM


def remind(step: Step[State]) -> None:
    """Show hints about what is due now. Sections 3 to 8."""
    state = step.state
    due = state.agenda[-1] if state.agenda else None
    match due:
        case Preparing():
            step.remind(TABLE, say("New titans come from the bottom of their deck, not the open one on top."))
            if state.round + 1 == SECOND_DECK_FROM:
                step.remind(TABLE, say("Deck B from now on; deck A goes into the box."))
        case Acting(seat=seat, space=space) if space.startswith("card-"):
            step.remind(seat, say("The reward of a card comes after the action, not before."))
        case Confronting() | Repairing():
            step.remind(TABLE, say("End of the round: titans, repair, income, ambrosia, citizens, token, food."))
        case Disbanding(seat=seat):
            step.remind(seat, say("Repaired at once, the limit of armies is back: that costs 2 ambrosia."))
        case Turn(seat=seat):
            _remind_turn(step, seat)
        case _:
            pass


def _remind_turn(step: Step[State], seat: int) -> None:
    state = step.state
    player = state.player(seat)
    if state.second and player.threat is None:
        step.remind(seat, say("No titan on your board until the next round: you need not confront one."))
    if capacity_left(state, player) < 0:
        step.remind(
            seat,
            say(
                "You keep your cards: capacity {n} of {used}, no new card before it is higher.",
                n=symbol_total(state, player, "capacity"),
                used=capacity_used(state, player),
            ),
        )
    if any(card.down for card in player.cards):
        step.remind(seat, say("A citizen on a damaged card stays on it until the end of the round."))
