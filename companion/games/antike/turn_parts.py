"""What the parts of a turn share."""

from __future__ import annotations

from typing import TypeVar

from companion.core.forms import together
from companion.core.questions import Asking
from companion.core.step import Step
from companion.core.wording import N_, Message, say
from companion.games.antike import tables
from companion.games.antike.state import Acting, Founding, Nation, OfNation, State, Turn
from companion.games.antike.words import SPACE_NAMES

# -- whose turn it is ------------------------------------------------------------------------------------------------


def nation_on_turn(state: State) -> Nation | None:
    """The nation whose turn it is."""
    top = state.agenda[-1] if state.agenda else None
    return state.nation(top.nation) if isinstance(top, OfNation) else None


def on_turn(step: Step[State], *kinds: type[Turn | Acting | Founding]) -> Nation:
    """The nation on turn, if one of these parts of its turn is on top of the agenda and this seat plays it."""
    nation = step.state.nation(step.owed(*kinds).nation)
    if nation.seat != step.seat:
        step.not_now()
    return nation


def acting(step: Step[State], space: str) -> Nation:
    """The nation that carries out this space; it has now done something there."""
    nation, due = on_turn(step, Acting), step.owed(Acting)
    if due.space != space:
        step.not_now()
    step.state.agenda[-1] = Acting(due.nation, due.space, done=True, conquered=due.conquered)
    return nation


# -- forms -----------------------------------------------------------------------------------------------------------


def seas_matter(state: State, nation: Nation, armed: int = 0) -> bool:
    """Whether a navigator may be won, with ``armed`` more galleys: enough for the next step, and a card left.
    Section 12.
    """
    enough = tables.STEPS["navigator"] * (nation.rewarded["navigator"] + 1)
    return bool(state.stacks["navigator"]) and nation.galleys + armed >= enough


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
