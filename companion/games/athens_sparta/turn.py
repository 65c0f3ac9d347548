"""Player Turns, and the end of a Game Turn, of an Olympiad and of the war. Sections 4 and 16."""

from __future__ import annotations

from companion.core.step import TABLE, Step
from companion.core.wording import N_, say
from companion.games.athens_sparta import box, cards, cities, scoring
from companion.games.athens_sparta.pieces import instruct_olympiad, note_turn_over
from companion.games.athens_sparta.queries import holder
from companion.games.athens_sparta.seats import seat_of
from companion.games.athens_sparta.state import (
    Attrition,
    ChoosingBattle,
    Dealing,
    Ended,
    Moving,
    NeutralJoining,
    PlanningReplacements,
    PlayerTurn,
    State,
    TurnEnd,
)
from companion.games.athens_sparta.tables import GOAL_POINTS, LAST_OLYMPIAD, SIDE_NAMES, SIDES, Side, other


def begin_olympiad(step: Step[State]) -> None:
    """Begin an Olympiad: move the marker, allow revolts again and deal new hands."""
    state = step.state
    before, state.olympiad = state.olympiad, min(LAST_OLYMPIAD, state.olympiad + 1)
    state.turn = 0
    state.helot = False
    for one in state.cities.values():
        one.revolts.clear()
    instruct_olympiad(step, before, state.olympiad)
    step.tell(say("Olympiad {n} begins.", n=state.olympiad), TABLE)
    state.agenda.append(Dealing(list(SIDES)))
    cards.instruct_new_hands(step)


def begin_player_turn(step: Step[State]) -> None:
    """Put event, moves, combat and attrition on the agenda (section 4)."""
    state = step.state
    due = step.owed(PlayerTurn)
    state.agenda.pop()
    state.points = box.card_points(state.played[due.side])
    state.agenda += [Attrition(due.side, []), ChoosingBattle(due.side), Moving(due.side)]
    if any(event.side == due.side and box.effect_of(event.card) == "join" for event in state.events):
        state.agenda.append(NeutralJoining(due.side))


def end_game_turn(step: Step[State]) -> None:
    """Check sudden death; after the last card also end the Olympiad (section 16)."""
    state = step.state
    step.owed(TurnEnd)
    state.agenda.pop()
    note_turn_over(step)
    for side in SIDES:
        if side in state.cities and holder(state, side) == other(side):
            end_war(step, "sudden", other(side))
            return
    if state.turn < cards.turns_in_olympiad(state):
        cards.begin_game_turn(step)
        return
    step.tell(say("Olympiad {n} is over.", n=state.olympiad), TABLE)
    for side in SIDES:
        if scoring.victory_points(state, side) >= GOAL_POINTS:
            end_war(step, "points", side)
            return
    if state.olympiad >= LAST_OLYMPIAD:
        end_war(step, "last", "athens")
        return
    state.answered.clear()
    state.agenda.append(PlanningReplacements())


def end_war(step: Step[State], how: str, winner: Side) -> None:
    """End the war."""
    step.state.ended = Ended(how, winner)  # type: ignore[arg-type]
    cities.keep_looked_up(step)
    step.tell(
        say("{side} wins the war.", short=N_("{side} wins"), side=SIDE_NAMES[winner]), seat_of(step.state, winner)
    )
