"""The rights in its cities that saints and the faculty of theology give a seat. Section 9."""

from __future__ import annotations

from functools import partial

from companion.core.options import branch_reason
from companion.core.questions import Asking
from companion.core.wording import N_, Message, say
from companion.games.antiquity.buildings import remove_building
from companion.games.antiquity.draft import Draft
from companion.games.antiquity.hospital import NO_GRAVE
from companion.games.antiquity.moves import MoveBuilding, MoveGrave, RazeCathedral, Spot
from companion.games.antiquity.piece_shapes import BIT, Square, grid_squares, mask_of, piece_squares, placements
from companion.games.antiquity.queries import (
    buildings_of_kind,
    built_mask,
    empty_squares,
    has_benefit,
    has_working,
    taken_mask,
)
from companion.games.antiquity.squares import (
    BUILDING_THERE,
    GRAVE_THERE,
    NO_ROOM,
    NOT_THERE,
    STANDS_THERE,
    UNKNOWN_PIECE,
    ask_city,
    ask_which_building,
    lying_reason,
    on_cardboard,
    placement_fit,
    square_option,
    square_pick,
)
from companion.games.antiquity.state import Building
from companion.games.antiquity.words import BUILDING_ICON


def raze_reason(draft: Draft, _: RazeCathedral | None = None) -> Message | None:
    """Why the cathedral cannot be razed. Santa Maria's never can. Section 9."""
    if not buildings_of_kind(draft.realm, "cathedral"):
        return say("You have no cathedral.")
    if draft.realm.saint == "maria":
        return say("Santa Maria's cathedral cannot be razed.")
    if not has_working(draft.realm, "theology"):
        return say("Your faculty of theology does not work.")
    return say("You have razed it once this turn.") if draft.razed else None


def raze_cathedral(draft: Draft, _: RazeCathedral) -> None:
    """Remove the cathedral and its saint; its graves stay."""
    remove_building(draft, buildings_of_kind(draft.realm, "cathedral")[0])
    draft.razed = True


# -- Santa Barbara, a building ---------------------------------------------------------------------------------------

NO_BARBARA = say("Santa Barbara is not your patron.")
MOVES_OF_BARBARA = say(
    "Santa Barbara lets you move your own buildings, with the man and the graves on them, also to another of your "
    "cities."
)


def move_spot_reason(draft: Draft, building: Building, spot: Spot) -> Message | None:
    """Why a building cannot be moved there; its own squares are free for it."""
    if not 0 <= spot.city < len(draft.realm.cities):
        return NOT_THERE
    if not draft.grids:
        if spot.way:
            return NOT_THERE
        if spot.city == building.city:
            return STANDS_THERE
        return None if empty_squares(draft.realm, spot.city) >= building.size else NO_ROOM
    return lying_reason(draft, piece_of(building), spot, here=own_mask(building, spot.city))


def move_room_reason(draft: Draft, building: Building, city: int) -> Message | None:
    """Why a building has no other place in a city, or None."""
    if not draft.grids:
        return move_spot_reason(draft, building, Spot(city))
    own = own_mask(building, city)
    taken = taken_mask(draft.realm, city) & ~own
    found = placements(piece_of(building), draft.realm.cities[city].side).values()
    return None if any(not way.mask & taken and way.mask != own for way in found) else NO_ROOM


def movable_reason(draft: Draft, building: Building | None) -> Message | None:
    """Why a building cannot be moved at all."""
    if not has_benefit(draft.realm, "barbara"):
        return NO_BARBARA
    if building is None:
        return UNKNOWN_PIECE
    return branch_reason(move_room_reason(draft, building, city) for city in range(len(draft.realm.cities)))


def move_building_reason(draft: Draft, order: MoveBuilding) -> Message | None:
    """Why a building cannot be moved there. Section 9."""
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


def any_move_building_reason(draft: Draft) -> Message | None:
    """Why no building can be moved: there is none, or the reason of the first one."""
    movable = (movable_reason(draft, building) for building in draft.realm.buildings)
    return branch_reason(movable, UNKNOWN_PIECE)


def piece_of(building: Building) -> tuple[Square, ...]:
    """The printed shape of a building on a grid; a store's is read off its squares."""
    if building.kind != "store":
        return piece_squares(building.kind)
    places = [tuple(map(int, square.split(","))) for square in building.at]
    left, top = min(x for x, _ in places), min(y for _, y in places)
    return tuple((x - left, y - top) for x, y in places)


def own_mask(building: Building, city: int) -> int:
    """The squares of a city's grid that a building lies on."""
    return mask_of(building.at) if building.city == city else 0


