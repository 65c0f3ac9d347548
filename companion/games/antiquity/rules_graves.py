"""Place graves in phases 8 and 9, and go out of the game. Section 8."""

from __future__ import annotations

from companion.core.step import Step
from companion.core.wording import SeatName, say, say_n
from companion.games.antiquity.agenda import PlacingGraves
from companion.games.antiquity.moves import Grave, PlaceGraves
from companion.games.antiquity.queries_city import has_grave
from companion.games.antiquity.queries_phases import graves_to_place, has_no_choice
from companion.games.antiquity.reasons_phases import grave_reason
from companion.games.antiquity.state import Realm, State
from companion.games.antiquity.state_draft import copy_realm
from companion.games.antiquity.words import city_name
from companion.games.antiquity.words_realm import building_words


def begin_placing_graves(step: Step[State], graves: dict[int, int], *, polluted: bool) -> None:
    """Ask seats for graves, where there is a choice. A seat without room for all goes out once it has placed what it
    can.
    """
    state = step.state
    state.fallen = []
    state.due = PlacingGraves({seat: n for seat, n in graves.items() if n}, polluted)
    for seat in list(state.due.graves):
        realm = state.realm(seat)
        wanted = graves_to_place(state.due, realm)
        if not has_no_choice(realm, wanted, state.grids):
            continue
        if wanted:
            _place_unasked(step, realm, wanted)
        if state.due.graves.pop(seat) > wanted:
            _go_out(step, seat)


def _place_unasked(step: Step[State], realm: Realm, graves: int) -> None:
    """Place graves in the only city, on cardboard."""
    realm.cities[0].loose += graves
    who = SeatName(realm.seat)
    step.tell(say_n("{who} places {n} grave.", "{who} places {n} graves.", graves, who=who))


def place_grave(realm: Realm, grave: Grave) -> None:
    """Place one grave."""
    city = realm.cities[grave.city]
    building = next((one for one in realm.buildings if one.key == grave.key), None)
    if grave.at:
        city.graves.append(grave.at)
    elif building is not None:
        building.graves += 1
    else:
        city.loose += 1


def place_graves(step: Step[State], move: PlaceGraves) -> None:
    """Place all graves of a seat, each checked after the ones before."""
    state, due = step.state, step.owed(PlacingGraves)
    realm = state.realm(step.seat)
    wanted, trial = graves_to_place(due, realm), copy_realm(realm)
    for grave in move.graves[:wanted]:
        step.require(grave_reason(trial, grave, state.grids))
        place_grave(trial, grave)
    if len(move.graves) != wanted:
        step.refuse("wrong-number", say("Place {n} graves.", n=wanted))
    owed = due.graves.pop(step.seat)
    before = {building.key for building in realm.buildings if has_grave(realm, building)}
    for grave in move.graves:
        place_grave(realm, grave)
    _tell_graves(step, realm, wanted, before)
    if owed > wanted:
        _go_out(step, step.seat)


def _tell_graves(step: Step[State], realm: Realm, graves: int, before: set[str]) -> None:
    who = SeatName(step.seat)
    step.tell(say_n("{who} places {n} grave.", "{who} places {n} graves.", graves, who=who))
    for building in realm.buildings:
        if building.key not in before and has_grave(realm, building):
            city = city_name(building.city + 1)
            step.tell(
                say(
                    "{who}: {building}, {city}, is out of action.",
                    who=who,
                    building=building_words(building),
                    city=city,
                )
            )


def _go_out(step: Step[State], seat: int) -> None:
    """Put a seat out of the game. Its pieces stay on the map, its sites run empty."""
    step.state.realm(seat).out = True
    step.state.fallen.append(seat)
    step.tell(say("{who} has no room for a grave and is out of the game.", who=SeatName(seat)))
