"""Why goods do not pay a price, or None. Section 5.3: two or more of a class must all be different."""

from __future__ import annotations

from collections.abc import Mapping

from companion.core.wording import Message, say, say_n
from companion.games.antiquity.tables import FOODS, LUXURIES, Cost, Good
from companion.games.antiquity.words import GOOD

Stock = Mapping[Good, int]

CLASSES: tuple[tuple[str, tuple[Good, ...]], ...] = (("food", FOODS), ("luxury", LUXURIES))


def class_amount(cost: Cost, goods: tuple[Good, ...]) -> int:
    """The food or luxuries in a cost."""
    return cost.food if goods is FOODS else cost.luxury


def afford_reason(stock: Stock, cost: Cost, philosophy: bool) -> Message | None:
    """Why a stock cannot pay a cost at all."""
    materials: dict[Good, int] = {"wood": cost.wood, "stone": cost.stone}
    for good, due in materials.items():
        if stock.get(good, 0) < due:
            return say("It takes {n} {good}.", n=due, good=GOOD[good])
    return _class_reason(stock, FOODS, cost.food, philosophy) or _class_reason(stock, LUXURIES, cost.luxury, philosophy)


def _class_reason(stock: Stock, goods: tuple[Good, ...], due: int, philosophy: bool) -> Message | None:
    """Why the food or the luxuries of a cost cannot be paid."""
    if philosophy or due < 2:
        missing = sum(stock.get(good, 0) for good in goods) < due
        if goods is FOODS:
            return say("It takes {n} food.", n=due) if missing else None
        return say_n("It takes {n} luxury.", "It takes {n} luxuries.", due) if missing else None
    missing = sum(stock.get(good, 0) > 0 for good in goods) < due
    if goods is FOODS:
        return say("It takes {n} different foods.", n=due) if missing else None
    return say("It takes {n} different luxuries.", n=due) if missing else None


def paid_reason(stock: Stock, cost: Cost, paid: Stock, philosophy: bool) -> Message | None:
    """Why these goods are not the price. Wood and stone follow from the cost."""
    for good, n in paid.items():
        if stock.get(good, 0) < n:
            return lacking_reason(good)
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
