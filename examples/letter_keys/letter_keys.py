"""A driver for boards that report keys on a serial line, one letter each: `U` when UP goes down, `u` when it is let go;
so D, O (OK), B (BACK) and P (PEEK). What the Pi sends is `1` and `0`: the lamp on and off; `!`: beep.

A few lines of Arduino do that; no library is needed on either side.
"""

from __future__ import annotations

import os
import select
import termios
import tty
from collections.abc import Sequence
from threading import Lock, Thread

from hardware.driver_contract import DriverPackage, DriverSite, WantedPart
from hardware.errors import DeviceGone
from hardware.ports import (
    DevicePart,
    Devices,
    Disconnected,
    Edge,
    Fault,
    MonotonicClock,
    Pattern,
    Post,
    Reconnected,
    SideColour,
    Wire,
    device_name,
)

LETTERS = {"U": "up", "D": "down", "O": "ok", "B": "back", "P": "peek"}
RETRY = 1.0
"""Seconds between two attempts to open a missing line."""
A_SECOND = 50.0
"""The most presses per second that are accepted; a finger makes ten."""


class LetterLine:
    """The serial line of one board at one place, with its keys, lamp and buzzer."""

    def __init__(self, port: str, place: int, clock: MonotonicClock) -> None:
        self.port = port
        self.place = place
        self.parts: set[DevicePart] = set()
        self.fault: Fault | None = Fault("missing", port)
        self._clock = clock
        self._down: set[str] = set()
        self._left, self._since = A_SECOND, 0.0
        self._number = -1
        self._post: Post | None = None
        self._thread: Thread | None = None
        self._closed = False
        self._ends = os.pipe2(os.O_NONBLOCK | os.O_CLOEXEC)
        self._lock = Lock()

    # -- as keys, as a lamp and as a buzzer ----------------------------------------------------------------------------

    def start(self, post: Post) -> None:
        """Start listening."""
        if self._thread is None:
            self._post = post
            self._thread = Thread(target=self._run, name=f"driver letter-keys {self.port}", daemon=True)
            self._thread.start()

    def set(self, on: bool, pattern: Pattern = "steady", side: SideColour | None = None) -> None:
        """Switch the lamp; patterns are not supported."""
        del pattern, side
        self._send("light", b"1" if on else b"0")

    def beep(self) -> None:
        """Sound the buzzer."""
        self._send("buzzer", b"!")

    def close(self) -> None:
        """Stop listening and close the line."""
        self._closed = True
        if self._thread is not None:
            os.write(self._ends[1], b".")
            self._thread.join()
            self._thread = None
        with self._lock:
            self._lose(None)
            for end in self._ends:
                if end >= 0:
                    os.close(end)
            self._ends = (-1, -1)

    def _send(self, part: DevicePart, letter: bytes) -> None:
        with self._lock:
            try:
                if self._number < 0:
                    raise OSError("it is not there")
                os.write(self._number, letter)
            except OSError as error:
                raise DeviceGone(device_name(self.place, part), str(error)) from error

    # -- the line ------------------------------------------------------------------------------------------------------

    def open(self) -> None:
        """Try to open the line."""
        with self._lock:
            if self._number >= 0 or self._closed:
                return
            try:
                number = os.open(self.port, os.O_RDWR | os.O_NOCTTY | os.O_NONBLOCK | os.O_CLOEXEC)
                tty.setraw(number)
            except (OSError, termios.error):
                self.fault = Fault("missing", self.port)
            else:
                self._number, self.fault = number, None

    def wires(self) -> tuple[Wire, ...]:
        """The devices on the line."""
        others: list[DevicePart] = [part for part in self.parts if part != "keys"]
        keys = LETTERS.values() if "keys" in self.parts else ()
        return (
            *(Wire(device_name(self.place, "keys"), line, node=self.port, fault=self.fault) for line in keys),
            *(Wire(device_name(self.place, part), part, node=self.port, fault=self.fault) for part in others),
        )

    def _run(self) -> None:
        told = False
        while not self._closed:
            self.open()
            if told != (self.fault is None):
                told = self.fault is None
                self._tell(told)
            waits = [self._ends[0], *([self._number] if self._number >= 0 else [])]
            ready, _, _ = select.select(waits, [], [], None if self._number >= 0 else RETRY)
            if self._number in ready:
                self._read()

    def _read(self) -> None:
        try:
            came = os.read(self._number, 256)
            if not came:
                raise OSError("end of file")
        except BlockingIOError:
            return
        except OSError as error:
            with self._lock:
                self._lose(error)
            return
        for letter in came.decode("ascii", "replace"):
            self._hear(letter)

    def _hear(self, letter: str) -> None:
        line, down = LETTERS.get(letter.upper()), letter.isupper()
        if line is None or "keys" not in self.parts or down == (line in self._down):
            return
        now = self._clock()
        self._left, self._since = min(A_SECOND, self._left + (now - self._since) * A_SECOND), now
        if down and self._left < 1:
            return
        if down:
            self._left -= 1
            self._down.add(line)
        else:
            self._down.discard(line)
        if self._post is not None:
            self._post(Edge(device_name(self.place, "keys"), line, down, now))

    def _tell(self, works: bool) -> None:
        for part in sorted(self.parts):
            device, now = device_name(self.place, part), self._clock()
            if self._post is not None:
                self._post(Reconnected(device, now) if works else Disconnected(device, "it is gone", now))

    def _lose(self, error: OSError | None) -> None:
        number, self._number = self._number, -1
        self._down.clear()
        if error is not None:
            self.fault = Fault("missing", self.port)
        if number >= 0:
            os.close(number)


def _open_all(lines: Sequence[LetterLine]) -> None:
    for line in lines:
        line.open()


def _open(parts: Sequence[WantedPart], site: DriverSite) -> Devices:
    lines: dict[tuple[str, int], LetterLine] = {}
    found: dict[DevicePart, dict[int, LetterLine]] = {"keys": {}, "light": {}, "buzzer": {}}
    for part in parts:
        part.settings.only(("port",))
        part.settings.need("port")
        at = part.settings.text("port") or "", part.place
        if any(port == at[0] and place != part.place for port, place in lines):
            part.settings.note(part.settings.path, "this port is another place's", "each board has one place")
        line = lines[at] if at in lines else lines.setdefault(at, LetterLine(*at, site.clock))
        line.parts.add(part.part)
        found[part.part][part.place] = line
    every = tuple(lines.values())
    return Devices(
        keys=found["keys"],
        lights=found["light"],
        buzzers=found["buzzer"],
        watches=every,
        survey=lambda: tuple(wire for line in every for wire in line.wires()),
        mend=lambda: _open_all(every),
    )


DRIVER = DriverPackage(contract=1, parts=frozenset({"keys", "light", "buzzer"}), open=_open)
