"""Whom the play waits for, and why."""

from __future__ import annotations

from companion.core.game import Awaited
from companion.core.step import TABLE
from companion.core.wording import SeatName, say
from companion.games.ancient_world.agenda import EnteringFact, Preparing, SettingUp
from companion.games.ancient_world.state import State


def waits_for(state: State) -> Awaited:
    """The seat that must speak, and why, in a play that is not over."""
    match state.agenda[-1]:
        case SettingUp():
            return Awaited((TABLE,), why=say("Set the table up."))
        case Preparing():
            return Awaited((TABLE,), why=say("Prepare the next round."))
        case EnteringFact():
            return Awaited((TABLE,), why=say("Look up what scoring needs."))
        case due:
            return Awaited((due.seat,), why=say("{who} is to act.", who=SeatName(due.seat)))
