"""What phones and the table screen show."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec.structs import replace

from companion.core.secrecy import Sealed
from companion.core.widgets import AnyWidget, Bar, Column, Figure, Ledger, Meter, Note, Row, Space, Token, Track
from companion.core.wording import N_, Message, SeatName, named, say
from companion.games.antiquity.countryside import ready_cart_shops
from companion.games.antiquity.draft import Draft
from companion.games.antiquity.in_turn import phase_key, still_to_act
from companion.games.antiquity.orders import broken_orders, draft_of, order_words
from companion.games.antiquity.queries import food_of, houses, men_in_cities, men_outside, owned
from companion.games.antiquity.showing_realm import forecast, show_cities, show_forecast, show_saints, show_works
from companion.games.antiquity.state import Countryside, Exploring, Planning, Realm, SettingUp, State, Trade
from companion.games.antiquity.tables import FAMINE_TOP, GOODS, SUPPLY
from companion.games.antiquity.trades import trade_words
from companion.games.antiquity.victory import satisfied
from companion.games.antiquity.words import GOOD, ICON, PHASES, SHARED


def public_realm(realm: Realm) -> Realm:
    """A copy of a realm as all others see it: without its stock where stocks are hidden."""
    if realm.goods.revealed:
        return realm
    return replace(realm, goods=Sealed(realm.goods.to))


def show(state: State) -> list[AnyWidget]:
    """The table's widgets, then every realm."""
    found = show_table(state, [public_realm(state.realm(seat)) for seat in state.order])
    realms = [public_realm(realm) for realm in state.realms]
    for realm in realms:
        found += show_cities(realm, state.grids, secret=False)
    for realm in realms:
        found += show_works(realm)
    for realm in realms:
        found += show_saints(state, realm)
        found += show_forecast(state, realm)
    return found


def own_first(state: State, seat: int, public: Sequence[AnyWidget]) -> list[AnyWidget]:
    """The widgets of a seat's phone: its plan and the cities as planned, those of the table, then all realms, its own
    first.

    The track of phases is left out: it is for large screens, and a phone names the phase in its sentence.
    """
    found: list[AnyWidget] = []
    own = next((realm for realm in state.realms if realm.seat == seat), None)
    draft = own_draft(state, seat)
    if draft is not None:
        found += [*show_plan(state, draft), *show_cities(draft.realm, state.grids, secret=True)]
    elif own is not None and state.hidden_stocks:
        found += show_own(state, own)
    planned = {widget.key for widget in found}
    rest = [widget for widget in public if widget.key not in planned and widget.key != "phases"]
    return found + sorted(rest, key=lambda widget: _place(widget, seat))


def on_paper(state: State) -> list[str]:
    """The keys of the widgets for a printed record: the phase, men in turn order, ranges; of each realm its cities,
    sites and saints.
    """
    realms = [
        widget.key
        for realm in state.realms
        for widget in (*show_cities(realm, state.grids, secret=False), *show_works(realm), *show_saints(state, realm))
    ]
    return ["phases", "men", "ranges", *realms]


GROUPS = {"city": 1, "sites": 2, "saints": 3, "forecast": 3}
"""The groups of a realm's widgets after those of the table, by the first word of their keys."""


def _place(widget: AnyWidget, seat: int) -> tuple[int, bool]:
    """The group of a widget, and whether it is another seat's."""
    kind, _, rest = widget.key.partition("-")
    group = GROUPS.get(kind, 0)
    return group, group > 0 and rest.partition("-")[0] != str(seat)


def own_draft(state: State, seat: int) -> Draft | None:
    """The seat's realm with its plan applied; None if no plans are made now, or the viewer may not know them."""
    plan = state.plans.get(seat) if isinstance(state.due, Planning) else None
    return draft_of(state, seat) if plan is not None and plan.known else None


# -- the table -------------------------------------------------------------------------------------------------------

MAP = {
    2: say("Two players: 4 map tiles as a diamond of 1, 2 and 1. Start on the two opposite tips."),
    3: say("Three players: 6 map tiles as a triangle of 1, 2 and 3. Start in the three corners."),
    4: say("Four players: 8 map tiles in rows of 3, 2 and 3. Start in the four corners."),
}