def move_building(draft: Draft, order: MoveBuilding) -> None:
    """Move a building with its man, and each grave with its square."""
    building = draft.standing(order.key)
    if draft.grids:
        here, there = draft.realm.cities[building.city], draft.realm.cities[order.spot.city]
        squares = placements(piece_of(building), there.side)[order.spot.way].squares
        graves = [to for at, to in zip(building.at, squares, strict=True) if at in here.graves]
        here.graves = [square for square in here.graves if square not in building.at]
        there.graves.extend(graves)
        building.at = list(squares)
    elif order.spot.city != building.city:
        building.joined = False
    building.city = order.spot.city


def ask_move_building(draft: Draft) -> Asking[MoveBuilding]:
    """Ask which building is moved, and where to."""
    return on_cardboard(draft, "shift", say("Move a building"), _ask_move_building(draft), say("Move it here"))


def _ask_move_building(draft: Draft) -> Asking[MoveBuilding]:
    why = partial(movable_reason, draft)
    key = yield from ask_which_building(
        draft, "move", say("Move which building?"), draft.realm.buildings, why, MOVES_OF_BARBARA
    )
    building = draft.standing(key)
    no_room = partial(move_room_reason, draft, building)
    city = yield from ask_city(draft.realm, no_room, say("To which city?"), "to-city", meaning=MOVES_OF_BARBARA)
    if not draft.grids:
        return MoveBuilding(building.city, key, Spot(city))
    icon, act = BUILDING_ICON[building.kind], say("Move it here")
    fit = placement_fit(draft.realm, city, piece_of(building), icon, act, here=own_mask(building, city))
    return MoveBuilding(building.city, key, Spot(city, (yield from fit)))


# -- Santa Barbara, a grave ------------------------------------------------------------------------------------------


def loose_graves(draft: Draft, city: int) -> list[str]:
    """Squares of a grid with a grave and no building."""
    built = built_mask(draft.realm, city)
    return [square for square in draft.realm.cities[city].graves if not BIT[square] & built]


NO_LOOSE_GRAVE = say("You have no grave beside your buildings.", short=N_("No grave beside them"))


def grave_movable_reason(draft: Draft, city: int, at: str | None = None) -> Message | None:
    """Why no single grave can be taken from there; ``at`` is a square of a grid, or None for any."""
    if not has_benefit(draft.realm, "barbara"):
        return NO_BARBARA
    if not 0 <= city < len(draft.realm.cities):
        return NO_GRAVE
    if draft.grids:
        loose = loose_graves(draft, city)
        return None if (loose if at is None else at in loose) else NO_GRAVE
    return None if draft.realm.cities[city].loose > 0 else NO_GRAVE


def move_grave_reason(draft: Draft, order: MoveGrave) -> Message | None:
    """Why a grave cannot be moved there: single graves only, and only to empty squares. Section 9."""
    if reason := any_move_grave_reason(draft):
        return reason
    if reason := grave_movable_reason(draft, order.city, order.at):
        return reason
    return grave_target_reason(draft, order.city, order.to_city, order.to)


def any_move_grave_reason(draft: Draft) -> Message | None:
    """Why no single grave can be moved: there is none, or the reason of the first city that has one."""
    if not has_benefit(draft.realm, "barbara"):
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
        return None if empty_squares(draft.realm, to_city) else NO_ROOM
    side = draft.realm.cities[to_city].side
    if to not in BIT or any(int(part) >= side for part in to.split(",")):
        return NOT_THERE
    if BIT[to] & built_mask(draft.realm, to_city):
        return BUILDING_THERE
    return GRAVE_THERE if to in draft.realm.cities[to_city].graves else None


def move_grave(draft: Draft, order: MoveGrave) -> None:
    """Move a single grave."""
    here, there = draft.realm.cities[order.city], draft.realm.cities[order.to_city]
    if draft.grids:
        here.graves.remove(order.at)
        there.graves.append(order.to)
    else:
        here.loose -= 1
        there.loose += 1


def ask_move_grave(draft: Draft) -> Asking[MoveGrave]:
    """Ask which grave is moved, and where to."""
    return on_cardboard(draft, "shift-grave", say("Move a grave"), _ask_move_grave(draft), say("Move the grave here"))


def _ask_move_grave(draft: Draft) -> Asking[MoveGrave]:
    realm = draft.realm
    city = yield from ask_city(
        realm, partial(grave_city_reason, draft), say("From which city?"), meaning=MOVES_OF_BARBARA
    )
    at = to = ""
    if draft.grids:
        graves = map(square_option, loose_graves(draft, city))
        at = yield from square_pick(realm, city, "grave", say("Which grave?"), graves, MOVES_OF_BARBARA)
    no_room = partial(grave_room_reason, draft, city)
    to_city = yield from ask_city(realm, no_room, say("To which city?"), "to-city", meaning=MOVES_OF_BARBARA)
    if draft.grids:
        squares = (
            square_option(square, grave_target_reason(draft, city, to_city, square))
            for square in grid_squares(realm.cities[to_city].side)
        )
        to = yield from square_pick(realm, to_city, "to", say("Where to?"), squares, MOVES_OF_BARBARA)
    return MoveGrave(city, at, to_city, to)
