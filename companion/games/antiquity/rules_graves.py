"""Place graves in phases 8 and 9, and go out of the game. Section 8."""

from __future__ import annotations

from companion.core.step import Step
from companion.core.wording import SeatName, say, say_n
from companion.games.antiquity.agenda import Burying
from companion.games.antiquity.moves import Bury, Grave
from companion.games.antiquity.queries_city import graved
from companion.games.antiquity.queries_phases import graves_to_place, nothing_to_choose
from companion.games.antiquity.reasons_phases import grave_reason
from companion.games.antiquity.state import Realm, State
from companion.games.antiquity.state_draft import copied
from companion.games.antiquity.words import city_name
from companion.games.antiquity.words_realm import building_words


def begin_burying(step: Step[State], graves: dict[int, int], *, polluted: bool) -> None:
    """Whoever has not the room goes out when the graves there is room for are placed; with none at all, at once."""
    state = step.state
    state.fallen = []
    state.due = Burying({seat: n for seat, n in graves.items() if n}, polluted)
    for seat in list(state.due.graves):
        wanted = graves_to_place(state, seat)
        if not nothing_to_choose(state, seat):
            continue
        if wanted:
            _lay_anywhere(step, state.realm(seat), wanted)
        if state.due.graves.pop(seat) > wanted:
            _fall(step, seat)


def _lay_anywhere(step: Step[State], realm: Realm, graves: int) -> None:
    """Without a question."""
    realm.cities[0].loose += graves
    who = SeatName(realm.seat)
    step.tell(say_n("{who} places {n} grave.", "{who} places {n} graves.", graves, who=who))


def place_grave(realm: Realm, grave: Grave) -> None:
    """Put it there."""
    city = realm.cities[grave.city]
    building = next((one for one in realm.buildings if one.key == grave.key), None)
    if grave.at:
        city.graves.append(grave.at)
    elif building is not None:
        building.graves += 1
    else:
        city.loose += 1


def bury(step: Step[State], move: Bury) -> None:
    """All graves of a seat, one after the other, each by what the ones before have left."""
    state, due = step.state, step.state.owed(Burying)
    wanted = graves_to_place(state, step.seat)
    trial = copied(state.realm(step.seat))
    for grave in move.graves[:wanted]:
        step.require(grave_reason(trial, grave, state.grids))
        place_grave(trial, grave)
    if len(move.graves) != wanted:
        step.refuse("wrong-number", say("Place {n} graves.", n=wanted))
    realm, owed = state.realm(step.seat), due.graves.pop(step.seat)
    before = {building.key for building in realm.buildings if graved(realm, building)}
    for grave in move.graves:
        place_grave(realm, grave)
    _tell_graves(step, realm, wanted, before)
    if owed > wanted:
        _fall(step, step.seat)


def _tell_graves(step: Step[State], realm: Realm, graves: int, before: set[str]) -> None:
    who = SeatName(step.seat)
    step.tell(say_n("{who} places {n} grave.", "{who} places {n} graves.", graves, who=who))
    for building in realm.buildings:
        if building.key not in before and graved(realm, building):
            city = city_name(building.city + 1)
            step.tell(
                say(
                    "{who}: {building}, {city}, is out of action.",
                    who=who,
                    building=building_words(building),
                    city=city,
                )
            )


def _fall(step: Step[State], seat: int) -> None:
    """Out of the game. The pieces stay on the map, and the countryside runs empty."""
    step.state.realm(seat).out = True
    step.state.fallen.append(seat)
    step.tell(say("{who} has no room for a grave and is out of the game.", who=SeatName(seat)))
