"""Whose turn is it? as a ``Game``: whom the play waits for, which question is asked, which function makes a move."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, assert_never, cast

from companion.core.game import Awaited, Game, Rules
from companion.core.inventory import Tracked
from companion.core.questions import Asking
from companion.core.scoring import ScoreSheet, SideScore
from companion.core.secrecy import Viewer
from companion.core.setup import MOST_SEATS, ChanceKind, GameOption, Meta, Setup
from companion.core.step import TABLE
from companion.core.widgets import AnyWidget, Figure
from companion.core.wording import named, say
from companion.games.whose_turn import moves, rounds, showing, table_moves, turns
from companion.games.whose_turn.state import (
    MOST_ROUNDS,
    Arranging,
    Beginning,
    Finishing,
    Numbers,
    State,
    Together,
    Turn,
)

OPTIONS = (
    GameOption(
        "round",
        say("A round ends"),
        "lap",
        (
            ("lap", say("when everybody has had a turn")),
            ("pass", say("when everybody has passed")),
            ("all", say("when all are done: everybody plays at once")),
        ),
    ),
    GameOption("order", say("The next round's order"), "same", tuple(rounds.NEXT_ORDERS.items())),
)


def waits_for(state: State) -> Awaited:
    """The seat on turn, or those asked for the order of the next round. The table may make changes meanwhile."""
    due, why = state.agenda[-1], rounds.due_words(state)
    match due:
        case Turn(seat=seat):
            follower = next(iter(rounds.turns_ahead(state)[1:]), 0)
            return Awaited((seat,), (TABLE,), why, then=follower if follower != seat else 0)
        case Together():
            return Awaited(tuple(seat for seat in state.seats if seat in state.playing), (TABLE,), why)
        case Numbers():
            return Awaited(
                tuple(seat for seat in state.seats if seat in state.order and seat not in state.numbers), why=why
            )
        case Beginning() | Arranging() | Finishing():
            return Awaited((TABLE,), why=why)
    assert_never(due)


def ask(state: State, seat: int) -> Asking[moves.Move]:
    """The questions of a seat that the play waits for."""
    match state.agenda[-1]:
        case Turn():
            return table_moves.ask_table(state) if seat == TABLE else turns.ask_turn(state)
        case Together():
            return table_moves.ask_together(state) if seat == TABLE else turns.ask_done(state, seat)
        case Numbers():
            return rounds.ask_number(state)
        case Beginning():
            return table_moves.ask_begin(state)
        case Arranging():
            return rounds.ask_order(state)
        case Finishing():
            return table_moves.ask_finish(state)


RULES: Rules[State] = {
    moves.Begin: table_moves.begin,
    moves.Done: turns.done,
    moves.Pass: turns.pass_round,
    moves.Leave: table_moves.leave,
    moves.GiveNumber: rounds.give_number,
    moves.Arrange: rounds.arrange,
    moves.SetTurn: table_moves.set_turn,
    moves.SetNextOrder: table_moves.set_next_order,
    moves.Finish: table_moves.finish,
}


class WhoseTurn(Game[State, moves.Move]):
    """Turn order, done, pass and out for any game; nothing else of the game is known. All information is open."""

    meta = Meta(
        key="whose-turn",
        title=say("Whose turn is it?"),
        seats=(2, MOST_SEATS),
        options=OPTIONS,
        chance=(ChanceKind(table_moves.BEGINS, say("Who begins")),),
        longest=2 * MOST_ROUNDS * MOST_SEATS + 10,
        summary=say("For any game: whose turn it is, who has passed, and a clock if you like."),
        icon="hourglass",
    )
    state_type = State
    move_type = moves.Move
    rules = RULES
    has_pieces = False

    def new(self, setup: Setup) -> State:
        seats, chosen = list(setup.numbers), setup.options
        ends = cast("Any", chosen["round"])
        first = Together() if ends == "all" else Beginning()
        return State(seats, list(seats), ends, cast("Any", chosen["order"]), [first])

    def waits_for(self, state: State) -> Awaited:
        return waits_for(state)

    def questions(self, state: State, seat: int) -> Asking[moves.Move]:
        return ask(state, seat)

    def public_widgets(self, state: State) -> Sequence[AnyWidget]:
        return showing.show(state)

    def strip(self, state: State, seat: int) -> Sequence[Figure]:
        return showing.strip(state, seat)

    def score(self, state: State, viewer: Viewer) -> ScoreSheet:
        """A score without points: only the winner, if the table has entered one."""
        del viewer
        sides = tuple(
            SideScore(
                str(seat), (seat,), named(seat), (), won=say("as the table says") if seat == state.winner else None
            )
            for seat in state.seats
        )
        return ScoreSheet(sides, final=not state.agenda, counted=False, to_count=state.count)

    def inventory(self, state: State) -> Sequence[Tracked]:
        return [Tracked("round", say("Round"), (state, "round"), low=1, high=MOST_ROUNDS, icon="hourglass")]
