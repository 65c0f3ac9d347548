"""What a trace of raw edges says of a key or an encoder: presses, bounces, clicks and their way. Pure."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Sequence
from itertools import pairwise

from hardware.debounce import Debouncer, Press, Quadrature
from hardware.ports import Edge
from hardware.walk.walk_devices import PinEdge

APART = 0.1
"""Seconds between two presses of a finger at least: what comes sooner is a bounce that was not debounced."""
TURNED = 6
"""Edges of a contact that was turned, not pressed."""


def presses(edges: Iterable[PinEdge]) -> tuple[float, ...]:
    """Times of presses after debouncing: none in a spike. Edges of one pin, the last of them an opening."""
    debouncer = Debouncer()
    events = [event for edge in edges for event in debouncer.feed(Edge("panel.keys", "ok", edge.closed, edge.at))]
    return tuple(event.at for event in events if isinstance(event, Press))


def bounces(edges: Iterable[PinEdge]) -> int:
    """Presses that follow the one before sooner than a finger can press, after debouncing; edges of one pin."""
    return sum(later - earlier < APART for earlier, later in pairwise(presses(edges)))


def turned_pins(edges: Iterable[PinEdge]) -> tuple[int, ...]:
    """Pins whose contacts were turned, the busiest first."""
    counts = Counter(edge.pin for edge in edges)
    return tuple(pin for pin, count in counts.most_common() if count >= TURNED)


def clicks(edges: Sequence[PinEdge], a: int, b: int, *, half: bool, closed: Collection[int] = ()) -> int:
    """Clicks of an encoder with its contacts at these pins, clockwise positive; ``closed`` are pins that were closed
    before the first edge.
    """
    decoder = Quadrature(half=half)
    if a in closed:
        decoder.edge("a", True)
    if b in closed:
        decoder.edge("b", True)
    total = 0
    for edge in edges:
        if edge.pin == a:
            total += decoder.edge("a", edge.closed)
        elif edge.pin == b:
            total += decoder.edge("b", edge.closed)
    return total
