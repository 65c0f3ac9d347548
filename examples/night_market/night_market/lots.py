"""The lots: how many come tonight, and which one is drawn next."""

from __future__ import annotations

from companion.core.options import Option
from companion.core.questions import Asking, Count, Pick
from companion.core.step import TABLE, Step
from companion.core.wording import say, say_n
from night_market.state import FEWEST_LOTS, LOTS, USUAL_LOTS, Bidding, Move, Open, Opening, State


def open_market(step: Step[State], move: Open) -> None:
    step.owed(Opening)
    step.state.agenda.pop()
    step.state.rounds = move.lots
    step.tell(say_n("{n} lot tonight.", "{n} lots tonight.", move.lots), TABLE)


def ask_opening() -> Asking[Move]:
    lots = yield from Count(
        key="lots",
        prompt=say("How many lots tonight?"),
        meaning=say("So many lots are turned up, one after the other."),
        low=FEWEST_LOTS,
        high=len(LOTS),
        start=USUAL_LOTS,
        default=USUAL_LOTS,
        usual=USUAL_LOTS,
    )
    return Open(lots)


def next_lot(step: Step[State]) -> None:
    """Draw the next lot when the last one has gone."""
    state = step.state
    if state.agenda or not state.rounds:
        return
    state.rounds -= 1
    options = tuple(Option(lot, say("{n}", n=lot)) for lot in state.lots)
    lot = step.chance(Pick[int](key="lot", prompt=say("Which lot comes up?"), options=options))
    state.lots.remove(lot)
    state.agenda.append(Bidding(lot))
