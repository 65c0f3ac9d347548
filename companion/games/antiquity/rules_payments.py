"""Goods between stocks and the bank."""

from __future__ import annotations

from companion.games.antiquity.queries_city import stock
from companion.games.antiquity.reasons_payments import Stock
from companion.games.antiquity.state import Realm, State
from companion.games.antiquity.tables import GOODS, Cost, Good


def bill(cost: Cost, paid: Stock) -> dict[Good, int]:
    """All goods of a cost, those chosen and wood and stone."""
    whole: dict[Good, int] = {"wood": cost.wood, "stone": cost.stone, **paid}
    return {good: whole[good] for good in GOODS if whole.get(good)}


def pay_to_bank(stock: dict[Good, int], bank: dict[Good, int], goods: Stock) -> None:
    """Pay goods from a stock to the bank."""
    for good, n in goods.items():
        stock[good] = stock.get(good, 0) - n
        bank[good] += n


def take_from_bank(stock: dict[Good, int], bank: dict[Good, int], good: Good, n: int, limited: bool) -> int:
    """Take goods from the bank, where they are ``limited`` at most what it has; return how many."""
    taken = max(0, min(n, bank[good])) if limited else n
    stock[good] = stock.get(good, 0) + taken
    bank[good] -= taken
    return taken


def gain_goods(state: State, realm: Realm, good: Good, n: int) -> int:
    return take_from_bank(stock(realm), state.bank, good, n, bool(state.options["goods-limit"]))
