"""Set-up: who plays what, in which order, with which start cities. Section 3."""

from __future__ import annotations

from companion.core.questions import Option, Pick
from companion.core.step import Step
from companion.core.wording import N_, Message, SeatName, say
from companion.games.antike.moves import Begin, Keep, Settle
from companion.games.antike.queries_cities import city_label, provinces, raze, settle, tracked_provinces
from companion.games.antike.rules_turn import begin_turn
from companion.games.antike.state import Keeping, Naming, Nation, SettingUp, State
from companion.games.antike.surveying import enter
from companion.games.antike.tables import (
    GOODS,
    NATION_NAMES,
    NATIONS,
    PAIRS,
    ROUNDS_BEFORE_ASKING,
    START_CITIES,
)

MOST_ROUNDS = 99


def in_play(state: State) -> tuple[str, ...]:
    """The nations in play: four when two play with two each."""
    return NATIONS[state.switches.side][: nations_for(len(state.seats))]


def nations_for(seats: int) -> int:
    """How many nations so many seats play."""
    return 4 if seats == 2 else seats


def begin_reason(state: State, move: Begin) -> Message | None:
    """Why the table cannot begin like this, or None."""
    names = in_play(state)
    expected = len(names) if len(state.seats) == 2 else 1
    if len(move.order) != expected or len(set(move.order)) != expected or not set(move.order) <= set(names):
        return say("Name the nations that begin.", short=N_("Who begins?"))
    if not 1 <= move.round <= MOST_ROUNDS:
        return say("There is no such round.", short=N_("No such round"))
    return None


def begin(step: Step[State], move: Begin) -> None:
    """Deal the nations, set their start cities, give the first turn."""
    state = step.state
    step.owed(SettingUp)
    step.require(begin_reason(state, move))
    state.agenda.pop()
    state.sides = state.sides or deal(step)
    seat_of = {key: seat for seat, keys in state.sides.items() for key in keys}
    state.nations = [Nation(key, seat_of[key]) for key in turn_order(state, seat_of, move)]
    state.round = move.round
    state.ask_after = max(ROUNDS_BEFORE_ASKING, move.round)
    state.owners = dict.fromkeys(tracked_provinces(state), 0)
    state.built = dict.fromkeys(tracked_provinces(state), 0)
    step.tell(say("{who} begins.", who=state.nations[0].name))
    for nation in reversed(state.nations):
        start_cities(state, nation)
    start_playing(step)


def deal(step: Step[State]) -> dict[int, list[str]]:
    """Who plays what, at random or as the cards say; two seats draw their pairs."""
    state = step.state
    left: list[tuple[str, ...]] = [(key,) for key in in_play(state)]
    if len(state.seats) == 2:
        left = list(PAIRS[state.switches.side])
    dealt: dict[int, list[str]] = {}
    for seat in state.seats:
        keys = left[0]
        if len(left) > 1:
            options = tuple(Option("-".join(keys), nation_words(keys)) for keys in left)
            prompt = say("Which nation does {who} play?", short=N_("Nation of {who}?"), who=SeatName(seat))
            drawn = step.chance(Pick[str](key="nation", prompt=prompt, options=options), by=seat)
            keys = tuple(drawn.split("-"))
        left.remove(keys)
        dealt[seat] = list(keys)
        step.tell(say("{seat} plays {who}.", seat=SeatName(seat), who=nation_words(keys)))
    return dealt


def nation_words(keys: tuple[str, ...]) -> Message:
    """One nation, or the two of a seat."""
    if len(keys) == 1:
        return NATION_NAMES[keys[0]]
    return say("{first} and {second}", first=NATION_NAMES[keys[0]], second=NATION_NAMES[keys[1]])


def turn_order(state: State, seat_of: dict[str, int], move: Begin) -> tuple[str, ...]:
    """Clockwise by seat from the starting nation; with two seats as the table said."""
    if len(state.seats) == 2:
        return move.order
    first = state.seats.index(seat_of[move.order[0]])
    nation_of = {seat: key for key, seat in seat_of.items()}
    return tuple(nation_of[seat] for seat in state.seats[first:] + state.seats[:first])


def start_cities(state: State, nation: Nation) -> None:
    """One city of each type: as printed on the card, by type, or to be named where nobody knows the cards."""
    if not state.switches.mapped:
        for good in GOODS:
            settle(state, nation, good)
    elif not state.switches.named_start:
        for city in START_CITIES[len(state.nations)][nation.key]:
            settle(state, nation, city)
    else:
        state.agenda.append(Naming(nation.key))
        return
    if state.switches.start_cities == 1:
        state.agenda.append(Keeping(nation.key))


def start_playing(step: Step[State]) -> None:
    """The first turn, once all start cities stand."""
    if not step.state.agenda:
        begin_turn(step, step.state.nations[0])


def settle_reason(state: State, city: str, good: str) -> Message | None:
    """Why a province is no start city of a type, or None."""
    known = provinces(state)
    if city not in known or known[city].good != good:
        return say("There is no such province of that type.", short=N_("No such province"))
    return say("There is a city already.", short=N_("Has a city")) if state.owners.get(city) else None


def name_cities(step: Step[State], move: Settle) -> None:
    """The three start cities of a nation."""
    state = step.state
    nation = state.nation(step.owed(Naming).nation)
    named = {"marble": move.marble, "iron": move.iron, "gold": move.gold}
    for new in move.new:
        enter(step, new)
    for good, city in named.items():
        step.require(settle_reason(state, city, good))
    state.agenda.pop()
    for city in named.values():
        settle(state, nation, city)
        step.tell(say("{who}: city in {city}.", who=nation.name, city=city_label(state, city)))
    if state.switches.start_cities == 1:
        state.agenda.append(Keeping(nation.key))
    start_playing(step)


def start_names(state: State, nation: Nation) -> list[str]:
    """The start cities of a nation, as moves name them."""
    number = state.number(nation)
    if state.switches.mapped:
        return [key for key in tracked_provinces(state) if state.owners.get(key) == number]
    return [good for good in GOODS if nation.plain[good]]


def keep_city(step: Step[State], move: Keep) -> None:
    """The longer game: two of the three start cities go. Section 1."""
    state = step.state
    nation = state.nation(step.owed(Keeping).nation)
    names = start_names(state, nation)
    types = {provinces(state)[name].good if state.switches.mapped else name: name for name in names}
    if move.good not in types:
        step.require(say("You have no such start city.", short=N_("No such city")))
    state.agenda.pop()
    for good, name in types.items():
        if good != move.good:
            raze(state, nation, name)
    step.tell(say("{who} keeps {city}.", who=nation.name, city=city_label(state, types[move.good])))
    start_playing(step)
