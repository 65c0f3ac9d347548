"""What every nation has and knows, how far it is to cards and victory."""

from __future__ import annotations

from collections.abc import Callable
from itertools import pairwise

from companion.core.widgets import Bar, Card, Column, Hand, Ledger, Meter, Row, Space, Token, Track
from companion.core.wording import N_, Message, say
from companion.games.antike.queries import cities, own, points, temples, to_go
from companion.games.antike.queries_agenda import nation_on_turn
from companion.games.antike.queries_production import know_price
from companion.games.antike.queries_war import defence
from companion.games.antike.state import Nation, State
from companion.games.antike.tables import COLUMNS, GOODS, KNOW, STEPS

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


# -- nations -------------------------------------------------------------------------------------------------------


def _rows(state: State, cells: Callable[[State, Nation], tuple[int | Message, ...]]) -> tuple[Row, ...]:
    """A row of every nation, the one on turn marked."""
    turn = nation_on_turn(state)
    return tuple(Row(cells(state, one), one.seat, one.name, marked=one is turn) for one in state.nations)


def _holding_cells(state: State, nation: Nation) -> tuple[int, ...]:
    return (
        *(nation.goods[good] for good in GOODS),
        nation.coins,
        cities(state, nation),
        temples(state, nation),
        nation.legions,
        nation.galleys,
    )


def _to_go_cells(state: State, nation: Nation) -> tuple[int | Message, ...]:
    steps = (to_go(state, nation, kind) if state.stacks[kind] else say("-") for kind in STEPS)
    return (*steps, max(0, state.switches.target - points(state, nation)))


def holdings(state: State) -> Ledger:
    """What every nation has."""
    rows = _rows(state, _holding_cells)
    return Ledger(key="holdings", title=say("Nations"), columns=HOLDINGS, rows=rows, big=not state.ending)


def distances(state: State) -> Ledger:
    """Cities, temples and seas to the next card, and points to victory; then the defence of a city without units."""

    def cells(state: State, nation: Nation) -> tuple[int | Message, ...]:
        return (*_to_go_cells(state, nation), defence(nation, temple=False), defence(nation, temple=True))

    columns = (*TO_GO, Column(say("Defence of a city"), "shield"), Column(say("Defence with temple"), "tower"))
    return Ledger(key="to-go", title=say("Still to go"), columns=columns, rows=_rows(state, cells))


def page(state: State, nation: Nation) -> Ledger:
    """A nation at a glance, for its seat."""
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
    """Personalities of every nation on the way to victory."""
    turn, target = nation_on_turn(state), state.switches.target
    bars = tuple(Bar(points(state, one), target, one.seat, one.name, marked=one is turn) for one in state.nations)
    return Meter(key="goal", title=say("Personalities"), bars=bars, pips=True, big=not state.ending)


def score_track(state: State) -> Track:
    """The stones on the score track of the later printing."""
    target = state.switches.target
    spaces = tuple(Space(str(n)) for n in range(target + 1))
    tokens = tuple(Token(str(min(points(state, one), target)), one.seat, label=one.name) for one in state.nations)
    return Track(key="score", title=say("Score track"), spaces=spaces, tokens=tokens)


# -- know-how, bank, map -------------------------------------------------------------------------------------------


def know_how(state: State) -> Ledger:
    """How far every nation is in each column, and what the two levels cost now."""
    prices = tuple(
        Row(tuple(know_price(state, know).gold for know, (_, step) in KNOW.items() if step == level), label=label)
        for level, label in PRICES.items()
    )

    def levels(_: State, nation: Nation) -> tuple[int, ...]:
        return tuple(nation.know[column] for column in COLUMNS)

    rows = (*prices, *_rows(state, levels))
    return Ledger(key="know", title=say("Know-how"), columns=KNOW_COLUMNS, rows=rows)


def city_hand(state: State, nation: Nation) -> Hand:
    """The cities of a nation by name."""
    cards = tuple(
        Card(one.key, one.name, (say("Temple"),) if state.built.get(one.key) else (), icon=one.good)
        for one in own(state, nation)
    )
    title = say("Cities of {nation}", short=N_("{nation}"), nation=nation.name)
    return Hand(key=f"cities-{nation.key}", title=title, cards=cards, seat=nation.seat)


def chart(state: State) -> Ledger:
    """Personalities after each round in which somebody won one, and at the end."""
    columns = tuple(Column(nation.name) for nation in state.nations)
    told = [row for before, row in pairwise([[0] * len(state.history[0]), *state.history]) if before[1:] != row[1:]]
    last = state.history[-1]
    shown = told if last in told else [*told, last]
    rows = tuple(Row(tuple(row[1:]), label=say("Round {n}", n=row[0])) for row in shown)
    title = say("Personalities by round", short=N_("By round"))
    return Ledger(key="chart", title=title, columns=columns, rows=rows, big=True)
