"""Why an answer in set-up or phases 5 to 10 is refused, or None. Sections 2, 8 and 9."""

from __future__ import annotations

from companion.core.wording import Message, SeatName, say
from companion.games.antiquity.agenda import Polluting
from companion.games.antiquity.moves import Grave, SetUp
from companion.games.antiquity.queries_city import empty_positions, empty_squares, graveable_squares, owned
from companion.games.antiquity.queries_phases import cities_full, open_squares
from companion.games.antiquity.state import Realm, State
from companion.games.antiquity.tables import Good

EMPTY_FIRST = say("First every empty square, in any of your cities.")
NO_GRAVE_THERE = say("No grave can go there.")


def grave_reason(realm: Realm, grave: Grave, grids: bool) -> Message | None:
    """Why a grave cannot go there: empty squares first, then buildings that are not houses. Phase 8."""
    if not 0 <= grave.city < len(realm.cities):
        return NO_GRAVE_THERE
    if not cities_full(realm):
        if grave.key or not empty_squares(realm, grave.city):
            return EMPTY_FIRST
        if grids and grave.at not in empty_positions(realm, grave.city):
            return EMPTY_FIRST
        return NO_GRAVE_THERE if grave.at and not grids else None
    if grids:
        found = not grave.key and any(square == grave.at for square, _ in graveable_squares(realm, grave.city))
        return None if found else NO_GRAVE_THERE
    building = realm.building(grave.key)
    there = building and building.city == grave.city and not grave.at and open_squares(realm, building)
    return None if there else NO_GRAVE_THERE


def left_over_reason(due: Polluting, seat: int, left_over: int) -> Message | None:
    """Why so many counters cannot be left over."""
    return say("There are not that many.") if left_over > due.counters[seat] else None


def set_up_reason(state: State, move: SetUp) -> Message | None:
    """Why a play cannot begin like this: turn 1 has no famine, and its order is drawn."""
    if move.turn == 1 and (move.famine or move.order):
        return say("Turn 1 begins without famine, in the order that is drawn.")
    if move.order and sorted(move.order) != sorted(state.order):
        return say("Every seat has one place in the order.")
    return None


def laying_reason(state: State, seat: int) -> Message | None:
    """Why a seat does not lay its starting city now: it lies already, or another one is laid before."""
    if seat not in state.laying:
        return say("Your starting city lies already.")
    first = state.laying[0]
    return say("{who} lays first.", who=SeatName(first)) if first != seat else None


def discard_reason(realm: Realm, over: int, goods: dict[Good, int]) -> Message | None:
    """Why these goods are not the excess."""
    if any(owned(realm, good) < n for good, n in goods.items()):
        return say("You do not have that many.")
    total = sum(goods.values())
    return None if total == over else say("Discard {over}, not {n}.", over=over, n=total)


def forced_labour_reason(realm: Realm, chosen: tuple[str, ...]) -> Message | None:
    """Why these are not different own sites."""
    known = {works.key for works in realm.works}
    if len(set(chosen)) != len(chosen) or not set(chosen) <= known:
        return say("That is not one of your sites.")
    return None
