"""The Pi's side of the conversation and a pod on the bench, on a line in the hand of the test. Both have one clock."""

from __future__ import annotations

from collections.abc import Callable
from itertools import count

from hardware.pods.conversation import KeyChange, PodConnected, PodConversation, PodLost
from hardware.pods.messages import Show
from hardware.pods.protocol import FrameReader, crc16, encode
from tests.firmware.bench.bench import Board

STEP = 5
"""Milliseconds between two looks at the line."""

Damage = Callable[[bytes], bytes]


def whole(data: bytes) -> bytes:
    """A line without faults."""
    return data


def picture(seed: int, size: int = 1024, width: int = 128) -> tuple[bytes, ...]:
    """A picture unlike any other, as pages."""
    data = bytes((seed * 31 + at * 7 + (at >> 7) * 13) % 256 for at in range(size))
    return tuple(data[at : at + width] for at in range(0, size, width))


class OnBench:
    """The Pi's side of the conversation, and the pod on the bench. `to_pod` and `to_pi` are what the line does to
    bytes.
    """

    def __init__(self, board: Board) -> None:
        self.board = board
        numbers = count(7)
        self.talk = PodConversation(2, lambda: next(numbers))
        self.to_pod: Damage = whole
        self.to_pi: Damage = whole
        self.told: list[PodConnected | PodLost | KeyChange] = []
        self.deaf = False
        """The Pi hangs: it neither hears nor speaks."""
        self._reader = FrameReader()
        self._said = b""

    @property
    def now(self) -> float:
        return self.board.now / 1000

    def plug(self, milliseconds: int = 300) -> None:
        """Power on, and let the two find each other."""
        self.board.power()
        self.talk.line_opened(self.now)
        self.past(milliseconds)

    def past(self, milliseconds: int) -> None:
        """Let time pass."""
        end = self.board.now + milliseconds
        while self.board.now < end:
            out = b""
            if not self.deaf:
                self.talk.tick(self.now)
                while (payload := self.talk.next_payload(self.now)) is not None:
                    out += encode(payload)
            back = self.board.past(min(STEP, end - self.board.now), self.to_pod(out))
            self._hear(self.to_pi(back))

    def say(self, data: bytes) -> None:
        """Put bytes on the line to the pod."""
        self._hear(self.board.past(STEP, data))

    def show(self, seed: int, *, private: bool = False, milliseconds: int = 200) -> bytes:
        """Want a picture and let it arrive; the answer is its bytes."""
        chip = self.board.chip
        pages = picture(seed, chip.width * (chip.height // 8), chip.width)
        self.talk.show(pages, seed, private=private)
        self.past(milliseconds)
        return b"".join(pages)

    @property
    def moved(self) -> list[tuple[str, int]]:
        """What the Pi took of the keys, in order."""
        return [(told.line, told.change) for told in self.told if isinstance(told, KeyChange)]

    @property
    def comings(self) -> list[str]:
        """How the pod came and went."""
        return [
            told.why if isinstance(told, PodLost) else "joined" for told in self.told if not isinstance(told, KeyChange)
        ]

    def _hear(self, data: bytes) -> None:
        if self.deaf:
            return
        for payload in self._reader.feed(data):
            self.talk.receive(payload, self.now)
        while self.talk.events:
            self.told.append(self.talk.events.popleft())


def show_of(session: int, wire: int, pages: tuple[bytes, ...], flags: int) -> bytes:
    """The frame that shows a picture."""
    return encode(Show(session, wire, flags, crc16(b"".join(pages))).pack())
