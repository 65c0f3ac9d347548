"""Why men, graves and buildings cannot be moved in phase 2, or None. Sections 4, 5.6 and 9."""

from __future__ import annotations

from companion.core.options import branch_reason
from companion.core.wording import N_, Message, say
from companion.games.antiquity import moves_orders, queries_city
from companion.games.antiquity.moves_orders import Spot
from companion.games.antiquity.piece_shapes import BIT, grid_squares, placements
from companion.games.antiquity.queries_building import loose_graves, own_mask, piece_of
from companion.games.antiquity.reasons_building import (
    BUILDING_THERE,
    GRAVE_THERE,
    NO_ROOM,
    NOT_THERE,
    STANDS_THERE,
    lying_reason,
)
from companion.games.antiquity.state import Building
from companion.games.antiquity.state_draft import Draft
from companion.games.antiquity.tables import HOSPITAL_GRAVES, PIECES

NO_IDLE_MAN = say("You have no idle man.")
UNKNOWN_PIECE = say("You have no such building.")
NO_GRAVE = say("No grave lies there.")
NO_GRAVES = say("There is no grave in your cities.", short=N_("No graves"))
NO_LOOSE_GRAVE = say("You have no grave beside your buildings.", short=N_("No grave beside them"))
NO_BARBARA = say("Santa Barbara is not your patron.")


def place_man_reason(draft: Draft, order: moves_orders.PlaceMan) -> Message | None:
    """Section 4: at most one man in a building, none where none is needed, none under a grave."""
    building = draft.realm.building(order.key)
    if building is None:
        return UNKNOWN_PIECE
    if not PIECES[building.kind].needs_man:
        return say("It needs no man.")
    reason = _building_reason(draft, building)
    return reason and (any_place_man_reason(draft) or reason)


def _building_reason(draft: Draft, building: Building) -> Message | None:
    """Why this building, which takes a man, cannot be manned."""
    if building.manned:
        return say("A man is there already.")
    if queries_city.has_grave(draft.realm, building):
        return say("A grave puts it out of action.")
    return None if draft.realm.idle > 0 else NO_IDLE_MAN


def any_place_man_reason(draft: Draft) -> Message | None:
    """Why no building can be manned, said of all of them: a menu shows none of which "there" could tell."""
    staffed = [building for building in draft.realm.buildings if PIECES[building.kind].needs_man]
    if any(_building_reason(draft, building) is None for building in staffed):
        return None
    if not staffed:
        return say("You have no building that takes a man.")
    if all(building.manned for building in staffed):
        return say("Each building that takes a man has one.", short=N_("All have their man"))
    if draft.realm.idle < 1:
        return NO_IDLE_MAN
    return say("Graves put all buildings without a man out of action.", short=N_("Graves on the others"))


def men_reason(draft: Draft) -> Message | None:
    """Why several men cannot be put to work at once; one alone has an order for itself."""
    places = sum(place_man_reason(draft, moves_orders.PlaceMan(one.key)) is None for one in draft.realm.buildings)
    return None if min(places, draft.realm.idle) > 1 else say("You cannot put two men to work.")


def hospital_reason(draft: Draft) -> Message | None:
    """Section 5.6."""
    if not queries_city.has_working(draft.realm, "hospital"):
        return say("You have no working hospital.")
    if draft.healed >= HOSPITAL_GRAVES:
        return say("The hospital has taken off {n} graves.", n=HOSPITAL_GRAVES)
    return None


def remove_grave_reason(draft: Draft, order: moves_orders.RemoveGrave) -> Message | None:
    """Why the hospital cannot take a grave off. Section 5.6."""
    if reason := hospital_reason(draft):
        return reason
    return grave_there_reason(draft, order) if 0 <= order.city < len(draft.realm.cities) else NO_GRAVE


def grave_there_reason(draft: Draft, order: moves_orders.RemoveGrave | moves_orders.Correction) -> Message | None:
    """Why no grave lies at a square of a grid, on a building on cardboard, or beside the buildings of a city."""
    city = draft.realm.cities[order.city]
    if draft.grids:
        return None if order.at in city.graves and not order.key else NO_GRAVE
    if order.at:
        return NO_GRAVE
    if not order.key:
        return None if city.loose > 0 else NO_GRAVE
    building = draft.realm.building(order.key)
    return None if building and building.city == order.city and building.graves > 0 else NO_GRAVE


def raze_reason(draft: Draft, _: moves_orders.RazeCathedral | None = None) -> Message | None:
    """Section 9. Santa Maria's cannot be razed."""
    if not queries_city.buildings_of_kind(draft.realm, "cathedral"):
        return say("You have no cathedral.")
    if draft.realm.saint == "maria":
        return say("Santa Maria's cathedral cannot be razed.")
    if not queries_city.has_working(draft.realm, "theology"):
        return say("Your faculty of theology does not work.")
    return say("You have razed it once this turn.") if draft.razed else None


