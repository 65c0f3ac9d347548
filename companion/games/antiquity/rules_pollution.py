"""Phase 9: pollution, and graves for counters without a hex. Section 8."""

from __future__ import annotations

from companion.core.step import Step
from companion.core.wording import SeatName, say, say_n
from companion.games.antiquity.agenda import Polluting
from companion.games.antiquity.moves import Pollute
from companion.games.antiquity.queries_phases import pollution_due, protected_zones
from companion.games.antiquity.reasons_phases import left_over_reason
from companion.games.antiquity.rules_graves import begin_placing_graves
from companion.games.antiquity.state import State
from companion.games.antiquity.words_realm import pollution_words


def begin_pollution(step: Step[State]) -> None:
    """Begin phase 9: counters for every seat; the zone of a working dump is protected."""
    state = step.state
    counters: dict[int, int] = {}
    for seat in state.alive:
        realm = state.realm(seat)
        step.tell(say("{who}: {sum}.", who=SeatName(seat), sum=pollution_words(realm)))
        if pollution_due(realm):
            counters[seat] = pollution_due(realm)
    for seat in protected_zones(state):
        step.tell(say("The dump of {who} works: nobody else pollutes that zone.", who=SeatName(seat)))
    state.due = Polluting(counters)


def pollute(step: Step[State], move: Pollute) -> None:
    """Take the counters as laid; those without a hex become graves once all are done."""
    due = step.owed(Polluting)
    step.require(left_over_reason(due, step.seat, move.left_over))
    del due.counters[step.seat]
    if move.left_over:
        step.state.overflow[step.seat] = move.left_over
        step.tell(
            say_n(
                "{who} has no hex for {n} counter: it becomes a grave.",
                "{who} has no hex for {n} counters: they become graves.",
                move.left_over,
                who=SeatName(step.seat),
            )
        )


def begin_overflow(step: Step[State]) -> None:
    """Begin the graves of phase 9."""
    begin_placing_graves(step, {seat: step.state.overflow.get(seat, 0) for seat in step.state.alive}, polluted=True)
    step.state.overflow = {}
