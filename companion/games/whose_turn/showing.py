"""The order, with who is on turn, who has passed and who is out."""

from __future__ import annotations

from companion.core.widgets import AnyWidget, Column, Figure, Ledger, Row
from companion.core.wording import N_, Wording, named, say, say_n
from companion.games.whose_turn.rounds import coming, turns_ahead
from companion.games.whose_turn.state import State


def show(state: State) -> list[AnyWidget]:
    """The order as a table of one column, whose turn it is first."""
    return [
        Ledger(
            key="order",
            title=say("Order"),
            big=True,
            in_order=True,
            columns=(Column(say("When")),),
            rows=tuple(_row(state, seat) for seat in shown_order(state)),
        )
    ]


def shown_order(state: State) -> list[int]:
    """All seats: by their next turn, then those whose next turn is not known, who passed, who is out."""
    known = coming(state)
    rest = [seat for seat in state.order if seat not in known and seat not in state.passed]
    passed = [seat for seat in state.passed if seat not in known]
    seats = known + rest + passed + state.out
    return seats + [seat for seat in state.seats if seat not in seats]


def _row(state: State, seat: int) -> Row:
    return Row(
        (place_words(state, seat),),
        seat,
        named(seat),
        marked=seat == state.on_turn or seat in state.playing,
        out=seat in state.out,
    )


def place_words(state: State, seat: int) -> Wording:
    """Where a seat is in the order, in one or two words."""
    known = coming(state)
    if seat in state.out:
        return say("out of the game")
    if state.playing:
        return say("now") if seat in state.playing else say("done")
    if not known:
        return say("{n}", n=state.numbers[seat]) if seat in state.numbers else say("waits")
    if seat in state.passed and seat not in known[:1]:
        return say("has passed")
    if seat not in known:
        return say("next round")
    turns = turns_ahead(state).index(seat)
    if turns < 2:
        return say("goes next") if turns else say("now")
    return say_n("in {n} turn", "in {n} turns", turns)


def strip(state: State, seat: int) -> list[Figure]:
    """The round, and where the seat is in the order; of a play that is over only the round."""
    rounds = Figure(say("Round"), state.round, "hourglass")
    if not state.agenda:
        return [rounds]
    return [
        rounds,
        Figure(say("My turn", short=N_("My turn")), place_words(state, seat), "hand"),
    ]
