"""Whose turn it is: the same person, or the same people in the same order, on every screen."""

from __future__ import annotations

from companion.core.step import TABLE
from companion.core.wording import N_, Message, SeatName, say
from companion.service.screens.moment import Moment
from companion.service.screens.views import Turn


def turn_of(moment: Moment) -> Turn | None:
    """Whose turn it is, as everybody may know it; None where no game is on."""
    if moment.phase != "playing":
        return None
    return moment.keep("turn", lambda: _turn(moment))


def own_turn(moment: Moment, seat: int) -> Turn | None:
    """The same for the page of ``seat``, which is spoken to: the words are as public as those of ``turn_of``."""
    turn = turn_of(moment)
    if turn is None or turn.seats != (seat,):
        return turn
    headline = say("Your turn, {who}", N_("Your turn, {who}"), who=SeatName(seat))
    return Turn(turn.seats, headline, turn.reason, turn.then)


def _turn(moment: Moment) -> Turn:
    awaited = moment.awaited
    # Whoever enters what the cardboard showed is waited for like whoever has to move.
    seats = tuple(dict.fromkeys((*awaited.must, *(move.by for move in moment.pending))))
    why = awaited.why
    if len(seats) == 1 and seats != (TABLE,):
        headline = say("{who}'s turn", N_("{who}'s turn"), who=SeatName(seats[0]))
        return Turn(seats, headline, why, awaited.then if awaited.then not in seats else 0)
    if isinstance(why, Message):
        return Turn(seats, why)
    if seats == (TABLE,):
        return Turn(seats, say("The table answers", N_("The table answers")))
    return Turn(seats, say("Everybody chooses", N_("Everybody chooses")))
