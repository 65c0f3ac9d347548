"""Host side of the protocol with one pod, and the events it reports. Pure: time comes in with every call.

The wanted state is compared with the reported one, and only differences are sent: display pages, lamp, buzzer. A
*round* is one set of differences followed by a ping; the state that answers the ping says what arrived. Nothing is sent
again unless that state requires it. A pod that keeps restarting gets its next session after growing pauses. Times
(`at`) are those of the host's clock, in seconds.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable
from dataclasses import dataclass

from hardware.pods.messages import Ack, Ask, Bye, Hello, Key, Ping, Refuse, State, Welcome, parse
from hardware.pods.protocol import LINES, TOO_NEW, TOO_OLD, VERSIONS, BadMessage
from hardware.pods.restarted_thread import GrowingPause
from hardware.pods.wanted_state import LampSetting, WantedPicture, WantedState
from hardware.ports import ENCODER

ASK = 1.0
"""Seconds between two Ask messages."""
PING = 1.0
"""Seconds between two pings when idle."""
SILENT = 3.0
"""Seconds without a message after which host and pod each end the session."""
ANSWER = 0.4
"""Seconds to wait for the state after a round before asking again."""
BACKOFF = 0.25
"""Seconds before a picture is sent again to a pod that did not show it."""


@dataclass(frozen=True, slots=True)
class KeyChange:
    """One key event: `change` is 1 down, 0 up, or detents; `picture` was visible then (0: none)."""

    line: str
    change: int
    at: float
    picture: int


@dataclass(frozen=True, slots=True)
class PodConnected:
    """The pod takes part in a session; its display is dark."""

    hello: Hello
    at: float


@dataclass(frozen=True, slots=True)
class PodLost:
    """The pod does not respond any more. Its held keys count as released; `why` is a short English reason."""

    why: str
    at: float


PodEvent = KeyChange | PodConnected | PodLost


class PodConversation:
    """The conversation with one pod. `place` is the pod's seat, `session` returns a new session number.

    Call `tick` when `due` has passed, `receive` with every payload, and send what `next_payload` returns until None.
    `events` collects events in order.
    """

    def __init__(self, place: int, session: Callable[[], int]) -> None:
        self.events: deque[PodEvent] = deque()
        self.hello: Hello | None = None
        self.refused = 0
        """Why the pod was refused: `TOO_OLD`, `TOO_NEW`, or 0."""
        self.invalid = 0
        """Number of payloads that were no message."""
        self._place = place
        self._new_session = session
        self._open = False
        self._session: int | None = None
        self._wanted = WantedState()
        self._urgent: deque[bytes] = deque()
        self._pauses = GrowingPause()
        self._joined_at = 0.0
        self._welcome_from = 0.0
        """No session begins before: the pod keeps restarting."""
        self._reset_session()

    def _reset_session(self) -> None:
        """Reset the session's state."""
        self._state: State | None = None
        self._round: deque[bytes] = deque()
        self._sent: WantedPicture | None = None
        self._awaited = False
        self._count = 0
        self._ask_at = self._ping_at = self._try_at = self._heard_at = 0.0
        self._sequence = 0
        self._at = 0.0
        self._down: set[int] = set()
        self._wanted.forget_buzzes()
        self._urgent.clear()

    # -- wanted state ------------------------------------------------------------------------------------------

    def show(self, pages: tuple[bytes, ...], number: int, *, private: bool) -> int:
        """Want a picture; returns its protocol number, see `settled`."""
        self._try_at = 0.0
        return self._wanted.show(pages, number, private=private)

    def lamp(self, lamp: LampSetting) -> None:
        """Want this lamp state."""
        self._wanted.lamp = lamp

    def buzz(self, sound: int = 1) -> None:
        """Want the buzzer sounded once more."""
        self._wanted.buzz(sound)

    @property
    def connected(self) -> bool:
        return self._state is not None

    def settled(self, wire: int) -> bool:
        """True once the pod shows picture ``wire``, and also when a later picture has replaced it: nobody waits."""
        wanted = self._wanted.picture
        return wanted is None or wanted.wire != wire or (self._state is not None and self._state.picture == wire)

    # -- the line ----------------------------------------------------------------------------------------------

    def line_opened(self, now: float) -> None:
        """Ask who is there, because the line is open."""
        self._open = True
        self._ask_at = now

    def line_closed(self, now: float, why: str) -> None:
        """Note that the line is lost."""
        self._end_session(why, now)
        self._open = False
        self.hello, self.refused = None, 0

    def bye(self) -> bytes | None:
        """Last payload to send, if connected."""
        return Bye(self._session).pack() if self._session is not None else None

    def due(self) -> float | None:
        """Next time for `tick`; None while the line is lost."""
        if not self._open:
            return None
        if self._session is None:
            return self._ask_at
        times = [self._ping_at, self._heard_at + SILENT]
        if self._try_at and not self._awaited:
            times.append(self._try_at)
        return min(times)

    def tick(self, now: float) -> None:
        """Ask, ping, or give up, if due."""
        if not self._open:
            return
        if self._session is not None and now >= self._heard_at + SILENT:
            self._end_session("silent", now)
        if self._session is None:
            if now >= self._ask_at:
                self._urgent.append(Ask(*VERSIONS).pack())
                self._ask_at = now + ASK
        elif now >= self._ping_at:
            self._ping(now)

    def next_payload(self, now: float) -> bytes | None:
        """Next payload to send, acknowledgements before pictures: a person waits for them."""
        if self._urgent:
            return self._urgent.popleft()
        if self._session is None or self._state is None:
            return None
        if not self._round and not self._awaited and now >= self._try_at:
            self._try_at = 0.0
            self._begin_round(now)
        if not self._round:
            return None
        payload = self._round.popleft()
        if not self._round:
            self._ping(now, ANSWER)
        return payload

    def receive(self, payload: bytes, now: float) -> None:
        """Process a payload. Raises nothing."""
        try:
            message = parse(payload)
        except BadMessage:
            self.invalid += 1
            return
        match message:
            case Hello():
                self._on_hello(message, now)
            case State() if message.session == self._session:
                self._on_state(message, now)
            case Key() if message.session == self._session and self._state is not None:
                self._on_key(message, now)

    # -- beginning and ending ----------------------------------------------------------------------------------

    def _on_hello(self, hello: Hello, now: float) -> None:
        if not self._open:
            return
        version = min(hello.high, VERSIONS[1])
        if self._session is not None and self._state is None and hello == self.hello:
            # an answer to an older Ask, or the welcome was lost: repeating it is harmless
            self._welcome(version, self._session, now)
            return
        if self.connected:
            self._welcome_from = now + self._pauses.after(now - self._joined_at)
        self._end_session("restarted", now)
        if now < self._welcome_from:
            self._ask_at = self._welcome_from
            return
        self.hello = hello
        if version < max(hello.low, VERSIONS[0]):
            self.refused = TOO_OLD if hello.high < VERSIONS[0] else TOO_NEW
            self._urgent.append(Refuse(*VERSIONS, self.refused).pack())
            self._ask_at = now + ASK
            return
        self.refused = 0
        self._session = self._new_session()
        self._heard_at = now
        self._welcome(version, self._session, now)

    def _welcome(self, version: int, session: int, now: float) -> None:
        self._urgent.append(Welcome(version, session, self._place).pack())
        self._ping(now)

    def _end_session(self, why: str, now: float) -> None:
        if self.connected:
            self.events.append(PodLost(why, now))
        self._session = None
        self._reset_session()
        self._ask_at = now

    # -- what comes in -----------------------------------------------------------------------------------------

    def _on_state(self, state: State, now: float) -> None:
        self._heard_at = now
        if state.count != self._count:
            return  # it was sent before the last ping arrived, so before the last round did
        first = self._state is None
        self._awaited = False
        self._state = state
        if first and self.hello is not None:
            self._joined_at = now
            self.events.append(PodConnected(self.hello, now))
        sent, self._sent = self._sent, None
        if sent is not None and sent == self._wanted.picture and state.picture != sent.wire:
            self._try_at = now + BACKOFF
        if not state.waiting:
            for line in sorted(line for line in self._down if not state.held & 1 << line):
                # its release was lost after a second of retries
                self._add_key_change(line, 0, now, 0)

    def _on_key(self, key: Key, now: float) -> None:
        self._heard_at = now
        self._urgent.append(Ack(key.session, key.sequence).pack())
        if 0 < (key.sequence - self._sequence) & 0xFFFF < 0x8000:
            self._sequence = key.sequence
            self._add_key_change(key.line, key.change, now - key.age / 1000, self._wanted.number_of(key.picture))

    def _add_key_change(self, line: int, change: int, at: float, picture: int) -> None:
        self._at = max(at, self._at)
        if LINES[line] != ENCODER:
            (self._down.add if change else self._down.discard)(line)
        self.events.append(KeyChange(LINES[line], change, self._at, picture))

    # -- what goes out -----------------------------------------------------------------------------------------

    def _ping(self, now: float, patience: float = PING) -> None:
        if self._session is None:
            return
        self._count = (self._count + 1) % 256
        self._urgent.append(Ping(self._session, self._count).pack())
        self._awaited = True
        self._ping_at = now + patience

    def _begin_round(self, now: float) -> None:
        """Queue everything in which the pod differs from what is wanted."""
        state, hello, session = self._state, self.hello, self._session
        if state is None or hello is None or session is None:
            return
        self._round.extend(self._wanted.differences(session, hello, state))
        self._sent = self._wanted.missing_picture(hello, state)
        if self._round:
            self._ping_at = now + PING  # the ping behind it serves as well
