"""Swaps with the bank, and the two orders of a trade between seats: the offer and its acceptance. Section 5.5."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from companion.core.forms import together
from companion.core.questions import Asking, Pick
from companion.core.wording import N_, Message, say
from companion.games.antiquity.draft import Draft
from companion.games.antiquity.goods import change_goods, good_option, none_reason, pay_to_bank, short_reason
from companion.games.antiquity.moves import AcceptedTrade, OfferedTrade, SwapGoods
from companion.games.antiquity.queries import has_working
from companion.games.antiquity.state import Trade
from companion.games.antiquity.tables import GOODS, Good

TWO_FOR_ONE = say(
    "A market with a man swaps with the bank: two goods, alike or not, for one of your choice, as often as you like."
)


def market_reason(draft: Draft) -> Message | None:
    """Why the market does not work: it needs a man, and no grave on it."""
    return None if has_working(draft.realm, "market") else say("Your market does not work.")


def given_reason(draft: Draft, good: Good, besides: Good | None = None) -> Message | None:
    """Why a good cannot be given to the bank, after ``besides`` was given already."""
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


def swap(draft: Draft, order: SwapGoods) -> None:
    """Swap two goods with the bank."""
    for good in order.give:
        pay_to_bank(draft.goods, draft.bank, {good: 1})
    change_goods(draft.goods, {order.take: 1}, 1)
    change_goods(draft.bank, {order.take: 1}, -1)


def ask_swap(draft: Draft) -> Asking[SwapGoods]:
    """Ask which two goods are given for which one, on one form."""
    return together("swap", say("Swap with the bank"), _ask_swap(draft), say("Swap with the bank"), layout="dense")


def _ask_swap(draft: Draft) -> Asking[SwapGoods]:
    def swapping(
        key: str,
        prompt: Message,
        reason: Callable[[Good], Message | None],
        *given: Good,
        usual: Good | None = None,
        act: Message | None = None,
    ) -> Pick[Good]:
        options = tuple(good_option(good, reason(good)) for good in GOODS if good not in given)
        return Pick[Good](
            key=key, prompt=prompt, options=options, secret=True, usual=usual, meaning=TWO_FOR_ONE, act=act
        )

    given = partial(given_reason, draft)
    one = yield from swapping("give", say("Give what?"), given)
    too = partial(given, besides=one)
    other = yield from swapping("give-too", say("And what else?"), too, usual=None if too(one) else one)
    act = say("Swap 2 goods for {answer}", short=N_("Swap for {answer}"))
    take = yield from swapping("take", say("Take what?"), partial(taken_reason, draft), one, other, act=act)
    return SwapGoods((one, other), take)


# -- the two orders of a trade ---------------------------------------------------------------------------------------

NO_OFFER = say("There is no such offer.")
SETTLED = say("That trade is settled.")


def offered_reason(draft: Draft, order: OfferedTrade) -> Message | None:
    """Why an offer in the seat's own plan does not hold, or None: its goods are missing, or the market that it needs
    does not work.
    """
    trade = draft.trades.get(order.trade)
    if trade is None:
        return NO_OFFER
    if trade.state in ("declined", "void"):
        return None
    if trade.by_seller and (reason := market_reason(draft)):
        return reason
    return short_reason(draft, trade.give)


def decline_reason(draft: Draft, key: str) -> Message | None:
    """Why the trade with this key cannot be answered by the seat, or None: no offer to it, or answered already."""
    trade = draft.trades.get(key)
    if trade is None or trade.buyer != draft.realm.seat:
        return NO_OFFER
    return None if trade.state == "open" else SETTLED


def accept_reason(draft: Draft, key: str) -> Message | None:
    """Why an offer cannot be accepted: one of the two needs a working market."""
    return decline_reason(draft, key) or _delivery_reason(draft, draft.trades[key])


def accepted_reason(draft: Draft, order: AcceptedTrade) -> Message | None:
    """Why an accepted trade does not hold, or None: the buyer lacks the goods, or neither has a working market."""
    trade = draft.trades.get(order.trade)
    if trade is None:
        return NO_OFFER
    return _delivery_reason(draft, trade) if trade.state == "done" else None


def _delivery_reason(draft: Draft, trade: Trade) -> Message | None:
    if not trade.by_seller and market_reason(draft):
        return say("One of you needs a market with a man.", short=N_("No market has a man"))
    return short_reason(draft, trade.take)


def apply_offered(draft: Draft, order: OfferedTrade) -> None:
    """Take the offered goods out of the stock; once the trade is done, add what the buyer gives."""
    trade = draft.trades[order.trade]
    if trade.state in ("open", "done"):
        change_goods(draft.goods, trade.give, -1)
    if trade.state == "done":
        change_goods(draft.goods, trade.take, 1)


def apply_accepted(draft: Draft, order: AcceptedTrade) -> None:
    """Exchange the goods in the buyer's stock."""
    trade = draft.trades[order.trade]
    if trade.state == "done":
        change_goods(draft.goods, trade.take, -1)
        change_goods(draft.goods, trade.give, 1)
