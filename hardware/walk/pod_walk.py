"""A pod for the walk: a small program runs on it, which listens to every pin and drives its parts (see ADR 0043)."""

from __future__ import annotations

import ast
from collections.abc import Callable, Collection, Mapping
from typing import TYPE_CHECKING, Any

from hardware.errors import HardwareError
from hardware.pods.flashing import firmware
from hardware.pods.pod_parts import pages_of
from hardware.ports import Fault
from hardware.profile import ADDRESSES, COLOURS, Oled, SeatPlace, SpiOled
from hardware.walk.pod_board import PodFileError, board_text, display_of, light_of, read_board
from hardware.walk.raw_console import PodProgramError, RawConsole
from hardware.walk.walk_devices import DisplayAnswer, PinEdge

if TYPE_CHECKING:
    from PIL.Image import Image

LISTEN = 40
"""Milliseconds the pod listens for each question."""
WHO = "import machine\nfrom binascii import hexlify\nprint(repr(hexlify(machine.unique_id()).decode()))"
NO_FILE = "the pod does not know its pins yet: flash it first, with its board"


class PodWalk:
    """Implements `WalkDevices` for the pod at `path`. `board` is what its own file says, `found` the text of that file,
    `number` that of its chip. All raise HardwareError when the pod is gone.
    """

    def __init__(self, path: str) -> None:
        self.path = path
        self._console = RawConsole(path)
        self._post: Callable[[PinEdge], None] | None = None
        try:
            self.found = self._read()
            self.board = read_board(self.found, f"pins.py of the pod at {path}")
            self.number: str = self._asked(WHO)
            self._console.run((firmware() / "pin_scan.py").read_text(encoding="utf-8"))
        except HardwareError:
            # its firmware may have run until now
            self.restart()
            raise

    def listen(self, post: Callable[[PinEdge], None]) -> Mapping[int, bool]:
        self._post = post
        levels: dict[int, bool] = self._asked(f"scan = PinScan({self.board.listening_pins!r})\nprint(scan.levels())")
        return levels

    def fetch(self) -> None:
        edges: list[tuple[int, int, int]] = self._asked(f"print(scan.take({LISTEN}))")
        for pin, closed, at in edges:
            if self._post is not None:
                self._post(PinEdge(pin, bool(closed), at / 1000))

    def fault(self, pin: int) -> Fault | None:
        """None: the chip refuses no pin."""
        del pin
        return None

    def shine(self, place: SeatPlace, colours: Collection[str]) -> Fault | None:
        parts = tuple(255 if colour in colours else 0 for colour in COLOURS)
        given = light_of(self.board, place)
        pins = tuple(value for key, value in given.items() if key in ("pin", *COLOURS))
        return self._driven(f"scan.leave({pins!r})\nshine({given!r}, {parts!r})")

    def sound(self, place: SeatPlace) -> Fault | None:
        given = {**self.board.values["BUZZER"], "pin": place.buzzer}
        return self._driven(f"scan.leave(({place.buzzer!r},))\nsound({given!r})")

    def show(self, oled: Oled | SpiOled, image: Image | None) -> Fault | None:
        data = b"" if image is None else b"".join(pages_of(image))
        return self._driven(f"assert show({display_of(self.board, oled)!r}, {data.hex()!r}), 'silent'")

    def scan(self, oled: Oled) -> tuple[DisplayAnswer, ...]:
        found: list[int] = self._asked(f"print(answering({display_of(self.board, oled)!r}))")
        return tuple(DisplayAnswer(address) for address in found if address in ADDRESSES)

    def text(self, place: SeatPlace, remarks: str) -> str:
        """Its file for another wiring; `remarks` are lines of a comment in it."""
        return board_text(self.board, place, remarks)

    def write(self, text: str) -> None:
        """Write its file whole: a new one takes the place of the old one once it is written."""
        new = f"with open('pins.new', 'w') as file:\n    file.write({text!r})\n"
        self._console.run(f"{new}import os\nos.rename('pins.new', 'pins.py')")

    def restart(self) -> None:
        """Start its firmware again, and let go of the line."""
        self._console.leave("import machine\nmachine.reset()")
        self.close()

    def close(self) -> None:
        self._console.close()

    def _read(self) -> str:
        if not self._asked("import os\nprint('pins.py' in os.listdir() and 'pod' in os.listdir())"):
            raise PodFileError(f"{self.path}: {NO_FILE}")
        text: str = self._asked("print(repr(open('pins.py').read()))")
        return text

    def _driven(self, program: str) -> Fault | None:
        """Run something that drives a part; why it failed."""
        try:
            self._console.run(program)
        except PodProgramError as error:
            return Fault("silent", self.path) if "AssertionError: silent" in str(error) else Fault("broken", str(error))
        return None

    def _asked(self, program: str) -> Any:
        """What a program prints, as a value."""
        return ast.literal_eval(self._console.run(program))
