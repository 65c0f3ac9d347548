"""Swaps with the bank and trades on a draft. Section 5.5."""

from __future__ import annotations

from collections.abc import Mapping

from companion.games.antiquity.moves_orders import AcceptedTrade, OfferedTrade, SwapGoods
from companion.games.antiquity.rules_payments import pay_to_bank, take_from_bank
from companion.games.antiquity.state_draft import Draft
from companion.games.antiquity.tables import Good


def swap(draft: Draft, order: SwapGoods) -> None:
    """Swap two goods with the bank."""
    for good in order.give:
        pay_to_bank(draft.goods, draft.bank, {good: 1})
    take_from_bank(draft.goods, draft.bank, order.take, 1, limited=False)


def apply_offered(draft: Draft, order: OfferedTrade) -> None:
    """Set the goods of an offer aside; take its price once it is accepted."""
    trade = draft.trades[order.trade]
    if trade.state in ("open", "done"):
        _exchange(draft, trade.give, trade.take if trade.state == "done" else {})


def apply_accepted(draft: Draft, order: AcceptedTrade) -> None:
    """Exchange the buyer's goods."""
    trade = draft.trades[order.trade]
    if trade.state == "done":
        _exchange(draft, trade.take, trade.give)


def _exchange(draft: Draft, give: Mapping[Good, int], take: Mapping[Good, int]) -> None:
    for good, n in give.items():
        draft.goods[good] = draft.goods.get(good, 0) - n
    for good, n in take.items():
        draft.goods[good] = draft.goods.get(good, 0) + n
