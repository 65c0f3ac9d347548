"""Input devices without a kernel that has them: named pipes, into which the kernel's own records are written."""

from __future__ import annotations

import os
import struct
import tempfile
from collections.abc import Iterable, Mapping
from contextlib import suppress
from pathlib import Path
from types import TracebackType

from PIL import Image

from hardware.input_devices.event_codes import (
    CODES,
    EV_KEY,
    EV_REL,
    EV_SYN,
    REL_DIAL,
    SIGNS,
    SYN_REPORT,
    USUAL,
)
from hardware.ports import DevicePart

RECORD = struct.Struct("@LLHHi")
_KEYS = {line: CODES[name] for name, line in reversed(USUAL.items())}


class InputPipe:
    """One input device at a path that stays, as under ``by-id``."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self._number = -1
        self._plugged = 0
        self.plug()

    def plug(self) -> None:
        """It appears, with another device behind the same path."""
        self._plugged += 1
        new = self.path.with_name(f"event{self._plugged}-{self.path.name}")
        os.mkfifo(new)
        self._number = os.open(new, os.O_RDWR | os.O_NONBLOCK)
        os.replace(new, self.path)

    def unplug(self) -> None:
        """It is gone for who reads it, and its file too."""
        self.path.unlink(missing_ok=True)
        number, self._number = self._number, -1
        if number >= 0:
            os.close(number)

    def write(self, *events: tuple[int, int, int], report: bool = True) -> None:
        """Events as the kernel writes them: kind, code and value, and the report that ends them."""
        for event in (*events, *([(EV_SYN, SYN_REPORT, 0)] if report else [])):
            self.raw(RECORD.pack(0, 0, *event))

    def raw(self, data: bytes) -> None:
        """Bytes; what does not fit is lost, as in the kernel's buffer."""
        with suppress(BlockingIOError):
            os.write(self._number, data)

    def key(self, code: int, down: bool) -> None:
        self.write((EV_KEY, code, int(down)))

    def types(self, codes: Iterable[tuple[int, bool]]) -> None:
        """Keys as a scanner types them, each with shift or without."""
        shift = CODES["KEY_LEFTSHIFT"]
        for code, shifted in codes:
            if shifted:
                self.key(shift, True)
            self.key(code, True)
            self.key(code, False)
            if shifted:
                self.key(shift, False)


class PipedInput:
    """A bench of the driver ``evdev``: one pipe for each part."""

    def __init__(self) -> None:
        self._folder = tempfile.TemporaryDirectory()
        self._pipes: dict[tuple[int, str], InputPipe] = {}

    def __enter__(self) -> PipedInput:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.unplug()
        self._folder.cleanup()

    def pipe(self, place: int, part: DevicePart = "keys") -> InputPipe:
        if (place, part) not in self._pipes:
            self._pipes[place, part] = InputPipe(Path(self._folder.name) / f"usb-seat{place}-{part}")
        return self._pipes[place, part]

    def settings(self, place: int, part: DevicePart) -> Mapping[str, object]:
        return {"path": str(self.pipe(place, part).path), **({"knob": True} if part == "keys" else {})}

    def press(self, place: int, line: str) -> None:
        self.pipe(place).key(_KEYS[line], True)

    def let_go(self, place: int, line: str) -> None:
        self.pipe(place).key(_KEYS[line], False)

    def turn(self, place: int, steps: int) -> None:
        for _ in range(abs(steps)):
            self.pipe(place).write((EV_REL, REL_DIAL, 1 if steps > 0 else -1))

    def read(self, place: int, code: str) -> None:
        typed = {
            sign: (number, shifted)
            for number, pair in SIGNS.items()
            for sign, shifted in zip(pair, (False, True), strict=True)
        }
        self.pipe(place, "reader").types([*(typed[sign] for sign in code), (CODES["KEY_ENTER"], False)])

    def seen(self, place: int) -> Image.Image:
        raise NotImplementedError

    def lit(self, place: int) -> bool:
        raise NotImplementedError

    def sounded(self, place: int) -> int:
        raise NotImplementedError

    def unplug(self) -> None:
        for pipe in self._pipes.values():
            pipe.unplug()

    def plug(self) -> None:
        for pipe in self._pipes.values():
            pipe.plug()