def move_spot_reason(draft: Draft, building: Building, spot: Spot) -> Message | None:
    """Why a building cannot be moved there; its own squares are free for it."""
    if not 0 <= spot.city < len(draft.realm.cities):
        return NOT_THERE
    if not draft.grids:
        if spot.way:
            return NOT_THERE
        if spot.city == building.city:
            return STANDS_THERE
        return None if queries_city.empty_squares(draft.realm, spot.city) >= building.size else NO_ROOM
    return lying_reason(draft, piece_of(building), spot, here=own_mask(building, spot.city))


def move_room_reason(draft: Draft, building: Building, city: int) -> Message | None:
    """Why a building finds no other place in a city."""
    if not draft.grids:
        return move_spot_reason(draft, building, Spot(city))
    own = own_mask(building, city)
    taken = queries_city.taken_mask(draft.realm, city) & ~own
    found = placements(piece_of(building), draft.realm.cities[city].side).values()
    return None if any(not way.mask & taken and way.mask != own for way in found) else NO_ROOM


def movable_reason(draft: Draft, building: Building | None) -> Message | None:
    """Why a building cannot be moved at all."""
    if not queries_city.has_benefit(draft.realm, "barbara"):
        return NO_BARBARA
    if building is None:
        return UNKNOWN_PIECE
    return branch_reason(move_room_reason(draft, building, city) for city in range(len(draft.realm.cities)))


def move_building_reason(draft: Draft, order: moves_orders.MoveBuilding) -> Message | None:
    """Own buildings may be moved, also between cities. Section 9."""
    building = draft.realm.building(order.key)
    if (reason := movable_reason(draft, building)) or building is None:
        return reason
    if building.city != order.home:
        return UNKNOWN_PIECE
    if 0 <= order.spot.city < len(draft.realm.cities) and (
        reason := move_room_reason(draft, building, order.spot.city)
    ):
        return reason
    return move_spot_reason(draft, building, order.spot)


def grave_movable_reason(draft: Draft, city: int, at: str | None = None) -> Message | None:
    """Why no single grave can be taken from there; ``at`` is a square of a grid, or None for any."""
    if not queries_city.has_benefit(draft.realm, "barbara"):
        return NO_BARBARA
    if not 0 <= city < len(draft.realm.cities):
        return NO_GRAVE
    if draft.grids:
        loose = loose_graves(draft, city)
        return None if (loose if at is None else at in loose) else NO_GRAVE
    return None if draft.realm.cities[city].loose > 0 else NO_GRAVE


def move_grave_reason(draft: Draft, order: moves_orders.MoveGrave) -> Message | None:
    """Single graves only, and only to empty squares. Section 9."""
    if reason := any_move_grave_reason(draft):
        return reason
    if reason := grave_movable_reason(draft, order.city, order.at):
        return reason
    return grave_target_reason(draft, order.city, order.to_city, order.to)


def any_move_grave_reason(draft: Draft) -> Message | None:
    """Why no single grave can be moved: there is none, or the reason of the first city that has one."""
    if not queries_city.has_benefit(draft.realm, "barbara"):
        return NO_BARBARA
    cities = range(len(draft.realm.cities))
    having = [city for city in cities if grave_movable_reason(draft, city) is None]
    return branch_reason((grave_city_reason(draft, city) for city in having), NO_LOOSE_GRAVE)


def grave_city_reason(draft: Draft, city: int) -> Message | None:
    """Why no single grave of a city can be moved anywhere."""
    return grave_movable_reason(draft, city) or branch_reason(
        grave_room_reason(draft, city, to) for to in range(len(draft.realm.cities))
    )


def grave_room_reason(draft: Draft, city: int, to_city: int) -> Message | None:
    """Why no single grave of a city can be moved to another one, or within it."""
    if not draft.grids:
        return grave_target_reason(draft, city, to_city)
    squares = grid_squares(draft.realm.cities[to_city].side)
    return branch_reason(grave_target_reason(draft, city, to_city, square) for square in squares)


def grave_target_reason(draft: Draft, city: int, to_city: int, to: str = "") -> Message | None:
    """Why a grave cannot go there."""
    if not 0 <= to_city < len(draft.realm.cities):
        return NOT_THERE
    if not draft.grids:
        if to_city == city:
            return STANDS_THERE
        return None if queries_city.empty_squares(draft.realm, to_city) else NO_ROOM
    side = draft.realm.cities[to_city].side
    if to not in BIT or any(int(part) >= side for part in to.split(",")):
        return NOT_THERE
    if BIT[to] & queries_city.built_mask(draft.realm, to_city):
        return BUILDING_THERE
    return GRAVE_THERE if to in draft.realm.cities[to_city].graves else None
