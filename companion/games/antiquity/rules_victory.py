"""Phase 10: winners and ties; the last one left. Section 9."""

from __future__ import annotations

from companion.core.step import TABLE, Step
from companion.core.wording import Message, SeatName, say, say_n
from companion.games.antiquity.agenda import CountingHexes, JudgingGiorgio, Over
from companion.games.antiquity.moves import CountHexes, JudgeGiorgio
from companion.games.antiquity.queries_saints import giorgio_decides, satisfied, tie_winners
from companion.games.antiquity.reasons_in_turn import acting_reason
from companion.games.antiquity.state import State
from companion.games.antiquity.words import SAINT


def begin_judging_giorgio(step: Step[State]) -> None:
    """Ask the table about San Giorgio's condition where it decides."""
    state = step.state
    state.conquered = []
    state.due = JudgingGiorgio([seat for seat in state.alive if giorgio_decides(state.realm(seat))])


def judge_giorgio(step: Step[State], move: JudgeGiorgio) -> None:
    """Note whether a seat reaches every hex that another one reaches."""
    due = step.owed(JudgingGiorgio)
    if due.left[0] != move.seat:
        step.not_now()
    due.left.remove(move.seat)
    if move.met:
        step.state.conquered.append(move.seat)
        step.tell(say("{who} reaches all that another player reaches.", who=SeatName(move.seat)))


def begin_counting_hexes(step: Step[State]) -> None:
    """Find the winners; several count their hexes."""
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
    state.due = CountingHexes([] if alone else list(state.winners))


def count_hexes(step: Step[State], move: CountHexes) -> None:
    """Take the clean free hexes of a seat."""
    due = step.owed(CountingHexes)
    step.require(acting_reason(step.state, step.seat), "not-now")
    due.left.remove(step.seat)
    step.state.hexes[step.seat] = move.hexes
    step.tell(say("{who} counts {hexes}.", who=SeatName(step.seat), hexes=_clean_hexes(move.hexes)))


def settle_tie(step: Step[State]) -> None:
    """Most hexes win; equal numbers share the victory. Section 9."""
    state = step.state
    state.winners = tie_winners(state)
    for seat in state.winners:
        step.tell(say("{who} wins with {hexes}.", who=SeatName(seat), hexes=_clean_hexes(state.hexes[seat])))


def _clean_hexes(n: int) -> Message:
    return say_n("{n} clean free hex", "{n} clean free hexes", n)


def end(step: Step[State]) -> None:
    """End the play."""
    step.state.due = Over()
    step.tell(say("The play is over."), TABLE)


def last_left(step: Step[State]) -> bool:
    """End the play if at most one seat is left: it wins, or those who went out together share the victory."""
    state = step.state
    if len(state.alive) > 1:
        return False
    state.survived = True
    state.winners = list(state.alive) or list(state.fallen)
    for seat in state.winners:
        step.tell(say("{who} is the last one left and wins.", who=SeatName(seat)))
    end(step)
    return True
