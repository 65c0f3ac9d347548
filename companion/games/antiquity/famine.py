"""Phase 8, famine and graves. Section 8."""

from __future__ import annotations

from typing import TypeVar

from companion.core.forms import together
from companion.core.options import Option
from companion.core.questions import Asking, Pick, Place
from companion.core.step import TABLE, Step
from companion.core.wording import N_, Message, SeatName, Wording, say, say_n
from companion.games.antiquity.draft import copy_realm
from companion.games.antiquity.in_turn import acting_reason, may_change_order, or_in_turn
from companion.games.antiquity.moves import Grave, Move, PlaceGraves
from companion.games.antiquity.pieces import instruct_famine, instruct_out
from companion.games.antiquity.queries import (
    empty_positions,
    empty_squares,
    food_of,
    graves_on,
    has_grave,
    has_working,
    in_city,
)
from companion.games.antiquity.squares import ask_city, building_option, city_widget, own_names, square_option
from companion.games.antiquity.state import Building, PlacingGraves, Realm, State
from companion.games.antiquity.tables import GRANARY_FOOD
from companion.games.antiquity.words import building_words, city_name


def granary_food(realm: Realm) -> int:
    """The food that a granary without a grave counts as."""
    return GRANARY_FOOD if has_working(realm, "granary") else 0


def famine_graves(famine: int, food: int, granary: int) -> int:
    """``max(0, famine - food - granary)``; nothing is eaten. Phase 8."""
    return max(0, famine - food - granary)


def famine_words(famine: int, realm: Realm) -> Message:
    """The sum of famine graves in words."""
    food, granary = food_of(realm), granary_food(realm)
    return say_n(
        "famine {famine} - food {food} - granary {granary} = {n} grave",
        "famine {famine} - food {food} - granary {granary} = {n} graves",
        famine_graves(famine, food, granary),
        famine=famine,
        food=food,
        granary=granary,
    )


def begin_famine(step: Step[State]) -> None:
    """Begin phase 8, famine and graves. Famine rises first, or after the graves, as the option ``famine-rise`` says."""
    state = step.state
    if state.options["famine-rise"] == "before":
        raise_famine(step)
    graves: dict[int, int] = {}
    for seat in state.alive:
        realm = state.realm(seat)
        step.tell(say("{who}: {sum}.", who=SeatName(seat), sum=famine_words(state.famine, realm)))
        graves[seat] = famine_graves(state.famine, food_of(realm), granary_food(realm))
    begin_placing_graves(step, graves, polluted=False)


def raise_famine(step: Step[State]) -> None:
    """Raise famine by one."""
    step.state.famine += 1
    instruct_famine(step, step.state.famine - 1)
    step.tell(say("Famine rises to {n}.", n=step.state.famine), TABLE)


# -- graves ----------------------------------------------------------------------------------------------------------

EMPTY_FIRST = say("First every empty square, in any of your cities.")
NO_GRAVE_THERE = say("No grave can go there.")


def graveable_squares(realm: Realm, city: int) -> list[tuple[str, Building]]:
    """Squares without a grave under buildings that are not houses: they take graves once no square is empty. Section 8,
    phase 8.
    """
    graves = realm.cities[city].graves
    under = ((at, building) for building in in_city(realm, city) if building.kind != "house" for at in building.at)
    return [(square, building) for square, building in under if square not in graves]


def grave_room(realm: Realm) -> int:
    """Squares that can take a grave: empty ones and those of buildings that are not houses."""
    empty = sum(empty_squares(realm, city) for city in range(len(realm.cities)))
    return empty + sum(open_squares(realm, building) for building in realm.buildings)


def open_squares(realm: Realm, building: Building) -> int:
    """Squares of a building that can take a grave; none of a house."""
    return 0 if building.kind == "house" else max(0, building.size - graves_on(realm, building))


def has_no_choice(realm: Realm, wanted: int, grids: bool) -> bool:
    """Whether the graves need no question: there are none to place, or all fit on the empty squares of a seat's only
    city on cardboard.
    """
    return not wanted or (not grids and len(realm.cities) == 1 and empty_squares(realm, 0) >= wanted)


def graves_to_place(due: PlacingGraves, realm: Realm) -> int:
    """How many graves a seat still has to place, limited by its room for them."""
    return min(due.graves[realm.seat], grave_room(realm))


def cities_full(realm: Realm) -> bool:
    """Whether there is no empty square in any city."""
    return not any(empty_squares(realm, city) for city in range(len(realm.cities)))


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


