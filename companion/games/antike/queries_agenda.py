"""Whom the play waits for, and why. Section 4."""

from __future__ import annotations

from companion.core.game import Awaited
from companion.core.step import TABLE
from companion.core.wording import N_, Arg, Message, say
from companion.games.antike import agenda
from companion.games.antike.queries_war import demanding
from companion.games.antike.state import Nation, State
from companion.games.antike.words import SPACE_NAMES

WHY: dict[type, Message] = {
    agenda.SettingUp: say("Set the table up.", short=N_("Set the table up")),
    agenda.Naming: say("{who}: name the start cities.", short=N_("{who}: start")),
    agenda.Keeping: say("{who}: keep one start city.", short=N_("{who}: start")),
    agenda.CoinDue: say("{who}: the bank has no coins, take a good.", short=N_("{who}: no coin")),
    agenda.Turn: say("{who}: move on the rondel.", short=N_("{who}: rondel")),
    agenda.Acting: say("{who}: {space}", short=N_("{who}: action")),
    agenda.Founding: say("{who}: found cities?", short=N_("{who}: found")),
    agenda.Seas: say("{who}: count the seas.", short=N_("{who}: seas")),
    agenda.Extra: say("{who}: choose a personality.", short=N_("{who}: card")),
    agenda.GoingOn: say("Does the table play on?", short=N_("Play on?")),
}


def nation_on_turn(state: State) -> Nation | None:
    """The nation whose turn it is."""
    top = state.agenda[-1] if state.agenda else None
    return state.nation(top.nation) if isinstance(top, agenda.OfNation) else None


def waits_for(state: State) -> Awaited:
    """The seats that must or may speak, and why, in a play that is not over."""
    due = state.agenda[-1]
    why = WHY[type(due)]
    if not isinstance(due, agenda.OfNation):
        return Awaited((TABLE,), why=why)
    nation = state.nation(due.nation)
    also = tuple(seat for seat in state.seats if demanding(state, seat)) if isinstance(due, agenda.Acting) else ()
    words: dict[str, Arg] = {"who": nation.name}
    if isinstance(due, agenda.Acting):
        words["space"] = SPACE_NAMES[state.switches.profile][due.space]
    return Awaited((nation.seat,), also, Message(why.text, words, why.short))
