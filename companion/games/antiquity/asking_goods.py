"""Questions about goods: what to pay with, what to discard, swaps and trades. Sections 5.3 and 5.5."""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterable
from functools import partial

from msgspec import structs

from companion.core.forms import together
from companion.core.options import Option, branch_reason
from companion.core.questions import Answer, Asking, Count, Pick, PickMany, Question
from companion.core.wording import N_, Message, SeatName, named, say
from companion.games.antiquity import reasons_goods
from companion.games.antiquity.moves import ENOUGH, AnswerOffer, Move, Offer, Quantity
from companion.games.antiquity.moves_orders import Paid, SwapGoods
from companion.games.antiquity.reasons_goods import Stock
from companion.games.antiquity.reasons_plan import accept_offer_reason, turn_partner_reason
from companion.games.antiquity.state import State
from companion.games.antiquity.state_draft import Draft
from companion.games.antiquity.tables import FOODS, GOODS, Cost, Good
from companion.games.antiquity.words import GOOD, ICON
from companion.games.antiquity.words_realm import trade_words

FOOD_PROMPT = say("Pay with which food?", short=N_("Which food?"))
LUXURY_PROMPT = say("Pay with which luxury?", short=N_("Which luxury?"))


def good_option(good: Good, reason: Message | None = None, hint: Message | None = None) -> Option[Good]:
    """A good by its name."""
    return Option(good, GOOD[good], reason=reason, hint=hint, icon=ICON[good])


def good_options(stock: Stock, goods: Iterable[Good], used: Stock | None = None) -> tuple[Option[Good], ...]:
    """Goods of a stock with their numbers."""
    found: list[Option[Good]] = []
    for good in goods:
        gone = (used or {}).get(good, 0)
        reason = reasons_goods.none_reason(stock, good, gone)
        found.append(good_option(good, reason, None if reason else _have(stock[good] - gone)))
    return tuple(found)


def _have(n: int) -> Message:
    return say("You have {n}.", N_("Have {n}"), n=n)


def pay(stock: Stock, cost: Cost, philosophy: bool, secret: bool) -> Generator[Question, Answer, Paid]:
    """Ask which food and luxuries to pay; skipped where there is one way."""
    paid: Paid = {}
    for name, goods in reasons_goods.CLASSES:
        due = reasons_goods.class_amount(cost, goods)
        if due > 1 and not philosophy:
            paid |= dict.fromkeys((yield from _different(stock, name, goods, due, secret)), 1)
        else:
            yield from _pay_any(stock, name, goods, due, paid, secret)
    return paid


def _different(
    stock: Stock, name: str, goods: tuple[Good, ...], due: int, secret: bool
) -> Generator[Question, Answer, list[Good]]:
    at_hand = [good for good in goods if stock.get(good, 0) > 0]
    if len(at_hand) == due:
        return at_hand
    prompt = say("Pay with which {n} foods?", n=due, short=N_("Which foods?"))
    if name == "luxury":
        prompt = say("Pay with which {n} luxuries?", n=due, short=N_("Which luxuries?"))
    hint = say("All different.", short=N_("All different"))
    options = good_options(stock, goods)
    return (
        yield from PickMany[Good](
            key=name, prompt=prompt, hint=hint, options=options, least=due, most=due, secret=secret
        )
    )


def _pay_any(
    stock: Stock, name: str, goods: tuple[Good, ...], due: int, paid: Paid, secret: bool
) -> Generator[Question, Answer, None]:
    for place in range(1, due + 1):
        options = good_options(stock, goods, paid)
        left = [option for option in options if option.reason is None]
        if len(left) == 1:
            good = left[0].value
        else:
            key = name if due == 1 else f"{name}-{place}"
            prompt = FOOD_PROMPT if goods is FOODS else LUXURY_PROMPT
            good = yield from Pick[Good](key=key, prompt=prompt, options=options, secret=secret)
        paid[good] = paid.get(good, 0) + 1


def discards(stock: Stock, over: int, secret: bool) -> Generator[Question, Answer, Paid]:
    """Ask for exactly ``over`` goods to discard, good by good; what has no choice is skipped.

    Usual is what leaves the piles as even as they can be: different goods pay more than many of one.
    """
    found: Paid = {}
    at_hand = [good for good in GOODS if stock.get(good, 0)]
    for place, good in enumerate(at_hand, 1):
        later = sum(stock[other] for other in at_hand[place:])
        low, high = max(0, over - later), min(stock[good], over)
        if low < high:
            have, still = stock[good], N_("{have}; still {over}")
            low = yield from Count(
                key=f"discard-{good}",
                prompt=GOOD[good],
                hint=say("You have {have}.", short=still, have=have, over=over),
                low=low,
                high=high,
                start=low,
                icon=ICON[good],
                secret=secret,
                default=low if secret else None,
                usual=_from_the_largest({left: stock[left] for left in at_hand[place - 1 :]}, over)[good],
            )
        if low:
            found[good] = low
            over -= low
    return found


