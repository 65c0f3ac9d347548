"""Serial line to one pod: a thread that moves bytes between the device file and the conversation.

Only this file uses pyserial. A missing line is retried twice a second, one that keeps breaking after growing pauses; an
unplugged pod is noticed at once, a hanging one within three seconds.
"""

from __future__ import annotations

import errno
import logging
import os
import select
import termios
from collections.abc import Callable
from contextlib import suppress
from secrets import randbelow
from threading import Condition

import serial  # noqa: TID251

from hardware.errors import DeviceGone
from hardware.pods.conversation import PodConversation, PodEvent
from hardware.pods.messages import Hello
from hardware.pods.protocol import TOO_OLD, FrameReader, encode
from hardware.pods.restarted_thread import GrowingPause, RestartedThread
from hardware.pods.wanted_state import LampSetting
from hardware.ports import Fault, MonotonicClock, Trouble

logger = logging.getLogger(__name__)

BAUD = 115_200
"""Bits per second on a UART; ignored by USB."""
RETRY_AFTER = 0.5
"""Seconds until a line that could not be opened is retried."""
WRITE_TIMEOUT = 1.0
"""Seconds after which a line that accepts no bytes counts as broken."""
MAX_WAIT = 0.5
"""Longest sleep of the thread, in seconds."""
MAX_BUFFERED = 160
"""Bytes the system may buffer before more is written, so that acknowledgements do not wait behind pictures."""
CHUNK = 4096
"""Bytes read at once."""

_FAULT_BY_ERRNO: dict[int | None, Trouble] = {
    errno.ENOENT: "missing",
    errno.ENODEV: "missing",
    errno.ENXIO: "missing",
    errno.EACCES: "forbidden",
    errno.EPERM: "forbidden",
    errno.EBUSY: "busy",
    errno.EAGAIN: "busy",
}

_BROKEN = (OSError, ValueError, TypeError, termios.error)
"""Exceptions of pyserial for a missing, unplugged or closed line."""