def begin_placing_graves(step: Step[State], graves: dict[int, int], *, polluted: bool) -> None:
    """Ask seats for graves, where there is a choice. A seat without room for all is out of the game once it has placed
    those that fit.
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
    wanted, trial = graves_to_place(due, realm), copy_realm(realm)
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
    """Put a seat out of the game. Its pieces stay on the map, its sites stay until they are empty."""
    step.state.realm(seat).out = True
    step.state.fallen.append(seat)
    instruct_out(step, seat)
    step.announce(say("{who} has no room for a grave and is out of the game.", who=SeatName(seat)))


M = TypeVar("M")

GRAVES_AT_ONCE = 8
"""Graves asked for on one form: as many questions as fit below the picture on two phone screens."""

WHERE_GRAVES_GO = say(
    "Graves come of missing food and of pollution that finds no hex. They go on empty squares first; on a building "
    "one grave stops all of it, and a man in it does nothing."
)
ON_A_BUILDING = say(
    "No square is empty: the grave goes on a building and puts it out of action.", short=N_("All full: a building")
)


def ask_graves(state: State, due: PlacingGraves, seat: int) -> Asking[Move]:
    """Ask for a square for each grave, on one picture; more than ``GRAVES_AT_ONCE`` on several forms."""
    trial = copy_realm(state.realm(seat))
    wanted = graves_to_place(due, trial)
    asking = _ask_all_graves(state, trial, wanted)
    if not wanted:
        yield from only_answer(say("Your cities are full."), say("Out of the game"))
    elif has_no_choice(trial, wanted, state.grids):
        yield from only_answer(say("Graves have to be placed."), say("Any empty squares"))
    elif may_change_order(state, seat):
        asking = _graves_form(trial, 1, wanted, or_in_turn(state, seat, asking))
    return (yield from asking)


def _ask_all_graves(state: State, trial: Realm, wanted: int) -> Asking[Move]:
    graves: list[Grave] = []
    for first in range(1, wanted + 1, GRAVES_AT_ONCE):
        some = _ask_some_graves(state, trial, range(first, min(first + GRAVES_AT_ONCE, wanted + 1)))
        graves += yield from _graves_form(trial, first, wanted, some)
    return PlaceGraves(tuple(graves))


def _graves_form(trial: Realm, first: int, wanted: int, asking: Asking[M]) -> Asking[M]:
    """The form that begins with the grave of number ``first``."""
    left = wanted + 1 - first
    act = say_n("Place {n} grave", "Place {n} graves", min(GRAVES_AT_ONCE, left))
    return together(f"graves-{first}", _graves_title(trial, left), asking, act)


def _graves_title(trial: Realm, left: int) -> Message:
    """How many graves are to be placed, and what they may be placed on if that can vary."""
    if cities_full(trial):
        return say_n("{n} grave to place", "{n} graves to place", left)
    return say_n(
        "{n} grave to place, on empty squares first",
        "{n} graves to place, on empty squares first",
        left,
        short=N_("Graves to place: {n}"),
    )


def _ask_some_graves(state: State, trial: Realm, places: range) -> Asking[list[Grave]]:
    """Ask for the graves in these places; each answer is placed in ``trial`` at once."""
    graves: list[Grave] = []
    for place in places:
        graves.append((yield from _ask_grave(state, trial, place)))
        place_grave(trial, graves[-1])
    return graves


def only_answer(prompt: Message, label: Message, hint: Wording | None = None, secret: bool = False) -> Pick[str]:
    """A question with a single answer."""
    options = (Option("go", label, icon="next"),)
    return Pick[str](key="go", prompt=prompt, hint=hint, options=options, default="go", secret=secret)


def _ask_grave(state: State, trial: Realm, place: int) -> Asking[Grave]:
    full = cities_full(trial)

    def no_room(city: int) -> Message | None:
        found = _grave_options(state, trial, city) if full else empty_squares(trial, city)
        return None if found else NO_GRAVE_THERE if full else EMPTY_FIRST

    which = say("Grave {n}: which city?", n=place)
    city = yield from ask_city(
        trial, no_room, which, f"city-{place}", secret=False, usual=_roomiest(trial), meaning=WHERE_GRAVES_GO
    )
    if not full and not state.grids:
        return Grave(city)
    key, prompt = f"grave-{place}", say("Grave {n}: where?", n=place)
    if len(trial.cities) > 1:
        prompt = say("Grave {n}, city {city}: where?", short=N_("Grave {n}: where?"), n=place, city=city + 1)
    options, hint = _grave_options(state, trial, city), ON_A_BUILDING if full else None
    if not state.grids:
        named = Pick[str](key=key, prompt=prompt, hint=hint, options=options, meaning=WHERE_GRAVES_GO)
        return Grave(city, key=(yield from named))
    widget = city_widget(trial.seat, city)
    at = yield from Place[str](
        key=key, prompt=prompt, hint=hint, widget=widget, options=options, meaning=WHERE_GRAVES_GO
    )
    return Grave(city, at)


def _roomiest(trial: Realm) -> int:
    """The city with the most empty squares."""
    return max(range(len(trial.cities)), key=lambda city: empty_squares(trial, city))


def _grave_options(state: State, trial: Realm, city: int) -> tuple[Option[str], ...]:
    """The squares or buildings on which a grave may go."""
    if not cities_full(trial):
        return tuple(map(square_option, empty_positions(trial, city)))
    names = own_names(trial)
    if state.grids:
        squares = graveable_squares(trial, city)
        return tuple(building_option(one, square, name=names.get(one.key)) for square, one in squares)
    here = (one for one in in_city(trial, city) if open_squares(trial, one))
    return tuple(building_option(one, name=names.get(one.key)) for one in here)
