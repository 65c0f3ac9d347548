"""Prices, and the payment that is proposed: plain goods first, coins last. Section 4."""

from __future__ import annotations

from typing import get_args

from msgspec import Struct

from companion.games.antike.moves import Split
from companion.games.antike.state import Nation
from companion.games.antike.tables import GOODS, Good


class Price(Struct, frozen=True):
    """What something costs: so much of certain goods, or ``any`` of whatever. Never both."""

    marble: int = 0
    iron: int = 0
    gold: int = 0
    any: int = 0

    @property
    def goods(self) -> dict[Good, int]:
        return {"marble": self.marble, "iron": self.iron, "gold": self.gold}

    @property
    def total(self) -> int:
        return self.marble + self.iron + self.gold + self.any

    def most(self, nation: Nation, good: Good) -> int:
        """How much of a good the nation may pay of it."""
        return min(nation.goods[good], self.any or self.goods[good])


FREE = Price()


def short_of(nation: Nation, price: Price) -> int:
    """How much is missing, coins counted; 0 when the nation can pay."""
    return max(0, price.total - nation.coins - sum(price.most(nation, good) for good in get_args(Good)))


def proposed(nation: Nation, price: Price) -> Split:
    """Plain goods first, of the largest pile where it may be any; coins last."""
    left = {good: price.most(nation, good) for good in GOODS}
    have, used = dict(nation.goods), dict.fromkeys(GOODS, 0)
    owed = price.total
    while owed > 0 and any(left.values()):
        good = max((good for good in GOODS if left[good]), key=lambda one: have[one])
        have[good] -= 1
        left[good] -= 1
        used[good] += 1
        owed -= 1
    return Split(used["marble"], used["iron"], used["gold"], owed)


def choosable(nation: Nation, price: Price) -> bool:
    """Whether a price can be paid in more than one way."""
    sources = [*(price.most(nation, good) for good in GOODS), min(nation.coins, price.total)]
    return sum(sources) > price.total > 0
