"""What a side can do when it acts next: its blocks in the battle, its move points, what attrition and grain will take.
Sections 4, 6.1, 7 and 12.
"""

from __future__ import annotations

from collections.abc import Iterator

from companion.core.widgets import MOST_FORECAST_LINES, ForecastLine
from companion.core.wording import in_a_row, listed, say, say_n
from companion.games.athens_sparta import box
from companion.games.athens_sparta.attrition import attrition_groups, grain_hint
from companion.games.athens_sparta.battlefield import still_to_act
from companion.games.athens_sparta.cards import event_line, events_for, turns_in_olympiad
from companion.games.athens_sparta.queries import besieged_cities, holder, units_at
from companion.games.athens_sparta.replacements import income
from companion.games.athens_sparta.scoring import victory_points
from companion.games.athens_sparta.seats import side_at
from companion.games.athens_sparta.state import PlayerTurn, State, TurnEnd
from companion.games.athens_sparta.tables import GOAL_POINTS, Side
from companion.games.athens_sparta.words import place_name, unit_strength

NAMED = 3
"""How many blocks or places are named."""


def forecast(state: State, seat: int) -> list[ForecastLine]:
    """What comes next for a side, from what everybody knows: a hand and hidden blocks have no part in it."""
    side = side_at(state, seat)
    if side is None:
        return []
    lines = [*_battle(state, side), *(_war(state, side) if state.level != "battle" else ())]
    return lines[:MOST_FORECAST_LINES]


def _battle(state: State, side: Side) -> Iterator[ForecastLine]:
    """The blocks that still act in this round. Section 6.1."""
    battle = state.battle
    if battle is None or battle.phase != "round":
        return
    units = [unit for unit in still_to_act(state, battle) if unit.side == side]
    names = [unit_strength(state, unit) for unit in units[:NAMED]]
    if len(units) > NAMED:
        more = len(units) - NAMED
        text = say("In this round you still act with {blocks} and {more} more.", blocks=in_a_row(names), more=more)
        yield ForecastLine(text, "sword")
    elif names:
        yield ForecastLine(say("In this round you still act with {blocks}.", blocks=listed(names)), "sword")
    elif units_at(state, battle.place, side):
        yield ForecastLine(say("None of your blocks acts any more in this round."), "sword")


def _war(state: State, side: Side) -> Iterator[ForecastLine]:
    """The side's own Player Turn, if it is still to come in this Game Turn, else what follows it."""
    if any(isinstance(due, PlayerTurn) and due.side == side for due in state.agenda):
        yield from _own_turn(state, side)
    elif any(isinstance(due, TurnEnd) for due in state.agenda) and state.played:
        yield from _after_turn(state, side)
    cut = [place for place in sorted(besieged_cities(state)) if holder(state, place) == side]
    if cut:
        names = in_a_row(place_name(state, place) for place in cut[:NAMED])
        yield ForecastLine(say("Besieged, and worth nothing until they are free: {cities}.", cities=names), "shield")


def _own_turn(state: State, side: Side) -> Iterator[ForecastLine]:
    points = box.card_points(state.played[side])
    yield ForecastLine(
        say_n("Your turn is next: {n} move point.", "Your turn is next: {n} move points.", points), "turn"
    )
    for event in events_for(state, side)[:1]:
        yield ForecastLine(event_line(state, event), "scroll")
    if (hint := grain_hint(state, side)) is not None:
        yield ForecastLine(hint, "wheat")
    places = list(dict.fromkeys(place for place, _ in attrition_groups(state, side)))
    if places:
        names = in_a_row(place_name(state, place) for place in places[:NAMED])
        yield ForecastLine(say("At its end your blocks roll for attrition: {places}.", places=names), "dice")


def _after_turn(state: State, side: Side) -> Iterator[ForecastLine]:
    left = turns_in_olympiad(state) - state.turn
    if left > 0:
        text = say_n(
            "Then you choose a new card; {n} turn is left in this Olympiad.",
            "Then you choose a new card; {n} turns are left in this Olympiad.",
            left,
        )
        yield ForecastLine(text, "cards")
    else:
        text = say_n(
            "Then the Olympiad ends: {n} point for replacements.",
            "Then the Olympiad ends: {n} points for replacements.",
            income(state, side),
        )
        yield ForecastLine(text, "plus")
    missing = GOAL_POINTS - victory_points(state, side)
    if missing > 0:
        text = say_n("{n} point more wins the war.", "{n} points more win the war.", missing)
        yield ForecastLine(text, "point")
