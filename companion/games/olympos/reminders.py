"""Reminders: what people may forget at the question that comes next."""

from __future__ import annotations

from companion.core.step import TABLE, Step
from companion.core.wording import say, say_n
from companion.games.olympos import tables
from companion.games.olympos.state import State
from companion.games.olympos.time_track import last, last_phase

FEW_HOURGLASSES = 5
"""With this many hourglasses in the reserve or fewer, players are reminded."""


def remind(step: Step[State]) -> None:
    """Show hints to the seat that acts now. Sections 3 to 9."""
    state = step.state
    side = last(state) if not state.agenda else None
    if side is None or state.over:
        return
    if side.marks["siren"]:
        step.remind(side.seat, say("No sea spaces for you until the next Olympos card."))
    if side.covered:
        step.remind(
            side.seat,
            say("A covered settler may leave and come straight back to fight; it cannot fight where it lies."),
        )
        step.remind(side.seat, say("Only the top settler controls a territory."))
    if side.marks["erinyes"]:
        step.remind(side.seat, say("Erinyes: this action costs 2 more."))
    if last_phase(state, side):
        step.remind(side.seat, say("One last action, not beyond the Cross, or pass."))
    left = tables.HOURGLASSES - sum(one.hourglasses for one in state.sides)
    if state.options.hourglass_limit and left <= FEW_HOURGLASSES:
        step.remind(TABLE, say_n("{n} hourglass is left.", "{n} hourglasses are left.", left))
