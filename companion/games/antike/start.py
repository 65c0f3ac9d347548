"""Set-up: nations, turn order and start cities. Sections 1 and 3."""

from __future__ import annotations

from companion.core.forms import together
from companion.core.options import Option
from companion.core.questions import Asking, Count, Pick
from companion.core.setup import Setup, SetupError
from companion.core.step import Step
from companion.core.wording import N_, Message, SeatName, in_a_row, say
from companion.games.antike import queries, tables
from companion.games.antike.cities import NEW, ask_new, enter_province, new_option, raze, settle
from companion.games.antike.moves import Begin, First, Keep, Move, NewProvince, Settle
from companion.games.antike.pieces import instruct_disc, instruct_razed
from companion.games.antike.state import Keeping, Naming, Nation, SettingUp, Starting, State
from companion.games.antike.tables import Good, Side
from companion.games.antike.turn import begin_turn
from companion.games.antike.words import WEST_PAIRS


def two_in_the_west(state: State) -> bool:
    """Whether two players play the west side, with other pairs of nations than the booklet of 2005 names."""
    return state.switches.side == "west" and len(state.seats) == 2


def in_play(state: State) -> tuple[str, ...]:
    """The keys of the nations in play."""
    return tables.NATIONS[state.switches.side][: nations_for(len(state.seats))]


def nations_for(seats: int) -> int:
    """How many nations are in play: as many as players, but two players have two each."""
    return 4 if seats == 2 else seats


def start_names(state: State, nation: Nation) -> list[str]:
    """The start cities of a nation, as moves name them, in the order of their types."""
    if state.switches.mapped:
        cities, order = queries.own(state, nation), list(tables.GOODS)
        return [province.key for province in sorted(cities, key=lambda province: order.index(province.good))]
    return [good for good in tables.GOODS if nation.plain[good]]


# -- nations and turn order ------------------------------------------------------------------------------------------


def begin_reason(state: State, move: Begin) -> Message | None:
    """Why the play cannot begin like this, or None."""
    if move.order and (reason := order_reason(state, move.order)):
        return reason
    if not 1 <= move.round <= tables.MOST_ROUNDS:
        return say("There is no such round.", short=N_("No such round"))
    return None


def order_reason(state: State, order: tuple[str, ...]) -> Message | None:
    """Why these nations are not the one that begins, or with two players the turn order; or None."""
    names = in_play(state)
    expected = len(names) if len(state.seats) == 2 else 1
    if len(order) != expected or len(set(order)) != expected or not set(order) <= set(names):
        return say("Name the nations that begin.", short=N_("Who begins?"))
    return None


def begin(step: Step[State], move: Begin) -> None:
    """Deal the nations. Begin the first turn, or ask who has it."""
    state = step.state
    step.owed(SettingUp)
    step.require(begin_reason(state, move))
    state.agenda.pop()
    state.sides = state.sides or deal(step)
    state.round = move.round
    state.ask_after = max(tables.ROUNDS_BEFORE_ASKING, move.round)
    if move.order:
        lay_out(step, move.order)
    else:
        state.agenda.append(Starting())


def say_first(step: Step[State], move: First) -> None:
    """Begin the first turn, once the nations are dealt and the table says who has it."""
    step.owed(Starting)
    step.require(order_reason(step.state, move.order))
    step.state.agenda.pop()
    lay_out(step, move.order)


def lay_out(step: Step[State], order: tuple[str, ...]) -> None:
    """Put the start cities of the nations on the board, and begin the first turn."""
    state = step.state
    seat_of = {key: seat for seat, keys in state.sides.items() for key in keys}
    state.nations = [Nation(key, seat_of[key]) for key in turn_order(state, seat_of, order)]
    state.owners = dict.fromkeys(queries.tracked_provinces(state), 0)
    state.built = dict.fromkeys(queries.tracked_provinces(state), 0)
    for nation in reversed(state.nations):
        start_cities(state, nation)
    step.tell(say("{who}: the first turn.", who=state.nations[0].name), state.nations[0].seat)
    start_playing(step)


def deal(step: Step[State]) -> dict[int, list[str]]:
    """Deal each seat its nation, drawn or entered from the cards; two players get a pair each. The keys by seat."""
    state = step.state
    left: list[tuple[str, ...]] = [(key,) for key in in_play(state)]
    if len(state.seats) == 2:
        left = list(tables.PAIRS[state.switches.side])
    dealt: dict[int, list[str]] = {}
    for seat in state.seats:
        keys = left[0]
        if len(left) > 1:
            options = tuple(Option("-".join(keys), nation_words(keys)) for keys in left)
            prompt = say("Which nation does {who} play?", short=N_("Nation of {who}?"), who=SeatName(seat))
            hint = WEST_PAIRS if two_in_the_west(state) else None
            nation = Pick[str](
                key="nation",
                prompt=prompt,
                hint=hint,
                options=options,
                meaning=say(
                    "Which nation this player drew or chose. From now on its name stands for whoever plays it."
                ),
            )
            drawn = step.chance(nation, by=seat)
            keys = tuple(drawn.split("-"))
        left.remove(keys)
        dealt[seat] = list(keys)
        step.tell(say("{seat} plays {who}.", seat=SeatName(seat), who=nation_words(keys)))
    return dealt


