"""Guided set-up: what people lay out before a game. Section 2."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import replace

from companion.core.table_setup import Laid, SetupStep, with_names
from companion.core.wording import N_, Message, SeatName, named, say, say_n
from companion.games.antiquity.starting_cities import where_to_lay
from companion.games.antiquity.state import MOST_SEATS, SettingUp, State
from companion.games.antiquity.tables import CITIES, COUNTERS, FIRST_WOOD, HOUSES, INNS, MARKERS, SUPPLY

MEN = 22
"""Pieces of men in each colour."""
SMALL_MAPS = 12
"""Small city maps in the box."""
MAP_ROWS: dict[int, tuple[int, ...]] = {2: (1, 2, 1), 3: (1, 2, 3), 4: (3, 2, 3)}
"""Map tiles in each row by the number of people."""
START_TILES: dict[int, Message] = {
    2: say("two opposite tips"),
    3: say("the three corners"),
    4: say("the four corners"),
}


NAMES: dict[str, Message] = {
    "middle": say("As it lies", N_("As it lies")),
    "map": say("Map tiles", N_("Map tiles")),
    "markers": say("Exploration markers", N_("Exploration markers")),
    "bank": say("Bank", N_("Bank")),
    "own": say("Own pieces", N_("Own pieces")),
    "wood": say("First goods", N_("First goods")),
    "order": say("Order track", N_("Order track")),
    "city": say("Starting city", N_("Starting city")),
    "rest": say("Into the box", N_("Into the box")),
    "first": say("The first turn", N_("The first turn")),
}
"""What each step is called, by its key."""


def setup_steps(state: State) -> Iterator[SetupStep]:
    """All steps for this number of players, in the order of the rule book."""
    yield from map(_with_seat, with_names(_steps(state), NAMES))


def _with_seat(step: SetupStep) -> SetupStep:
    """The step; if it is for one seat, with that seat in its name."""
    if not step.seats:
        return step
    name = say("Starting city: {who}", N_("Starting city"), who=SeatName(step.seats[0]))
    return replace(step, name=name)


def _steps(state: State) -> Iterator[SetupStep]:
    seats = len(state.realms)
    begun = not isinstance(state.due, SettingUp)
    if begun and state.turn > 1:
        yield SetupStep("middle", "all", say("Nothing is moved: enter your city in the first plan."))
        return
    yield SetupStep(
        "map",
        "all",
        say(
            "Draw {n} map tiles and lay them out in rows. Start tiles: {which}.",
            n=sum(MAP_ROWS[seats]),
            which=START_TILES[seats],
        ),
        lies=tuple(
            Laid(say("Row {row}", row=row), say_n("{n} tile", "{n} tiles", tiles))
            for row, tiles in enumerate(MAP_ROWS[seats], 1)
        ),
    )
    yield SetupStep(
        "markers",
        "neighbours",
        say(
            "Of each kind of exploration marker {n}: shuffle them face down and put one on each exploration hex; the "
            "rest goes into the box.",
            n=seats,
        ),
        lies=(Laid(say("Exploration hexes"), say("{n} markers, face down", n=seats * len(MARKERS))),),
    )
    yield SetupStep(
        "bank",
        "nearest",
        say("The bank beside the map: goods, pollution and grass by kind, and the fisheries.")
        if state.grids
        else say("The bank beside the map: goods, pollution and grass by kind, and the buildings that all share."),
        lies=tuple(Laid(say("Bank"), words) for words in _bank(state)),
    )
    yield SetupStep(
        "own",
        "each",
        say(
            "Your screen and the pieces of one colour: {men} men, {cities} cities, {inns} inns.",
            men=MEN,
            cities=CITIES,
            inns=INNS,
        )
        if state.grids
        else say(
            "Your screen, your aid with the city map, and the pieces of one colour: {men} men, {cities} cities, {inns} "
            "inns, your own buildings, and {houses} houses on the table with a man on each.",
            men=MEN,
            cities=CITIES,
            inns=INNS,
            houses=HOUSES,
        ),
    )
    yield SetupStep("wood", "each", say("Take {n} wood.", n=FIRST_WOOD))
    yield SetupStep(
        "order",
        "host",
        say("One man of each colour on the order track as drawn, place 1 first. The famine marker on 0."),
        lies=tuple(Laid(say("Place {n}", n=n), named(seat)) for n, seat in enumerate(state.order, 1)) if begun else (),
    )
    yield from _starting_cities(state, begun=begun)
    in_the_box = tuple(Laid(say("Box"), words) for words in _city_pieces()) if state.grids else ()
    yield SetupStep("rest", "nearest", _rest(state), lies=in_the_box)
    yield SetupStep("first", "all", say("In turn 1 take no man: your first four houses cost nothing."))


def _rest(state: State) -> Message:
    """What goes back into the box: unused tiles and colours, and the city pieces if screens show the cities."""
    few = len(state.realms) < MOST_SEATS
    if state.grids and few:
        return say(
            "Into the box: the map tiles that were not drawn, the colours that nobody plays, and what your phones "
            "show: city maps, houses, city buildings and graves."
        )
    if state.grids:
        return say(
            "Into the box: the map tiles that were not drawn, and what your phones show: city maps, houses, city "
            "buildings and graves."
        )
    if few:
        return say("The map tiles that were not drawn, and the pieces of colours that nobody plays, go into the box.")
    return say("The map tiles that were not drawn go into the box.")


def _bank(state: State) -> Iterator[Message]:
    yield say("goods: {n} of each kind", n=COUNTERS)
    yield say("pollution and grass") if state.grids else say("pollution, grass and graves")
    if not state.grids:
        yield from _city_pieces()
        yield say("small city maps: {n}", n=SMALL_MAPS)
    yield say("fisheries: {n}", n=SUPPLY["fishery"])


def _city_pieces() -> Iterator[Message]:
    """The pieces of cities that all players take from a common supply."""
    yield say("cart shops: {n}", n=SUPPLY["cart"])
    yield say("fountains: {n}", n=SUPPLY["fountain"])
    yield say("storage tiles: {n}", n=SUPPLY["tile"])


def _starting_cities(state: State, *, begun: bool) -> Iterator[SetupStep]:
    """One step per seat, beginning with the last one on the order track."""
    if not begun:
        yield SetupStep(
            "city",
            "all",
            say(
                "Last on the order track first: lay your starting city wholly inside one free start tile, on any "
                "ground. A marker under it goes away unseen."
            ),
        )
        return
    laying = list(reversed(state.order))
    for seat in laying:
        yield SetupStep(f"city-{seat}", "seats", where_to_lay(laying, seat), seats=(seat,))
