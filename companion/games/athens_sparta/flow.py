"""What goes on by itself from move to move, looked-up facts, the end of turns and of the war. Sections 4 and 16."""

from __future__ import annotations

from collections.abc import Callable

from companion.core.boxes import Fact, Learned, put
from companion.core.step import Step
from companion.core.wording import N_, say
from companion.games.athens_sparta.dues import (
    Arranging,
    Clashing,
    Dealing,
    Due,
    Fighting,
    Looking,
    Moving,
    PlayerTurn,
    Replacing,
    TurnEnd,
    Wearing,
)
from companion.games.athens_sparta.ground import (
    ARENA,
    arg_name,
    colour_of,
    holder,
    unknown_facts,
    victory_points,
    worth_unknown,
)
from companion.games.athens_sparta.moves import Arrange, Fix, Look
from companion.games.athens_sparta.owing import owed
from companion.games.athens_sparta.reasons import fix_reason
from companion.games.athens_sparta.rules_battle import clash
from companion.games.athens_sparta.rules_cards import begin_choice, deal, hand_size
from companion.games.athens_sparta.rules_turn import begin_battle, begin_player_turn
from companion.games.athens_sparta.stage import loosen, uncover_syracuse
from companion.games.athens_sparta.state import City, Ended, State
from companion.games.athens_sparta.tables import GOAL, LAST_OLYMPIAD, NOT_NOW, SIDE_NAMES, SIDES, Holder, Side, other
from companion.games.athens_sparta.wear import wear


def proceed(step: Step[State]) -> None:
    """Work off what goes on by itself, until somebody must decide or the play is over."""
    while step.state.ended is None and (rule := _automatic(step.state)):
        rule(step)
    if step.state.ended is not None:
        step.state.agenda.clear()


def _automatic(state: State) -> Callable[[Step[State]], None] | None:
    if not state.agenda:
        return _next_olympiad
    return AUTOMATIC.get(type(state.agenda[-1]))


# -- facts the box lacks -----------------------------------------------------------------------------------------------


def look(step: Step[State], move: Look) -> None:
    """The table has looked at the map."""
    state = step.state
    due = owed(step, Looking)
    given: dict[str, Fact | None] = {
        "colour": move.colour,
        "points": move.points,
        "walled": move.walled,
        "port": move.port,
        "island": move.island,
    }
    wanted = unknown_facts(state, due.city)
    if move.city != due.city or any((given[field] is not None) != (field in wanted) for field in given):
        step.refuse("not-now", say("Something else is asked."))
    state.agenda.pop()
    for field in wanted:
        fact = given[field]
        if fact is None:
            continue
        if move.keep and not state.practice:
            step.learn("city", due.city, field, fact)
        put(state.box, Learned("city", due.city, field, fact))
    if "colour" in wanted:
        _colour(state, due.city)
    step.tell(say("{place} is looked up.", place=arg_name(state, due.city)))


def fix(step: Step[State], move: Fix) -> None:
    """Who holds a city, as the cardboard has it; hidden blocks of anybody else there are free."""
    state = step.state
    if not isinstance(state.agenda[-1], Moving | Fighting):
        step.refuse("not-now", NOT_NOW)
    step.require(fix_reason(state, move.city, move.holder))
    state.cities[move.city].holder = move.holder
    state.garrisons = [one for one in state.garrisons if one.place != move.city or one.side == move.holder]
    told = say("{place} belongs to {side}.", place=arg_name(state, move.city), side=SIDE_NAMES[move.holder])
    step.tell(told)
    uncover_syracuse(step, move.city)
    loosen(step, move.city)
    if worth_unknown(state, move.city):
        state.agenda.append(Looking(move.city))


def _colour(state: State, city: str) -> None:
    """A city nobody had described was held as neutral; it is its colour's, unless it has changed hands since."""
    one = state.cities[city]
    one.colour = colour_of(state, city)
    if one.holder == "neutral":
        one.holder = one.colour


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
