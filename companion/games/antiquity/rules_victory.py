"""Phase 10: winners and ties; the last one left. Section 9."""

from __future__ import annotations

from companion.core.step import Step
from companion.core.wording import SeatName, say
from companion.games.antiquity.agenda import Counting, Judging, Over
from companion.games.antiquity.moves import Hexes, Judge
from companion.games.antiquity.queries_saints import ahead, in_question, satisfied
from companion.games.antiquity.reasons_phases import judge_reason
from companion.games.antiquity.state import State
from companion.games.antiquity.words import SAINT


def begin_judging(step: Step[State]) -> None:
    """San Giorgio's condition is the table's to see."""
    state = step.state
    state.conquered = []
    state.due = Judging([seat for seat in state.alive if in_question(state.realm(seat))])


def judge(step: Step[State], move: Judge) -> None:
    """Every hex of another player's zone is in the own zone, or under an own city or inn."""
    due = step.state.owed(Judging)
    step.require(judge_reason(due, move.seat))
    due.left.remove(move.seat)
    if move.met:
        step.state.conquered.append(move.seat)
        step.tell(say("{who} reaches all that another player reaches.", who=SeatName(move.seat)))


def begin_counting(step: Step[State]) -> None:
    """Whoever alone has a satisfied saint has won; several count their hexes first."""
    state = step.state
    state.winners = [seat for seat in state.alive if satisfied(state.realm(seat), seat in state.conquered)]
    alone = len(state.winners) == 1
    for seat in state.winners:
        if saint := state.realm(seat).saint:
            name, who = SAINT[saint], SeatName(seat)
            if alone:
                step.tell(say("{saint} is satisfied: {who} wins.", saint=name, who=who))
            else:
                step.tell(say("{saint} of {who} is satisfied.", saint=name, who=who))
    state.due = Counting([] if alone else list(state.winners))


def count_hexes(step: Step[State], move: Hexes) -> None:
    """Unpolluted free hexes in the own zone."""
    due = step.state.owed(Counting)
    due.left.remove(step.seat)
    step.state.hexes[step.seat] = move.hexes
    step.tell(say("{who} counts {n} clean free hexes.", who=SeatName(step.seat), n=move.hexes))


def settle_tie(step: Step[State]) -> None:
    """Most hexes win; equal numbers share the victory. Section 9."""
    state = step.state
    state.winners = ahead(state)
    for seat in state.winners:
        step.tell(say("{who} wins with {n} clean free hexes.", who=SeatName(seat), n=state.hexes[seat]))


def end(step: Step[State]) -> None:
    """Nothing more is asked."""
    step.state.due = Over()
    step.tell(say("The play is over."))


def last_left(step: Step[State]) -> bool:
    """Whether going out has ended the play: the last one left wins, or those who fell together share it."""
    state = step.state
    if len(state.alive) > 1:
        return False
    state.survived = True
    state.winners = list(state.alive) or list(state.fallen)
    for seat in state.winners:
        step.tell(say("{who} is the last one left and wins.", who=SeatName(seat)))
    end(step)
    return True
