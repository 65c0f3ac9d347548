"""Serial line to one pod: a thread that moves bytes between the device file and the conversation.

Only this file uses pyserial. A missing line is retried twice a second; an unplugged pod is noticed at once, a hanging
one within three seconds.
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
from threading import Condition, Thread

import serial

from hardware.errors import DeviceGone
from hardware.pods.conversation import Lamp, PodConversation, Told
from hardware.pods.frames import FrameReader, encode
from hardware.pods.messages import TOO_OLD, Hello
from hardware.ports import Clock, Fault, Trouble

logger = logging.getLogger(__name__)

BAUD = 115_200
"""Bits per second on a UART; ignored by USB."""
AGAIN = 0.5
"""Seconds until a line that could not be opened is retried."""
STUCK = 1.0
"""Seconds after which a line that accepts no bytes counts as broken."""
LATEST = 0.5
"""Longest sleep of the thread, in seconds."""
AHEAD = 160
"""Bytes the system may buffer before more is written, so that acknowledgements do not wait behind pictures."""
CHUNK = 4096
"""Bytes read at once."""

_BY_NUMBER: dict[int | None, Trouble] = {
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
    """Line at `path` to the pod of one place. Thread-safe. `told` is called in the link's thread: it may only
    enqueue.
    """

    def __init__(self, path: str, place: int, clock: Clock, told: Callable[[Told], None]) -> None:
        self.path = path
        self._clock = clock
        self._told = told
        self._talk = PodConversation(place, lambda: randbelow(0xFFFF) + 1)
        self._frames = FrameReader()
        self._changed = Condition()
        self._line: serial.Serial | None = None
        self._fault: Fault | None = Fault("silent", path)
        self._closed = False
        self._wake_out, self._wake_in = os.pipe()
        os.set_blocking(self._wake_in, False)
        os.set_blocking(self._wake_out, False)
        self._thread = Thread(target=self._run, name=f"pod at {path}", daemon=True)

    def start(self) -> None:
        """Start looking for the pod. Idempotent."""
        with self._changed:
            if self._thread.ident is None and not self._closed:
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
            self._closed = True
            self._wake()
            self._changed.notify_all()
        if self._thread.ident is not None:
            self._thread.join()
        os.close(self._wake_in)
        os.close(self._wake_out)

    # -- state and commands ------------------------------------------------------------------------------------

    @property
    def hello(self) -> Hello | None:
        """The pod's hello, while connected."""
        with self._changed:
            return self._talk.hello if self._talk.joined else None

    @property
    def fault(self) -> Fault | None:
        """Why the pod is not connected, or None."""
        with self._changed:
            if self._talk.joined:
                return None
            if self._talk.refused:
                return Fault("older" if self._talk.refused == TOO_OLD else "newer", self.path)
            return self._fault

    def show(self, pages: tuple[bytes, ...], number: int, *, private: bool, patience: float) -> None:
        """Show a picture and wait until it is shown. Raises DeviceGone."""
        with self._changed:
            self._require()
            wire = self._talk.show(pages, number, private=private)
            self._wake()
            done = self._changed.wait_for(
                lambda: self._closed or not self._talk.joined or self._talk.settled(wire), patience
            )
            if not done:
                raise DeviceGone(self.path, "the picture was not taken")
            self._require()

    def lamp(self, lamp: Lamp) -> None:
        """Set the lamp. Raises DeviceGone; it is set when the pod returns."""
        with self._changed:
            self._talk.lamp(lamp)
            self._require()
            self._wake()

    def buzz(self) -> None:
        """Sound the buzzer. Raises DeviceGone."""
        with self._changed:
            self._require()
            self._talk.buzz()
            self._wake()

    def _require(self) -> None:
        if self._closed or not self._talk.joined:
            raise DeviceGone(self.path, "closed" if self._closed else "the pod does not answer")

    def _wake(self) -> None:
        with suppress(BlockingIOError):
            os.write(self._wake_in, b"!")

    # -- the thread --------------------------------------------------------------------------------------------

    def _run(self) -> None:
        while not self._closed:
            line = self._line or self._open()
            if line is None:
                select.select([self._wake_out], [], [], AGAIN)
                self._drain_wakes()
                continue
            try:
                self._turn(line)
            except _BROKEN as error:
                self._lose(error)
        self._say_bye()

    def _open(self) -> serial.Serial | None:
        try:
            line = serial.Serial(self.path, BAUD, timeout=0, write_timeout=STUCK, exclusive=True)
        except _BROKEN as error:
            self._note(error, "broken")
            return None
        self._line = line
        self._frames = FrameReader()
        with self._changed:
            self._fault = Fault("silent", self.path)
            self._talk.opened(self._clock())
        return line

    def _lose(self, error: Exception) -> None:
        self._note(error, "unplugged")
        line, self._line = self._line, None
        if line is not None:
            with suppress(*_BROKEN):
                line.close()
        with self._changed:
            self._talk.closed(self._clock(), "unplugged")
            self._changed.notify_all()
        self._deliver()

    def _note(self, error: Exception, otherwise: Trouble) -> None:
        fault = Fault(_BY_NUMBER.get(getattr(error, "errno", None), otherwise), self.path)
        with self._changed:
            if fault != self._fault:
                logger.info("pod: %s", fault)
            self._fault = fault

    def _turn(self, line: serial.Serial) -> None:
        """Send what is due, then wait for the pod, a command, or a timeout."""
        waits_for_line = self._send(line)
        now = self._clock()
        with self._changed:
            due = self._talk.due()
        patience = LATEST if due is None else min(max(due - now, 0.0), LATEST)
        if waits_for_line:
            patience = min(patience, AHEAD * 10 / BAUD)
        ready, _, _ = select.select([line.fileno(), self._wake_out], [], [], patience)
        if self._wake_out in ready:
            self._drain_wakes()
        if line.fileno() in ready:
            self._read(line)

    def _send(self, line: serial.Serial) -> bool:
        """Write what is due; returns whether something is left because the line is busy."""
        while line.out_waiting <= AHEAD:
            with self._changed:
                now = self._clock()
                self._talk.tick(now)
                payload = self._talk.next(now)
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
                self._talk.heard(payload, now)
            self._changed.notify_all()
        self._deliver()

    def _deliver(self) -> None:
        """Call `told` outside the lock."""
        while True:
            with self._changed:
                if not self._talk.told:
                    return
                told = self._talk.told.popleft()
                self._changed.notify_all()
            self._told(told)

    def _drain_wakes(self) -> None:
        with suppress(BlockingIOError):
            while os.read(self._wake_out, CHUNK):
                pass

    def _say_bye(self) -> None:
        line, self._line = self._line, None
        if line is None:
            return
        with self._changed:
            payload = self._talk.bye()
        with suppress(*_BROKEN):
            if payload is not None:
                line.write(encode(payload))
        with suppress(*_BROKEN):
            line.close()
