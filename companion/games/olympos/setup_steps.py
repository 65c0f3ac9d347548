"""Guided set-up: what people lay out before a game. Section 2."""

from __future__ import annotations

from collections.abc import Iterator

from companion.core.table_setup import Laid, SetupStep, with_names
from companion.core.wording import N_, Message, SeatName, in_a_row, named, say, say_n
from companion.games.olympos import box, tables
from companion.games.olympos.state import MOST_SEATS, SettingUp, Side, State
from companion.games.olympos.tables import space_key
from companion.games.olympos.words import ROW_COLOURS, ROW_NAMES

BESIDE = say("Beside the board")
BACKS: dict[int, Message] = {1: say("red"), 2: say("yellow"), 3: say("green"), 4: say("blue"), 5: say("purple")}
"""The colour of each row on the backs of its tiles."""


NAMES: dict[str, Message] = {
    "middle": say("As it lies", N_("As it lies")),
    "boards": say("Both boards", N_("Both boards")),
    "tiles": say("Sort the tiles", N_("Sort the tiles")),
    "rows": say("Lay the tiles", N_("Lay the tiles")),
    "wonders": say("Lay the wonders", N_("Lay the wonders")),
    "supply": say("Tokens and cubes", N_("Tokens and cubes")),
    "settlers": say("Settlers", N_("Settlers")),
    "stack": say("Stack on the start", N_("Stack on the start")),
    "crosses": say("Cross out territories", N_("Cross out")),
    "tribes": say("Tribes", N_("Tribes")),
    "cubes": say("Starting cubes", N_("Starting cubes")),
    "destiny": say("Destiny cards", N_("Destiny cards")),
    "olympos": say("Olympos cards", N_("Olympos cards")),
    "rest": say("Into the box", N_("Into the box")),
    "begin": say("Who begins", N_("Who begins")),
    **{
        f"row-{row}": say("Lay the tiles: {colour}", N_("Tiles: {colour}"), colour=colour)
        for row, colour in BACKS.items()
    },
}
"""What each step is called, by its key."""


def setup_steps(state: State) -> Iterator[SetupStep]:
    """All steps for this number of players, in the order of the rule book."""
    yield from with_names(_steps(state), NAMES)


def _steps(state: State) -> Iterator[SetupStep]:
    seats = len(state.seats)
    laid = not any(isinstance(due, SettingUp) for due in state.agenda)
    if laid and _is_begun_later(state):
        yield SetupStep("middle", "all", say("Nothing is moved: enter what lies there."))
        return
    yield SetupStep("boards", "host", say("The board and the development board in the middle."))
    yield SetupStep("tiles", "neighbours", _tile_words(seats), lies=_tile_counts(seats))
    if not state.light:
        for row in range(1, 6):
            yield SetupStep(
                f"row-{row}",
                "neighbours",
                _row_words(row, seats),
                lies=_row(state, row),
                group="tiles",
                colour=ROW_COLOURS[row],
            )
    else:
        yield SetupStep("rows", "neighbours", say("Lay the discoveries out in their rows, face up, at random."))
    yield SetupStep(
        "wonders",
        "neighbours",
        say("The last row: the five wonders."),
        lies=_wonders(state),
        group="" if state.light else "tiles",
        colour="stone",
    )
    yield SetupStep(
        "supply", "nearest", say("Sort the tokens and cubes beside the board, by kind."), lies=tuple(_supply())
    )
    yield SetupStep(
        "settlers",
        "each",
        say(
            "Take a colour and its 20 settlers: 4 before you, 1 beside the Time Track, the rest into the general stock."
        ),
    )
    yield SetupStep("stack", "host", _stack_words(laid=laid), lies=_stack(state) if laid else ())
    crosses = tables.CROSSED_EACH[seats]
    bottom = min(state.sides, key=lambda side: side.height).seat
    yield SetupStep(
        "crosses",
        "seats" if laid else "all",
        say_n(
            "Lowest in the stack: cross out {all} territories with {n} token of each type, Cross side up; at most one "
            "starred territory of each type.",
            "Lowest in the stack: cross out {all} territories with {n} tokens of each type, Cross side up; at most one "
            "starred territory of each type.",
            crosses,
            all=crosses * len(tables.RESOURCES),
        ),
        seats=(bottom,) if laid else (),
    )
    yield SetupStep(
        "tribes",
        "neighbours",
        say("A tribe on each starred territory that is not crossed out; tribes left over go into the box."),
    )
    yield SetupStep(
        "cubes", "each", say("A starting cube each, as it was drawn."), lies=_cubes(state.sides) if laid else ()
    )
    if state.companion_draws:
        yield SetupStep("destiny", "host", say("Leave the Destiny cards in the box: the companion draws them."))
        yield SetupStep(
            "olympos",
            "host",
            say("Leave the Olympos cards in the box: the companion turns them up, and you lay the named one open."),
        )
    else:
        yield SetupStep("destiny", "host", say("Shuffle the Destiny cards and put them face down."))
        yield SetupStep(
            "olympos",
            "host",
            say("Olympos cards, unseen and face down, at the Zeus spaces; the tenth goes into the box."),
            lies=(
                Laid(say("Zeus spaces {spaces}", spaces=in_a_row(_numbers(double=False))), say("1 card each")),
                Laid(say("Zeus spaces {spaces}", spaces=in_a_row(_numbers(double=True))), say("2 cards each")),
            ),
        )
    if seats < MOST_SEATS:
        yield SetupStep("rest", "nearest", say("Settlers of colours that nobody plays go into the box."))
    yield SetupStep("begin", "all", _begin_words(state, laid=laid))


