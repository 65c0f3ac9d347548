"""Set-up. Section 2."""

from __future__ import annotations

from companion.core.forms import together
from companion.core.options import Option
from companion.core.questions import Asking, Count, Pick
from companion.core.secrecy import Sealed, seal
from companion.core.step import TABLE, Step
from companion.core.wording import N_, Message, SeatName, named, say, say_n
from companion.games.olympos import box, gains, tables
from companion.games.olympos.facts import NOTED
from companion.games.olympos.moves import CrossOut, Move, SetUp, Start
from companion.games.olympos.state import Crossing, Draw, Pile, SettingUp, Side, State
from companion.games.olympos.tables import Resource
from companion.games.olympos.words import ROW_NAMES


def new_side(seat: int, *, prestige_open: bool = False) -> Side:
    """What a seat has at the start. Section 2."""
    return Side(
        seat=seat,
        tiles=dict.fromkeys(tables.DISCOVERIES, 0),
        cheaper=dict.fromkeys(tables.CHEAPER_KEYS, 0),
        wonders=dict.fromkeys(tables.WONDERS, 0),
        prestige=Sealed((seat,), 0, prestige_open) if prestige_open else seal(0, seat),
    )


def set_up(step: Step[State], move: SetUp) -> None:
    """Lay out board, stack and starting cubes. Section 2.

    For a game under way only the board is laid out; players correct everything else by hand.
    """
    state = step.state
    step.owed(SettingUp)
    hands = move.hands.values()
    known = set(move.hands) <= set(map(str, state.seats))
    if not known or sum(hands) > tables.DESTINY_CARDS or max(hands, default=0) > tables.MOST_IN_HAND:
        step.refuse("not-there", say("There are not so many Destiny cards."))
    state.agenda.pop()
    lay_board(step)
    if move.start == "middle":
        for seat in reversed(state.seats):
            state.agenda.extend([Draw(seat, dealt=True)] * move.hands.get(str(seat), 0))
        step.tell(say("Set every number right, then go on.", short=N_("Correct the numbers")), TABLE)
        return
    stack(step)
    starting_cubes(step)
    bottom = min(state.sides, key=lambda side: side.height)
    state.agenda.append(Crossing(bottom.seat))


def lay_board(step: Step[State]) -> None:
    """Lay out discoveries row by row, and the wonders, at random. Section 2. Not at the light level."""
    state = step.state
    if state.light:
        return
    seats = len(state.seats)
    for row, tiles in box.rows(state.box).items():
        order = in_columns(step, {tile: tables.DISCOVERIES[tile].label for tile in tiles}, row)
        for column, tile in enumerate(order, 1):
            state.piles[tables.space_key(row, column)] = Pile(
                tile, tables.copies_in(row, seats), [0] * tables.bonuses_at(row, seats)
            )
    state.wonders = in_columns(step, tables.WONDERS, 6)
    step.tell(say("Discoveries and wonders are laid out as the board shows.", short=N_("The board is laid out")), TABLE)


def in_columns(step: Step[State], tiles: dict[str, Message], row: int) -> list[str]:
    """Draw the tile of each column of a row; the last column gets the tile that is left."""
    left, order = dict(tiles), []
    for column in range(1, tables.COLUMNS + 1):
        short = N_("{row}, column {column}")
        prompt = say("{row}, column {column}: what lies there?", short, row=ROW_NAMES[row], column=column)
        options = tuple(Option(tile, label) for tile, label in left.items())
        ask = Pick[str](key="layout", prompt=prompt, options=options)
        found = step.chance(ask) if len(left) > 1 else next(iter(left))
        del left[found]
        order.append(found)
    return order


def stack(step: Step[State]) -> None:
    """Draw the order of the tokens on the start space, from the bottom. Section 2."""
    state = step.state
    left = list(state.seats)
    for height in range(len(state.seats)):
        options = tuple(Option(seat, named(seat), seat=seat) for seat in left)
        prompt = say("Who is next in the stack, from the bottom?", N_("Next from the bottom?"))
        seat = step.chance(Pick[int](key="stack", prompt=prompt, options=options)) if len(left) > 1 else left[0]
        left.remove(seat)
        state.side(seat).height = height
    top = max(state.sides, key=lambda side: side.height)
    step.tell(say("{seat} is on top of the stack and begins.", N_("{seat} begins"), seat=SeatName(top.seat)))