def _from_the_largest(stock: Stock, over: int) -> Paid:
    """``over`` goods of a stock, taken one by one from whatever there is most of."""
    left = dict(stock)
    for _ in range(over):
        left[max(left, key=left.__getitem__)] -= 1
    return {good: n - left[good] for good, n in stock.items()}


# -- the market ---------------------------------------------------------------------------------------------------


def ask_swap(draft: Draft) -> Asking[SwapGoods]:
    """Two goods for one, on one form."""
    return together("swap", say("Swap with the bank"), _ask_swap(draft), say("Swap"), layout="dense")


def _ask_swap(draft: Draft) -> Asking[SwapGoods]:
    def swapping(
        key: str, prompt: Message, reason: Callable[[Good], Message | None], *given: Good, usual: Good | None = None
    ) -> Pick[Good]:
        options = tuple(good_option(good, reason(good)) for good in GOODS if good not in given)
        return Pick[Good](key=key, prompt=prompt, options=options, secret=True, usual=usual)

    given = partial(reasons_goods.given_reason, draft)
    one = yield from swapping("give", say("Give what?"), given)
    too = partial(given, besides=one)
    other = yield from swapping("give-too", say("And what else?"), too, usual=None if too(one) else one)
    take = yield from swapping("take", say("Take what?"), partial(reasons_goods.taken_reason, draft), one, other)
    return SwapGoods((one, other), take)


def any_partner_reason(state: State, seat: int) -> Message | None:
    """Why nobody can be offered a trade: the reason of the first seat, or what holds for all."""
    return branch_reason(turn_partner_reason(state, seat, other) for other in state.alive if other != seat)


def ask_offer(state: State, draft: Draft) -> Asking[Move]:
    """An offer, on one form."""
    return together("offer", say("Offer a trade"), _ask_offer(state, draft), say("Make the offer"), layout="dense")


def _ask_offer(state: State, draft: Draft) -> Asking[Move]:
    seat = draft.realm.seat
    others = tuple(
        Option(other, named(other), seat=other, reason=turn_partner_reason(state, seat, other))
        for other in state.alive
        if other != seat
    )
    to = yield from Pick[int](key="whom", prompt=say("Trade with whom?"), options=others, secret=True)
    give = yield from _ask_quantities("give", say("What do you give?"), draft.goods, ())
    take = yield from _ask_quantities("take", say("What for it?"), None, give)
    return Offer(to, give, take=take)


def _ask_quantities(
    key: str, prompt: Message, stock: dict[Good, int] | None, against: tuple[Quantity, ...]
) -> Asking[tuple[Quantity, ...]]:
    """Ask for goods one by one until it is enough; ``against`` is the other side of the trade.

    Without a ``stock`` anything may be asked for: what others own now is hidden. Usual is no second good.
    """
    lots: list[Quantity] = []
    goods = tuple(map(good_option, GOODS)) if stock is None else good_options(stock, GOODS)
    while len(lots) < len(GOODS):
        named = [lot.good for lot in lots]
        nothing = reasons_goods.wanting_reason(lots, against) if stock is None else None
        enough = say("That is all") if lots else say("Nothing")
        options: list[Option[str]] = [Option(ENOUGH, enough, reason=nothing, icon="check")]
        options += [option for option in goods if option.value not in named]
        question, asked = f"{key}-{len(lots) + 1}", say("What else?") if lots else prompt
        usual = ENOUGH if lots and nothing is None else None
        chosen = yield from Pick[str](key=question, prompt=asked, options=tuple(options), secret=True, usual=usual)
        if chosen == ENOUGH:
            break
        good = next(good for good in GOODS if good == chosen)
        n, most = 1, reasons_goods.MOST_WANTED if stock is None else stock.get(good, 0)
        if most > 1:
            name, icon = GOOD[good], ICON[good]
            count = Count(key=f"{question}-n", prompt=name, low=1, high=most, start=1, usual=1, icon=icon, secret=True)
            n = yield from count
        lots.append(Quantity(good, n))
    return tuple(lots)


def ask_answer(state: State, draft: Draft) -> Asking[Move]:
    """Ask which offer, and whether it is accepted, on one form."""
    return together("reply", say("Answer an offer"), _ask_answer(state, draft), say("Answer"))


def _ask_answer(state: State, draft: Draft) -> Asking[Move]:
    seat = draft.realm.seat
    offers = {trade.key: trade for trade in state.trades_of(seat) if trade.buyer == seat and trade.state == "open"}
    options = tuple(Option(key, trade_words(trade), seat=trade.seller) for key, trade in offers.items())
    key = yield from Pick[str](key="trade", prompt=say("Which offer?"), options=options, secret=True)
    answers = (
        Option(
            "accept",
            say("Accept"),
            reason=accept_offer_reason(state, draft, key),
            act=say("Accept the offer"),
            icon="check",
        ),
        Option("decline", say("Decline"), act=say("Decline the offer"), icon="close"),
    )
    hint = structs.replace(trade_words(offers[key]), short=N_("Turn up: the offer"))
    prompt = say("{who} offers. Accept?", who=SeatName(offers[key].seller))
    answer = yield from Pick[str](key="answer", prompt=prompt, hint=hint, options=answers, secret=True)
    return AnswerOffer(key, answer == "accept")
