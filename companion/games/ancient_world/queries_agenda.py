"""Whom the play waits for, and why."""

from __future__ import annotations

from companion.core.game import Awaited
from companion.core.step import TABLE
from companion.core.wording import Message, SeatName, say
from companion.games.ancient_world.agenda import EnteringFact, Preparing, SeatDue, SettingUp, TableDue
from companion.games.ancient_world.state import State

TABLE_DUES: dict[type[TableDue], Message] = {
    SettingUp: say("Set the table up."),
    Preparing: say("Prepare the next round."),
    EnteringFact: say("Look up what scoring needs."),
}


def waits_for(state: State) -> Awaited:
    """The seat that must speak, and why, in a play that is not over."""
    due = state.agenda[-1]
    if isinstance(due, SeatDue):
        return Awaited((due.seat,), why=say("{who} is to act.", who=SeatName(due.seat)))
    return Awaited((TABLE,), why=TABLE_DUES[type(due)])
