"""Phase 8: famine. Section 8."""

from __future__ import annotations

from companion.core.step import Step
from companion.core.wording import SeatName, say
from companion.games.antiquity.queries_city import food_of
from companion.games.antiquity.queries_phases import famine_graves, granary_food
from companion.games.antiquity.rules_graves import begin_placing_graves
from companion.games.antiquity.state import State
from companion.games.antiquity.words_realm import famine_words


def begin_famine(step: Step[State]) -> None:
    """Begin phase 8: famine graves, after the rise if the table plays so."""
    state = step.state
    if state.options["famine-rise"] == "before":
        raise_famine(step)
    graves: dict[int, int] = {}
    for seat in state.alive:
        realm = state.realm(seat)
        food, granary = food_of(realm), granary_food(realm)
        words = famine_words(state.famine, food, granary)
        step.tell(say("{who}: {sum}.", who=SeatName(seat), sum=words))
        graves[seat] = famine_graves(state.famine, food, granary)
    begin_placing_graves(step, graves, polluted=False)


def raise_famine(step: Step[State]) -> None:
    """Raise famine by one."""
    step.state.famine += 1
    step.tell(say("Famine rises to {n}.", n=step.state.famine))
