"""Whose turn it is, and the forms on which the questions of a turn stand. Sections 4 and 12."""

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
    """The nation that the play waits for on its own turn; None if it waits for the table."""
    top = state.agenda[-1] if state.agenda else None
    return state.nation(top.nation) if isinstance(top, OfNation) else None


def on_turn(step: Step[State], *kinds: type[Turn | Acting | Founding]) -> Nation:
    """The nation on turn. Refuses the move unless one of these parts of its turn is due and its own seat moves."""
    nation = step.state.nation(step.owed(*kinds).nation)
    if nation.seat != step.seat:
        step.not_now()
    return nation


def acting(step: Step[State], space: str) -> Nation:
    """The nation that carries out ``space``, marked as having done something there. Refuses the move if none does."""
    nation, due = on_turn(step, Acting), step.owed(Acting)
    if due.space != space:
        step.not_now()
    step.state.agenda[-1] = Acting(due.nation, due.space, done=True, conquered=due.conquered)
    return nation


# -- forms -----------------------------------------------------------------------------------------------------------


def seas_matter(state: State, nation: Nation, armed: int = 0) -> bool:
    """Whether the nation could win a navigator with ``armed`` more galleys: there are enough of them, and a card."""
    enough = tables.STEPS["navigator"] * (nation.rewarded["navigator"] + 1)
    return bool(state.stacks["navigator"]) and nation.galleys + armed >= enough


M = TypeVar("M")

END = say("End the turn")
COUNT_SEAS = say("Go on and count the seas", short=N_("Count the seas"))


def end_words(state: State, nation: Nation, armed: int = 0) -> Message:
    """The text of the form's button, for answers that bring no text of their own.

    While a number of seas is asked for, sending the form answers only that and does not end the turn. ``armed`` is how
    many galleys the form may add.
    """
    if nation.seas:
        return END
    if seas_matter(state, nation):
        return COUNT_SEAS
    return say("Go on") if seas_matter(state, nation, armed) else END


def as_turn(state: State, nation: Nation, asking: Asking[M], armed: int = 0) -> Asking[M]:
    """Put the questions of a turn on its form, which may add ``armed`` galleys. While a space is carried out, the
    heading names it, because the questions do not.
    """
    due = state.agenda[-1]
    if isinstance(due, Acting):
        space = SPACE_NAMES[state.switches.profile][due.space]
        heading = say("{who}: {space}", short=N_("{who}: turn"), who=nation.name, space=space)
    else:
        heading = say("{who}: the turn", short=N_("{who}: turn"), who=nation.name)
    return together(f"turn-{nation.key}", heading, asking, act=end_words(state, nation, armed), again=False)


def as_rest(state: State, nation: Nation, asking: Asking[M], armed: int = 0) -> Asking[M]:
    """Put the questions from the action of the space on onto the form of the turn. Those of a manoeuvre get a form of
    their own: players move many pieces meanwhile, and other nations may demand battles before it ends.
    """
    if not nation.space.startswith("maneuver"):
        return as_turn(state, nation, asking, armed)
    space = SPACE_NAMES[state.switches.profile]["maneuver-a"]
    heading = say("{who}: {space}", who=nation.name, space=space)
    return together(f"maneuver-{nation.key}", heading, asking, act=end_words(state, nation), layout="rows")
