"""The own plan: orders, goods and men left, offers. Only for its owner."""

from __future__ import annotations

from companion.core.widgets import AnyWidget, Column, Ledger, Note, Row
from companion.core.wording import N_, Message, SeatName, say
from companion.games.antiquity.queries_city import owned, ready_cart_shops
from companion.games.antiquity.queries_saints import satisfied
from companion.games.antiquity.rules_orders import broken_orders
from companion.games.antiquity.showing_realm import forecast
from companion.games.antiquity.state import Realm, State, Trade
from companion.games.antiquity.state_draft import Draft
from companion.games.antiquity.tables import GOODS
from companion.games.antiquity.words import GOOD
from companion.games.antiquity.words_realm import order_words, trade_words


def show_plan(state: State, draft: Draft) -> list[AnyWidget]:
    """Plan, stock and forecast; offers while there are any."""
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
    """The own stock where stocks are always hidden, and the forecast."""
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
