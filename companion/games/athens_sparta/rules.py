"""What goes on by itself from move to move, the end of turns and of the war. Sections 4 and 16."""

from __future__ import annotations

from collections.abc import Callable

from companion.core.boxes import Fact
from companion.core.step import Step
from companion.core.wording import N_, say
from companion.games.athens_sparta.agenda import (
    Arranging,
    Clashing,
    Dealing,
    Due,
    PlayerTurn,
    Replacing,
    TurnEnd,
    Wearing,
)
from companion.games.athens_sparta.moves import Arrange
from companion.games.athens_sparta.owing import owed
from companion.games.athens_sparta.queries import (
    ARENA,
    holder,
    victory_points,
)
from companion.games.athens_sparta.rules_attrition import wear
from companion.games.athens_sparta.rules_battle import clash
from companion.games.athens_sparta.rules_cards import begin_choice, deal, hand_size
from companion.games.athens_sparta.rules_movement import begin_battle, begin_player_turn
from companion.games.athens_sparta.state import City, Ended, State
from companion.games.athens_sparta.tables import GOAL, LAST_OLYMPIAD, SIDE_NAMES, SIDES, Holder, Side, other


def proceed(step: Step[State]) -> None:
    """Work off what goes on by itself, until somebody must decide or the play is over."""
    while step.state.ended is None and (rule := _automatic(step.state)):
        rule(step)


def _automatic(state: State) -> Callable[[Step[State]], None] | None:
    if not state.agenda:
        return _next_olympiad
    return AUTOMATIC.get(type(state.agenda[-1]))


# -- ends --------------------------------------------------------------------------------------------------------------


def end_turn(step: Step[State]) -> None:
    """Sudden death at the end of every Game Turn; the Olympiad ends with the last card (section 16)."""
    state = step.state
    owed(step, TurnEnd)
    state.agenda.pop()
    for side in SIDES:
        if side in state.cities and holder(state, side) == other(side):
            end_war(step, "sudden", other(side))
            return
    if state.turn < turns(state):
        begin_choice(step)
        return
    step.tell(say("Olympiad {n} is over.", n=state.olympiad))
    for side in SIDES:
        if victory_points(state, side) >= GOAL:
            end_war(step, "points", side)
            return
    if state.olympiad >= LAST_OLYMPIAD:
        end_war(step, "last", "athens")
        return
    state.answered.clear()
    state.agenda.append(Replacing())


def turns(state: State) -> int:
    """Game Turns of this Olympiad: five while two cards lie in Sicily, else as many as a hand has cards."""
    kept = hand_size(state) - (state.options["deal"] == 7)
    return kept - 1 if state.laid_in == state.olympiad else kept


def end_war(step: Step[State], how: str, winner: Side) -> None:
    step.state.ended = Ended(how, winner)  # type: ignore[arg-type]
    step.tell(say("{side} wins the war.", short=N_("{side} wins"), side=SIDE_NAMES[winner]))


def _next_olympiad(step: Step[State]) -> None:
    """Marker on, revolts are possible again, all cards are dealt anew."""
    state = step.state
    state.olympiad = min(LAST_OLYMPIAD, state.olympiad + 1)
    state.turn = 0
    state.helot = False
    for one in state.cities.values():
        one.revolts.clear()
    step.tell(say("Olympiad {n} begins.", n=state.olympiad))
    state.agenda.append(Dealing(list(SIDES)))


# -- a single battle ---------------------------------------------------------------------------------------------------


def arrange(step: Step[State], move: Arrange) -> None:
    """A battle by itself: in the open, or at a city of the defender's."""
    state = step.state
    owed(step, Arranging)
    state.agenda.pop()
    in_city = move.ground != "open"
    if in_city:
        points = 1 if move.ground == "major" else 0
        walls = "yes" if move.walled else "no"
        facts: dict[str, Fact] = {"points": points, "walled": walls, "port": "yes", "island": "no", "colour": "blue"}
        state.box.setdefault("city", {})[ARENA] = facts
        defender: Holder = other(move.attacker)
        state.cities[ARENA] = City(defender, defender)
    begin_battle(step, ARENA, move.attacker, "field")


AUTOMATIC: dict[type[Due], Callable[[Step[State]], None]] = {
    Dealing: deal,
    PlayerTurn: begin_player_turn,
    Clashing: clash,
    Wearing: wear,
    TurnEnd: end_turn,
}
