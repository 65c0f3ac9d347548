"""What the table and a broker say to each other over one link: greeting, one message after the other, births.

The link is looked after, and births are heeded, at whole multiples of ``LOOKS``: a signal from the table, which may be
about a secret, moves nothing in time that goes over the link.
"""

from __future__ import annotations

from collections.abc import Callable
from math import floor
from typing import Protocol

from companion.core.wording import Message
from companion.mqtt.bell import Bell
from companion.mqtt.broker.broker_faults import nonsense, silent, too_slow
from companion.mqtt.pending_messages import Outbox, Outgoing
from companion.mqtt.published.publications import ONLINE

WELCOMED_IN = 10.0
"""Seconds in which a broker must have let the table in."""
TAKEN_IN = 20.0
"""Seconds in which it must have taken a message."""
BETWEEN_BIRTHS = 10.0
"""Seconds between two announcements, however often Home Assistant says that it has started."""
LOOKS = 1.0
"""Seconds between two looks at the link."""


class LinkToBroker(Protocol):
    """See ``BrokerLink``."""

    heard: list[bytes]

    @property
    def welcomed(self) -> bool: ...

    @property
    def spoken_to(self) -> bool: ...

    def connect(self) -> None: ...

    def subscribe(self) -> None: ...

    def send(self, message: Outgoing) -> None: ...

    def answer(self) -> Message | bool: ...

    def step(self, seconds: float, bell: Bell | None = None) -> None: ...

    def look_after(self) -> None: ...

    def close(self, *, goodbye: bool) -> None: ...


class Conversation:
    """All methods raise ``BrokerFault``. ``over`` ends what takes time."""

    def __init__(self, link: LinkToBroker, outbox: Outbox, mono: Callable[[], float], over: Callable[[], bool]) -> None:
        self._link = link
        self._outbox = outbox
        self._mono = mono
        self._over = over
        self._taken_by = 0.0
        self._looked = floor(mono() / LOOKS)
        self._announced = -BETWEEN_BIRTHS
        self._refused: dict[str, Message] = {}
        self.all_told = False
        """Whether the broker has had everything once."""

    def greet(self) -> bool:
        """Connect, and be let in; returns whether the table was, before it was ``over``."""
        self._link.connect()
        until = self._mono() + WELCOMED_IN
        while not self._link.welcomed:
            if self._over():
                return False
            if self._mono() >= until:
                raise nonsense() if self._link.spoken_to else silent()
            self._link.step(LOOKS / 4)
        self._outbox.link_begins()
        self._link.subscribe()
        return True

    def go_on(self, bell: Bell | None = None, seconds: float = LOOKS) -> None:
        """Send what is to be sent, and wait a little for what comes, or for ``bell``."""
        self._exchange(seconds, bell)
        born = ONLINE in self._link.heard
        if self._is_time_to_look() and born and self._mono() - self._announced >= BETWEEN_BIRTHS:
            self._announced = self._mono()
            self._outbox.say_anew()
            born = False
        self._link.heard[:] = [ONLINE] if born else []

    def finish(self, seconds: float) -> bool:
        """Go on until the broker has everything, at most so long; returns whether it has. Births are not heeded."""
        until = self._mono() + seconds
        while not self._outbox.done(self._mono()) and self._mono() < until:
            self._exchange(LOOKS / 10)
            self._is_time_to_look()
        return self._outbox.done(self._mono())

    @property
    def refused(self) -> Message | None:
        """Why the broker does not take a topic; None while it takes all."""
        return next(iter(self._refused.values()), None)

    def _exchange(self, seconds: float, bell: Bell | None = None) -> None:
        message = self._outbox.next(self._mono())
        if message is not None:
            self._link.send(message)
            self._taken_by = self._mono() + TAKEN_IN
        next_look = (self._looked + 1) * LOOKS - self._mono()
        self._link.step(max(0.0, min(seconds, next_look)), bell)
        self._take_answer()
        self.all_told = self.all_told or self._outbox.done(self._mono())

    def _is_time_to_look(self) -> bool:
        now = floor(self._mono() / LOOKS)
        if now == self._looked:
            return False
        self._looked = now
        self._link.look_after()
        return True

    def _take_answer(self) -> None:
        sent = self._outbox.on_the_way
        if sent is None:
            return
        answer = self._link.answer()
        if answer is False:
            if self._mono() >= self._taken_by:
                raise too_slow()
            return
        if isinstance(answer, Message):
            self._refused[sent.topic] = answer
        else:
            self._refused.pop(sent.topic, None)
        self._outbox.answered(self._mono(), taken=answer is True)
