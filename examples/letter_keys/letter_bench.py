"""A board at the end of a pseudo-terminal, for the contract tests."""

from __future__ import annotations

import os
import select
import tempfile
import tty
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path
from types import TracebackType

from letter_keys import DRIVER, LETTERS
from PIL import Image

from companion.game_tests.drivers.driver_bench import DriverBench
from hardware.ports import DevicePart

_LETTERS = {line: letter for letter, line in LETTERS.items()}


class Board:
    """A fake board: it sends letters for its keys, and obeys the bytes for lamp and buzzer."""

    def __init__(self) -> None:
        self._folder = tempfile.TemporaryDirectory()
        self.port = Path(self._folder.name) / "usb-letters"
        self._far, self._near = -1, -1
        self._lit, self._beeps = False, 0
        self.plug()

    def __enter__(self) -> Board:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.unplug()
        self._folder.cleanup()

    def settings(self, place: int, part: DevicePart) -> Mapping[str, object]:
        return {"port": str(self.port)}

    def press(self, place: int, line: str) -> None:
        self._say(_LETTERS[line])

    def let_go(self, place: int, line: str) -> None:
        self._say(_LETTERS[line].lower())

    def turn(self, place: int, steps: int) -> None:
        raise NotImplementedError("it has no knob")

    def read(self, place: int, code: str) -> None:
        raise NotImplementedError("it has no reader")

    def seen(self, place: int) -> Image.Image:
        raise NotImplementedError("it has no display")

    def lit(self, place: int) -> bool:
        self._hear()
        return self._lit

    def sounded(self, place: int) -> int:
        self._hear()
        return self._beeps

    def unplug(self) -> None:
        self.port.unlink(missing_ok=True)
        for number in (self._far, self._near):
            if number >= 0:
                os.close(number)
        self._far = self._near = -1

    def plug(self) -> None:
        self._far, self._near = os.openpty()
        tty.setraw(self._near)
        os.set_blocking(self._far, False)
        self.port.symlink_to(os.ttyname(self._near))

    def _say(self, letter: str) -> None:
        with suppress(OSError):  # a serial line loses bytes that nobody reads
            os.write(self._far, letter.encode("ascii"))

    def _hear(self) -> None:
        while select.select([self._far], [], [], 0)[0]:
            for letter in os.read(self._far, 64).decode("ascii"):
                if letter == "!":
                    self._beeps += 1
                else:
                    self._lit = letter == "1"


BENCHES = (
    DriverBench("letter-keys", DRIVER, ((1, "keys"), (1, "light"), (1, "buzzer")), Board, lines=tuple(_LETTERS)),
)
