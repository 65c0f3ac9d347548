"""Which rule puts which move into effect, and what goes on by itself until somebody must decide. Section 6."""

from __future__ import annotations

from companion.core.game import Rules
from companion.core.step import Step
from companion.games.olympos import (
    box_facts,
    moves,
    rules_cards,
    rules_develop,
    rules_facts,
    rules_gods,
    rules_setup,
    rules_turn,
)
from companion.games.olympos.agenda import Arrival, Draw, Due, Facts
from companion.games.olympos.rules_expand import expand
from companion.games.olympos.state import Moved, State

RULES: Rules[State] = {
    moves.SetUp: rules_setup.set_up,
    moves.CrossOut: rules_setup.cross,
    moves.Fill: rules_facts.fill,
    moves.LookUp: rules_facts.look_up,
    moves.Close: rules_turn.close,
    moves.KeepCard: rules_cards.keep_card,
    moves.PlayCard: rules_cards.play_card,
    moves.AddZeus: rules_gods.add_zeus,
    moves.TakeCube: rules_gods.take_cube,
    moves.Lose: rules_gods.lose,
    moves.Expand: expand,
    moves.Discover: rules_develop.discover,
    moves.Record: rules_develop.record,
    moves.Build: rules_develop.build,
    moves.Pass: rules_turn.pass_for_good,
}


def proceed(step: Step[State]) -> None:
    """Work off what asks nobody, until somebody must decide."""
    state = step.state
    while True:
        match state.agenda:
            case [*_, Draw() as due]:
                if not rules_cards.draw(step, due):
                    return
            case [*_, Arrival(seat=seat, space=space)]:
                state.agenda.pop()
                rules_gods.arrive(step, seat, space)
            case [] if state.moved:
                look_at_zeus_spaces(state, state.moved)
            case _:
                return


def look_at_zeus_spaces(state: State, moved: Moved) -> None:
    """Section 6: each player draws at every Zeus space reached or passed. Section 12 for two in one turn."""
    track = box_facts.track(state.box)
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
