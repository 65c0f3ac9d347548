"""Debouncing of a contact. Pure: no pin, no clock; times are milliseconds that never decrease.

As on the Pi, a press counts once the contact has stayed closed for `CONFIRM`, so a spike is no press; its time is that
of its first edge. A release counts once the contact has been open for `SETTLE`, so neither bounces nor a short opening
while held make a second press.
"""

CONFIRM, SETTLE = 1, 8
"""Milliseconds of stability required. One more must have begun, since the clock may tick just after the contact
changes.
"""
BOUNCE = 50
"""Milliseconds for which a contact may bounce before it stays closed."""
NOTHING, DOWN, UP = 0, 1, 2


class Contact:
    """One key. `down` is its state, `at` the time of its last change, `seen` the picture that was visible then."""

    def __init__(self):
        self.down = False
        self.at = self.seen = 0
        self._first_seen = 0
        self._closed = False
        self._since = self._first = -BOUNCE

    def look(self, closed, now, seen=0):
        """Process the contact's level and the visible picture; returns DOWN, UP or NOTHING. Call again until
        NOTHING.
        """
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
