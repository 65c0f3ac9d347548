"""Keys on their way to the Pi: at most once, in order, and none older than a second. Pure. PROTOCOL.md, "Keys"."""

MOST = 16
AGAIN = 100
KEEP = 1000


class Outbox:
    """A ring of keys. `lost` is true from when one was dropped until somebody has said so and set it back."""

    def __init__(self):
        self.lost = False
        self.waiting = 0
        self._keys = [[0, 0, 0, 0, 0] for _ in range(MOST)]
        self._first = 0
        self._sequence = 0
        self._sent = -1

    def clear(self):
        """Forget everything and count from 1 again."""
        self.waiting = self._sequence = 0
        self._sent = -1

    def put(self, line, change, picture, at):
        """A key changed at `at`, while `picture` could be seen."""
        if self.waiting == MOST:
            self.lost = True
            return
        self._sequence = self._sequence % 0xFFFF + 1
        key = self._keys[(self._first + self.waiting) % MOST]
        key[0], key[1], key[2], key[3], key[4] = self._sequence, picture, line, change, at
        self.waiting += 1

    def due(self, now):
        """The oldest key if it is to be sent now: [sequence, picture, line, change, at]; else None."""
        while self.waiting and now - self._keys[self._first][4] >= KEEP:
            self._drop()
            self.lost = True
        if not self.waiting or (self._sent >= 0 and now - self._sent < AGAIN):
            return None
        self._sent = now
        return self._keys[self._first]

    def arrived(self, sequence):
        """The Pi has this key."""
        if self.waiting and self._keys[self._first][0] == sequence:
            self._drop()

    def _drop(self):
        self._first = (self._first + 1) % MOST
        self.waiting -= 1
        self._sent = -1
