"""Questions of men, graves and moving in phase 2. Sections 4, 5.6 and 9."""

from __future__ import annotations

from functools import partial

from companion.core.forms import together
from companion.core.options import Option, branch_reason
from companion.core.questions import Asking, PickMany
from companion.core.wording import N_, Message, say, say_n
from companion.games.antiquity import reasons_city
from companion.games.antiquity.asking_squares import (
    ask_city,
    ask_grave_spot,
    ask_which_building,
    grave_targets,
    on_cardboard,
    placement_fit,
    square_option,
    square_pick,
)
from companion.games.antiquity.moves import AddOrders
from companion.games.antiquity.moves_orders import MoveBuilding, MoveGrave, PlaceMan, RemoveGrave, Spot
from companion.games.antiquity.piece_names import called
from companion.games.antiquity.piece_shapes import grid_squares
from companion.games.antiquity.queries_building import loose_graves, own_mask, piece_of
from companion.games.antiquity.queries_city import usual_workplaces
from companion.games.antiquity.state import Building
from companion.games.antiquity.state_draft import Draft
from companion.games.antiquity.tables import PIECES
from companion.games.antiquity.words import BUILDING_ICON, city_name


def _staffed(draft: Draft) -> list[Building]:
    return [building for building in draft.realm.buildings if PIECES[building.kind].needs_man]


def _man_reason(draft: Draft, building: Building) -> Message | None:
    return reasons_city.place_man_reason(draft, PlaceMan(building.key))


def ask_place_man(draft: Draft) -> Asking[PlaceMan]:
    prompt, staffed = say("Which building?"), _staffed(draft)
    return PlaceMan((yield from ask_which_building(draft, "man", prompt, staffed, partial(_man_reason, draft))))


def ask_place_men(draft: Draft) -> Asking[AddOrders]:
    """Ask for the buildings of several men, by kind and not by square; no two of them depend on each other."""
    return together("men", say("Men to work"), _ask_workplaces(draft), say("Put them to work"))


def _ask_workplaces(draft: Draft) -> Asking[AddOrders]:
    realm = draft.realm
    free = {one.key: _man_reason(draft, one) for one in _staffed(draft) if not one.manned}
    several = len(realm.cities) > 1
    options = tuple(
        Option(
            one.key,
            name,
            reason=free[one.key],
            hint=city_name(one.city + 1) if several else None,
            icon=BUILDING_ICON[one.kind],
        )
        for one, _, name in sorted(called(realm), key=lambda found: list(PIECES).index(found[0].kind))
        if one.key in free
    )
    open_places = [option.value for option in options if option.reason is None]
    usual = usual_workplaces(realm, open_places)
    chosen = yield from PickMany[str](
        key="men",
        prompt=say("Where do men work?", short=N_("Men work where?")),
        hint=say_n("{n} man is idle.", "{n} men are idle.", realm.idle),
        options=options,
        least=1,
        most=min(realm.idle, len(open_places)),
        secret=True,
        usual=[*usual] or None,
    )
    return AddOrders(tuple(map(PlaceMan, chosen)))


def any_remove_grave_reason(draft: Draft) -> Message | None:
    graves = any(grave_targets(draft, city) for city in range(len(draft.realm.cities)))
    return reasons_city.hospital_reason(draft) or (None if graves else reasons_city.NO_GRAVES)


def ask_remove_grave(draft: Draft) -> Asking[RemoveGrave]:
    return on_cardboard(draft, "heal", say("Take a grave off"), _ask_remove_grave(draft), say("Take it off"))


def _ask_remove_grave(draft: Draft) -> Asking[RemoveGrave]:
    city, at, key = yield from ask_grave_spot(draft, partial(grave_targets, draft), say("Which grave?"))
    return RemoveGrave(city, at, key)


def any_move_building_reason(draft: Draft) -> Message | None:
    movable = (reasons_city.movable_reason(draft, building) for building in draft.realm.buildings)
    return branch_reason(movable, reasons_city.UNKNOWN_PIECE)


def ask_move_building(draft: Draft) -> Asking[MoveBuilding]:
    return on_cardboard(draft, "shift", say("Move a building"), _ask_move_building(draft), say("Move it here"))


def _ask_move_building(draft: Draft) -> Asking[MoveBuilding]:
    movable_reason = partial(reasons_city.movable_reason, draft)
    key = yield from ask_which_building(
        draft, "move", say("Move which building?"), draft.realm.buildings, movable_reason
    )
    building = draft.standing(key)
    room_reason = partial(reasons_city.move_room_reason, draft, building)
    city = yield from ask_city(draft.realm, room_reason, say("To which city?"), "to-city")
    if not draft.grids:
        return MoveBuilding(building.city, key, Spot(city))
    icon, act = BUILDING_ICON[building.kind], say("Move it here")
    fit = placement_fit(draft.realm, city, piece_of(building), icon, act, here=own_mask(building, city))
    return MoveBuilding(building.city, key, Spot(city, (yield from fit)))


def ask_move_grave(draft: Draft) -> Asking[MoveGrave]:
    return on_cardboard(draft, "shift-grave", say("Move a grave"), _ask_move_grave(draft), say("Move the grave here"))


def _ask_move_grave(draft: Draft) -> Asking[MoveGrave]:
    realm = draft.realm
    city = yield from ask_city(realm, partial(reasons_city.grave_city_reason, draft), say("From which city?"))
    at = to = ""
    if draft.grids:
        graves = map(square_option, loose_graves(draft, city))
        at = yield from square_pick(realm, city, "grave", say("Which grave?"), graves)
    room_reason = partial(reasons_city.grave_room_reason, draft, city)
    to_city = yield from ask_city(realm, room_reason, say("To which city?"), "to-city")
    if draft.grids:
        squares = (
            square_option(square, reasons_city.grave_target_reason(draft, city, to_city, square))
            for square in grid_squares(realm.cities[to_city].side)
        )
        to = yield from square_pick(realm, to_city, "to", say("Where to?"), squares)
    return MoveGrave(city, at, to_city, to)
