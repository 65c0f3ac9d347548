"""Everything that is shown of a play: widgets of the table, pages of the nations, the strip of a seat. Section 12."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import pairwise

from companion.core.widgets import (
    AnyWidget,
    Bar,
    Card,
    Column,
    Figure,
    Hand,
    Ledger,
    Meter,
    Note,
    Rondel,
    Row,
    Space,
    Token,
    Track,
)
from companion.core.wording import N_, Message, Verbatim, Wording, in_a_row, say
from companion.games.antike import queries, tables
from companion.games.antike.arming import arming_most
from companion.games.antike.goods import production
from companion.games.antike.know_how import know_price
from companion.games.antike.personalities import to_go
from companion.games.antike.start import two_in_the_west
from companion.games.antike.state import Acting, Nation, State, Turn
from companion.games.antike.tables import Where
from companion.games.antike.turn import has_effect, rondel_price
from companion.games.antike.turn_parts import nation_on_turn
from companion.games.antike.victory import points, sudden_death
from companion.games.antike.war import defence
from companion.games.antike.words import DIGESTS, KNOW_EFFECTS, KNOW_NAMES, NEXT_TEMPLE_WINS, SPACE_NAMES, WEST_PAIRS

NO_MAP = say("Nobody has entered the provinces of this board side: cities are counted by type.")


def show(state: State) -> Iterator[AnyWidget]:
    """All widgets, in the order in which they are shown."""
    yield rondel(state)
    yield from digest(state)
    if state.switches.map_missing and state.round <= 1:
        yield Note(key="no-map", title=say("No map"), lines=(NO_MAP,))
    if two_in_the_west(state) and state.round <= 1:
        begins = not state.nations
        yield Note(
            key="pairs", title=say("Two nations each"), lines=(WEST_PAIRS,), icon="people", big=True, first=begins
        )
    yield goal(state)
    if state.switches.score_stone:
        yield score_track(state)
    yield from (page(state, nation) for nation in state.nations)
    yield holdings(state)
    yield distances(state)
    yield know_how(state)
    yield bank(state)
    if state.switches.mapped:
        yield from (city_hand(state, nation) for nation in state.nations)
    if sudden_death(state) and not state.ending:
        yield Note(key="sudden", title=say("Sudden end"), lines=(NEXT_TEMPLE_WINS,), tone="warning")
    if state.ending and state.history:
        yield chart(state)


def on_phones(widgets: Sequence[AnyWidget], seat: int) -> list[AnyWidget]:
    """The widgets that the phone of a seat shows: without the pages of other nations, which their small displays show,
    and without the score track, which repeats the personalities.
    """
    others = {widget.key for widget in widgets if widget.key.startswith("nation-") and widget.seat != seat}
    return [widget for widget in widgets if widget.key != "score" and widget.key not in others]


def with_own(state: State, seat: int, widgets: Sequence[AnyWidget]) -> list[AnyWidget]:
    """What the phone of a seat shows, and what its nations have won."""
    own = (won(nation) for nation in state.nations if nation.seat == seat)
    return [*on_phones(widgets, seat), *(hand for hand in own if hand.cards)]


# -- rondel and bank -------------------------------------------------------------------------------------------------


def rondel(state: State) -> Rondel:
    """The rondel, with price and yield of each space for the nation on turn."""
    nation = nation_on_turn(state)
    turning = nation is not None and isinstance(state.agenda[-1], Turn)
    names = SPACE_NAMES[state.switches.profile]
    spaces = tuple(
        Space(
            space,
            names[space],
            tables.SPACE_ICONS[space],
            note=space_note(state, nation, space) if nation is not None and turning else None,
        )
        for space in tables.SPACES
    )
    tokens = tuple(Token(one.space, one.seat, label=one.name) for one in state.nations)
    return Rondel(
        key="rondel",
        title=say("Rondel"),
        spaces=spaces,
        tokens=tokens,
        centre=say("Round {n}", n=state.round) if state.nations else None,
        centre_note=nation.name if nation is not None else None,
        big=not state.ending,
    )


def space_note(state: State, nation: Nation, space: Where) -> Message | None:
    """In words, what a space yields and costs now; None if there is nothing to say."""
    price = rondel_price(state, nation, space).total
    gain = space_gain(state, nation, space)
    if gain is not None and price:
        return say("{gain}, costs {n}", short=N_("{gain} -{n}"), gain=gain, n=price)
    if price:
        return say("costs {n}", short=N_("-{n}"), n=price)
    return gain


def space_gain(state: State, nation: Nation, space: Where) -> Message | None:
    """In words, what a space yields; None for manoeuvres and know-how, unless they bring nothing."""
    match space:
        case "marble" | "iron" | "gold":
            return say("+{n}", n=production(state, nation, space))
        case "arming":
            return up_to(arming_most(state, nation))
        case "temple":
            affordable = (nation.goods["marble"] + nation.coins) // tables.TEMPLE_PRICE
            bare = queries.cities(state, nation) - queries.temples(state, nation)
            return up_to(min(affordable, bare, state.bank_temples))
        case "know-how" | "maneuver-a" | "maneuver-b":
            return None if has_effect(state, nation, space) else up_to(0)


_UP_TO = Verbatim({"": "up to", "es": "hasta", "de": "bis zu"})
"""Not in the catalogue, which has "up to" once already with another meaning: a number that rises."""


def up_to(n: int) -> Message:
    """The words for at most ``n`` temples or units."""
    return (
        say("{up_to} {n}", short=N_("to {n}"), up_to=_UP_TO, n=n) if n else say("nothing now", short=N_("to {n}"), n=n)
    )


def digest(state: State) -> Iterator[Note]:
    """A note about the space that is carried out now, if there is one to read."""
    top = state.agenda[-1] if state.agenda else None
    if isinstance(top, Acting):
        space: Where = "maneuver-a" if top.space == "maneuver-b" else top.space
        title = SPACE_NAMES[state.switches.profile][space]
        yield Note(
            key="digest",
            title=say("{space}: what it does", space=title),
            lines=DIGESTS[space],
            icon=tables.SPACE_ICONS[space],
        )


def bank(state: State) -> Ledger:
    """The personalities, temples and coins left in the bank."""
    columns = (
        *(Column(label, tables.PERSONALITY_ICONS[kind]) for kind, label in tables.STACK_NAMES.items()),
        Column(say("Temples"), "temple"),
        Column(say("Coins"), "coin"),
    )
    row = Row((*(state.stacks[kind] for kind in tables.STACK_NAMES), state.bank_temples, state.bank_coins))
    title = say("Left in the bank", short=N_("Left"))
    return Ledger(key="bank", title=title, columns=columns, rows=(row,), big=not state.ending)


# -- nations ---------------------------------------------------------------------------------------------------------

HOLDINGS = (
    Column(say("Marble"), "marble"),
    Column(say("Iron"), "iron"),
    Column(say("Gold"), "gold"),
    Column(say("Coins"), "coin"),
    Column(say("Cities"), "city"),
    Column(say("Temples"), "temple"),
    Column(say("Legions"), "spear"),
    Column(say("Galleys"), "ship"),
)
TO_GO = (
    Column(say("Next king"), "crown"),
    Column(say("Next citizen"), "column"),
    Column(say("Next navigator"), "sea"),
    Column(say("To victory"), "medal"),
)


def _rows(state: State, cells: Callable[[State, Nation], tuple[int | Message, ...]]) -> tuple[Row, ...]:
    """A row for each nation; the one on turn is marked."""
    turn = nation_on_turn(state)
    return tuple(Row(cells(state, one), one.seat, one.name, marked=one is turn) for one in state.nations)


def _holding_cells(state: State, nation: Nation) -> tuple[int, ...]:
    return (
        *(nation.goods[good] for good in tables.GOODS),
        nation.coins,
        queries.cities(state, nation),
        queries.temples(state, nation),
        nation.legions,
        nation.galleys,
    )


def _to_go_cells(state: State, nation: Nation) -> tuple[int | Message, ...]:
    steps = (to_go(state, nation, kind) if state.stacks[kind] else say("-") for kind in tables.STEPS)
    return (*steps, max(0, state.switches.target - points(state, nation)))


def holdings(state: State) -> Ledger:
    """The goods, cities and units of all nations."""
    rows = _rows(state, _holding_cells)
    return Ledger(key="holdings", title=say("Nations"), columns=HOLDINGS, rows=rows, big=not state.ending)


def distances(state: State) -> Ledger:
    """How many cities, temples and seas each nation lacks for its next card, and points for victory; then the defence
    of its cities without units.
    """

    def cells(state: State, nation: Nation) -> tuple[int | Message, ...]:
        return (*_to_go_cells(state, nation), defence(nation, temple=False), defence(nation, temple=True))

    columns = (*TO_GO, Column(say("Defence of a city"), "shield"), Column(say("Defence with temple"), "tower"))
    return Ledger(key="to-go", title=say("Still to go"), columns=columns, rows=_rows(state, cells))


def page(state: State, nation: Nation) -> Ledger:
    """The page of a nation, for its seat."""
    title = say(
        "{nation}: {n} of {goal}",
        short=N_("{nation} {n}/{goal}"),
        nation=nation.name,
        n=points(state, nation),
        goal=state.switches.target,
    )
    row = Row((*_holding_cells(state, nation), *_to_go_cells(state, nation)), nation.seat)
    return Ledger(key=f"nation-{nation.key}", title=title, columns=(*HOLDINGS, *TO_GO), rows=(row,), seat=nation.seat)


def goal(state: State) -> Meter:
    """The points of all nations on the way to victory."""
    turn, target = nation_on_turn(state), state.switches.target
    bars = tuple(Bar(points(state, one), target, one.seat, one.name, marked=one is turn) for one in state.nations)
    return Meter(key="goal", title=say("Personalities"), bars=bars, pips=True, big=not state.ending)


def score_track(state: State) -> Track:
    """The stones of the nations on the score track of the later printing."""
    target = state.switches.target
    spaces = tuple(Space(str(n)) for n in range(target + 1))
    tokens = tuple(Token(str(min(points(state, one), target)), one.seat, label=one.name) for one in state.nations)
    return Track(key="score", title=say("Score track"), spaces=spaces, tokens=tokens)


# -- know-how, map, history ------------------------------------------------------------------------------------------

KNOW_COLUMNS = (
    Column(say("Wheel, Roads", short=N_("Wheel")), "spear"),
    Column(say("Sailing, Navigation", short=N_("Sail")), "ship"),
    Column(say("Market, Currency", short=N_("Market")), "coin"),
    Column(say("Monarchy, Democracy", short=N_("Crown")), "shield"),
)
PRICES: dict[int, Message] = {
    1: say("Basic costs", short=N_("Basic")),
    2: say("Advanced costs", short=N_("Advanced")),
}


def know_how(state: State) -> Ledger:
    """The prices of know-how now, and the level of each nation in each column."""
    prices = tuple(
        Row(
            tuple(know_price(state, know).gold for know, (_, step) in tables.KNOW.items() if step == level), label=label
        )
        for level, label in PRICES.items()
    )

    def levels(_: State, nation: Nation) -> tuple[int, ...]:
        return tuple(nation.know[column] for column in tables.COLUMNS)

    rows = (*prices, *_rows(state, levels))
    return Ledger(key="know", title=say("Know-how"), columns=KNOW_COLUMNS, rows=rows)


def won(nation: Nation) -> Hand:
    """The know-how of a nation, each with what it does, and its personalities."""
    know = [
        Card(key, KNOW_NAMES[key], (KNOW_EFFECTS[key],), tables.COLUMN_ICONS[column])
        for key, (column, level) in tables.KNOW.items()
        if nation.know[column] == level
    ]
    personalities = [
        Card(
            kind,
            say("{kind}\u00a0x\u00a0{n}", kind=tables.PERSONALITIES[kind], n=n),
            icon=tables.PERSONALITY_ICONS[kind],
        )
        for kind, n in nation.cards.items()
        if n
    ]
    title = say("Know-how and cards of {nation}", short=N_("{nation}: won"), nation=nation.name)
    return Hand(key=f"won-{nation.key}", title=title, cards=(*know, *personalities), seat=nation.seat)


def city_hand(state: State, nation: Nation) -> Hand:
    """The cities of a nation, by name. Only where provinces are tracked."""
    cards = tuple(
        Card(one.key, one.name, (say("Temple"),) if state.built.get(one.key) else (), icon=one.good)
        for one in queries.own(state, nation)
    )
    title = say("Cities of {nation}", short=N_("{nation}"), nation=nation.name)
    return Hand(key=f"cities-{nation.key}", title=title, cards=cards, seat=nation.seat)


def chart(state: State) -> Ledger:
    """The personalities of all nations after each round in which one was won, and at the end."""
    columns = tuple(Column(nation.name) for nation in state.nations)
    told = [row for before, row in pairwise([[0] * len(state.history[0]), *state.history]) if before[1:] != row[1:]]
    last = state.history[-1]
    shown = told if last in told else [*told, last]
    rows = tuple(Row(tuple(row[1:]), label=say("Round {n}", n=row[0])) for row in shown)
    title = say("Personalities by round", short=N_("By round"))
    return Ledger(key="chart", title=title, columns=columns, rows=rows, big=True)


# -- the strip -------------------------------------------------------------------------------------------------------


def strip(state: State, seat: int) -> list[Figure]:
    """The numbers that a seat always sees: its goods, coins and points. A seat with two nations sees those of its
    nation on turn; while another seat is on turn, both numbers in turn order.
    """
    mine, on_turn = [nation for nation in state.nations if nation.seat == seat], nation_on_turn(state)
    nations = [nation for nation in mine if nation is on_turn] or mine
    if not nations:
        return []
    won = [say("{n}/{limit}", n=points(state, nation), limit=state.switches.target) for nation in nations]
    return [
        *(
            Figure(label, _each([nation.goods[good] for nation in nations]), good)
            for good, label in tables.GOODS.items()
        ),
        Figure(say("Coins"), _each([nation.coins for nation in nations]), "coin"),
        Figure(say("Points"), in_a_row(won), "medal"),
    ]


def _each(numbers: list[int]) -> int | Wording:
    return numbers[0] if len(numbers) == 1 else in_a_row(say("{n}", n=number) for number in numbers)
