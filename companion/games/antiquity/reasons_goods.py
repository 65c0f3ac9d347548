"""Why goods do not pay a price, or cannot be swapped or traded, or None. Sections 5.3 and 5.5."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from companion.core.wording import Message, say, say_n
from companion.games.antiquity.moves import Offer, Quantity
from companion.games.antiquity.moves_orders import AcceptedTrade, OfferedTrade, SwapGoods
from companion.games.antiquity.queries_city import has_working
from companion.games.antiquity.state import State, Trade
from companion.games.antiquity.state_draft import Draft
from companion.games.antiquity.tables import FOODS, GOODS, LUXURIES, Cost, Good
from companion.games.antiquity.words import GOOD, quantity

Stock = Mapping[Good, int]

CLASSES: tuple[tuple[str, tuple[Good, ...]], ...] = (("food", FOODS), ("luxury", LUXURIES))

NO_OFFER = say("There is no such offer.")
SETTLED = say("That trade is settled.")
MOST_WANTED = 24
"""The most of one good that somebody may ask for: what others own is hidden."""


def class_amount(cost: Cost, goods: tuple[Good, ...]) -> int:
    """The food or luxuries in a cost."""
    return cost.food if goods is FOODS else cost.luxury


def afford_reason(stock: Stock, cost: Cost, philosophy: bool) -> Message | None:
    """Why a stock cannot pay a cost at all."""
    materials: dict[Good, int] = {"wood": cost.wood, "stone": cost.stone}
    for good, due in materials.items():
        if stock.get(good, 0) < due:
            return say("It takes {goods}.", goods=quantity(due, good))
    return _class_reason(stock, FOODS, cost.food, philosophy) or _class_reason(stock, LUXURIES, cost.luxury, philosophy)


def _class_reason(stock: Stock, goods: tuple[Good, ...], due: int, philosophy: bool) -> Message | None:
    """Why the food or the luxuries of a cost cannot be paid."""
    if philosophy or due < 2:
        missing = sum(stock.get(good, 0) for good in goods) < due
        if goods is FOODS:
            return say_n("It takes {n} food.", "It takes {n} food.", due) if missing else None
        return say_n("It takes {n} luxury.", "It takes {n} luxuries.", due) if missing else None
    missing = sum(stock.get(good, 0) > 0 for good in goods) < due
    if goods is FOODS:
        return say("It takes {n} different foods.", n=due) if missing else None
    return say("It takes {n} different luxuries.", n=due) if missing else None


def paid_reason(stock: Stock, cost: Cost, paid: Stock, philosophy: bool) -> Message | None:
    """Why these goods are not the price. Wood and stone follow from the cost."""
    if reason := _chosen_reason(stock, paid):
        return reason
    for _, goods in CLASSES:
        given = {good: paid[good] for good in goods if paid.get(good)}
        due = class_amount(cost, goods)
        if sum(given.values()) != due:
            return say("That is not the price.")
        if due > 1 and not philosophy and len(given) != due:
            return say("They must all be different.")
    return None if all(good in (*FOODS, *LUXURIES) for good in paid) else say("That is not the price.")


def lacking_reason(good: Good) -> Message:
    """The reason for too little of a good."""
    return say("You do not have that much of it: {good}.", good=GOOD[good])


def none_reason(stock: Stock, good: Good, used: int = 0) -> Message | None:
    """Why a choice of goods has no more of a good, ``used`` of which are chosen already; its label names it."""
    if stock.get(good, 0) > used:
        return None
    return say("You have no more of it.") if used else say("You have none.")


def _chosen_reason(stock: Stock, goods: Stock) -> Message | None:
    """Why a stock does not hold the goods that somebody chose, in the words of the choice."""
    reasons = (none_reason(stock, good, min(n - 1, stock.get(good, 0))) for good, n in goods.items())
    return next(filter(None, reasons), None)


# -- the market ---------------------------------------------------------------------------------------------------


def market_reason(draft: Draft) -> Message | None:
    """Why the market does not work: it needs its man and no grave."""
    return None if has_working(draft.realm, "market") else say("Your market does not work.")


def given_reason(draft: Draft, good: Good, besides: Good | None = None) -> Message | None:
    """Why a good cannot be given to the bank, ``besides`` one given already."""
    return none_reason(draft.goods, good, int(good == besides))


def swappable_reason(draft: Draft) -> Message | None:
    """Why nothing can be swapped."""
    if reason := market_reason(draft):
        return reason
    return None if sum(draft.goods.values()) > 1 else say("A swap takes two goods.")


def taken_reason(draft: Draft, good: Good) -> Message | None:
    """Why the bank does not give a good."""
    gone = draft.options["goods-limit"] and draft.bank[good] < 1
    return say("The supply has none left.") if gone else None


def swap_reason(draft: Draft, order: SwapGoods) -> Message | None:
    """Why goods cannot be swapped: two of any types for one."""
    one, other = order.give
    return (
        swappable_reason(draft)
        or given_reason(draft, one)
        or given_reason(draft, other, one)
        or taken_reason(draft, order.take)
    )


def short_reason(draft: Draft, goods: Mapping[Good, int]) -> Message | None:
    """Why a stock does not hold these goods."""
    return next((lacking_reason(good) for good in GOODS if draft.goods.get(good, 0) < goods.get(good, 0)), None)


def partner_reason(state: State, draft: Draft, to: int) -> Message | None:
    """Why there is nobody to trade with at a seat."""
    return say("There is nobody to trade with.") if to == draft.realm.seat or to not in state.alive else None


def wanting_reason(give: Sequence[Quantity], take: Sequence[Quantity]) -> Message | None:
    """Why the two sides are no trade: any goods in any ratio, but at least one, each named once."""
    if not give and not take:
        return say("A trade needs goods.")
    if any(len({lot.good for lot in lots}) < len(lots) for lots in (give, take)):
        return say("Name each good once.")
    return None


def offer_reason(state: State, draft: Draft, move: Offer) -> Message | None:
    """Why goods cannot be offered."""
    return (
        partner_reason(state, draft, move.to)
        or wanting_reason(move.give, move.take)
        or _wanted_reason(move.take)
        or _chosen_reason(draft.goods, move.given)
    )


def _wanted_reason(take: Sequence[Quantity]) -> Message | None:
    most = max((lot.n for lot in take), default=0)
    return say("{n} is not between {low} and {high}.", n=most, low=1, high=MOST_WANTED) if most > MOST_WANTED else None


def offered_reason(draft: Draft, order: OfferedTrade) -> Message | None:
    """Why an offer of the own plan does not hold: its goods, or the own market it rests on."""
    trade = draft.trades.get(order.trade)
    if trade is None:
        return NO_OFFER
    if trade.state in ("declined", "void"):
        return None
    if trade.by_seller and (reason := market_reason(draft)):
        return reason
    return short_reason(draft, trade.give)


def decline_reason(draft: Draft, key: str) -> Message | None:
    """Why an offer cannot be declined."""
    trade = draft.trades.get(key)
    if trade is None or trade.buyer != draft.realm.seat:
        return NO_OFFER
    return None if trade.state == "open" else SETTLED


def accept_reason(draft: Draft, key: str) -> Message | None:
    """Why an offer cannot be accepted: one of the two needs a working market."""
    return decline_reason(draft, key) or _delivery_reason(draft, draft.trades[key])


def accepted_reason(draft: Draft, order: AcceptedTrade) -> Message | None:
    """Why an accepted trade does not hold: the buyer's goods."""
    trade = draft.trades.get(order.trade)
    if trade is None:
        return NO_OFFER
    return _delivery_reason(draft, trade) if trade.state == "done" else None


def _delivery_reason(draft: Draft, trade: Trade) -> Message | None:
    if not trade.by_seller and (reason := market_reason(draft)):
        return reason
    return short_reason(draft, trade.take)
