"""Questions about goods: what to pay with, what to discard."""

from __future__ import annotations

from collections.abc import Generator, Iterable

from companion.core.questions import Answer, Count, Option, Pick, PickMany, Question
from companion.core.wording import N_, Message, say
from companion.games.antiquity.moves_orders import Paid
from companion.games.antiquity.reasons_payments import CLASSES, Stock, class_amount, lacking_reason
from companion.games.antiquity.tables import GOODS, Cost, Good
from companion.games.antiquity.words import GOOD, ICON


def good_option(good: Good, reason: Message | None = None, hint: Message | None = None) -> Option[Good]:
    """A good by its name."""
    return Option(good, GOOD[good], reason=reason, hint=hint, icon=ICON[good])


def good_options(stock: Stock, goods: Iterable[Good], used: Stock | None = None) -> tuple[Option[Good], ...]:
    """Goods of a stock with their numbers."""
    left = {good: stock.get(good, 0) - (used or {}).get(good, 0) for good in goods}
    return tuple(
        good_option(good, None if n > 0 else lacking_reason(good), say("You have {n}.", n=max(0, n)))
        for good, n in left.items()
    )


def pay(stock: Stock, cost: Cost, philosophy: bool, secret: bool) -> Generator[Question, Answer, Paid]:
    """Ask which food and luxuries to pay; skipped where there is one way."""
    paid: Paid = {}
    for name, goods in CLASSES:
        due = class_amount(cost, goods)
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
    prompt = say("Pay with which {n}?", n=due, short=N_("Pay with which?"))
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
            good = yield from Pick[Good](key=key, prompt=say("Pay with what?"), options=options, secret=secret)
        paid[good] = paid.get(good, 0) + 1


def discards(stock: Stock, over: int, secret: bool) -> Generator[Question, Answer, Paid]:
    """Ask for exactly ``over`` goods to discard, good by good; what has no choice is skipped."""
    found: Paid = {}
    at_hand = [good for good in GOODS if stock.get(good, 0)]
    for place, good in enumerate(at_hand, 1):
        later = sum(stock[other] for other in at_hand[place:])
        low, high = max(0, over - later), min(stock[good], over)
        if low < high:
            have, still = stock[good], N_("{have}; still {over}")
            low = yield from Count(
                key=f"discard-{good}",
                prompt=say("Discard how many? {good}", good=GOOD[good], short=N_("Discard: {good}")),
                hint=say("You have {have}; {over} are still to go.", short=still, have=have, over=over),
                low=low,
                high=high,
                start=low,
                icon=ICON[good],
                secret=secret,
                default=low if secret else None,
            )
        if low:
            found[good] = low
            over -= low
    return found
