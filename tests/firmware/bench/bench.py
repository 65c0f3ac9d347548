"""A board on which the pod's own files run, see bench.mjs: keys are pressed and glass is looked at here."""

from __future__ import annotations

import json
import subprocess
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from hardware.display_chips import CHIPS
from hardware.pods.flashing import pod_files
from tests.firmware.bench.interpreter import interpreter, node
from tests.hardware.fake_displays import FAKES, Chip

HERE = Path(__file__).parent
FIRMWARE = HERE.parents[2] / "firmware" / "pod"
UART = '\nLINE = {"uart": 0, "tx": 0, "rx": 1}\n'
BOARDS = tuple(sorted(file.stem for file in (FIRMWARE / "boards").glob("*.py")))


def pins(board: str) -> dict[str, Any]:
    """A board's configuration, as its file says it."""
    found: dict[str, Any] = {}
    exec((FIRMWARE / "boards" / f"{board}.py").read_text(encoding="utf-8"), found)
    return found


def files(board: str = "pico", more: str = UART) -> dict[str, str]:
    """What is on the pod, by path: as it is flashed, and the bench's `machine`. `more` is put behind the pins."""
    found = {name: file.read_text(encoding="utf-8") for name, file in pod_files().items()}
    found["pins.py"] = (FIRMWARE / "boards" / f"{board}.py").read_text(encoding="utf-8") + more
    found["machine.py"] = (HERE / "machine.py").read_text(encoding="utf-8")
    return found


class Node:
    """A process that answers requests; see bench.mjs."""

    def __init__(self) -> None:
        self._process = subprocess.Popen(
            [node(), str(HERE / "bench.mjs"), str(interpreter())],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
            bufsize=1,
        )

    def ask(self, request: Mapping[str, Any]) -> dict[str, Any]:
        """Send a request and wait for its answer."""
        stdin, stdout = self._process.stdin, self._process.stdout
        assert stdin is not None
        assert stdout is not None
        stdin.write(json.dumps(request) + "\n")
        answer = stdout.readline()
        assert answer, "the interpreter is gone"
        found: dict[str, Any] = json.loads(answer)
        return found

    def script(self, text: str, given: Mapping[str, str] | None = None) -> str:
        """Run a program in an interpreter of its own; the answer is what it prints."""
        answer = self.ask({"script": text, "files": given or files()})
        assert answer["ended"] is None, answer["ended"]
        printed: str = answer["printed"]
        return printed

    @property
    def alive(self) -> bool:
        """Whether it still answers."""
        return self._process.poll() is None

    def close(self) -> None:
        """End the process."""
        for end in (self._process.stdin, self._process.stdout):
            assert end is not None
            end.close()
        self._process.wait(10)


