"""Points of both sides and the score sheet. Section 16.

A war is won by taking a capital or having 30 points, else by Athens at the end. A single battle is won by the side that
holds the field; the steps left are shown but decide nothing.
"""

from __future__ import annotations

from collections.abc import Iterator

from companion.core.scoring import Line, ScoreSheet, SideScore
from companion.core.wording import N_, Message, say
from companion.games.athens_sparta.queries import besieged_cities, body_of, city_points, holder, is_besieged
from companion.games.athens_sparta.state import State
from companion.games.athens_sparta.tables import COLOUR_POINTS, SIDE_NAMES, SIDES, Side
from companion.games.athens_sparta.words import place_name

WHY: dict[str, Message] = {
    "sudden": say("holds the enemy capital", short=N_("The capital is taken")),
    "points": say("30 points at the end of an Olympiad", short=N_("30 points")),
    "last": say("Sparta has not won by the last Olympiad", short=N_("Sparta has not won")),
    "battle": say("holds the field", short=N_("Holds the field")),
}


def production_points(state: State, side: Side) -> int:
    """Production points: those of all cities of the side's colour, minus cities lost, plus cities won (sections 2 and
    11).
    """
    changes = sum(city_points(state, key) * (1 if won else -1) for key, won in _lost_and_won(state, side))
    return COLOUR_POINTS[side] + state.extra.get(side, 0) + changes


def _lost_and_won(state: State, side: Side) -> Iterator[tuple[str, bool]]:
    """(city, whether it counts) for each city that differs from the printed colours: the side's own that do not count,
    and others that do.
    """
    cut = besieged_cities(state)
    for key, one in state.cities.items():
        counted = one.holder == side and key not in cut
        if counted != (one.colour == side):
            yield key, counted


def victory_points(state: State, side: Side) -> int:
    """Production points; for Sparta without Miletus while Persia helps (section 14)."""
    total = production_points(state, side)
    sold = side == "sparta" and state.persia == "allied" and "miletus" in state.cities
    if sold and holder(state, "miletus") == side and not is_besieged(state, "miletus"):
        total -= city_points(state, "miletus")
    return total


def steps_face_up(state: State, side: Side) -> int:
    """Steps of a side's face-up blocks."""
    units = [unit for unit in state.units if unit.side == side and unit.block in state.blocks]
    return sum(body_of(state, unit).strength for unit in units)


def score_sheet(state: State) -> ScoreSheet:
    """The score sheet of both sides."""
    return ScoreSheet(
        sides=tuple(_side(state, side) for side in SIDES if side in state.seats),
        final=state.ended is not None,
        counted=state.level != "battle",
    )


def _side(state: State, side: Side) -> SideScore:
    ended = state.ended
    lines = _lines(state, side)
    if state.level == "battle":
        lines = [Line("steps", steps_face_up(state, side), say("Steps that are left"))]
    won = WHY[ended.how] if ended and ended.winner == side else None
    return SideScore(side, (state.seats[side],), SIDE_NAMES[side], tuple(lines), won=won)


def _lines(state: State, side: Side) -> list[Line]:
    lines = [Line("colour", COLOUR_POINTS[side], say("Cities of the colour"))]
    for key, won in _lost_and_won(state, side):
        name, points = say("{place}", place=place_name(state, key)), city_points(state, key)
        if not won:
            why = say("besieged or blockaded") if holder(state, key) == side else say("in enemy hands")
            if holder(state, key) != side and is_besieged(state, key):
                why = say("in enemy hands, besieged")
            lines.append(Line("lost", -points, name, why, say("Cities lost")))
        elif points:
            lines.append(Line("won", points, name, say("conquered or joined"), say("Cities won")))
    if sold := production_points(state, side) - victory_points(state, side):
        lines.append(Line("persia", -sold, say("Miletus"), say("the price of Persian help")))
    if extra := state.extra.get(side, 0):
        lines.append(Line("extra", extra, say("Correction")))
    return lines
