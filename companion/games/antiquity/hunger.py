"""Phases 8 and 9: famine and pollution, their graves, and going out of the game. Section 8."""

from __future__ import annotations

from companion.core.step import Step
from companion.core.wording import Message, SeatName, say, say_n
from companion.games.antiquity.city import (
    empty_positions,
    empty_squares,
    food_of,
    graved,
    in_city,
    of_kind,
    open_to_graves,
    working,
)
from companion.games.antiquity.draft import copied
from companion.games.antiquity.moves import Bury, Grave, Pollute
from companion.games.antiquity.state import Building, Burying, Polluting, Realm, State
from companion.games.antiquity.tables import CITY_POLLUTION, DUMP_RELIEF, GRANARY_FOOD
from companion.games.antiquity.telling import building_words
from companion.games.antiquity.words import city_name

EMPTY_FIRST = say("First every empty square, in any of your cities.")
NO_GRAVE_THERE = say("No grave can go there.")

# -- famine ------------------------------------------------------------------------------------------------------


def granary_food(realm: Realm) -> int:
    """What an ungraved granary counts for."""
    return GRANARY_FOOD if working(realm, "granary") else 0


def famine_graves(famine: int, food: int, granary: int) -> int:
    """``max(0, famine - food - 3 for a granary)``; nothing is eaten. Phase 8."""
    return max(0, famine - food - granary)


def famine_words(famine: int, food: int, granary: int) -> Message:
    """The calculation."""
    graves = famine_graves(famine, food, granary)
    return say_n(
        "famine {famine} - food {food} - granary {granary} = {n} grave",
        "famine {famine} - food {food} - granary {granary} = {n} graves",
        graves,
        famine=famine,
        food=food,
        granary=granary,
    )


def begin_famine(step: Step[State]) -> None:
    """The level rises before or after, as the table has agreed."""
    state = step.state
    if state.options["famine-rise"] == "before":
        raise_famine(step)
    graves: dict[int, int] = {}
    for seat in state.alive:
        realm = state.realm(seat)
        food, granary = food_of(realm), granary_food(realm)
        words = famine_words(state.famine, food, granary)
        step.tell(say("{who}: {sum}.", who=SeatName(seat), sum=words))
        graves[seat] = famine_graves(state.famine, food, granary)
    _due(step, graves, polluted=False)


def raise_famine(step: Step[State]) -> None:
    """By one every turn."""
    step.state.famine += 1
    step.tell(say("Famine rises to {n}.", n=step.state.famine))


# -- graves ------------------------------------------------------------------------------------------------------


def grave_room(realm: Realm) -> int:
    """Squares that can still take a grave: empty ones, then those of buildings that are not houses."""
    empty = sum(empty_squares(realm, city) for city in range(len(realm.cities)))
    return empty + sum(_open_squares(realm, building) for building in realm.buildings)


def _open_squares(realm: Realm, building: Building) -> int:
    if building.kind == "house":
        return 0
    if building.at:
        graves = realm.cities[building.city].graves
        return sum(square not in graves for square in building.at)
    return max(0, building.size - building.graves)


def _due(step: Step[State], graves: dict[int, int], *, polluted: bool) -> None:
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


def nothing_to_choose(state: State, seat: int) -> bool:
    """Whether there is no room at all; or one city on cardboard, where one empty square is as good as another."""
    realm, wanted = state.realm(seat), graves_to_place(state, seat)
    return not wanted or (not state.grids and len(realm.cities) == 1 and empty_squares(realm, 0) >= wanted)


def _lay_anywhere(step: Step[State], realm: Realm, graves: int) -> None:
    """Without a question."""
    realm.cities[0].loose += graves
    who = SeatName(realm.seat)
    step.tell(say_n("{who} places {n} grave.", "{who} places {n} graves.", graves, who=who))


def graves_to_place(state: State, seat: int) -> int:
    """The graves due, or as many as there is room for."""
    return min(state.owed(Burying).graves[seat], grave_room(state.realm(seat)))


def all_full(realm: Realm) -> bool:
    """Whether no city has an empty square."""
    return not any(empty_squares(realm, city) for city in range(len(realm.cities)))


