"""Questions of men, graves and moving in phase 2. Sections 4, 5.6 and 9."""

from __future__ import annotations

from msgspec.structs import replace

from companion.core.questions import Asking, Fit, Option, Place
from companion.core.wording import Message, say
from companion.games.antiquity.asking_squares import (
    ask_city,
    ask_grave_spot,
    ask_which_building,
    city_widget,
    grave_targets,
    placement_fit,
    square_words,
)
from companion.games.antiquity.moves_orders import MoveBuilding, MoveGrave, PlaceMan, RemoveGrave, Spot
from companion.games.antiquity.piece_shapes import grid_squares, mask_of
from companion.games.antiquity.queries_building import loose_graves, piece_of
from companion.games.antiquity.queries_city import built_mask
from companion.games.antiquity.reasons_city import (
    NO_GRAVE,
    grave_movable_reason,
    grave_target_reason,
    hospital_reason,
    movable_reason,
    move_room_reason,
    place_man_reason,
)
from companion.games.antiquity.state import Building
from companion.games.antiquity.state_draft import Draft
from companion.games.antiquity.tables import PIECES
from companion.games.antiquity.words import BUILDING_ICON

# -- men, graves, moving -----------------------------------------------------------------------------------------


def _staffed(draft: Draft) -> list[Building]:
    return [building for building in draft.realm.buildings if PIECES[building.kind].needs_man]


def _man_why(draft: Draft, building: Building) -> Message | None:
    return place_man_reason(draft, PlaceMan(building.key))


def any_place_man_reason(draft: Draft) -> Message | None:
    """Why no building can be manned: the reason of the first."""
    reasons = [_man_why(draft, building) for building in _staffed(draft)]
    if not reasons:
        return say("You have no building that takes a man.")
    return None if None in reasons else reasons[0]


def ask_place_man(draft: Draft) -> Asking[PlaceMan]:
    prompt = say("Which building?")
    return PlaceMan(
        (yield from ask_which_building(draft, "man", prompt, _staffed(draft), lambda one: _man_why(draft, one)))
    )


def any_remove_grave_reason(draft: Draft) -> Message | None:
    reason = hospital_reason(draft)
    graves = any(grave_targets(draft, city) for city in range(len(draft.realm.cities)))
    return reason or (None if graves else NO_GRAVE)


def ask_remove_grave(draft: Draft) -> Asking[RemoveGrave]:
    city, at, key = yield from ask_grave_spot(draft, lambda city: grave_targets(draft, city), say("Which grave?"))
    return RemoveGrave(city, at, key)


def any_move_building_reason(draft: Draft) -> Message | None:
    reasons = [movable_reason(draft, building) for building in draft.realm.buildings]
    return None if None in reasons else reasons[0] if reasons else NO_GRAVE


def ask_move_building(draft: Draft) -> Asking[MoveBuilding]:
    prompt = say("Move which building?")
    buildings = draft.realm.buildings
    key = yield from ask_which_building(draft, "move", prompt, buildings, lambda one: movable_reason(draft, one))
    building = next(one for one in buildings if one.key == key)

    def no_room(city: int) -> Message | None:
        return move_room_reason(draft, building, city)

    city = yield from ask_city(draft.realm, no_room, True, say("To which city?"), "to-city")
    if not draft.grids:
        return MoveBuilding(building.city, key, Spot(city))
    return MoveBuilding(building.city, key, Spot(city, (yield from _shift_fit(draft, building, city))))


def _shift_fit(draft: Draft, building: Building, city: int) -> Fit:
    own = mask_of(building.at) if building.city == city else 0
    taken = built_mask(draft.realm, city) & ~own
    graves = mask_of(draft.realm.cities[city].graves) & ~own
    laid = placement_fit(draft.realm.seat, city, draft.realm.cities[city].side, piece_of(building), taken, graves, own)
    return replace(laid, icon=BUILDING_ICON[building.kind], act=say("Move it here"))


def any_move_grave_reason(draft: Draft) -> Message | None:
    reasons = [_grave_city(draft, city) for city in range(len(draft.realm.cities))]
    return None if None in reasons else reasons[0]


def _grave_city(draft: Draft, city: int) -> Message | None:
    """Why no single grave of a city can be moved anywhere."""
    if reason := grave_movable_reason(draft, city):
        return reason
    reasons = [_grave_room(draft, city, to) for to in range(len(draft.realm.cities))]
    return None if None in reasons else reasons[0]


def _grave_room(draft: Draft, city: int, to_city: int) -> Message | None:
    if not draft.grids:
        return grave_target_reason(draft, city, to_city)
    side = draft.realm.cities[to_city].side
    reasons = [grave_target_reason(draft, city, to_city, square) for square in grid_squares(side)]
    return None if None in reasons else reasons[0]


def ask_move_grave(draft: Draft) -> Asking[MoveGrave]:
    realm = draft.realm
    city = yield from ask_city(realm, lambda one: _grave_city(draft, one), True, say("From which city?"))
    at = to = ""
    if draft.grids:
        options = tuple(Option(square, square_words(square)) for square in loose_graves(draft, city))
        widget = city_widget(realm.seat, city)
        at = yield from Place[str](key="grave", prompt=say("Which grave?"), widget=widget, options=options, secret=True)
    prompt = say("To which city?")
    to_city = yield from ask_city(realm, lambda one: _grave_room(draft, city, one), True, prompt, "to-city")
    if draft.grids:
        squares = tuple(
            Option(square, square_words(square), reason=grave_target_reason(draft, city, to_city, square))
            for square in grid_squares(realm.cities[to_city].side)
        )
        widget = city_widget(realm.seat, to_city)
        to = yield from Place[str](key="to", prompt=say("Where to?"), widget=widget, options=squares, secret=True)
    return MoveGrave(city, at, to_city, to)
