"""Quadrature decoding of a rotary encoder. Pure, without allocation, since it runs in an interrupt."""

# quarter turns by (state before * 4 + state after), a state being A * 2 + B; 0 if both changed: direction unknown
_QUARTERS = (0, -1, 1, 0, 1, 0, 0, -1, -1, 0, 0, 1, 0, 1, -1, 0)


_RESTS = {"none": 0, "b": 1, "a": 2, "both": 3}


class Quadrature:
    """One encoder. `half`: two detents per cycle. `rest`: which contacts are closed at a detent; without it, those that
    are closed when it begins.
    """

    def __init__(self, half=False, rest=None):
        self._half = half
        self._given = rest
        self.begin(0, 0)

    def begin(self, a, b):
        """Set the start state of the contacts (1: closed)."""
        self._state = a << 1 | b
        self._quarters = 0
        self._rest = self._state if self._given is None else _RESTS[self._given]
        self._other = 3 - self._rest if self._half else self._rest

    def look(self, a, b):
        """Process the contacts (1: closed); returns +1 for a detent clockwise, -1 for one back, mostly 0."""
        state = a << 1 | b
        self._quarters += _QUARTERS[self._state << 2 | state]
        self._state = state
        if state != self._rest and state != self._other:
            return 0
        quarters = self._quarters
        self._quarters = 0
        return (quarters >= 2) - (quarters <= -2)
