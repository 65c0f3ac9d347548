"""The Pi's side and a model pod on a line in the hand of the test: time, noise, cables."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import count

from hardware.pods.conversation import KeyChange, PodConnected, PodConversation, PodLost
from hardware.pods.protocol import FrameReader, encode
from tests.firmware.pod_model import HELLO, PodModel

STEP = 0.01
"""Seconds between two looks at the line; what is sent arrives at the next."""

Damage = Callable[[bytes], bytes]


def whole(data: bytes) -> bytes:
    """A line without faults."""
    return data


class OnALine:
    """A pod and the Pi's side of the conversation, and the line between them. `to_pod` and `to_pi` are what the line
    does to bytes in each direction.
    """

    def __init__(self, pod: PodModel | None = None, sessions: Iterator[int] | None = None) -> None:
        self.now = 100.0
        self.pod = pod or PodModel(HELLO)
        numbers = sessions or count(7)
        self.talk = PodConversation(2, lambda: next(numbers))
        self.to_pod: Damage = whole
        self.to_pi: Damage = whole
        self.sent = 0
        """Bytes that the Pi has sent."""
        self.told: list[PodConnected | PodLost | KeyChange] = []
        self.plugged = False
        self._reader = FrameReader()

    def plug(self, *, seconds: float = 0.2) -> None:
        """Put the cable in and let the two find each other."""
        self.plugged = True
        self._reader = FrameReader()
        self.talk.line_opened(self.now)
        self.past(seconds)

    def unplug(self) -> None:
        """Pull the cable; the pod has no power any more."""
        self.plugged = False
        self.pod = PodModel(self.pod.hello)
        self.talk.line_closed(self.now, "unplugged")
        self._collect()

    def past(self, seconds: float) -> None:
        """Let time pass."""
        for _ in range(round(seconds / STEP)):
            self.now += STEP
            self.step()

    def step(self) -> None:
        """Carry what was said to the other side, once."""
        self.talk.tick(self.now)
        out = bytearray()
        while (payload := self.talk.next_payload(self.now)) is not None:
            out += encode(payload)
        if self.plugged:
            self.sent += len(out)
            self.pod.feed(self.to_pod(bytes(out)), self.now)
            self.pod.tick(self.now)
            for payload in self._reader.feed(self.to_pi(self.pod.take())):
                self.talk.receive(payload, self.now)
        self._collect()

    def _collect(self) -> None:
        while self.talk.events:
            self.told.append(self.talk.events.popleft())

    @property
    def keys(self) -> list[tuple[str, int]]:
        """What keys told, without when."""
        return [(told.line, told.change) for told in self.told if isinstance(told, KeyChange)]

    @property
    def moves(self) -> list[KeyChange]:
        return [told for told in self.told if isinstance(told, KeyChange)]

    @property
    def comings(self) -> list[str]:
        """Comings and goings: `joined`, or why it left."""
        return [
            "joined" if isinstance(told, PodConnected) else told.why
            for told in self.told
            if not isinstance(told, KeyChange)
        ]


def picture(fill: int, pages: int = 8, width: int = 128) -> tuple[bytes, ...]:
    """A picture whose pages differ."""
    return tuple(bytes((fill, page)) + bytes((fill,)) * (width - 2) for page in range(pages))
