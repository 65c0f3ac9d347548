"""What every nation has and knows, how far it is to cards and victory."""

from __future__ import annotations

from itertools import pairwise

from companion.core.widgets import Bar, Card, Column, Hand, Ledger, Meter, Row, Space, Token, Track
from companion.core.wording import N_, Message, say
from companion.games.antike.queries import cities, own, points, temples, to_go
from companion.games.antike.queries_agenda import nation_on_turn
from companion.games.antike.queries_production import know_price
from companion.games.antike.queries_war import defence
from companion.games.antike.state import Nation, State
from companion.games.antike.tables import COLUMNS, GOODS, KNOW

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


def _is_marked(state: State, nation: Nation) -> bool:
    return nation_on_turn(state) is nation


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
    steps = (
        to_go(state, nation, kind) if state.stacks[kind] else say("-") for kind in ("king", "citizen", "navigator")
    )
    return (*steps, max(0, state.switches.target - points(state, nation)))


def holdings(state: State) -> Ledger:
    """What every nation has."""
    rows = tuple(
        Row(_holding_cells(state, nation), nation.seat, nation.name, marked=_is_marked(state, nation))
        for nation in state.nations
    )
    return Ledger(key="holdings", title=say("Nations"), columns=HOLDINGS, rows=rows, big=not state.ending)


def distances(state: State) -> Ledger:
    """Cities, temples and seas to the next card, and points to victory; then the defence of a city without units."""
    rows = tuple(
        Row(
            (
                *_to_go_cells(state, nation),
                defence(nation, temple=False, legions=0, galleys=0),
                defence(nation, temple=True, legions=0, galleys=0),
            ),
            nation.seat,
            nation.name,
            marked=_is_marked(state, nation),
        )
        for nation in state.nations
    )
    columns = (*TO_GO, Column(say("Defence of a city"), "shield"), Column(say("Defence with temple"), "tower"))
    return Ledger(key="to-go", title=say("Still to go"), columns=columns, rows=rows)


def page(state: State, nation: Nation) -> Ledger:
    """A nation at a glance, for a small display."""
    title = say(
        "{nation}: {n} of {goal}",
        short=N_("{nation} {n}/{goal}"),
        nation=nation.name,
        n=points(state, nation),
        goal=state.switches.target,
    )
    row = Row((*_holding_cells(state, nation), *_to_go_cells(state, nation)), nation.seat)
    return Ledger(key=f"nation-{nation.key}", title=title, columns=(*HOLDINGS, *TO_GO), rows=(row,))


def goal(state: State) -> Meter:
    """Personalities of every nation on the way to victory."""
    bars = tuple(
        Bar(points(state, nation), state.switches.target, nation.seat, nation.name, marked=_is_marked(state, nation))
        for nation in state.nations
    )
    return Meter(key="goal", title=say("Personalities"), bars=bars, pips=True, big=not state.ending)


def score_track(state: State) -> Track:
    """The stones on the score track of the later printing."""
    return Track(
        key="score",
        title=say("Score track"),
        spaces=tuple(Space(str(n)) for n in range(state.switches.target + 1)),
        tokens=tuple(
            Token(str(min(points(state, nation), state.switches.target)), nation.seat, label=nation.name)
            for nation in state.nations
        ),
    )


# -- know-how, bank, map -------------------------------------------------------------------------------------------


def know_how(state: State) -> Ledger:
    """How far every nation is in each column, and what the two levels cost now."""
    prices = tuple(
        Row(tuple(know_price(state, know).gold for know, (_, step) in KNOW.items() if step == level), label=label)
        for level, label in PRICES.items()
    )
    rows = tuple(
        Row(
            tuple(nation.know[column] for column in COLUMNS), nation.seat, nation.name, marked=_is_marked(state, nation)
        )
        for nation in state.nations
    )
    return Ledger(key="know", title=say("Know-how"), columns=KNOW_COLUMNS, rows=(*prices, *rows))


def city_hand(state: State, nation: Nation) -> Hand:
    """The cities of a nation by name."""
    cards = tuple(
        Card(
            province.key,
            province.name,
            (say("Temple"),) if state.built.get(province.key) else (),
            icon=province.good,
        )
        for province in own(state, nation)
    )
    return Hand(
        key=f"cities-{nation.key}",
        title=say("Cities of {nation}", short=N_("{nation}"), nation=nation.name),
        cards=cards,
        seat=nation.seat,
    )


def chart(state: State) -> Ledger:
    """Personalities after each round in which somebody won one, and at the end."""
    columns = tuple(Column(nation.name) for nation in state.nations)
    told = [row for before, row in pairwise([[0] * len(state.history[0]), *state.history]) if before[1:] != row[1:]]
    last = state.history[-1]
    rows = tuple(
        Row(tuple(row[1:]), label=say("Round {n}", n=row[0])) for row in (told if last in told else [*told, last])
    )
    title = say("Personalities by round", short=N_("By round"))
    return Ledger(key="chart", title=title, columns=columns, rows=rows, big=True)
