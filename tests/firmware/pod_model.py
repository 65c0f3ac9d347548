"""A pod as `firmware/PROTOCOL.md` describes it, in the hand of a test: what its firmware must do, without a wire.

It shares the messages and frames with the Pi's side; what those are on the wire is held by the vectors.
"""

from __future__ import annotations

from collections import deque
from dataclasses import dataclass, field, replace

from hardware.pods.messages import (
    Ack,
    AnyMessage,
    Ask,
    Buzz,
    Bye,
    Hello,
    Key,
    Page,
    Ping,
    Refuse,
    SetLamp,
    Show,
    State,
    Welcome,
    parse,
)
from hardware.pods.protocol import (
    BUZZER,
    COVERED,
    DISPLAY,
    LAMP,
    LINES,
    PRIVATE,
    BadMessage,
    FrameReader,
    crc16,
    encode,
)

SILENT = 3.0
RESEND = 0.1
KEEP = 1.0
PRIVATE_FOR = 10.0
QUEUE = 16
PEEK = LINES.index("peek")

HELLO = Hello(1, 1, bytes(range(8)), 1, 0, 9, 0, 0x7F, DISPLAY | LAMP | BUZZER, 128, 64, 1, "north")


@dataclass
class _Waiting:
    """A key that was not acknowledged."""

    key: Key
    since: float


@dataclass
class PodModel:
    """A pod as its firmware behaves. `glass` is what can be seen, a page of bytes after the other; `not_taken` counts
    dropped keys, `sessions` those that began.
    """

    hello: Hello = HELLO
    glass: bytes = bytes(1024)
    picture: int = 0
    private: bool = False
    covered: bool = False
    lamp: tuple[int, int, int, int] = (0, 0, 0, 0)
    buzzes: int = 0
    heard_buzzes: int = 0
    held: int = 0
    not_taken: int = 0
    refused: int = 0
    session: int | None = None
    sessions: int = 0
    place: int | None = None
    sends_keys: bool = True
    keep: float = KEEP
    _out: bytearray = field(default_factory=bytearray)
    _frames: FrameReader = field(default_factory=FrameReader)
    _back: list[bytes] = field(default_factory=list)
    _queue: deque[_Waiting] = field(default_factory=deque)
    _sequence: int = 0
    _sent_at: float = -1.0
    _heard_at: float = 0.0
    _private_at: float = 0.0

    def __post_init__(self) -> None:
        self._dark()

    @property
    def waiting(self) -> int:
        """Keys that were not acknowledged yet."""
        return len(self._queue)

    # -- the line ----------------------------------------------------------------------------------------------

    def feed(self, data: bytes, now: float) -> None:
        """Bytes have arrived."""
        for payload in self._frames.feed(data):
            try:
                message = parse(payload)
            except BadMessage:
                continue
            self._heard(message, now)

    def take(self) -> bytes:
        """The bytes to be sent."""
        out = bytes(self._out)
        self._out.clear()
        return out

    def tick(self, now: float) -> None:
        """Time passes."""
        if self.session is not None and now >= self._heard_at + SILENT:
            self._end()
        if self.private and not self.covered and now >= self._private_at + PRIVATE_FOR:
            self._cover()
        while self._queue and now >= self._queue[0].since + self.keep:
            self._queue.popleft()
            self.not_taken += 1
            self._sent_at = -1.0
        if self._queue and self.sends_keys and now >= self._sent_at + RESEND:
            first = self._queue[0]
            self._send(replace(first.key, age=min(int((now - first.since) * 1000), 0xFFFF)))
            self._sent_at = now

    def power_on(self) -> None:
        """Say hello, as after a reset."""
        self._end()
        self.glass = bytes(1024)
        self._send(self.hello)

    # -- the person --------------------------------------------------------------------------------------------

    def press(self, line: str, now: float) -> None:
        self.held |= 1 << LINES.index(line)
        self._key(line, 1, now)

    def release(self, line: str, now: float) -> None:
        self.held &= ~(1 << LINES.index(line))
        if line == "peek" and self.private:
            self._cover()
        self._key(line, 0, now)

    def turn(self, steps: int, now: float) -> None:
        self._key("encoder", steps, now)

    def _key(self, line: str, change: int, now: float) -> None:
        if self.session is None or len(self._queue) >= QUEUE:
            self.not_taken += 1
            return
        self._sequence = self._sequence % 0xFFFF + 1
        seen = 0 if self.covered else self.picture
        key = Key(self.session, self._sequence, seen, LINES.index(line), change, 0)
        self._queue.append(_Waiting(key, now))

    # -- what is heard -----------------------------------------------------------------------------------------

    def _heard(self, message: AnyMessage, now: float) -> None:
        if not isinstance(message, Ask | Welcome | Refuse) and getattr(message, "session", None) != self.session:
            return
        self._heard_at = now
        match message:
            case Ask():
                self._send(self.hello)
            case Refuse(reason=reason):
                self.refused = reason
            case Welcome(session=session, place=place):
                self._begin(session, place)
            case Ack(sequence=sequence):
                if self._queue and self._queue[0].key.sequence == sequence:
                    self._queue.popleft()
                    self._sent_at = -1.0
            case Bye():
                self._end()
                self._dark()
            case _:
                self._told_to(message, now)

    def _told_to(self, message: AnyMessage, now: float) -> None:
        match message:
            case Ping(count=count):
                self._report(count)
            case Page(page=page, columns=columns):
                if page < self.hello.pages and len(columns) == self.hello.width:
                    self._back[page] = columns
            case Show():
                self._show(message, now)
            case SetLamp(red=red, green=green, blue=blue, pattern=pattern):
                self.lamp = (red, green, blue, pattern)
            case Buzz(count=count):
                self.heard_buzzes += count != self.buzzes
                self.buzzes = count

    def _begin(self, session: int, place: int) -> None:
        self.sessions += session != self.session
        self._end()
        self._dark()
        self.session, self.place, self.refused = session, place, 0
        self._sequence, self.picture, self.buzzes, self.lamp = 0, 0, 0, (0, 0, 0, 0)

    def _show(self, message: Show, now: float) -> None:
        whole = b"".join(self._back)
        if crc16(whole) != message.crc:
            return
        self.picture, self.private, self.covered = message.picture, bool(message.flags & PRIVATE), False
        self.glass, self._private_at = whole, now
        if self.private and not self.held & 1 << PEEK:
            self._cover()

    def _report(self, count: int) -> None:
        assert self.session is not None
        flags = (PRIVATE if self.private else 0) | (COVERED if self.covered else 0)
        pages = tuple(crc16(page) for page in self._back)
        self._send(
            State(self.session, count, self.picture, flags, *self.lamp, self.buzzes, self.held, len(self._queue), pages)
        )

    # -- by itself ---------------------------------------------------------------------------------------------

    def _cover(self) -> None:
        self.covered = True
        self.glass = bytes(len(self.glass))

    def _end(self) -> None:
        """Nobody listens any more: nothing private stays, and nothing waits to be told."""
        if self.private:
            self._cover()
        self.session = None
        self._queue.clear()
        self._sent_at = -1.0

    def _dark(self) -> None:
        self.glass = bytes(self.hello.pages * self.hello.width)
        self._back = [bytes(self.hello.width)] * self.hello.pages
        self.private = self.covered = False

    def _send(self, message: AnyMessage) -> None:
        self._out += encode(message.pack())