class PodLink:
    """Line at `path` to the pod of one place. Thread-safe. `on_event` is called in the link's thread: it may only
    enqueue.
    """

    def __init__(self, path: str, place: int, clock: MonotonicClock, on_event: Callable[[PodEvent], None]) -> None:
        self.path = path
        self._clock = clock
        self._on_event = on_event
        self._conversation = PodConversation(place, lambda: randbelow(0xFFFF) + 1)
        self._frames = FrameReader()
        self._changed = Condition()
        self._line: serial.Serial | None = None
        self._fault: Fault | None = Fault("silent", path)
        self._opened_at = 0.0
        self._pauses = GrowingPause()
        self._wake_out, self._wake_in = os.pipe()
        os.set_blocking(self._wake_in, False)
        os.set_blocking(self._wake_out, False)
        self._thread = RestartedThread(f"pod at {path}", self._run)

    def start(self) -> None:
        """Start looking for the pod. Idempotent."""
        with self._changed:
            self._thread.start()

    def mend(self) -> None:
        """Retry a missing line now."""
        with self._changed:
            if not self._closed:
                self._wake()

    def close(self) -> None:
        """Say goodbye, close the line and end the thread. Idempotent."""
        with self._changed:
            if self._closed:
                return
            self._thread.end()
            self._wake()
            self._changed.notify_all()
        self._thread.join()
        os.close(self._wake_in)
        os.close(self._wake_out)

    @property
    def _closed(self) -> bool:
        return self._thread.ending

    # -- state and commands ------------------------------------------------------------------------------------

    @property
    def hello(self) -> Hello | None:
        """The pod's hello, while connected."""
        with self._changed:
            return self._conversation.hello if self._conversation.connected else None

    @property
    def fault(self) -> Fault | None:
        """Why the pod is not connected, or None."""
        with self._changed:
            if self._conversation.connected:
                return None
            if self._conversation.refused:
                return Fault("older" if self._conversation.refused == TOO_OLD else "newer", self.path)
            return self._fault

    def show(self, pages: tuple[bytes, ...], number: int, *, private: bool, patience: float) -> None:
        """Show a picture and wait until it is shown. Raises DeviceGone."""
        with self._changed:
            self._require_connected()
            wire = self._conversation.show(pages, number, private=private)
            self._wake()
            done = self._changed.wait_for(
                lambda: self._closed or not self._conversation.connected or self._conversation.settled(wire), patience
            )
            if not done:
                raise DeviceGone(self.path, "the picture was not taken")
            self._require_connected()

    def lamp(self, lamp: LampSetting) -> None:
        """Set the lamp. Raises DeviceGone; it is set when the pod returns."""
        with self._changed:
            self._conversation.lamp(lamp)
            self._require_connected()
            self._wake()

    def buzz(self) -> None:
        """Sound the buzzer. Raises DeviceGone."""
        with self._changed:
            self._require_connected()
            self._conversation.buzz()
            self._wake()

    def _require_connected(self) -> None:
        if self._closed or not self._conversation.connected:
            raise DeviceGone(self.path, "closed" if self._closed else "the pod does not answer")

    def _wake(self) -> None:
        with suppress(BlockingIOError):
            os.write(self._wake_in, b"!")

    # -- the thread --------------------------------------------------------------------------------------------

    def _run(self) -> None:
        """Exchange until closed. A bug ends the session, and `RestartedThread` runs this again."""
        try:
            while not self._closed:
                line = self._line or self._open()
                if line is None:
                    self._wait(RETRY_AFTER)
                    continue
                try:
                    self._exchange(line)
                except _BROKEN as error:
                    self._close_broken(self._fault_of(error, "unplugged"))
                    self._wait(max(RETRY_AFTER, self._pauses.after(self._clock() - self._opened_at)))
        except Exception as error:
            self._close_broken(Fault("broken", type(error).__name__))
            raise
        self._say_bye()

    def _wait(self, seconds: float) -> None:
        """Wait until `mend` or `close` are called, or for so many seconds."""
        select.select([self._wake_out], [], [], seconds)
        self._drain_wakes()

    def _open(self) -> serial.Serial | None:
        try:
            line = serial.Serial(self.path, BAUD, timeout=0, write_timeout=WRITE_TIMEOUT, exclusive=True)
        except _BROKEN as error:
            self._set_fault(self._fault_of(error, "broken"))
            return None
        self._line, self._opened_at = line, self._clock()
        self._frames = FrameReader()
        with self._changed:
            self._fault = Fault("silent", self.path)
            self._conversation.line_opened(self._clock())
        return line

    def _close_broken(self, fault: Fault) -> None:
        self._set_fault(fault)
        line, self._line = self._line, None
        if line is not None:
            with suppress(*_BROKEN):
                line.close()
        with self._changed:
            self._conversation.line_closed(self._clock(), "unplugged")
            self._changed.notify_all()
        self._deliver()

    def _fault_of(self, error: Exception, otherwise: Trouble) -> Fault:
        return Fault(_FAULT_BY_ERRNO.get(getattr(error, "errno", None), otherwise), self.path)

    def _set_fault(self, fault: Fault) -> None:
        with self._changed:
            if fault != self._fault:
                logger.info("pod: %s", fault)
            self._fault = fault

    def _exchange(self, line: serial.Serial) -> None:
        """Send what is due, then wait for the pod, a command, or a timeout."""
        waits_for_line = self._send(line)
        now = self._clock()
        with self._changed:
            due = self._conversation.due()
        patience = MAX_WAIT if due is None else min(max(due - now, 0.0), MAX_WAIT)
        if waits_for_line:
            patience = min(patience, MAX_BUFFERED * 10 / BAUD)
        ready, _, _ = select.select([line.fileno(), self._wake_out], [], [], patience)
        if self._wake_out in ready:
            self._drain_wakes()
        if line.fileno() in ready:
            self._read(line)

    def _send(self, line: serial.Serial) -> bool:
        """Write what is due; returns whether something is left because the line is busy."""
        while line.out_waiting <= MAX_BUFFERED:
            with self._changed:
                now = self._clock()
                self._conversation.tick(now)
                payload = self._conversation.next_payload(now)
            self._deliver()
            if payload is None:
                return False
            line.write(encode(payload))
        return True

    def _read(self, line: serial.Serial) -> None:
        data = line.read(min(max(line.in_waiting, 1), CHUNK))
        with self._changed:
            now = self._clock()
            for payload in self._frames.feed(data):
                self._conversation.receive(payload, now)
            self._changed.notify_all()
        self._deliver()

    def _deliver(self) -> None:
        """Call `on_event` outside the lock."""
        while True:
            with self._changed:
                if not self._conversation.events:
                    return
                event = self._conversation.events.popleft()
                self._changed.notify_all()
            self._on_event(event)

    def _drain_wakes(self) -> None:
        with suppress(BlockingIOError):
            while os.read(self._wake_out, CHUNK):
                pass

    def _say_bye(self) -> None:
        line, self._line = self._line, None
        if line is None:
            return
        with self._changed:
            payload = self._conversation.bye()
        with suppress(*_BROKEN):
            if payload is not None:
                line.write(encode(payload))
        with suppress(*_BROKEN):
            line.close()
