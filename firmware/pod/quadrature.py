"""The two contacts of an encoder to detents. Pure, and without an allocation: it runs in an interrupt."""

# Quarter turns by the state before * 4 + the state after, a state being A * 2 + B. Both at once: nobody knows.
_QUARTERS = (0, -1, 1, 0, 1, 0, 0, -1, -1, 0, 0, 1, 0, 1, -1, 0)


class Quadrature:
    """One encoder. `half` is for those that click twice in a full cycle of their contacts."""

    def __init__(self, half=False):
        self._half = half
        self._state = 0
        self._quarters = 0

    def look(self, a, b):
        """How the contacts are now (1: closed); +1 for a detent clockwise, -1 for one back, mostly 0."""
        state = a << 1 | b
        self._quarters += _QUARTERS[self._state << 2 | state]
        self._state = state
        if state and not (self._half and state == 3):
            return 0
        quarters = self._quarters
        self._quarters = 0
        return (quarters >= 2) - (quarters <= -2)
