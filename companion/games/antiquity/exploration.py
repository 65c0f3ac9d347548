"""Phase 7, exploration. Section 8."""

from __future__ import annotations

from companion.core.options import Option
from companion.core.questions import Asking, Confirm, Pick
from companion.core.step import TABLE, Step
from companion.core.wording import N_, SeatName, say
from companion.games.antiquity.goods import gain_goods
from companion.games.antiquity.moves import Explore, Move
from companion.games.antiquity.pieces import instruct_famine, instruct_marker
from companion.games.antiquity.queries import has_working, zone_words
from companion.games.antiquity.state import Exploring, State
from companion.games.antiquity.tables import FOODS, MARKERS, Good
from companion.games.antiquity.words import GOOD, ICON


def markers_left(state: State) -> int:
    """Exploration markers not turned yet."""
    return len(state.realms) * len(MARKERS) - sum(state.markers.values())


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
        step.tell(say("{who} turns no marker.", who=SeatName(step.seat)))
        return
    each = len(state.realms)
    options = tuple(
        Option[Good](good, GOOD[good], icon=ICON[good], copies=max(0, each - state.markers.get(good, 0)))
        for good in MARKERS
    )
    shown = Pick[Good](
        key="marker",
        prompt=say("What does the marker show?"),
        options=options,
        meaning=say(
            "You get one good of what the marker shows, and the marker leaves the game. Grain, olives and sheep raise "
            "famine by one."
        ),
    )
    good = step.chance(shown, step.seat)
    state.markers[good] = state.markers.get(good, 0) + 1
    gain_goods(state, realm, good, 1)
    instruct_marker(step)
    step.tell(say("{who} explores: {good}.", who=SeatName(step.seat), good=GOOD[good]))
    if good in FOODS:
        state.famine += 1
        instruct_famine(step, state.famine - 1)
        step.tell(say("New food: famine rises to {n}.", n=state.famine), TABLE)
    if markers_left(state) <= 0:
        due.left.clear()


def ask_exploring(state: State, _due: Exploring, seat: int) -> Asking[Move]:
    """Ask whether a marker within reach is turned; which markers are within reach only the map shows."""
    prompt = say("Turn a marker in your zone of control?", short=N_("Turn a marker?"))
    hint = zone_words(state.realm(seat))
    yes, no = say("Turn one"), say("Turn none")
    turned = yield from Confirm(
        key="explore",
        prompt=prompt,
        hint=hint,
        yes=yes,
        no=no,
        default=False,
        meaning=say(
            "An explorer with a man turns one marker a turn and brings you a good of what it shows. Grain, olives and "
            "sheep raise famine by one, wine does not."
        ),
    )
    return Explore(turned)
