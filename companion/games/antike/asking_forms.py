"""The forms of a turn: where to, what is done there, the cities founded. After a manoeuvre begins another form."""

from __future__ import annotations

from typing import TypeVar

from companion.core.forms import together
from companion.core.questions import Asking
from companion.core.wording import N_, say
from companion.games.antike.state import Nation, State
from companion.games.antike.words import SPACE_NAMES

M = TypeVar("M")

END = say("End the turn")


def as_turn(nation: Nation, asking: Asking[M]) -> Asking[M]:
    """Questions of a turn from the rondel on."""
    heading = say("{who}: the turn", short=N_("{who}: turn"), who=nation.name)
    return together(f"turn-{nation.key}", heading, asking, act=END)


def as_rest(state: State, nation: Nation, asking: Asking[M]) -> Asking[M]:
    """Questions of a turn from its space on. A manoeuvre takes its time, and others may demand battles before it is
    over: so it does not go on with the form in which it was chosen.
    """
    if not nation.space.startswith("maneuver"):
        return as_turn(nation, asking)
    space = SPACE_NAMES[state.switches.profile]["maneuver-a"]
    heading = say("{who}: {space}", who=nation.name, space=space)
    return together(f"maneuver-{nation.key}", heading, asking, act=END, layout="rows")
