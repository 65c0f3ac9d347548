"""The end of the game. Section 9.1."""

from __future__ import annotations

from companion.core.boxes import Learned
from companion.core.step import Step
from companion.core.wording import N_, Message, say
from companion.games.olympos import queries_agenda
from companion.games.olympos.moves import Close
from companion.games.olympos.queries_facts import unknown_times, unknown_wonders
from companion.games.olympos.rules_facts import NOT_PRINTED, write
from companion.games.olympos.state import State


def close(step: Step[State], move: Close) -> None:
    """All are done: the last facts, and everything face down is turned over. Section 9.1."""
    state = step.state
    if state.agenda or queries_agenda.last(state) is not None:
        step.not_now()
    positions = unknown_times(state)
    if len(move.points) != len(positions) or unknown_wonders(state):
        step.refuse("not-printed", NOT_PRINTED)
    for position, points in zip(positions, move.points, strict=True):
        write(step, Learned("time", str(position), "points", points), keep=move.keep)
    state.over = True
    for side in state.sides:
        step.reveal(side.prestige)
        for card in side.hand:
            step.reveal(card.face)
    step.tell(ended())


def ended() -> Message:
    return say("The game is over: prestige tokens and cards are turned over.", short=N_("The game is over"))
