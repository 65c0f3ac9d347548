"""Quadrature decoding of a rotary encoder. Pure and without times: bounces cancel out.

Between two detents the contacts pass four states in either order. A bounce goes a quarter back and forth; only the sum
at a detent counts.
"""

from __future__ import annotations

from typing import Literal

# Quarter turns by (state before, state after), a state being A * 2 + B. A closes first when turned clockwise.
# Edges come one by one, so both contacts never change at once.
_QUARTERS = (
    (0, -1, +1, 0),  # from both open
    (+1, 0, 0, -1),  # from B alone
    (-1, 0, 0, +1),  # from A alone
    (0, +1, -1, 0),  # from both closed
)
_BOTH_OPEN, _BOTH_CLOSED = 0, 3


class Quadrature:
    """One encoder. `half`: two detents per cycle."""

    def __init__(self, *, half: bool = False) -> None:
        self._rests = (_BOTH_OPEN, _BOTH_CLOSED) if half else (_BOTH_OPEN,)
        self._state = _BOTH_OPEN
        self._quarters = 0

    def edge(self, line: Literal["a", "b"], level: bool) -> int:
        """Process an edge (True: closed); returns +1 for a detent clockwise, -1 for one back, mostly 0. A lost edge
        costs its detent, never reverses it, and is corrected at the next rest.
        """
        bit = 2 if line == "a" else 1
        state = self._state | bit if level else self._state & ~bit
        self._quarters += _QUARTERS[self._state][state]
        self._state = state
        if state not in self._rests:
            return 0
        step = (self._quarters >= 2) - (self._quarters <= -2)
        self._quarters = 0
        return step
