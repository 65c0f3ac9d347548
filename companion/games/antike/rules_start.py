"""Set-up: who plays what, in which order, with which start cities. Section 3."""

from __future__ import annotations

from companion.core.options import Option
from companion.core.questions import Pick
from companion.core.setup import Setup, SetupError
from companion.core.step import Step
from companion.core.wording import N_, Message, SeatName, in_a_row, say
from companion.games.antike.agenda import Keeping, Naming, SettingUp
from companion.games.antike.moves import Begin, Keep, Settle
from companion.games.antike.queries import (
    city_words,
    in_play,
    nations_for,
    start_names,
    tracked_provinces,
    two_in_the_west,
    type_of,
)
from companion.games.antike.reasons import begin_reason, settle_reason
from companion.games.antike.rules_cities import enter_province, raze, settle
from companion.games.antike.rules_turn import begin_turn
from companion.games.antike.state import Nation, State
from companion.games.antike.tables import GOODS, NATION_NAMES, NATIONS, PAIRS, ROUNDS_BEFORE_ASKING, START_CITIES, Side
from companion.games.antike.words import WEST_PAIRS


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
    step.tell(say("{who}: the first turn.", who=state.nations[0].name), state.nations[0].seat)
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
            hint = WEST_PAIRS if two_in_the_west(state) else None
            drawn = step.chance(Pick[str](key="nation", prompt=prompt, hint=hint, options=options), by=seat)
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
    if state.switches.mapped and state.switches.named_start:
        state.agenda.append(Naming(nation.key))
        return
    for city in START_CITIES[len(state.nations)][nation.key] if state.switches.mapped else GOODS:
        settle(state, nation, city)
    may_keep(state, nation)


def may_keep(state: State, nation: Nation) -> None:
    """In the longer game a nation chooses one of its start cities."""
    if state.switches.start_cities == 1:
        state.agenda.append(Keeping(nation.key))


def start_playing(step: Step[State]) -> None:
    """The first turn, once all start cities stand."""
    if not step.state.agenda:
        begin_turn(step, step.state.nations[0])


def name_cities(step: Step[State], move: Settle) -> None:
    """The three start cities of a nation."""
    state = step.state
    nation = state.nation(step.owed(Naming).nation)
    named = {"marble": move.marble, "iron": move.iron, "gold": move.gold}
    for new in move.new:
        enter_province(step, new)
    for good, city in named.items():
        step.require(settle_reason(state, city, good))
    state.agenda.pop()
    for city in named.values():
        settle(state, nation, city)
    step.tell(
        say(
            "{who}: cities in {cities}.",
            who=nation.name,
            cities=in_a_row(city_words(state, city) for city in named.values()),
        ),
        nation.seat,
    )
    may_keep(state, nation)
    start_playing(step)


def keep_city(step: Step[State], move: Keep) -> None:
    """The longer game: two of the three start cities go. Section 1."""
    state = step.state
    nation = state.nation(step.owed(Keeping).nation)
    types = {type_of(state, name): name for name in start_names(state, nation)}
    if move.good not in types:
        step.require(say("You have no such start city.", short=N_("No such city")))
    state.agenda.pop()
    for good, name in types.items():
        if good != move.good:
            raze(state, nation, name)
    step.tell(
        say("{who}: only {city} to begin with.", who=nation.name, city=city_words(state, types[move.good])), nation.seat
    )
    start_playing(step)


def given_sides(setup: Setup) -> dict[int, list[str]]:
    """Who plays what, if the set-up says so; nations are dealt else. Raises ``SetupError``."""
    if not any(seated.sides for seated in setup.seats):
        return {}
    side: Side = "west" if setup.options["side"] == "west" else "east"
    given = {seated.seat: list(seated.sides) for seated in setup.seats}
    names = NATIONS[side][: nations_for(len(given))]
    if sorted(key for keys in given.values() for key in keys) != sorted(names):
        raise SetupError(f"antike: the nations in play are {', '.join(names)}, one for every seat")
    pairs = [sorted(pair) for pair in PAIRS[side]]
    if any(sorted(keys) not in pairs if len(given) == 2 else len(keys) != 1 for keys in given.values()):
        raise SetupError(f"antike: two seats play the pairs {pairs}, more seats one nation each")
    return given
