"""Questions of men, graves and moving in phase 2. Sections 4, 5.6 and 9."""

from __future__ import annotations

from msgspec.structs import replace

from companion.core.questions import Asking, Fit, Option, Pick, Place
from companion.core.wording import Message, say
from companion.games.antiquity.asking_squares import (
    city_widget,
    fit,
    grave_targets,
    pick_building,
    square_words,
    which_city,
)
from companion.games.antiquity.moves_orders import Heal, Man, Shift, ShiftGrave, Spot
from companion.games.antiquity.piece_shapes import mask_of, positions
from companion.games.antiquity.queries_building import loose_graves, piece_of
from companion.games.antiquity.queries_city import built_mask
from companion.games.antiquity.reasons_city import (
    NO_GRAVE,
    grave_movable_reason,
    grave_target_reason,
    hospital_reason,
    man_reason,
    movable_reason,
    shift_room_reason,
)
from companion.games.antiquity.state import Building
from companion.games.antiquity.state_draft import Draft
from companion.games.antiquity.tables import PIECES
from companion.games.antiquity.words import BUILDING_ICON

WHICH_CITY = say("In which city?")


# -- men, graves, moving -----------------------------------------------------------------------------------------


def _staffed(draft: Draft) -> list[Building]:
    return [building for building in draft.realm.buildings if PIECES[building.kind].needs_man]


def _man_why(draft: Draft, building: Building) -> Message | None:
    return man_reason(draft, Man(building.key))


def any_man_reason(draft: Draft) -> Message | None:
    """The reason of the first building where none can be manned."""
    reasons = [_man_why(draft, building) for building in _staffed(draft)]
    if not reasons:
        return say("You have no building that takes a man.")
    return None if None in reasons else reasons[0]


def ask_man(draft: Draft) -> Asking[Man]:
    prompt = say("Which building?")
    return Man((yield from pick_building(draft, "man", prompt, _staffed(draft), lambda one: _man_why(draft, one))))


def any_heal_reason(draft: Draft) -> Message | None:
    reason = hospital_reason(draft)
    graves = any(grave_targets(draft, city) for city in range(len(draft.realm.cities)))
    return reason or (None if graves else NO_GRAVE)


def ask_heal(draft: Draft) -> Asking[Heal]:
    def none_there(city: int) -> Message | None:
        return hospital_reason(draft) or (None if grave_targets(draft, city) else NO_GRAVE)

    city = yield from which_city(draft.realm, none_there, True, WHICH_CITY)
    options = grave_targets(draft, city)
    prompt = say("Which grave?")
    if draft.grids:
        widget = city_widget(draft.realm.seat, city)
        at = yield from Place[str](key="grave", prompt=prompt, widget=widget, options=options, secret=True)
        return Heal(city, at)
    key = yield from Pick[str](key="grave", prompt=prompt, options=options, secret=True)
    return Heal(city, key="" if key == "-" else key)


def any_shift_reason(draft: Draft) -> Message | None:
    reasons = [movable_reason(draft, building) for building in draft.realm.buildings]
    return None if None in reasons else reasons[0] if reasons else NO_GRAVE


def ask_shift(draft: Draft) -> Asking[Shift]:
    prompt = say("Move which building?")
    buildings = draft.realm.buildings
    key = yield from pick_building(draft, "move", prompt, buildings, lambda one: movable_reason(draft, one))
    building = next(one for one in buildings if one.key == key)

    def no_room(city: int) -> Message | None:
        return shift_room_reason(draft, building, city)

    city = yield from which_city(draft.realm, no_room, True, say("To which city?"), "to-city")
    if not draft.grids:
        return Shift(building.city, key, Spot(city))
    return Shift(building.city, key, Spot(city, (yield from _shift_fit(draft, building, city))))


def _shift_fit(draft: Draft, building: Building, city: int) -> Fit:
    own = mask_of(building.at) if building.city == city else 0
    taken = built_mask(draft.realm, city) & ~own
    graves = mask_of(draft.realm.cities[city].graves) & ~own
    laid = fit(draft.realm.seat, city, draft.realm.cities[city].side, piece_of(building), taken, graves, own)
    return replace(laid, icon=BUILDING_ICON[building.kind], act=say("Move it here"))


def any_shift_grave_reason(draft: Draft) -> Message | None:
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
    reasons = [grave_target_reason(draft, city, to_city, square) for square in positions(side)]
    return None if None in reasons else reasons[0]


def ask_shift_grave(draft: Draft) -> Asking[ShiftGrave]:
    realm = draft.realm
    city = yield from which_city(realm, lambda one: _grave_city(draft, one), True, say("From which city?"))
    at = to = ""
    if draft.grids:
        options = tuple(Option(square, square_words(square)) for square in loose_graves(draft, city))
        widget = city_widget(realm.seat, city)
        at = yield from Place[str](key="grave", prompt=say("Which grave?"), widget=widget, options=options, secret=True)
    prompt = say("To which city?")
    to_city = yield from which_city(realm, lambda one: _grave_room(draft, city, one), True, prompt, "to-city")
    if draft.grids:
        squares = tuple(
            Option(square, square_words(square), reason=grave_target_reason(draft, city, to_city, square))
            for square in positions(realm.cities[to_city].side)
        )
        widget = city_widget(realm.seat, to_city)
        to = yield from Place[str](key="to", prompt=say("Where to?"), widget=widget, options=squares, secret=True)
    return ShiftGrave(city, at, to_city, to)
