"""Whom the play waits for, and why."""

from __future__ import annotations

from companion.core.game import Awaited
from companion.core.step import TABLE
from companion.core.wording import say
from tests.core.torture.agenda import Hits, Planning, SettingUp, Turn, Valuing, Voting
from tests.core.torture.state import State, called
from tests.core.torture.tables import FACES


def waits_for(state: State) -> Awaited:
    """The seats that must or may speak, and why, in a play that is not over."""
    match state.agenda:
        case [*_, SettingUp()]:
            return Awaited((TABLE,), why=say("Set the table up."))
        case [*_, Valuing(face=face)]:
            return Awaited((TABLE,), why=say("Look up what {card} is worth.", card=FACES[face]))
        case [*_, Planning()]:
            planning = tuple(seat for seat in state.seats if seat not in state.ready)
            return Awaited(planning, tuple(state.ready), say("All plan in secret."), secret=True)
        case [*_, Voting()]:
            voting = tuple(seat for seat in state.seats if seat not in state.votes)
            return Awaited(voting, why=say("The senate votes in secret."), secret=True)
        case [*_, Turn(side=key) | Hits(side=key)]:
            side = state.side(key)
            return Awaited((side.seat,), why=say("{who} is to act.", who=called(side)))
    raise AssertionError("every kind of due is above")
