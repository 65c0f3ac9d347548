"""What several prices in food or in luxuries are paid with. Section 5.3.

Goods are given one by one. Of one price they must all be different, unless philosophy works; ``among`` are the goods
that its next one may be. Whatever has to be paid after it, to give what there is most of is always right: where
anything can pay it all, that can.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from companion.games.antiquity.tables import Good

Stock = Mapping[Good, int]


def most_plentiful(stock: Stock, among: Sequence[Good], due: int, *, different: bool) -> list[Good]:
    """``due`` goods of which there are most, so that what stays is as varied as it can be; fewer if there are not so
    many. Of equal ones the first.
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
    """Whether a stock pays several prices in some goods."""
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
    """Which goods the next one of the first of several prices may be, after ``given`` of it, so that all can be paid.
    They are given in the order of ``goods``, so that there is one way to the same payment.
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
