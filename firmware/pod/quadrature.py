"""Quadrature decoding of a rotary encoder. Pure, without allocation, since it runs in an interrupt."""

# quarter turns by (state before * 4 + state after), a state being A * 2 + B; 0 if both changed: direction unknown
_QUARTERS = (0, -1, 1, 0, 1, 0, 0, -1, -1, 0, 0, 1, 0, 1, -1, 0)


class Quadrature:
    """One encoder. `half`: two detents per cycle."""

    def __init__(self, half=False):
        self._half = half
        self._state = 0
        self._quarters = 0

    def look(self, a, b):
        """Process the contacts (1: closed); returns +1 for a detent clockwise, -1 for one back, mostly 0."""
        state = a << 1 | b
        self._quarters += _QUARTERS[self._state << 2 | state]
        self._state = state
        if state and not (self._half and state == 3):
            return 0
        quarters = self._quarters
        self._quarters = 0
        return (quarters >= 2) - (quarters <= -2)
