"""Turns and titans of The Ancient World as a ``Game``: whom the play waits for, and which function makes a move."""

from __future__ import annotations

from collections.abc import Sequence
from typing import assert_never

from companion.core.game import Awaited, Game, Rules
from companion.core.inventory import Tracked
from companion.core.questions import Asking
from companion.core.scoring import ScoreSheet, SideScore
from companion.core.secrecy import Viewer
from companion.core.setup import Meta, Setup
from companion.core.step import TABLE, Step
from companion.core.widgets import AnyWidget, Figure
from companion.core.wording import named, say
from companion.games.titans import attack, rounds, showing
from companion.games.titans import state as states
from companion.games.titans.state import Beginning, Confronting, Meeting, Player, State, Turn


def confront(step: Step[State], move: states.Confront) -> None:
    """Appease or roll; after the last one the round ends."""
    attack.confront(step, move)
    if not step.state.asked:
        rounds.end_round(step)


RULES: Rules[State] = {
    states.Begin: rounds.begin,
    states.Meet: rounds.meet,
    states.Done: rounds.done,
    states.Pass: rounds.pass_round,
    states.Attack: rounds.attack_titan,
    states.Confront: confront,
    states.SetTurn: rounds.set_turn,
    states.Finish: rounds.finish,
}


class Titans(Game[State, states.Move]):
    """Turns, titans and reminders for a table that enters no cards. All information is open."""

    meta = Meta(
        key="titans",
        title=say("The Ancient World: turns and titans"),
        seats=(2, 4),
        longest=200,
        summary=say("Whose turn it is, titans and what is done each round. No card is entered."),
        icon="tower",
        helps="ancient-world",
    )
    state_type = State
    move_type = states.Move
    rules = RULES

    def new(self, setup: Setup) -> State:
        return State([Player(seat) for seat in setup.numbers], [Beginning()])

    def waits_for(self, state: State) -> Awaited:
        """The seat on turn, those that answer all at once, or the table."""
        match state.agenda[-1]:
            case Turn(seat=seat):
                then = rounds.following(state, seat)
                why = say("Round {n}", n=state.round)
                return Awaited((seat,), (TABLE,), why, then=then if then != seat else 0)
            case Meeting():
                return Awaited(state.asked, why=say("New titans"))
            case Confronting():
                return Awaited(state.asked, why=say("Appease it or roll?"))
            case Beginning():
                return Awaited((TABLE,), why=say("Who begins round {n}?", n=state.round + 1))
            case due:
                assert_never(due)

    def questions(self, state: State, seat: int) -> Asking[states.Move]:
        match state.agenda[-1]:
            case Turn():
                return rounds.ask_table(state) if seat == TABLE else rounds.ask_turn(state, seat)
            case Meeting():
                return rounds.ask_meet()
            case Confronting():
                return attack.ask_confront(state.player(seat))
            case Beginning():
                return rounds.ask_begin(state)
            case due:
                assert_never(due)

    def proceed(self, step: Step[State]) -> None:
        showing.remind(step)

    def public_widgets(self, state: State) -> Sequence[AnyWidget]:
        return showing.show(state)

    def strip(self, state: State, seat: int) -> Sequence[Figure]:
        return showing.strip(state, seat)

    def score(self, state: State, viewer: Viewer) -> ScoreSheet:
        """Nobody's points: these are counted on the sheet of The Ancient World."""
        del viewer
        sides = tuple(SideScore(str(seat), (seat,), named(seat), ()) for seat in state.seats)
        return ScoreSheet(sides, final=not state.agenda, counted=False, to_count=not state.agenda)

    def inventory(self, state: State) -> Sequence[Tracked]:
        return list(showing.inventory(state))
