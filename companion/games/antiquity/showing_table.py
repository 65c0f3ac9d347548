"""Widgets of the whole table: phase, famine, order, stocks, supplies."""

from __future__ import annotations

from companion.core.widgets import AnyWidget, Bar, Column, Ledger, Meter, Note, Row, Space, Token, Track
from companion.core.wording import N_, named, say
from companion.games.antiquity import agenda
from companion.games.antiquity.queries_agenda import phase_key, still_to_act
from companion.games.antiquity.queries_city import houses, men_in_cities, men_outside, owned, ready_cart_shops
from companion.games.antiquity.state import Realm, State
from companion.games.antiquity.tables import FAMINE_TOP, GOODS, SUPPLY
from companion.games.antiquity.words import GOOD, ICON, PHASES, SHARED
from companion.games.antiquity.words_laying import laying_lines

MAP = {
    2: say("Two players: 4 map tiles as a diamond of 1, 2 and 1. Start on the two opposite tips."),
    3: say("Three players: 6 map tiles as a triangle of 1, 2 and 3. Start in the three corners."),
    4: say("Four players: 8 map tiles in rows of 3, 2 and 3. Start in the four corners."),
}


def show_table(state: State, realms: list[Realm]) -> list[AnyWidget]:
    """The most important first; ``realms`` in turn order, as everybody knows them."""
    if isinstance(state.due, agenda.SettingUp):
        return [_how_to_lay(state), _stocks(realms)]
    found: list[AnyWidget] = [_phases(state), _famine(state), _stocks(realms), _men(state), _supplies(state)]
    if state.laying:
        found.insert(0, _starting_cities(state))
    if state.ranges:
        found.append(_ranges(state))
    return found


def _how_to_lay(state: State) -> Note:
    n = len(state.realms)
    return Note(
        key="map",
        title=say("Lay the map"),
        lines=(
            MAP[n],
            say("Of each exploration marker take {n}, shuffle them face down, one on every exploration hex.", n=n),
            say("Everybody takes 22 men, 4 cities, 16 inns, the own buildings and 6 wood; 20 houses with a man each."),
            say("When the order is drawn, the last on the track lays the starting city first, inside one start tile."),
        ),
        icon="mountain",
    )


def _starting_cities(state: State) -> Note:
    """Until all lie: who lays, and where."""
    lines = tuple(laying_lines(state))
    return Note(key="starting-cities", title=say("Starting cities"), lines=lines, icon="city", big=True, first=True)


def _phases(state: State) -> Track:
    now = phase_key(state.due)
    tokens = tuple(Token(now, seat) for seat in still_to_act(state))
    return Track(
        key="phases",
        title=say("Game turn {n}", n=state.turn),
        spaces=tuple(Space(key, label, marked=key == now) for key, label in PHASES),
        tokens=tokens,
        big=True,
    )


def _famine(state: State) -> Meter:
    """The famine level; the end of the bar moves with it."""
    top = max(FAMINE_TOP, state.famine)
    bar = Bar(state.famine, top, label=say("Famine"), icon="warning")
    return Meter(
        key="famine", title=say("Turn {turn}, famine {n}", turn=state.turn, n=state.famine), bars=(bar,), big=True
    )


def _stocks(realms: list[Realm]) -> Ledger:
    """Stocks; during phase 2 as they were before it."""
    return Ledger(
        key="stocks",
        title=say("Goods"),
        columns=tuple(Column(GOOD[good], ICON[good]) for good in GOODS),
        rows=tuple(
            Row(
                tuple(owned(realm, good) if realm.goods.known else None for good in GOODS),
                realm.seat,
                named(realm.seat),
                out=realm.out,
            )
            for realm in realms
        ),
        big=True,
    )


def _men(state: State) -> Ledger:
    columns = (
        Column(say("Cities"), "city"),
        Column(say("Houses"), "home"),
        Column(say("Idle"), "man"),
        Column(say("In cities", short=N_("At work")), "hammer"),
        Column(say("Outside"), "mountain"),
        Column(say("Cart shops to use", short=N_("Carts")), "cart"),
        Column(say("Inns"), "barrel"),
    )
    one_by_one = isinstance(state.due, agenda.Countryside | agenda.Exploring)
    rows = []
    for seat in state.order:
        realm = state.realm(seat)
        outside, carts = men_outside(realm), len(ready_cart_shops(realm))
        cells = (len(realm.cities), len(houses(realm)), realm.idle, men_in_cities(realm), outside, carts, realm.inns)
        on_turn = one_by_one and still_to_act(state) == [seat]
        rows.append(Row(cells, seat, named(seat), marked=on_turn, out=realm.out))
    title = say("Men, in turn order", short=N_("Men"))
    return Ledger(key="men", title=title, columns=columns, rows=tuple(rows), big=True)


def _supplies(state: State) -> Ledger:
    """What is left for all; during phase 2 as before it."""
    rows: list[Row] = []
    if state.options["piece-limits"]:
        rows += [Row((state.supply[shared],), label=SHARED[shared]) for shared in SUPPLY]
    if state.options["goods-limit"]:
        rows += [Row((state.bank[good],), label=GOOD[good]) for good in GOODS]
    each = len(state.realms)
    rows += [Row((each - n,), label=say("Markers: {good}", good=GOOD[good])) for good, n in state.markers.items()]
    return Ledger(key="supplies", title=say("Supply"), columns=(Column(say("Left")),), rows=tuple(rows))


def _ranges(state: State) -> Note:
    lines = tuple(
        say("Range {n}: {good}, {who} in turn {turn}", n=n, good=GOOD[found.good], who=named(found.seat),
            turn=found.turn)
        for n, found in enumerate(state.ranges, 1)
    )  # fmt: skip
    return Note(key="ranges", title=say("Mountain ranges"), lines=lines, icon="mountain")
