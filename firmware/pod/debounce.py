"""Debouncing of a contact. Pure: no pin, no clock; times are milliseconds that never decrease.

As on the Pi a press counts at once, and a release once the contact has been open for `SETTLE`: neither bounces nor a
short opening while held make a second press.
"""

SETTLE = 8
"""Milliseconds; one more must begin, since the clock may have ticked just after the contact opened."""
NOTHING, DOWN, UP = 0, 1, 2


class Contact:
    """One key. `down` is its state, `at` the time of its last change."""

    def __init__(self):
        self.down = False
        self.at = 0
        self._closed = False
        self._since = 0

    def look(self, closed, now):
        """Process the contact's level; returns DOWN, UP or NOTHING. Call again until NOTHING."""
        if self.down and not self._closed and now - self._since > SETTLE:
            self.down = False
            self.at = self._since
            return UP
        if closed == self._closed:
            return NOTHING
        self._closed = closed
        self._since = now
        if not closed or self.down:
            return NOTHING
        self.down = True
        self.at = now
        return DOWN
