"""Measure how many phones the radio carries, from samples taken a second apart. Pure."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

from msgspec import Struct

from companion.network.reachability.neighbours import TcpPeer

STALLED = 3
"""Samples in a row with unacknowledged bytes after which a phone counts as stalled."""


class RadioSample(Struct, frozen=True):
    """One second: phones on the own Wi-Fi (None if unknown) and connections to the table."""

    stations: frozenset[str] | None
    peers: tuple[TcpPeer, ...]


class RadioReport(Struct, frozen=True):
    """Number of samples, most phones on the radio (None: unknown), most open streams at once, phones whose stream
    stalled, phones that dropped out and came back.
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
        """Whether no phone stalled or dropped out."""
        return self.measured and not self.stalled and not self.dropped


def measure(looks: Iterable[RadioSample]) -> RadioReport:
    """Evaluate samples taken a second apart."""
    seen = list(looks)
    told = [sample.stations for sample in seen if sample.stations is not None]
    streams = [_streaming(sample) for sample in seen]
    return RadioReport(
        looks=len(seen),
        stations=max(map(len, told), default=0) if told else None,
        streams=max(map(len, streams), default=0),
        stalled=len(_stalled(seen)),
        dropped=len(_returned(told)),
    )


def _streaming(sample: RadioSample) -> frozenset[str]:
    return frozenset(peer.address for peer in sample.peers if peer.phase == "open")


def _stalled(looks: list[RadioSample]) -> set[str]:
    """Addresses with unacknowledged bytes in several samples in a row."""
    rows: Counter[str] = Counter()
    stalled = set()
    for sample in looks:
        slow = {peer.address for peer in sample.peers if peer.phase == "open" and peer.unread}
        for address in list(rows):
            if address not in slow:
                del rows[address]
        rows.update(slow)
        stalled |= {address for address, count in rows.items() if count >= STALLED}
    return stalled


def _returned(told: list[frozenset[str]]) -> set[str]:
    """Phones that were there, left, and came back."""
    known: set[str] = set()
    gone: set[str] = set()
    back: set[str] = set()
    for here in told:
        back |= gone & here
        gone = (gone | (known - here)) - here
        known |= here
    return back