def nation_words(keys: tuple[str, ...]) -> Message:
    """The name of a nation, or of both nations of a seat."""
    if len(keys) == 1:
        return tables.NATION_NAMES[keys[0]]
    return say("{first} and {second}", first=tables.NATION_NAMES[keys[0]], second=tables.NATION_NAMES[keys[1]])


def turn_order(state: State, seat_of: dict[str, int], order: tuple[str, ...]) -> tuple[str, ...]:
    """The nations in turn order: clockwise from the starting nation; with two players as entered."""
    if len(state.seats) == 2:
        return order
    first = state.seats.index(seat_of[order[0]])
    nation_of = {seat: key for key, seat in seat_of.items()}
    return tuple(nation_of[seat] for seat in state.seats[first:] + state.seats[:first])


def given_sides(setup: Setup) -> dict[int, list[str]]:
    """The nations of each seat as the set-up gives them; empty if they are dealt. Raises ``SetupError``."""
    if not any(seated.sides for seated in setup.seats):
        return {}
    side: Side = "west" if setup.options["side"] == "west" else "east"
    given = {seated.seat: list(seated.sides) for seated in setup.seats}
    names = tables.NATIONS[side][: nations_for(len(given))]
    if sorted(key for keys in given.values() for key in keys) != sorted(names):
        raise SetupError(f"antike: the nations in play are {', '.join(names)}, one for every seat")
    pairs = [sorted(pair) for pair in tables.PAIRS[side]]
    if any(sorted(keys) not in pairs if len(given) == 2 else len(keys) != 1 for keys in given.values()):
        raise SetupError(f"antike: two seats play the pairs {pairs}, more seats one nation each")
    return given


DEAL = "deal"
"""The answer that the nations are dealt before anybody says who begins."""


def ask_begin(state: State) -> Asking[Move]:
    """Ask which nation begins, with two players the whole turn order, and which round it is, on one form."""
    return together("begin", say("How does it begin?"), _ask_begin(state), say("Begin the game"))


def ask_first(state: State) -> Asking[Move]:
    """Ask which nation begins, with two players the whole turn order, when the nations are dealt."""
    return together("first", say("Who begins?"), _ask_first(state), say("Begin the game"))


def _ask_first(state: State) -> Asking[Move]:
    return First((yield from _ask_order(state, usual=known_starter(state))))


def known_starter(state: State) -> str | None:
    """The nation with the first turn, where it is known without its card."""
    names = in_play(state)
    known = tables.STARTERS.get((state.switches.side, len(names)))
    return known if known in names else None


def _ask_order(state: State, *, usual: str | None, later: tuple[Option[str], ...] = ()) -> Asking[tuple[str, ...]]:
    """Ask for the nation that begins, with two players for the order of all. Empty with an answer of ``later``."""
    left = list(in_play(state))
    known = known_starter(state)
    left.sort(key=lambda key: key != known)
    prompt = say("Which nation begins?", short=N_("Who begins?"))
    first = yield from Pick[str](
        key="first",
        prompt=prompt,
        hint=say("A red dot on its card tells.", short=N_("A red dot tells")),
        options=(*nation_options(state, left), *later),
        default=left[0],
        usual=usual,
        meaning=say("The nation that has the first turn of the game. From it the turns go round clockwise."),
    )
    if first == DEAL:
        return ()
    order = [first]
    left.remove(first)
    while len(state.seats) == 2 and len(left) > 1:
        prompt = say("Which nation is number {n}?", short=N_("Place {n}?"), n=len(order) + 1)
        following = yield from Pick[str](
            key=f"next-{len(order) + 1}",
            prompt=prompt,
            options=nation_options(state, left),
            default=left[0],
            meaning=say("With two players each has two nations. Say here in which order the four take their turns."),
        )
        order.append(following)
        left.remove(following)
    return (*order, *left) if len(state.seats) == 2 else (first,)


def _ask_begin(state: State) -> Asking[Move]:
    usual = None if len(state.seats) == 2 else known_starter(state)
    deal_first = Option(DEAL, say("Deal the nations first", N_("Deal first")), icon="cards")
    later = () if usual or state.sides else (deal_first,)
    order = yield from _ask_order(state, usual=usual, later=later)
    prompt = say("Which round is it?", short=N_("Which round is it?"))
    hint = say("1 in a new game. Already under way? Correct the numbers afterwards.", short=N_("Then the numbers"))
    number = yield from Count(
        key="round",
        prompt=prompt,
        hint=hint,
        low=1,
        high=tables.MOST_ROUNDS,
        start=1,
        default=1,
        usual=1,
        meaning=say("Only to know where the game stands. A game that begins now is in round 1."),
    )
    return Begin(order, number)