def show_table(state: State, realms: list[Realm]) -> list[AnyWidget]:
    """The table's widgets, the most important first. ``realms`` are in turn order, as all may see them."""
    if isinstance(state.due, SettingUp):
        return [_how_to_lay(state), _stocks(realms)]
    found: list[AnyWidget] = [_phases(state), _famine(state), _stocks(realms), _men(state), _supplies(state)]
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
    """The famine level; the bar grows with levels above ``FAMINE_TOP``."""
    top = max(FAMINE_TOP, state.famine)
    bar = Bar(state.famine, top, label=say("Famine"), icon="warning")
    return Meter(
        key="famine", title=say("Turn {turn}, famine {n}", turn=state.turn, n=state.famine), bars=(bar,), big=True
    )


def _stocks(realms: list[Realm]) -> Ledger:
    """The goods of all realms; during phase 2 as they were before it."""
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
    one_by_one = isinstance(state.due, Countryside | Exploring)
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
    """The common supplies; during phase 2 as they were before it."""
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


# -- the own plan ----------------------------------------------------------------------------------------------------


def show_plan(state: State, draft: Draft) -> list[AnyWidget]:
    """The widgets of a seat's plan: orders, stock and forecast; trades if there are any."""
    found: list[AnyWidget] = [
        _orders(state, draft),
        _stock_ledger(draft.realm, say("Left after your plan")),
        _forecast(state, draft),
    ]
    trades = [trade for trade in draft.trades.values() if trade.state in ("open", "done")]
    if trades:
        found.append(_trades(trades))
    return found


def show_own(state: State, realm: Realm) -> list[AnyWidget]:
    """The seat's stock and forecast, for tables where stocks are always hidden."""
    title = say("Your forecast")
    return [
        _stock_ledger(realm, say("Your goods")),
        Note(key="my-forecast", title=title, lines=forecast(state, realm), secret=True, icon="hourglass"),
    ]


def _orders(state: State, draft: Draft) -> Note:
    seat = draft.realm.seat
    broken = {line.id: reason for line, reason in broken_orders(state, seat)}
    lines = tuple(
        say("{order}: {why}", order=order_words(line.order, draft.realm), why=broken[line.id])
        if line.id in broken
        else order_words(line.order, draft.realm)
        for line in state.lines(seat)
    )
    nothing = say("Nothing yet. What you plan shows to nobody until all are ready.")
    return Note(
        key="plan",
        title=say("Your plan"),
        lines=lines or (nothing,),
        secret=True,
        tone="warning" if broken else "plain",
        icon="scroll",
    )


def _stock_ledger(realm: Realm, title: Message) -> Ledger:
    rows = [Row((owned(realm, good),), label=GOOD[good]) for good in GOODS if owned(realm, good)]
    rows.append(Row((realm.idle,), label=say("Idle men")))
    rows.append(Row((len(ready_cart_shops(realm)),), label=say("Cart shops at work", short=N_("Carts at work"))))
    return Ledger(key="my-stock", title=title, columns=(Column(say("Left")),), rows=tuple(rows), secret=True)


def _forecast(state: State, draft: Draft) -> Note:
    lines = forecast(state, draft.realm, draft.fountains)
    won = satisfied(draft.realm, conquered=False)
    return Note(
        key="my-forecast",
        title=say("Forecast by your plan"),
        lines=(*lines, say("Your saint would be satisfied now.")) if won else lines,
        secret=True,
        tone="good" if won else "plain",
        icon="hourglass",
    )


def _trades(trades: list[Trade]) -> Note:
    lines = tuple(
        say("Agreed: {trade}", trade=trade_words(trade))
        if trade.state == "done"
        else say("Offered by {who}: {trade}", who=SeatName(trade.seller), trade=trade_words(trade))
        for trade in trades
    )
    return Note(key="trades", title=say("Trades"), lines=lines, secret=True, icon="hand")


# -- the strip -------------------------------------------------------------------------------------------------------


def strip(state: State, seat: int) -> list[Figure]:
    """The numbers that a seat always sees; while plans are made, those after its own plan. These, and a hidden stock,
    only the seat itself sees.
    """
    realm = next((realm for realm in state.realms if realm.seat == seat), None)
    if realm is None or isinstance(state.due, SettingUp):
        return []
    draft = own_draft(state, seat)
    if draft is not None:
        realm = draft.realm
    planned = draft is not None
    hidden = planned or not realm.goods.revealed
    return [
        Figure(say("Wood"), owned(realm, "wood"), "wood", hidden),
        Figure(say("Stone"), owned(realm, "stone"), "stone", hidden),
        Figure(say("Food"), food_of(realm), "food", hidden),
        Figure(say("Idle men", short=N_("Idle")), realm.idle, "man", planned),
        Figure(say("Famine"), state.famine, "warning"),
    ]
