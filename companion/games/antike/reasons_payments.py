"""Why a price cannot be paid, or None. Section 4."""

from __future__ import annotations

from companion.core.wording import N_, Message, say
from companion.games.antike.moves import Split
from companion.games.antike.queries_payments import Price, short_of
from companion.games.antike.state import Nation
from companion.games.antike.tables import GOODS


def price_reason(nation: Nation, price: Price) -> Message | None:
    """Why the nation cannot pay a price, or None."""
    missing = short_of(nation, price)
    return say("{n} short", short=N_("{n} short"), n=missing) if missing else None


def split_reason(nation: Nation, price: Price, split: Split) -> Message | None:
    """Why a price cannot be paid like this, or None."""
    if reason := price_reason(nation, price):
        return reason
    if split.coins < 0 or split.coins > nation.coins:
        return say("You do not have that many coins.", short=N_("Not enough coins"))
    for good, n in split.goods.items():
        if not 0 <= n <= price.most(nation, good):
            return say("That cannot be paid with so much {good}.", short=N_("Not payable so"), good=GOODS[good])
    if split.total != price.total:
        return say("The price is {price}, not {n}.", short=N_("Price: {price}"), price=price.total, n=split.total)
    return None
