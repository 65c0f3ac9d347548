"""Phases 8 and 9: famine and pollution, the graves they bring, and going out of the game. Section 8."""

from __future__ import annotations

from companion.core.step import TABLE, Step
from companion.core.wording import SeatName, say, say_n
from companion.games.antiquity import queries_phases
from companion.games.antiquity.agenda import PlacingGraves, Polluting
from companion.games.antiquity.moves import Grave, PlaceGraves, Pollute
from companion.games.antiquity.queries_city import food_of, has_grave
from companion.games.antiquity.reasons_in_turn import acting_reason
from companion.games.antiquity.reasons_phases import grave_reason, left_over_reason
from companion.games.antiquity.state import Realm, State
from companion.games.antiquity.state_draft import copy_realm
from companion.games.antiquity.words import city_name
from companion.games.antiquity.words_realm import building_words, famine_words, pollution_words


def begin_famine(step: Step[State]) -> None:
    """Begin phase 8: famine graves, after the rise if the table plays so."""
    state = step.state
    if state.options["famine-rise"] == "before":
        raise_famine(step)
    graves: dict[int, int] = {}
    for seat in state.alive:
        realm = state.realm(seat)
        step.tell(say("{who}: {sum}.", who=SeatName(seat), sum=famine_words(state.famine, realm)))
        graves[seat] = queries_phases.famine_graves(state.famine, food_of(realm), queries_phases.granary_food(realm))
    begin_placing_graves(step, graves, polluted=False)


def raise_famine(step: Step[State]) -> None:
    """Raise famine by one."""
    step.state.famine += 1
    step.tell(say("Famine rises to {n}.", n=step.state.famine), TABLE)


# -- pollution ---------------------------------------------------------------------------------------------------


def begin_pollution(step: Step[State]) -> None:
    """Begin phase 9: counters for every seat; the zone of a working dump is protected."""
    state = step.state
    for seat in state.alive:
        step.tell(say("{who}: {sum}.", who=SeatName(seat), sum=pollution_words(state.realm(seat))))
    for seat in queries_phases.protected_zones(state):
        step.tell(say("The dump of {who} works: nobody else pollutes that zone.", who=SeatName(seat)))
    state.due = Polluting({seat: n for seat in state.alive if (n := queries_phases.pollution_due(state.realm(seat)))})


def pollute(step: Step[State], move: Pollute) -> None:
    """Take the counters as laid; those without a hex become graves once all are done."""
    due, left_over = step.owed(Polluting), move.left_over
    step.require(acting_reason(step.state, step.seat), "not-now")
    step.require(left_over_reason(due, step.seat, left_over))
    del due.counters[step.seat]
    if left_over:
        step.state.overflow[step.seat] = left_over
        step.tell(
            say_n(
                "{who} has no hex for {n} counter: it becomes a grave.",
                "{who} has no hex for {n} counters: they become graves.",
                left_over,
                who=SeatName(step.seat),
            )
        )


def begin_overflow(step: Step[State]) -> None:
    """Begin the graves of phase 9."""
    begin_placing_graves(step, {seat: step.state.overflow.get(seat, 0) for seat in step.state.alive}, polluted=True)
    step.state.overflow = {}


# -- graves ------------------------------------------------------------------------------------------------------


def begin_placing_graves(step: Step[State], graves: dict[int, int], *, polluted: bool) -> None:
    """Ask seats for graves, where there is a choice. A seat without room for all goes out once it has placed what it
    can.
    """
    state = step.state
    state.fallen = []
    state.due = PlacingGraves({seat: n for seat, n in graves.items() if n}, polluted)
    for seat in list(state.due.graves):
        realm = state.realm(seat)
        wanted = queries_phases.graves_to_place(state.due, realm)
        if not queries_phases.has_no_choice(realm, wanted, state.grids):
            continue
        if wanted:
            realm.cities[0].loose += wanted
            _tell_graves(step, seat, wanted)
        if state.due.graves.pop(seat) > wanted:
            _go_out(step, seat)


def place_grave(realm: Realm, grave: Grave) -> None:
    """Place one grave."""
    city = realm.cities[grave.city]
    if grave.at:
        city.graves.append(grave.at)
    elif building := realm.building(grave.key):
        building.graves += 1
    else:
        city.loose += 1


def place_graves(step: Step[State], move: PlaceGraves) -> None:
    """Place all graves of a seat, each checked after the ones before."""
    state, due = step.state, step.owed(PlacingGraves)
    step.require(acting_reason(step.state, step.seat), "not-now")
    realm = state.realm(step.seat)
    wanted, trial = queries_phases.graves_to_place(due, realm), copy_realm(realm)
    for grave in move.graves[:wanted]:
        step.require(grave_reason(trial, grave, state.grids))
        place_grave(trial, grave)
    if len(move.graves) != wanted:
        step.refuse("wrong-number", say_n("Place {n} grave.", "Place {n} graves.", wanted))
    owed = due.graves.pop(step.seat)
    before = {building.key for building in realm.buildings if has_grave(realm, building)}
    for grave in move.graves:
        place_grave(realm, grave)
    _tell_graves(step, step.seat, wanted)
    for building in realm.buildings:
        if building.key not in before and has_grave(realm, building):
            who, what, city = SeatName(step.seat), building_words(building), city_name(building.city + 1)
            step.tell(say("{who}: {building}, {city}, is out of action.", who=who, building=what, city=city))
    if owed > wanted:
        _go_out(step, step.seat)


def _tell_graves(step: Step[State], seat: int, graves: int) -> None:
    step.tell(say_n("{who} places {n} grave.", "{who} places {n} graves.", graves, who=SeatName(seat)))


def _go_out(step: Step[State], seat: int) -> None:
    """Put a seat out of the game. Its pieces stay on the map, its sites run empty."""
    step.state.realm(seat).out = True
    step.state.fallen.append(seat)
    step.tell(say("{who} has no room for a grave and is out of the game.", who=SeatName(seat)))
