"""Queue of key events for the Pi: in order, at most once, none older than a second. Pure. PROTOCOL.md, "Keys"."""

MOST = 16
AGAIN = 100
KEEP = 1000


class Outbox:
    """A ring buffer. `lost` is set when an event is dropped; the caller clears it."""

    def __init__(self):
        self.lost = False
        self.waiting = 0
        self._keys = [[0, 0, 0, 0, 0] for _ in range(MOST)]
        self._first = 0
        self._sequence = 0
        self._sent = -1

    def clear(self):
        """Drop all events and count from 1 again."""
        self.waiting = self._sequence = 0
        self._sent = -1

    def put(self, line, change, picture, at):
        """Add a change at `at` milliseconds, with the number of the picture visible then."""
        if self.waiting == MOST:
            self.lost = True
            return
        self._sequence = self._sequence % 0xFFFF + 1
        key = self._keys[(self._first + self.waiting) % MOST]
        key[0], key[1], key[2], key[3], key[4] = self._sequence, picture, line, change, at
        self.waiting += 1

    def due(self, now):
        """The oldest event if it must be sent now, [sequence, picture, line, change, at]; else None."""
        while self.waiting and now - self._keys[self._first][4] >= KEEP:
            self._drop()
            self.lost = True
        if not self.waiting or (self._sent >= 0 and now - self._sent < AGAIN):
            return None
        self._sent = now
        return self._keys[self._first]

    def arrived(self, sequence):
        """Remove an event that the Pi has acknowledged."""
        if self.waiting and self._keys[self._first][0] == sequence:
            self._drop()

    def _drop(self):
        self._first = (self._first + 1) % MOST
        self.waiting -= 1
        self._sent = -1