def starting_cubes(step: Step[State]) -> None:
    """Draw a starting cube for each seat from a pool of one of each type; five players add a fifth at random. Section
    2.
    """
    state = step.state
    pool: dict[Resource, int] = dict.fromkeys(tables.RESOURCES, 1)
    if len(state.seats) > len(tables.RESOURCES):
        prompt = say("Which cube is the fifth?", N_("Which cube is fifth?"))
        pool[step.chance(Pick[Resource](key="start-cube", prompt=prompt, options=pool_options(pool)))] += 1
    for side in state.sides:
        prompt = say("{seat}: which starting cube?", N_("Which starting cube?"), seat=SeatName(side.seat))
        ask = Pick[Resource](key="start-cube", prompt=prompt, options=pool_options(pool))
        cube = step.chance(ask, by=side.seat) if sum(pool.values()) > 1 else ask.options[0].value
        pool[cube] -= 1
        gains.cube(step, side, cube)


def pool_options(pool: dict[Resource, int]) -> tuple[Option[Resource], ...]:
    """Options for the cubes left in the pool."""
    return tuple(
        Option(each, tables.RESOURCES[each], icon=tables.RESOURCE_ICONS[each], copies=copies)
        for each, copies in pool.items()
        if copies
    )


def ask_set_up(state: State) -> Asking[Move]:
    """Ask whether the game is at its beginning; if not, how many Destiny cards each seat holds. Section 2."""
    options = (
        Option[Start]("beginning", say("At the beginning", N_("At the beginning")), icon="play"),
        Option[Start]("middle", say("In the middle: numbers are set right by hand", N_("In the middle")), icon="edit"),
    )
    prompt = say("Where does the game begin?", N_("Where to begin?"))
    start = yield from Pick[Start](
        key="start",
        prompt=prompt,
        options=options,
        default="beginning",
        meaning=say("In the middle is for a game that is on already: its numbers are set right afterwards."),
    )
    if start == "beginning":
        return SetUp(start)
    return SetUp(start, (yield from together("hands", HANDS, _ask_hands(state), NOTED)))


HANDS = say("How many Destiny cards does each hold?", N_("Destiny cards"))


def _ask_hands(state: State) -> Asking[dict[str, int]]:
    """How many Destiny cards each seat holds, on one form."""
    hands: dict[str, int] = {}
    for seat in state.seats:
        prompt = say("{seat}", N_("Cards of {seat}?"), seat=SeatName(seat))
        most = min(tables.MOST_IN_HAND, tables.DESTINY_CARDS - sum(hands.values()))
        hands[str(seat)] = yield from Count(
            key=f"hand-{seat}",
            prompt=prompt,
            high=most,
            usual=0,
            icon="cards",
            meaning=say("How many Destiny cards this player holds at the moment."),
        )
    return hands


# -- crossed-out territories --------------------------------------------------------------------------------------


def cross_out(step: Step[State], move: CrossOut) -> None:
    """Cross out territories, by the seat at the bottom of the stack. Section 2."""
    state = step.state
    step.owed(Crossing)
    if move.stars > tables.MOST_CROSSED_STARS:
        step.refuse("out-of-bounds", say("At most one starred territory of each type."))
    state.tribes -= move.stars
    state.crossed_stars += move.stars
    state.agenda.pop()
    line = say_n(
        "{total} territories are crossed out, {n} of them starred.",
        "{total} territories are crossed out, {n} of them starred.",
        move.stars,
        N_("Crossed out: {total}"),
        total=len(tables.RESOURCES) * tables.CROSSED_EACH[len(state.seats)],
    )
    step.tell(line)


def ask_crossing(state: State) -> Asking[Move]:
    """How many of the territories crossed out are starred. Section 2."""
    each = tables.CROSSED_EACH[len(state.seats)]
    stars = yield from Count(
        key="stars",
        prompt=say_n(
            "Cross out {n} territory of each type. How many are starred?",
            "Cross out {n} territories of each type. How many are starred?",
            each,
            N_("Starred, crossed out?"),
        ),
        act=say("Crossed out, {answer} starred", N_("Starred: {answer}")),
        hint=say(
            "At most one starred territory of each type. The fewer are left, the harder the wonders.",
            N_("One star a type"),
        ),
        high=tables.MOST_CROSSED_STARS,
        icon="medal",
        meaning=say(
            "Nobody can stop on a crossed-out territory any more. The other starred ones get a tribe each, which can "
            "be beaten for a Star token."
        ),
    )
    return CrossOut(stars)
