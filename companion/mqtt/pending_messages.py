"""What is still to be told to a broker: the latest of each retained topic, and a few events. Pure.

A slow broker gets less, never more: of a topic only the latest counts, and old events are dropped.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Mapping

from msgspec import Struct

EVENTS_KEPT = 8
EVENT_LASTS = 5.0
"""Seconds after which an event is told no more: a lamp that turns on a minute late misleads."""
REFUSED_FOR = 60.0
"""Seconds after which a topic that the broker refused is tried again: somebody may have mended its access list."""


class Outgoing(Struct, frozen=True):
    """One message. An empty retained one clears its topic."""

    topic: str
    payload: bytes
    retain: bool


class Outbox:
    """Knows what each retained topic is to hold (empty: nothing). One message is on its way at a time."""

    def __init__(self) -> None:
        self._wanted: dict[str, bytes] = {}
        self._told: dict[str, bytes] = {}
        self._refused_at: dict[str, float] = {}
        self._events: deque[tuple[float, Outgoing]] = deque(maxlen=EVENTS_KEPT)
        self.on_the_way: Outgoing | None = None

    def want(self, retained: Mapping[str, bytes]) -> None:
        """Let each of these topics hold what is given here."""
        self._wanted.update(retained)

    def want_only(self, retained: Mapping[str, bytes]) -> None:
        """The same, and leave all other topics and events as they are at the broker."""
        self._wanted = dict(retained)
        self._events.clear()

    def add_events(self, topic: str, payloads: Iterable[bytes], now: float) -> None:
        """Tell these once, soon or not at all."""
        for payload in payloads:
            self._events.append((now, Outgoing(topic, payload, retain=False)))

    def drop_events(self) -> None:
        """Tell none of those that were not told yet."""
        self._events.clear()

    def link_begins(self) -> None:
        """Begin a link: the broker may know nothing. Drop what was on its way, and old events."""
        self.on_the_way = None
        self._refused_at.clear()
        self._events.clear()
        self.say_anew()

    def say_anew(self) -> None:
        """Tell everything once more, after what is on its way."""
        self._told.clear()

    def next(self, now: float) -> Outgoing | None:
        """The message to send now, which is then on its way; None while one is, or when all is told."""
        if self.on_the_way is not None:
            return None
        self.on_the_way = self._unsaid(now) or self._event(now)
        return self.on_the_way

    def answered(self, now: float, *, taken: bool) -> None:
        """Note that the broker has taken or refused the message on its way."""
        sent, self.on_the_way = self.on_the_way, None
        if sent is None or not sent.retain:
            return
        if taken:
            self._told[sent.topic] = sent.payload
            self._refused_at.pop(sent.topic, None)
        else:
            self._refused_at[sent.topic] = now

    def done(self, now: float) -> bool:
        """Whether the broker has everything, but for what it refused lately."""
        return self.on_the_way is None and not self._events and self._unsaid(now) is None

    def _unsaid(self, now: float) -> Outgoing | None:
        for topic, payload in self._wanted.items():
            refused = self._refused_at.get(topic)
            if self._told.get(topic) != payload and (refused is None or now - refused >= REFUSED_FOR):
                return Outgoing(topic, payload, retain=True)
        return None

    def _event(self, now: float) -> Outgoing | None:
        while self._events:
            since, event = self._events.popleft()
            if now - since <= EVENT_LASTS:
                return event
        return None
