"""The few numbers a seat looks at all the time: points of both sides, the turn; in a battle its force."""

from __future__ import annotations

from companion.core.widgets import Figure
from companion.core.wording import say
from companion.games.athens_sparta.queries import side_at
from companion.games.athens_sparta.queries_blocks import body_of, units_at
from companion.games.athens_sparta.queries_cards import turns_in_olympiad
from companion.games.athens_sparta.queries_replacements import income
from companion.games.athens_sparta.scoring import victory_points
from companion.games.athens_sparta.state import State
from companion.games.athens_sparta.tables import GOAL_POINTS, SIDE_NAMES, Side


def strip(state: State, seat: int) -> list[Figure]:
    """Nothing before the sides are dealt out."""
    side = side_at(state, seat)
    if side is None:
        return []
    return [*_war(state, side), *_battle(state, side)]


def _war(state: State, side: Side) -> list[Figure]:
    if state.level == "battle":
        return []
    other: Side = "sparta" if side == "athens" else "athens"
    own = say("{n}/{limit}", n=victory_points(state, side), limit=GOAL_POINTS)
    turn = say("{n}/{limit}", n=state.turn, limit=turns_in_olympiad(state))
    return [
        Figure(say("Points"), own, "point"),
        Figure(SIDE_NAMES[other], victory_points(state, other), "shield"),
        Figure(say("Income"), income(state, side), "plus"),
        Figure(say("Turns"), turn, "hourglass"),
    ]


def _battle(state: State, side: Side) -> list[Figure]:
    """Blocks and steps of a side in the battle that is on."""
    if state.battle is None:
        return []
    units = units_at(state, state.battle.place, side)
    return [
        Figure(say("Blocks"), len(units), "sword"),
        Figure(say("Steps"), sum(body_of(state, unit).strength for unit in units), "heart"),
    ]
