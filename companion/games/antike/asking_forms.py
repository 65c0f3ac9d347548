"""The forms of a turn: where to, what is done there, the cities founded. After a manoeuvre begins another form."""

from __future__ import annotations

from typing import TypeVar

from companion.core.forms import together
from companion.core.questions import Asking
from companion.core.wording import N_, Message, say
from companion.games.antike.agenda import Acting
from companion.games.antike.queries import seas_matter
from companion.games.antike.state import Nation, State
from companion.games.antike.words import SPACE_NAMES

M = TypeVar("M")

END = say("End the turn")
COUNT_SEAS = say("Go on and count the seas", short=N_("Count the seas"))


def end_words(state: State, nation: Nation, armed: int = 0) -> Message:
    """What is on the button where no answer has words of its own. Seas nobody has counted yet are asked alone, so the
    turn does not end before; with ``armed`` more galleys they may be.
    """
    if nation.seas:
        return END
    if seas_matter(state, nation):
        return COUNT_SEAS
    return say("Go on") if seas_matter(state, nation, armed) else END


def as_turn(state: State, nation: Nation, asking: Asking[M], armed: int = 0) -> Asking[M]:
    """Questions of a turn from the rondel on; ``armed`` galleys may come to the board with them. While a space is
    carried out the heading names it: its questions alone do not say what they are about.
    """
    due = state.agenda[-1]
    if isinstance(due, Acting):
        space = SPACE_NAMES[state.switches.profile][due.space]
        heading = say("{who}: {space}", short=N_("{who}: turn"), who=nation.name, space=space)
    else:
        heading = say("{who}: the turn", short=N_("{who}: turn"), who=nation.name)
    return together(f"turn-{nation.key}", heading, asking, act=end_words(state, nation, armed))


def as_rest(state: State, nation: Nation, asking: Asking[M], armed: int = 0) -> Asking[M]:
    """Questions of a turn from its space on. A manoeuvre takes its time, and others may demand battles before it is
    over: so it does not go on with the form in which it was chosen.
    """
    if not nation.space.startswith("maneuver"):
        return as_turn(state, nation, asking, armed)
    space = SPACE_NAMES[state.switches.profile]["maneuver-a"]
    heading = say("{who}: {space}", who=nation.name, space=space)
    return together(f"maneuver-{nation.key}", heading, asking, act=end_words(state, nation), layout="rows")