def grave_reason(realm: Realm, grave: Grave, grids: bool) -> Message | None:
    """Why a grave cannot go there: empty squares first, then buildings that are not houses. Phase 8."""
    if not 0 <= grave.city < len(realm.cities):
        return NO_GRAVE_THERE
    if not all_full(realm):
        if grave.key or not empty_squares(realm, grave.city):
            return EMPTY_FIRST
        if grids and grave.at not in empty_positions(realm, grave.city):
            return EMPTY_FIRST
        return NO_GRAVE_THERE if grave.at and not grids else None
    if grids:
        found = not grave.key and any(square == grave.at for square, _ in open_to_graves(realm, grave.city))
        return None if found else NO_GRAVE_THERE
    building = next((one for one in in_city(realm, grave.city) if one.key == grave.key), None)
    return None if building and not grave.at and _open_squares(realm, building) else NO_GRAVE_THERE


def lay(realm: Realm, grave: Grave) -> None:
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
        lay(trial, grave)
    if len(move.graves) != wanted:
        step.refuse("wrong-number", say("Place {n} graves.", n=wanted))
    realm, owed = state.realm(step.seat), due.graves.pop(step.seat)
    before = {building.key for building in realm.buildings if graved(realm, building)}
    for grave in move.graves:
        lay(realm, grave)
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


# -- pollution ---------------------------------------------------------------------------------------------------


def fountains_of(realm: Realm) -> int:
    """Own ungraved fountains."""
    return sum(not graved(realm, fountain) for fountain in of_kind(realm, "fountain"))


def pollution(realm: Realm) -> int:
    """``max(0, 3 for each city - 4 for a working dump - 1 for each fountain)``. Phase 9."""
    dump = DUMP_RELIEF if working(realm, "dump") else 0
    return max(0, CITY_POLLUTION * len(realm.cities) - dump - fountains_of(realm))


def pollution_words(realm: Realm) -> Message:
    """The calculation."""
    return say(
        "{cities} - dump {dump} - fountains {fountains} = {n} pollution",
        cities=say_n("3 for {n} city", "3 each for {n} cities", len(realm.cities)),
        dump=DUMP_RELIEF if working(realm, "dump") else 0,
        fountains=fountains_of(realm),
        n=pollution(realm),
    )


def begin_pollution(step: Step[State]) -> None:
    """Everybody lays counters on clean free hexes of the own zone; a working dump keeps others out."""
    state = step.state
    counters: dict[int, int] = {}
    for seat in state.alive:
        realm = state.realm(seat)
        step.tell(say("{who}: {sum}.", who=SeatName(seat), sum=pollution_words(realm)))
        if pollution(realm):
            counters[seat] = pollution(realm)
    for seat in protected(state):
        step.tell(say("The dump of {who} works: nobody else pollutes that zone.", who=SeatName(seat)))
    state.due = Polluting(counters)


def protected(state: State) -> list[int]:
    """Seats whose zone others may not pollute."""
    return [seat for seat in state.alive if working(state.realm(seat), "dump")]


def left_over_reason(state: State, seat: int, left_over: int) -> Message | None:
    """Not more than there are."""
    return say("There are not that many.") if left_over > state.owed(Polluting).counters[seat] else None


def pollute(step: Step[State], move: Pollute) -> None:
    """What cannot be laid becomes graves, placed when all are done."""
    due = step.state.owed(Polluting)
    step.require(left_over_reason(step.state, step.seat, move.left_over))
    del due.counters[step.seat]
    if move.left_over:
        step.state.overflow[step.seat] = move.left_over
        step.tell(
            say_n(
                "{who} has no hex for {n} counter: it becomes a grave.",
                "{who} has no hex for {n} counters: they become graves.",
                move.left_over,
                who=SeatName(step.seat),
            )
        )


def begin_overflow(step: Step[State]) -> None:
    """The graves of phase 9."""
    _due(step, {seat: step.state.overflow.get(seat, 0) for seat in step.state.alive}, polluted=True)
    step.state.overflow = {}
