"""Debouncing of a contact. Pure: no pin, no clock; times are milliseconds that never decrease.

As on the Pi a press counts once the contact has stayed closed, so a spike is none, and is dated at its first edge; a
release counts once the contact has been open for `SETTLE`: neither bounces nor a short opening while held make a second
press.
"""

CONFIRM, SETTLE = 1, 8
"""Milliseconds; one more must begin, since the clock may have ticked just after the contact changed."""
BOUNCE = 50
"""Milliseconds for which a contact may bounce before it stays closed."""
NOTHING, DOWN, UP = 0, 1, 2


class Contact:
    """One key. `down` is its state, `at` the time of its last change, `seen` what could be seen then."""

    def __init__(self):
        self.down = False
        self.at = self.seen = 0
        self._first_seen = 0
        self._closed = False
        self._since = self._first = -BOUNCE

    def look(self, closed, now, seen=0):
        """Process the contact's level, and what can be seen; returns DOWN, UP or NOTHING. Call again until NOTHING."""
        if self.down and not self._closed and now - self._since > SETTLE:
            self.down = False
            self.at, self.seen = self._since, seen
            return UP
        if closed != self._closed:
            if closed and (now - self._since > SETTLE or now - self._first > BOUNCE):
                self._first, self._first_seen = now, seen
            self._closed = closed
            self._since = now
        elif closed and not self.down and now - self._since > CONFIRM:
            self.down = True
            self.at, self.seen = self._first, self._first_seen
            return DOWN
        return NOTHING
