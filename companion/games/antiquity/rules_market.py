"""Swaps with the bank and trades on a draft. Section 5.5."""

from __future__ import annotations

from collections.abc import Mapping

from companion.games.antiquity.moves_orders import Accepted, Offered, Swap
from companion.games.antiquity.rules_payments import gained, moved
from companion.games.antiquity.state_draft import Draft
from companion.games.antiquity.tables import Good


def swap(draft: Draft, order: Swap) -> None:
    """At once."""
    for good in order.give:
        moved(draft.goods, draft.bank, {good: 1})
    gained(draft.goods, draft.bank, order.take, 1, limited=False)


def offered(draft: Draft, order: Offered) -> None:
    """Set the goods aside; when the other has accepted, take what was asked for."""
    trade = draft.trades[order.trade]
    if trade.state in ("open", "done"):
        _exchange(draft, trade.give, trade.take if trade.state == "done" else {})


def accepted(draft: Draft, order: Accepted) -> None:
    """The buyer's half of it."""
    trade = draft.trades[order.trade]
    if trade.state == "done":
        _exchange(draft, trade.take, trade.give)


def _exchange(draft: Draft, give: Mapping[Good, int], take: Mapping[Good, int]) -> None:
    for good, n in give.items():
        draft.goods[good] = draft.goods.get(good, 0) - n
    for good, n in take.items():
        draft.goods[good] = draft.goods.get(good, 0) + n
