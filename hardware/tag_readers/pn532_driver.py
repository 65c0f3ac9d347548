"""The driver `pn532`: a thread for each reader asks its chip again and again which tag lies there."""

from __future__ import annotations

import errno
import logging
import time
from collections.abc import Sequence
from threading import Event, Lock, Thread

from hardware.driver_contract import DriverPackage, DriverSite, WantedPart
from hardware.pi.faults import fault_of
from hardware.ports import Devices, Disconnected, Fault, MonotonicClock, Post, Reader, Reconnected, Tag, Wire
from hardware.tag_readers.pn532_frames import (
    FIRMWARE,
    LIST_TARGETS,
    RADIO,
    SAM,
    TYPE_A,
    Answer,
    FrameReader,
    Sign,
    frame,
    number_of,
)
from hardware.tag_readers.pn532_lines import I2cLine, Line, SerialLine

logger = logging.getLogger(__name__)

RETRY = 2.0
"""Seconds until a reader that is gone is tried again."""
PAUSE = 0.1
"""Seconds between two looks for a tag."""
ANSWER = 1.0
"""Seconds within which the chip answers."""
TRIES = 3
"""How often a command is sent if it or its answer comes damaged."""
MOST = 4096
"""Bytes that may come before an answer. A line that brings more is no chip's."""
GONE = 4
"""Looks without a tag after which it was taken away: one that lies at the edge is not found each time."""
PN532 = 0x32
NORMAL_MODE = (0x01, 0x14, 0x01)
FEW_TRIES = (0x05, 0xFF, 0x01, 0x02)
"""The chip looks for a tag twice and says that there is none, instead of looking until one comes."""
ADDRESS = 0x24


class Chip:
    """Commands to one chip. Every method raises OSError if it does not answer as it should."""

    def __init__(self, line: Line) -> None:
        self._line = line

    def open(self) -> None:
        """Wake it, and set it up."""
        self._line.open()
        self._ask(SAM, *NORMAL_MODE)
        if self._ask(FIRMWARE)[:1] != bytes((PN532,)):
            raise OSError("it is no PN532")
        self._ask(RADIO, *FEW_TRIES)

    def tag(self) -> str:
        """The number of the tag that lies there, empty if there is none."""
        try:
            return number_of(self._ask(LIST_TARGETS, 1, TYPE_A))
        except ValueError as error:
            raise OSError(str(error)) from error

    def close(self) -> None:
        """Let go of the line. Idempotent."""
        self._line.close()

    def _ask(self, command: int, *more: int) -> bytes:
        for _ in range(TRIES):
            self._line.send(frame(command, *more))
            if (answer := self._answer(command)) is not None:
                return answer
        raise OSError("what comes is damaged")

    def _answer(self, command: int) -> bytes | None:
        """What it answers, None if something was damaged on the way. Raises OSError if nothing comes."""
        frames, came = FrameReader(), 0
        end = time.monotonic() + ANSWER
        while (left := end - time.monotonic()) > 0:
            part = self._line.receive(left)
            came += len(part)
            if came > MOST:
                raise OSError("it says too much")
            for found in frames.feed(part):
                match found:
                    case Sign(ack=False):
                        return None
                    case Answer(answered, data) if answered == command:
                        return data
        if not came:
            raise OSError(errno.ETIMEDOUT, "it does not answer")
        return None


class Pn532Reader:
    """One reader, at one place."""

    def __init__(self, device: str, line: Line, clock: MonotonicClock) -> None:
        self.device = device
        self.line = line
        self.fault: Fault | None = Fault("missing", line.node)
        self._clock = clock
        self._chip = Chip(line)
        self._is_open = False
        self._lock = Lock()
        self._woken = Event()
        self._closed = False
        self._thread: Thread | None = None
        self._post: Post | None = None

    def start(self, post: Post) -> None:
        """See `Reader.start`."""
        with self._lock:
            if self._thread is None and not self._closed:
                self._post = post
                self._thread = Thread(target=self._run, name=f"driver pn532 {self.device}", daemon=True)
                self._thread.start()

    def close(self) -> None:
        """See `Reader.close`."""
        self._closed = True
        self._woken.set()
        thread = self._thread
        if thread is not None:
            thread.join()
        with self._lock:
            self._lose()

    def mend(self) -> None:
        """Try it now."""
        if self._thread is not None:
            self._woken.set()
            return
        with self._lock:
            self._open()

    @property
    def wire(self) -> Wire:
        """How it is connected."""
        return Wire(self.device, "reader", node=self.line.node, address=self.line.address, fault=self.fault)

    def _run(self) -> None:
        worked = False
        while not self._closed:
            with self._lock:
                self._open()
            if self.fault is None:
                worked = True
                self._say(Reconnected(self.device, self._clock()))
                self._look()
            if worked and not self._closed:
                worked = False
                logger.warning("%s does not work: %s", self.device, self.fault)
                self._say(Disconnected(self.device, str(self.fault), self._clock()))
            if not self._closed:
                self._woken.wait(RETRY)
                self._woken.clear()

    def _look(self) -> None:
        """Tell each tag that comes, until the reader is gone."""
        seen: dict[str, int] = {}
        look = 0
        try:
            while not self._closed:
                look += 1
                if code := self._chip.tag():
                    if code not in seen:
                        self._say(Tag(self.device, code, self._clock()))
                    seen[code] = look
                seen = {known: last for known, last in seen.items() if look - last < GONE}
                self._woken.wait(PAUSE)
                self._woken.clear()
        except OSError as error:
            with self._lock:
                self.fault = fault_of(error, self.line.node)
                self._lose()

    def _open(self) -> None:
        if self._is_open or self._closed:
            return
        try:
            self._chip.open()
        except OSError as error:
            self.fault = fault_of(error, self.line.node)
            self._lose()
        else:
            self._is_open, self.fault = True, None

    def _lose(self) -> None:
        self._is_open = False
        self._chip.close()

    def _say(self, event: Tag | Reconnected | Disconnected) -> None:
        if self._post is not None and not self._closed:
            self._post(event)


def _open(parts: Sequence[WantedPart], site: DriverSite) -> Devices:
    readers: dict[int, Pn532Reader] = {}
    used: dict[tuple[str, int | None], str] = {}
    for part in parts:
        line = _line(part)
        if line is None:
            line = SerialLine("")
        elif (first := used.setdefault((line.node, line.address), part.device)) != part.device:
            part.settings.note(part.settings.path, f"{first} is the same reader", "each reader has one place")
        readers[part.place] = Pn532Reader(part.device, line, site.clock)
    every = tuple(readers.values())

    def mend() -> None:
        for reader in every:
            reader.mend()

    given: dict[int, Reader] = dict(readers)
    return Devices(readers=given, survey=lambda: tuple(reader.wire for reader in every), mend=mend)


def _line(part: WantedPart) -> Line | None:
    """Where a reader is, or None where the profile does not say it."""
    settings = part.settings
    settings.only(("path", "bus", "address"))
    path = settings.text("path")
    if "path" in settings.values:
        for other in ("bus", "address"):
            if other in settings.values:
                settings.note(settings.at(other), f"path and {other} are both given", "remove one of them")
        return SerialLine(path) if path is not None else None
    if "bus" not in settings.values:
        settings.need("path")
        return None
    bus, address = settings.number("bus", 0, 255), ADDRESS
    if "address" in settings.values:
        address = settings.number("address", 0x08, 0x77) or ADDRESS
    return I2cLine(bus, address) if bus is not None else None


DRIVER = DriverPackage(contract=1, parts=frozenset({"reader"}), open=_open)
