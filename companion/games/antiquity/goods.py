"""Paying with goods. Section 5.3."""

from __future__ import annotations

from collections.abc import Generator, Iterable, Mapping, Sequence

from companion.core.options import Option
from companion.core.questions import Answer, Pick, PickMany, Question
from companion.core.wording import N_, Message, say, say_n
from companion.games.antiquity.draft import Draft
from companion.games.antiquity.moves import Paid
from companion.games.antiquity.queries import stock
from companion.games.antiquity.state import Goods, Realm, State
from companion.games.antiquity.tables import FOODS, GOODS, LUXURIES, Cost, Good
from companion.games.antiquity.words import GOOD, ICON, quantity

CLASSES: tuple[tuple[str, tuple[Good, ...]], ...] = (("food", FOODS), ("luxury", LUXURIES))


def class_amount(cost: Cost, goods: tuple[Good, ...]) -> int:
    """The food or luxuries in a cost."""
    return cost.food if goods is FOODS else cost.luxury


# -- what can pay a price --------------------------------------------------------------------------------------------

Stock = Mapping[Good, int]


def most_plentiful(stock: Stock, among: Sequence[Good], due: int, *, different: bool) -> list[Good]:
    """``due`` goods, taken from the most plentiful so that the rest stays varied; fewer if there are not enough. With
    ``different`` each good at most once. Ties: the first in ``among``.
    """
    left = {good: stock[good] for good in among if stock.get(good, 0) > 0}
    given: list[Good] = []
    while left and len(given) < due:
        good = max(left, key=left.__getitem__)
        given.append(good)
        left[good] -= 1
        if different or not left[good]:
            del left[good]
    return given


def can_pay(stock: Stock, goods: Sequence[Good], dues: Sequence[int], *, different: bool) -> bool:
    """Whether a stock can pay all prices in ``dues`` (numbers of goods) with ``goods``."""
    left = dict(stock)
    for due in dues:
        given = most_plentiful(left, goods, due, different=different)
        if len(given) < due:
            return False
        left = without(left, given)
    return True


def without(stock: Stock, given: Sequence[Good]) -> dict[Good, int]:
    """A stock after goods were given."""
    left = dict(stock)
    for good in given:
        left[good] -= 1
    return left


def next_goods(
    stock: Stock, goods: Sequence[Good], dues: Sequence[int], given: Sequence[Good], *, different: bool
) -> list[Good]:
    """The goods that can be given next towards the first price in ``dues``, after ``given``, so that all prices can
    still be paid. They must come in the order of ``goods``, which leaves one order of answers for each payment.
    """
    due, *later = dues
    step = 1 if different else 0
    begin = goods.index(given[-1]) + step if given else 0
    found = []
    for place, good in enumerate(goods[begin:], begin):
        if stock.get(good, 0) < 1:
            continue
        left = without(stock, [good])
        rest = most_plentiful(left, goods[place + step :], due - len(given) - 1, different=different)
        if len(given) + 1 + len(rest) == due and can_pay(without(left, rest), goods, later, different=different):
            found.append(good)
    return found


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
    if reason := chosen_reason(stock, paid):
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
    """Why no more of a good can be chosen after ``used`` of it, or None. The text leaves the good out, since the option
    shows it.
    """
    if stock.get(good, 0) > used:
        return None
    return say("You have no more of it.") if used else say("You have none.")


def chosen_reason(stock: Stock, goods: Stock) -> Message | None:
    """Why a stock does not hold the chosen goods, or None; in the texts of ``none_reason``."""
    reasons = (none_reason(stock, good, min(n - 1, stock.get(good, 0))) for good, n in goods.items())
    return next(filter(None, reasons), None)


def short_reason(draft: Draft, goods: Mapping[Good, int]) -> Message | None:
    """Why the draft's stock does not hold these goods, or None; names the good."""
    return next((lacking_reason(good) for good in GOODS if draft.goods.get(good, 0) < goods.get(good, 0)), None)


# -- between a stock and the bank ------------------------------------------------------------------------------------


def bill(cost: Cost, paid: Stock) -> Goods:
    """All goods of a cost: the food and luxuries chosen in ``paid``, and its wood and stone."""
    whole: Goods = {"wood": cost.wood, "stone": cost.stone, **paid}
    return {good: whole[good] for good in GOODS if whole.get(good)}


def pay_to_bank(stock: Goods, bank: Goods, goods: Stock) -> None:
    """Pay goods from a stock to the bank."""
    change_goods(stock, goods, -1)
    change_goods(bank, goods, 1)


def change_goods(stock: Goods, goods: Stock, sign: int) -> None:
    """Add goods to a stock (1), or take them out (-1)."""
    for good, n in goods.items():
        stock[good] = stock.get(good, 0) + sign * n


def gain_goods(state: State, realm: Realm, good: Good, n: int) -> int:
    """Take up to ``n`` goods from the bank, only what it has if counters are limited; return how many."""
    taken = max(0, min(n, state.bank[good])) if state.options["goods-limit"] else n
    change_goods(stock(realm), {good: taken}, 1)
    change_goods(state.bank, {good: taken}, -1)
    return taken


# -- which goods -----------------------------------------------------------------------------------------------------

ABOUT_FOOD = say(
    "Grain, olives, sheep and fish are food. Several for one price are all different, but with Philosophy at work."
)
ABOUT_LUXURIES = say(
    "Wine, pearls, dye and gold are luxuries. Several for one price are all different, but with Philosophy at work."
)
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
        reason = none_reason(stock, good, gone)
        found.append(good_option(good, reason, None if reason else _have(stock[good] - gone)))
    return tuple(found)


def _have(n: int) -> Message:
    return say("You have {n}.", N_("Have {n}"), n=n)


def pay(stock: Stock, cost: Cost, philosophy: bool, secret: bool) -> Generator[Question, Answer, Paid]:
    """Ask which food and luxuries to pay; not asked if there is only one way."""
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
    prompt = say("Pay with which {n} foods?", n=due, short=N_("Which foods?"))
    if name == "luxury":
        prompt = say("Pay with which {n} luxuries?", n=due, short=N_("Which luxuries?"))
    hint = say("All different.", short=N_("All different"))
    options = good_options(stock, goods)
    return (
        yield from PickMany[Good](
            key=name,
            prompt=prompt,
            hint=hint,
            options=options,
            least=due,
            most=due,
            secret=secret,
            meaning=ABOUT_LUXURIES if name == "luxury" else ABOUT_FOOD,
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
            prompt, meaning = (FOOD_PROMPT, ABOUT_FOOD) if goods is FOODS else (LUXURY_PROMPT, ABOUT_LUXURIES)
            good = yield from Pick[Good](key=key, prompt=prompt, options=options, secret=secret, meaning=meaning)
        paid[good] = paid.get(good, 0) + 1