@dataclass
class Board:
    """A board under power or not. Times are its own milliseconds; `now` is the time on its clock."""

    node: Node
    name: str = "pico"
    more: str = UART
    changed: dict[str, str] = field(default_factory=dict)
    main: str = "import main"
    id: str = "e66058388b4a2c21"
    now: int = 0
    on: bool = False
    restarts: int = 0
    printed: str = ""
    levels: dict[int, int] = field(default_factory=dict)
    lights: dict[int, str] = field(default_factory=dict)
    edges: list[tuple[float, int, int]] = field(default_factory=list)
    beside: tuple[int, int] = (0, 0)
    """The pins of a display on SPI that tell data from commands, and select it."""

    def __post_init__(self) -> None:
        self.pins = pins(self.name)
        self.chip = self._chip()

    def _chip(self) -> Chip:
        display = self.pins["DISPLAY"]
        return FAKES[display["chip"]](display["height"])

    def power(self) -> None:
        """Turn it on. What is pressed now is pressed at power-on."""
        self.chip = self._chip()
        self.on = True
        given = files(self.name, self.more) | self.changed
        self._flush()
        self._heed(self.node.ask({"main": self.main, "files": given, "id": self.id}))

    def off(self) -> None:
        """Pull its power."""
        if self.on:
            self._heed(self.node.ask({"off": True}))
        self.on = False
        self.levels.clear()

    def past(self, milliseconds: int, data: bytes = b"", **more: Any) -> bytes:
        """Let time pass while bytes come in; the answer is what was sent."""
        return self.until(self.now + milliseconds, data, **more)

    def until(self, when: int, data: bytes = b"", **more: Any) -> bytes:
        """The same, up to a time."""
        edges, self.edges = sorted(self.edges, key=lambda edge: edge[0]), []
        return self._heed(self.node.ask({"to": when, "input": data.hex(), "edges": edges, **more}))

    # -- the person --------------------------------------------------------------------------------------------

    def pin(self, name: str) -> int:
        """The number of the pin at which a key is, or a contact of the encoder."""
        found: int = self.pins["KEYS"].get(name) or self.pins["ENCODER"][name]
        return found

    def contact(self, name: str, closed: bool, after: int = 0) -> None:
        """A contact opens or closes, some milliseconds from now."""
        self.edges.append((self.now + after, self.pin(name), 0 if closed else 1))

    def press(self, name: str, after: int = 0) -> None:
        self.contact(name, True, after)

    def release(self, name: str, after: int = 0) -> None:
        self.contact(name, False, after)

    def bounce(self, name: str, closed: bool, after: int = 0) -> None:
        """A worn contact: it changes, and changes its mind twice within five milliseconds."""
        for number, level in enumerate((closed, not closed, closed, not closed, closed)):
            self.contact(name, level, after + number)

    def turn(self, detents: int, after: int = 0, pace: int = 2) -> None:
        """Turn the encoder, an edge every `pace` milliseconds."""
        way = ("a", "b") if detents > 0 else ("b", "a")
        for number in range(abs(detents)):
            for quarter, (name, closed) in enumerate([(end, state) for state in (True, False) for end in way]):
                self.contact(name, closed, after + (4 * number + quarter) * pace)

    # -- what is seen ------------------------------------------------------------------------------------------

    def on_spi(self, chip: str, dc: int, select: int) -> None:
        """Its display is on SPI."""
        self.pins["DISPLAY"] = {"chip": chip, "height": CHIPS[chip].SIZES[0][1]}
        self.beside = (dc, select)

    def low(self) -> None:
        """Its display has 32 rows."""
        self.pins["DISPLAY"] = {**self.pins["DISPLAY"], "height": 32}

    @property
    def glass(self) -> bytes:
        """What shines, as pages; dark while the display is off."""
        chip = self.chip
        seen = b"".join(bytes(row[chip.first : chip.first + chip.width]) for row in chip.memory[: chip.height // 8])
        return seen if chip.shines() else bytes(len(seen))

    def _flush(self) -> None:
        if self.edges:
            self.node.ask({"edges": self.edges, "to": self.now})
            self.edges = []

    def _heed(self, answer: dict[str, Any]) -> bytes:
        self.now = answer["now"]
        self.restarts += answer["restarts"]
        self.printed += answer["printed"]
        for where, data in answer["bus"]:
            self._written(where, bytes.fromhex(data))
        self.levels.update({int(pin): level for pin, level in answer["pins"].items()})
        self.lights.update({int(pin): data for pin, data in answer["lights"].items()})
        if answer["ended"] is not None:
            self.on = False
            self.printed += answer["ended"]
        return bytes.fromhex(answer["out"])

    def _written(self, where: int | str, data: bytes) -> None:
        """Bytes on the display's bus: to an address of I2C, or on SPI, with the levels of its two pins."""
        if isinstance(where, int):
            assert where == self.pins["DISPLAY"]["address"]
            assert data[0] in (0x00, 0x40)
            is_data, data = data[0] == 0x40, data[1:]
        else:
            dc, select = self.beside
            levels = json.loads(where)
            assert levels[str(select)] == 0
            is_data = levels[str(dc)] == 1
        (self.chip.data if is_data else self.chip.command)(data)


STEPPED = """
import gc
import bench
import pins
from machine import idle
from pod import wiring
from pod.main_loop import Pod
from pod.talk import Talk

pod = Pod()
talk = Talk(pod.who, pod.words, wiring.line(pins.LINE), pod.screen, pod.lamp, pod.buzzer, pod.controls)
talk.begin()

def go():
    while bench.more():
        talk.turn(pod.clock.now())
        idle()
"""
"""The pod's loop, entered anew for every request: this interpreter sweeps its heap only between calls from outside."""


class SteppedBoard(Board):
    """A board whose heap can be looked at."""

    def power(self) -> None:
        self._heed(self.node.ask({"main": STEPPED, "files": files(self.name, self.more), "id": self.id}))
        self.on = True

    def until(self, when: int, data: bytes = b"", **more: Any) -> bytes:
        return super().until(when, data, eval="go()", **more)

    def heap(self) -> int:
        """Bytes in use on the heap, after it was swept."""
        self.node.ask({"eval": "gc.collect()"})
        size: int = self.node.ask({"eval": "bench.heap(gc.mem_alloc())"})["heap"]
        return size
