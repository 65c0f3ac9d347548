"""Phase 7: turn exploration markers. Section 8."""

from __future__ import annotations

from companion.core.questions import Option, Pick
from companion.core.step import Step
from companion.core.wording import SeatName, say
from companion.games.antiquity.agenda import Exploring
from companion.games.antiquity.moves import Explore
from companion.games.antiquity.queries_city import has_working
from companion.games.antiquity.queries_phases import markers_left
from companion.games.antiquity.rules_payments import gain_goods
from companion.games.antiquity.state import State
from companion.games.antiquity.tables import FOODS, MARKERS, Good
from companion.games.antiquity.words import GOOD, ICON


def begin_exploring(step: Step[State]) -> None:
    """Begin phase 7, in turn order, for seats with a working explorer."""
    state = step.state
    able = [seat for seat in state.alive if has_working(state.realm(seat), "explorer")]
    state.due = Exploring(able if markers_left(state) > 0 else [])


def explore(step: Step[State], move: Explore) -> None:
    """Turn a marker: gain its good. A food raises famine, wine does not."""
    state, due, realm = step.state, step.owed(Exploring), step.state.realm(step.seat)
    due.left.remove(step.seat)
    if not move.turn:
        return
    each = len(state.realms)
    options = tuple(
        Option[Good](good, GOOD[good], icon=ICON[good], copies=max(0, each - state.markers.get(good, 0)))
        for good in MARKERS
    )
    good = step.chance(Pick[Good](key="marker", prompt=say("What does the marker show?"), options=options), step.seat)
    state.markers[good] = state.markers.get(good, 0) + 1
    gain_goods(state, realm, good, 1)
    step.tell(say("{who} explores: {good}.", who=SeatName(step.seat), good=GOOD[good]))
    if good in FOODS:
        state.famine += 1
        step.tell(say("New food: famine rises to {n}.", n=state.famine))
    if markers_left(state) <= 0:
        due.left.clear()
