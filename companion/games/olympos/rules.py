"""Which rule puts which move into effect, and what goes on by itself until somebody must decide. Section 6."""

from __future__ import annotations

from companion.core.game import Rules
from companion.core.step import Step
from companion.games.olympos import cards, developing, facts, gods, printed, setting_up, turn
from companion.games.olympos.expanding import expand
from companion.games.olympos.moves import (
    AddZeus,
    Build,
    Close,
    CrossOut,
    Discover,
    Expand,
    Fill,
    KeepCard,
    LookUp,
    Lose,
    Pass,
    PlayCard,
    Record,
    SetUp,
    TakeCube,
)
from companion.games.olympos.state import Arrival, Draw, Due, Facts, Moved, State

RULES: Rules[State] = {
    SetUp: setting_up.set_up,
    CrossOut: setting_up.cross,
    Fill: facts.fill,
    LookUp: facts.look_up,
    Close: facts.close,
    KeepCard: cards.keep_card,
    PlayCard: cards.play_card,
    AddZeus: gods.add_zeus,
    TakeCube: gods.take_cube,
    Lose: gods.lose,
    Expand: expand,
    Discover: developing.discover,
    Record: developing.record,
    Build: developing.build,
    Pass: turn.pass_for_good,
}


def proceed(step: Step[State]) -> None:
    """Work off what asks nobody, until somebody must decide."""
    state = step.state
    while True:
        match state.agenda:
            case [*_, Draw() as due]:
                if not cards.draw(step, due):
                    return
            case [*_, Arrival(seat=seat, space=space)]:
                state.agenda.pop()
                gods.arrive(step, seat, space)
            case [] if state.moved:
                look_at_zeus_spaces(state, state.moved)
            case _:
                return


def look_at_zeus_spaces(state: State, moved: Moved) -> None:
    """Section 6: each player draws at every Zeus space reached or passed. Section 12 for two in one turn."""
    track = printed.track(state.box)
    if track is None:
        state.agenda.append(Facts("track", "track"))
        return
    state.moved = None
    to = state.side(moved.seat).position
    reached = [n for n, space in enumerate(track.zeus, 1) if moved.start < space <= to]
    todo: list[Due] = [due for n in reached for due in (Draw(moved.seat), Arrival(moved.seat, n))]
    if state.options.two_zeus == "draws-first":
        todo.sort(key=lambda due: isinstance(due, Arrival))
    state.agenda.extend(reversed(todo))
