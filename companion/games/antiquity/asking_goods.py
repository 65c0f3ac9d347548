"""Questions about goods: what to pay with, what to discard."""

from __future__ import annotations

from collections.abc import Generator, Iterable, Mapping

from companion.core.questions import Answer, Count, Option, Pick, PickMany, Question
from companion.core.wording import N_, say
from companion.games.antiquity.moves_orders import Paid
from companion.games.antiquity.reasons_payments import CLASSES, class_amount, lacking_reason
from companion.games.antiquity.tables import GOODS, Cost, Good
from companion.games.antiquity.words import GOOD, ICON

Stock = Mapping[Good, int]
Goods = Generator[Question, Answer, Paid]


def good_options(stock: Stock, goods: Iterable[Good], used: Stock | None = None) -> tuple[Option[Good], ...]:
    """Goods of a stock with their numbers."""
    used = used or {}
    return tuple(
        Option(
            good,
            GOOD[good],
            reason=None if stock.get(good, 0) > used.get(good, 0) else lacking_reason(good),
            hint=say("You have {n}.", n=max(0, stock.get(good, 0) - used.get(good, 0))),
            icon=ICON[good],
        )
        for good in goods
    )


def pay(stock: Stock, cost: Cost, philosophy: bool, secret: bool) -> Goods:
    """Ask which food and luxuries to pay; skipped where there is one way."""
    paid: Paid = {}
    for name, goods in CLASSES:
        due = class_amount(cost, goods)
        if due > 1 and not philosophy:
            yield from _pay_different(stock, name, goods, due, paid, secret)
        else:
            yield from _pay_any(stock, name, goods, due, paid, secret)
    return paid


def _pay_different(
    stock: Stock, name: str, goods: tuple[Good, ...], due: int, paid: Paid, secret: bool
) -> Generator[Question, Answer, None]:
    at_hand = [good for good in goods if stock.get(good, 0) > 0]
    if len(at_hand) == due:
        paid.update(dict.fromkeys(at_hand, 1))
        return
    prompt = say("Pay with which {n}?", n=due, short=N_("Pay with which?"))
    options = good_options(stock, goods)
    hint = say("All different.", short=N_("All different"))
    picked = yield from PickMany[Good](
        key=name, prompt=prompt, hint=hint, options=options, least=due, most=due, secret=secret
    )
    for good in picked:
        paid[good] = paid.get(good, 0) + 1


def _pay_any(
    stock: Stock, name: str, goods: tuple[Good, ...], due: int, paid: Paid, secret: bool
) -> Generator[Question, Answer, None]:
    for place in range(due):
        options = good_options(stock, goods, paid)
        left = [option for option in options if option.reason is None]
        if len(left) == 1:
            good = left[0].value
        else:
            key = name if due == 1 else f"{name}-{place + 1}"
            prompt = say("Pay with what?")
            good = yield from Pick[Good](key=key, prompt=prompt, options=options, secret=secret)
        paid[good] = paid.get(good, 0) + 1


def discards(stock: Stock, over: int, secret: bool) -> Goods:
    """Ask for exactly ``over`` goods to discard, good by good; what has no choice is skipped."""
    found: Paid = {}
    at_hand = [good for good in GOODS if stock.get(good, 0)]
    for place, good in enumerate(at_hand):
        later = sum(stock[other] for other in at_hand[place + 1 :])
        low, high = max(0, over - later), min(stock[good], over)
        if low < high:
            prompt = say("Discard how many? {good}", good=GOOD[good], short=N_("Discard: {good}"))
            hint = say(
                "You have {have}; {over} are still to go.",
                short=N_("{have}; still {over}"),
                have=stock[good],
                over=over,
            )
            low = yield from Count(
                key=f"discard-{good}",
                prompt=prompt,
                hint=hint,
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