def _is_begun_later(state: State) -> bool:
    """Whether the game was under way before the companion was used; then no seat is asked to cross out territories."""
    return not any(side.height for side in state.sides)


def _numbers(*, double: bool) -> list[Message]:
    """The Zeus spaces with one card or with two, counted along the track."""
    return [say("{n}", n=n) for n in range(1, tables.ZEUS_SPACES + 1) if (n in tables.DOUBLE_ZEUS) is double]


def _supply() -> Iterator[Laid]:
    """What lies beside the board, and the Zeus token on it."""
    each = len(tables.RESOURCES)
    yield Laid(BESIDE, say("territory tokens: {n}", n=tables.TOKENS_EACH * each))
    yield Laid(BESIDE, say("cubes: {n}", n=tables.CUBES_EACH * each))
    yield Laid(BESIDE, say("hourglasses: {n}", n=tables.HOURGLASSES))
    yield Laid(BESIDE, say("prestige tokens, face down: {n}", n=tables.PRESTIGE_TOKENS))
    yield Laid(say("Olympos, on the map"), say("the Zeus token"))


def _tile_words(seats: int) -> Message:
    if seats == 3:
        return say("Discovery tiles with a 4 or a 5 on the back go into the box.")
    if seats == 4:
        return say("Discovery tiles with a 5 on the back go into the box.")
    return say("All discovery tiles are in play.")


def _tile_counts(seats: int) -> tuple[Laid, ...]:
    """How many tiles are left of each colour."""
    return tuple(
        Laid(colour, say_n("{n} tile", "{n} tiles", 5 * tables.copies_in(row, seats))) for row, colour in BACKS.items()
    )


def _row_words(row: int, seats: int) -> Message:
    return say_n(
        "{row}: its tiles from the left, {n} of each.",
        "{row}: its tiles from the left, {n} of each.",
        tables.copies_in(row, seats),
        row=ROW_NAMES[row],
    )


def _row(state: State, row: int) -> tuple[Laid, ...]:
    """The tiles in each column of a row as drawn; before the draw, the tiles of the row."""
    if not state.piles:
        tiles = box.rows(state.box)[row]
        return (Laid(ROW_NAMES[row], in_a_row(tables.DISCOVERIES[tile].label for tile in tiles)),)
    piles = [state.piles.get(space_key(row, column)) for column in range(1, 6)]
    return tuple(
        Laid(say("Column {n}", n=column), tables.DISCOVERIES[pile.tile].label)
        for column, pile in enumerate(piles, 1)
        if pile is not None
    )


def _wonders(state: State) -> tuple[Laid, ...]:
    if not state.wonders:
        return (Laid(ROW_NAMES[6], in_a_row(tables.WONDERS.values())),)
    return tuple(Laid(say("Column {n}", n=n), tables.WONDERS[key]) for n, key in enumerate(state.wonders, 1))


def _stack_words(*, laid: bool) -> Message:
    if laid:
        return say("The settlers beside the track as one stack on the start space, in this order from the bottom.")
    return say("The settlers beside the track as one stack on the start space, in the order that is drawn.")


def _stack(state: State) -> tuple[Laid, ...]:
    """The order of the tokens in the stack, from the bottom."""
    order = sorted(state.sides, key=lambda side: side.height)
    return tuple(Laid(say("Place {n}", n=n), named(side.seat)) for n, side in enumerate(order, 1))


def _cubes(sides: list[Side]) -> tuple[Laid, ...]:
    return tuple(
        Laid(named(side.seat), say("1 {what} cube", what=tables.RESOURCES[cube]))
        for side in sides
        for cube, n in side.cubes.items()
        if n
    )


def _begin_words(state: State, *, laid: bool) -> Message:
    if not laid:
        return say("Whoever is on top of the stack begins.")
    top = max(state.sides, key=lambda side: side.height)
    return say("{seat} is on top of the stack and begins.", seat=SeatName(top.seat))
