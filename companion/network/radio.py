"""How many phones the owner's radio carries: counted over a time, not guessed. Pure but for the looks it is given."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

from msgspec import Struct

from companion.network.neighbours import Caller

STALLED = 3
"""Looks in a row with bytes a phone does not confirm, after which it counts as stalled."""


class Look(Struct, frozen=True):
    """One second: the phones on the own Wi-Fi (None where nobody can tell) and the connections to the table."""

    stations: frozenset[str] | None
    callers: tuple[Caller, ...]


class Measured(Struct, frozen=True):
    """What was counted: looks, the most phones on the radio and the most with an open stream at once (None: not told),
    phones whose stream stalled, phones that dropped out and came back.
    """

    looks: int
    stations: int | None
    streams: int
    stalled: int
    dropped: int

    @property
    def measured(self) -> bool:
        """Whether there was anything to measure."""
        return self.streams > 0

    @property
    def carried(self) -> bool:
        """Whether all of them were carried the whole time."""
        return self.measured and not self.stalled and not self.dropped


def measured(looks: Iterable[Look]) -> Measured:
    """What a series of looks, a second apart, amounts to."""
    seen = list(looks)
    told = [look.stations for look in seen if look.stations is not None]
    streams = [_streaming(look) for look in seen]
    return Measured(
        looks=len(seen),
        stations=max(map(len, told), default=0) if told else None,
        streams=max(map(len, streams), default=0),
        stalled=len(_stalled(seen)),
        dropped=len(_returned(told)),
    )


def _streaming(look: Look) -> frozenset[str]:
    return frozenset(caller.address for caller in look.callers if caller.phase == "open")


def _stalled(looks: list[Look]) -> set[str]:
    """Addresses that left bytes unconfirmed for several looks in a row."""
    rows: Counter[str] = Counter()
    stalled = set()
    for look in looks:
        slow = {caller.address for caller in look.callers if caller.phase == "open" and caller.unread}
        for address in list(rows):
            if address not in slow:
                del rows[address]
        rows.update(slow)
        stalled |= {address for address, count in rows.items() if count >= STALLED}
    return stalled


def _returned(told: list[frozenset[str]]) -> set[str]:
    """Phones that were there, were gone, and were there again."""
    known: set[str] = set()
    gone: set[str] = set()
    back: set[str] = set()
    for here in told:
        back |= gone & here
        gone = (gone | (known - here)) - here
        known |= here
    return back
