"""Whom the play waits for, and why. Section 4."""

from __future__ import annotations

from companion.core.game import Awaited
from companion.core.step import TABLE
from companion.core.wording import N_, Message, say
from companion.games.antike.agenda import (
    Acting,
    CoinDue,
    Extra,
    Founding,
    GoingOn,
    Keeping,
    Naming,
    Seas,
    SettingUp,
    Turn,
)
from companion.games.antike.queries_war import demanding
from companion.games.antike.state import Nation, State

WHY: dict[type, Message] = {
    Naming: say("{who} names its start cities.", short=N_("{who}: start")),
    Keeping: say("{who} keeps one start city.", short=N_("{who}: start")),
    CoinDue: say("{who} takes a good: no coin is left.", short=N_("{who}: no coin")),
    Turn: say("{who} moves on the rondel.", short=N_("{who}: rondel")),
    Acting: say("{who} acts.", short=N_("{who} acts")),
    Founding: say("{who} may found cities.", short=N_("{who}: found")),
    Seas: say("{who} counts its seas.", short=N_("{who}: seas")),
    Extra: say("{who} chooses a personality.", short=N_("{who}: card")),
}


def nation_on_turn(state: State) -> Nation | None:
    """The nation whose turn it is."""
    top = state.agenda[-1] if state.agenda else None
    key = getattr(top, "nation", None)
    return state.nation(key) if isinstance(key, str) and state.nations else None


def waits_for(state: State) -> Awaited:
    """The seats that must or may speak, and why, in a play that is not over."""
    due = state.agenda[-1]
    if isinstance(due, SettingUp):
        return Awaited((TABLE,), why=say("Set the table up.", short=N_("Set the table up")))
    if isinstance(due, GoingOn):
        return Awaited((TABLE,), why=say("Does the table play on?", short=N_("Play on?")))
    nation = state.nation(due.nation)
    why = WHY[type(due)]
    also = tuple(seat for seat in state.seats if demanding(state, seat)) if isinstance(due, Acting) else ()
    return Awaited((nation.seat,), also, Message(why.text, {"who": nation.name}, why.short))
