"""What a trace of raw edges says of a key or an encoder: presses, bounces, and how far it was turned. Pure."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from itertools import pairwise

from hardware.debounce import QUARTERS, Debouncer, Press
from hardware.ports import Edge
from hardware.walk.walk_devices import PinEdge

APART = 0.1
"""Seconds between two presses of a finger at least: what comes sooner is a bounce that was not debounced."""
SPIKE = 0.0005
"""Seconds for which a contact moves at least."""


def presses(edges: Iterable[PinEdge]) -> tuple[float, ...]:
    """Times of presses after debouncing: none in a spike. Edges of one pin, the last of them an opening."""
    debouncer = Debouncer()
    events = [event for edge in edges for event in debouncer.feed(Edge("panel.keys", "ok", edge.closed, edge.at))]
    return tuple(event.at for event in events if isinstance(event, Press))


def bounces(edges: Iterable[PinEdge]) -> int:
    """Presses that follow the one before sooner than a finger can press, after debouncing; edges of one pin."""
    return sum(later - earlier < APART for earlier, later in pairwise(presses(edges)))


def moved_pins(edges: Sequence[PinEdge], closed: Collection[int]) -> tuple[int, ...]:
    """Pins whose contacts moved, and not for a spike only; ``closed`` are those that were closed before."""
    return tuple(pin for pin in dict.fromkeys(edge.pin for edge in edges) if _moved(pin, edges, closed))


def _moved(pin: int, edges: Sequence[PinEdge], closed: Collection[int]) -> bool:
    before, since = pin in closed, None
    for edge in edges:
        if edge.pin != pin:
            continue
        if edge.closed != before:
            since = edge.at if since is None else since
        elif since is not None:
            if edge.at - since >= SPIKE:
                return True
            since = None
    return since is not None


def quarters(edges: Sequence[PinEdge], a: int, b: int, closed: Collection[int]) -> int:
    """Quarters of a cycle by which an encoder was turned that has its contacts at these pins, clockwise positive:
    bounces cancel out.
    """
    state, total = 2 * (a in closed) + (b in closed), 0
    for edge in edges:
        bit = {a: 2, b: 1}.get(edge.pin, 0)
        after = state | bit if edge.closed else state & ~bit
        total += QUARTERS[state][after]
        state = after
    return total
