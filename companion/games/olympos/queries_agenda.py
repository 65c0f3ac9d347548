"""Whom the play waits for, and why. Sections 3, 6 and 7."""

from __future__ import annotations

from companion.core.game import Awaited
from companion.core.step import TABLE
from companion.core.wording import N_, SeatName, say
from companion.games.olympos import queries, tables
from companion.games.olympos.agenda import Facts, SettingUp, Window
from companion.games.olympos.state import State


def _turn(state: State) -> Awaited:
    """Section 3; the table when all are done."""
    side = queries.last(state)
    also = queries.may_play(state)
    if side is None:
        return Awaited((TABLE,), also, why=say("All are done: count the points.", short=N_("Count the points")))
    if state.actor == side.seat:
        text = say("{seat} is still last: go again.", N_("Still last: {seat}"), seat=SeatName(side.seat))
        return Awaited((side.seat,), why=text)
    text = say("{seat} is last on the Time Track.", N_("{seat} is last"), seat=SeatName(side.seat))
    return Awaited((side.seat,), also, why=text)


def waits_for(state: State) -> Awaited:
    """The seats that must or may speak, and why, in a play that is not over."""
    if not state.agenda:
        return _turn(state)
    match state.agenda[-1]:
        case SettingUp():
            return Awaited((TABLE,), why=say("Set the table up.", short=N_("Set-up")))
        case Facts():
            return Awaited((TABLE,), why=say("Look up what is printed.", short=N_("Look it up")))
        case Window(god=god, seats=seats):
            left = tuple(seat for seat in seats if seat not in state.votes)
            why = say("{god}: all answer in secret.", N_("{god}: in secret"), god=tables.GODS[god].label)
            return Awaited(left, why=why, secret=True)
        case due:
            why = say("{seat} is to choose.", N_("{seat} chooses"), seat=SeatName(due.seat))
            return Awaited((due.seat,), why=why)