def nation_options(state: State, keys: list[str]) -> tuple[Option[str], ...]:
    """Options for nations, by their names, with who plays them once that is known."""
    seat_of = {key: seat for seat, sides in state.sides.items() for key in sides}
    return tuple(Option(key, tables.NATION_NAMES[key], seat=seat_of.get(key)) for key in keys)


# -- start cities ----------------------------------------------------------------------------------------------------


def start_cities(state: State, nation: Nation) -> None:
    """Put one city of each type on the board: those printed on the card, or one counted of each type. Where the card is
    not known, the nation is asked for them.
    """
    if state.switches.mapped and state.switches.named_start:
        state.agenda.append(Naming(nation.key))
        return
    for city in tables.START_CITIES[len(state.nations)][nation.key] if state.switches.mapped else tables.GOODS:
        settle(state, nation, city)
    may_keep(state, nation)


def may_keep(state: State, nation: Nation) -> None:
    """Put the question which start city the nation keeps on the agenda, in the longer game only."""
    if state.switches.start_cities == 1:
        state.agenda.append(Keeping(nation.key))


def start_playing(step: Step[State]) -> None:
    """Begin the first turn once all start cities are on the board."""
    if not step.state.agenda:
        begin_turn(step, step.state.nations[0])


def settle_reason(state: State, city: str, good: str) -> Message | None:
    """Why a province cannot be the start city of a type, or None."""
    known = queries.provinces(state)
    if city not in known or known[city].good != good:
        return say("There is no such province of that type.", short=N_("No such province"))
    return say("There is a city already.", short=N_("Has a city")) if state.owners.get(city) else None


def name_cities(step: Step[State], move: Settle) -> None:
    """Put the three start cities that a nation named on the board."""
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
        instruct_disc(step, nation, city)
    step.tell(
        say(
            "{who}: cities in {cities}.",
            who=nation.name,
            cities=in_a_row(queries.city_words(state, city) for city in named.values()),
        ),
        nation.seat,
    )
    may_keep(state, nation)
    start_playing(step)


START_CITY: dict[Good, Message] = {
    "marble": say("Which marble city?", short=N_("Marble city?")),
    "iron": say("Which iron city?", short=N_("Iron city?")),
    "gold": say("Which gold city?", short=N_("Gold city?")),
}


def ask_settle(state: State, nation: Nation) -> Asking[Move]:
    """Ask a nation for the provinces of its three start cities, on one form."""
    return together(
        f"settle-{nation.key}",
        say("{who}: start cities", N_("Start cities"), who=nation.name),
        _ask_settle(state),
        say("Begin in these 3 cities", short=N_("Begin there")),
    )


def _ask_settle(state: State) -> Asking[Move]:
    chosen: dict[Good, str] = {}
    entered: list[NewProvince] = []
    for good in tables.GOODS:
        options = tuple(
            Option(key, province.name, reason=settle_reason(state, key, good), icon=good)
            for key, province in queries.provinces(state).items()
            if province.good == good
        )
        offered = (*options, *new_option(state, good))
        default = next((option.value for option in options if option.reason is None), None)
        chosen[good] = yield from Pick[str](
            key=f"start-{good}",
            prompt=START_CITY[good],
            options=offered,
            default=default,
            meaning=say("Every nation begins with three cities, one of each kind. Its card says where."),
        )
        if chosen[good] == NEW:
            entered.append((yield from ask_new(state, good, len(entered))))
            chosen[good] = entered[-1].key
    return Settle(chosen["marble"], chosen["iron"], chosen["gold"], tuple(entered))


def keep_city(step: Step[State], move: Keep) -> None:
    """Take the two start cities off the board that a nation does not keep in the longer game. Section 1."""
    state = step.state
    nation = state.nation(step.owed(Keeping).nation)
    types = {queries.type_of(state, name): name for name in start_names(state, nation)}
    if move.good not in types:
        step.require(say("You have no such start city.", short=N_("No such city")))
    state.agenda.pop()
    for good, name in types.items():
        if good != move.good:
            instruct_razed(step, nation, name, temple=False, units_there={})
            raze(state, nation, name)
    step.tell(
        say("{who}: only {city} to begin with.", who=nation.name, city=queries.city_words(state, types[move.good])),
        nation.seat,
    )
    start_playing(step)


def ask_keep(state: State, nation: Nation) -> Asking[Move]:
    """Ask which of its start cities a nation keeps in the longer game."""
    names = start_names(state, nation)
    options = tuple(
        Option[Good](good, queries.city_label(state, name), icon=good)
        for name in names
        for good in (queries.type_of(state, name),)
    )
    prompt = say("{who}: keep which start city?", short=N_("Keep which city?"), who=nation.name)
    keep = Pick[Good](
        key="keep",
        prompt=prompt,
        options=options,
        default=options[0].value,
        meaning=say("In the longer game a nation begins with one city. Choose which of its three; the others go."),
    )
    return Keep((yield from keep))
