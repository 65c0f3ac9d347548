"""The order in which the people of a table finished, as taps on their names make it.

It is written into the address of the page, so that it needs no script: the seats in order, ``.`` before who came after
the one before, ``-`` before who shares the rank of the one before: ``2.0-1.3``.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from msgspec import Struct

ORDER = re.compile(r"[0-7](?:[.-][0-7]){0,7}")
STEP = re.compile(r"([.-])([0-7])")


class FinishOrder(Struct, frozen=True):
    """``seats`` in the order of finishing, each with whether it is ``level`` with the one before."""

    seats: tuple[int, ...] = ()
    level: tuple[bool, ...] = ()

    def __str__(self) -> str:
        signs = zip(self.seats, self.level, strict=True)
        return "".join(("-" if level else ".") + str(seat) for seat, level in signs)[1:]

    def ranks(self) -> dict[int, int]:
        """The rank of each seat so far."""
        found: dict[int, int] = {}
        rank = 1
        for place, (seat, level) in enumerate(zip(self.seats, self.level, strict=True), start=1):
            rank = rank if level else place
            found[seat] = rank
        return found

    def tapped(self, seat: int, size: int) -> FinishOrder:
        """Who is not in it finished next; who is, is taken out. The last one who is left has finished last."""
        if seat in self.seats:
            kept = [each for each in zip(self.seats, self.level, strict=True) if each[0] != seat]
            return _order(kept)
        seats = [*zip(self.seats, self.level, strict=True), (seat, False)]
        rest = set(range(size)) - {each for each, _ in seats}
        if len(rest) == 1:
            seats.append((rest.pop(), False))
        return _order(seats)

    def levelled(self, seat: int) -> FinishOrder:
        """Somebody shares the rank of the one before, or no longer does."""
        return _order([(each, level != (each == seat)) for each, level in zip(self.seats, self.level, strict=True)])


def read_order(text: str, size: int) -> FinishOrder:
    """The order in an address; empty for what is none at a table of so many people."""
    if not ORDER.fullmatch(text):
        return FinishOrder()
    order = _order([(int(seat), sign == "-") for sign, seat in STEP.findall("." + text)])
    return order if len(set(order.seats)) == len(order.seats) and max(order.seats) < size else FinishOrder()


def order_of(ranks: Sequence[int]) -> FinishOrder:
    """The order that ranks came from."""
    seats = sorted(range(len(ranks)), key=lambda seat: (ranks[seat], seat))
    pairs = [(seat, place > 0 and ranks[seats[place - 1]] == ranks[seat]) for place, seat in enumerate(seats)]
    return _order(pairs)


def _order(pairs: Sequence[tuple[int, bool]]) -> FinishOrder:
    level = tuple(place > 0 and shares for place, (_, shares) in enumerate(pairs))
    return FinishOrder(tuple(seat for seat, _ in pairs), level)
