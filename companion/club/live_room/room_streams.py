"""The open pages that follow the room: who is told that there is something new, and how many there may be."""

from __future__ import annotations

from collections.abc import Callable
from threading import Lock
from time import monotonic

from companion.core.errors import Refused
from companion.core.wording import say
from companion.network.reachability.senders import sender_of
from companion.service.screens.streams import HEARTBEAT, Position

MOST, OF_ONE_SENDER = 400, 100
"""Streams of a process, and of one sender: a whole café may come through one address. Whoever gets none looks again by
itself from time to time.
"""


class RoomStream:
    """The stream of one page. It ends when the process does."""

    replaced = False

    def __init__(self, sender: str, streams: RoomStreams) -> None:
        self.sender = sender
        self._streams = streams
        self._beat = monotonic()

    @property
    def ended(self) -> bool:
        return self._streams.over

    def newer(self, than: Position) -> Position | None:
        """How many changes there were; None if it has seen them all."""
        position = self._streams.changes, 0
        return position if position != than else None

    def until_beat(self) -> float:
        """Seconds until the next sign of life is due."""
        return self._beat + HEARTBEAT - monotonic()

    def beats(self) -> bool:
        """Whether a sign of life is due now."""
        if self.until_beat() > 0:
            return False
        self._beat = monotonic()
        return True

    def close(self) -> None:
        """Close the stream, because its page is gone."""
        self._streams.forget(self)


class RoomStreams:
    """``wake`` makes the streams look whether there is something new. Any thread."""

    def __init__(self, wake: Callable[[], object]) -> None:
        self._wake = wake
        self._lock = Lock()
        self._open: set[RoomStream] = set()
        self.changes = 0
        self.over = False

    def changed(self) -> None:
        """There is something new for everybody."""
        with self._lock:
            self.changes += 1
        self._wake()

    def open(self, address: str) -> RoomStream:
        """A stream for a page. Raises ``Refused`` where there are too many."""
        sender = sender_of(address)
        with self._lock:
            same = sum(stream.sender == sender for stream in self._open)
            if len(self._open) >= MOST or same >= OF_ONE_SENDER:
                raise Refused("too-many", say("More people look on than the table can tell at once."))
            stream = RoomStream(sender, self)
            self._open.add(stream)
        return stream

    def forget(self, stream: RoomStream) -> None:
        """Drop a stream that is closed."""
        with self._lock:
            self._open.discard(stream)

    def close_all(self) -> None:
        """Close all streams, because the process ends."""
        self.over = True
        self._wake()
