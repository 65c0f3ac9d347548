"""Goods between stocks and the bank; swaps and trades on a draft. Sections 5.1 and 5.5."""

from __future__ import annotations

from companion.games.antiquity.moves_orders import AcceptedTrade, OfferedTrade, SwapGoods
from companion.games.antiquity.queries_city import stock
from companion.games.antiquity.reasons_goods import Stock
from companion.games.antiquity.state import Goods, Realm, State
from companion.games.antiquity.state_draft import Draft
from companion.games.antiquity.tables import GOODS, Cost, Good


def bill(cost: Cost, paid: Stock) -> Goods:
    """All goods of a cost, those chosen and wood and stone."""
    whole: Goods = {"wood": cost.wood, "stone": cost.stone, **paid}
    return {good: whole[good] for good in GOODS if whole.get(good)}


def pay_to_bank(stock: Goods, bank: Goods, goods: Stock) -> None:
    """Pay goods from a stock to the bank."""
    _change(stock, goods, -1)
    _change(bank, goods, 1)


def _change(stock: Goods, goods: Stock, sign: int) -> None:
    """Add goods to a stock (1), or take them out (-1)."""
    for good, n in goods.items():
        stock[good] = stock.get(good, 0) + sign * n


def gain_goods(state: State, realm: Realm, good: Good, n: int) -> int:
    """Take goods from the bank, where they are a limit at most what it has; return how many."""
    taken = max(0, min(n, state.bank[good])) if state.options["goods-limit"] else n
    _change(stock(realm), {good: taken}, 1)
    _change(state.bank, {good: taken}, -1)
    return taken


# -- the market --------------------------------------------------------------------------------------------------


def swap(draft: Draft, order: SwapGoods) -> None:
    """Swap two goods with the bank."""
    for good in order.give:
        pay_to_bank(draft.goods, draft.bank, {good: 1})
    _change(draft.goods, {order.take: 1}, 1)
    _change(draft.bank, {order.take: 1}, -1)


def apply_offered(draft: Draft, order: OfferedTrade) -> None:
    """Set the goods of an offer aside; take its price once it is accepted."""
    trade = draft.trades[order.trade]
    if trade.state in ("open", "done"):
        _change(draft.goods, trade.give, -1)
    if trade.state == "done":
        _change(draft.goods, trade.take, 1)


def apply_accepted(draft: Draft, order: AcceptedTrade) -> None:
    """Exchange the buyer's goods."""
    trade = draft.trades[order.trade]
    if trade.state == "done":
        _change(draft.goods, trade.take, -1)
        _change(draft.goods, trade.give, 1)
