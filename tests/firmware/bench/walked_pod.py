"""Somebody who walks through a pod on its cable: contacts are moved on the genuine interpreter, and its lamp and glass
are looked at. Wires are in other holes than its file says, or dead.
"""

from __future__ import annotations

import json
import shutil
from pathlib import Path
from typing import Any

from companion.locale import speaker
from companion.walk.steps.display_step import FRAME, HOW, UPRIGHT, WHICH_WAY
from companion.walk.steps.knob_step import BACK
from companion.walk.steps.output_steps import IS_DARK, SEEN, SHINES, WHICH
from companion.walk.walk_findings import Slot
from companion.walk.walk_session import WalkSession
from companion.walk.walk_words import pod_words
from companion.walk.walked_wiring import slots_of
from hardware.pods.flashing import pod_files
from hardware.walk.pod_walk import PodWalk
from hardware.walk.walk_devices import CHAINED, PinEdge
from tests.firmware.bench.bench import FIRMWARE
from tests.firmware.bench.cabled_pod import CabledPod
from tests.hardware.fake_displays import FAKES, Chip, Ssd1306


def flashed(folder: Path, board: str) -> Path:
    """The files of a pod that was flashed."""
    (folder / "pod").mkdir(parents=True)
    for name, file in pod_files().items():
        shutil.copy(file, folder / name)
    shutil.copy(FIRMWARE / "boards" / f"{board}.py", folder / "pins.py")
    return folder


class WalkedPod:
    """The pod, its cable, and whoever walks. ``pins`` is how contacts and lamp are wired in truth."""

    def __init__(self, folder: Path, board: str = "pico", address: int = 0x3C) -> None:
        self.flash = flashed(folder / "flash", board)
        self.hands = folder / "hands"
        self.hands.mkdir()
        (self.hands / "edges").touch()
        (self.hands / "seen").touch()
        (self.hands / "addresses").write_text(str(address) if address else "", encoding="utf-8")
        self.cable = CabledPod(folder / "pod", self.flash, hands=self.hands)
        self.dead: set[Slot] = set()
        self.lines: list[str] = []
        self.edges: list[PinEdge] = []
        self.now = 0.0
        self.chip: Chip = Ssd1306()
        self.upside_down = False

    def open(self) -> None:
        """The pod gives its console."""
        self.devices = PodWalk(str(self.cable.path))
        places = (self.devices.board.place,)
        if places[0].oled is not None:
            self.chip = FAKES[places[0].oled.driver]()
        self.pins: dict[Slot, int] = slots_of(places[0])
        words = pod_words(places)
        self.session = WalkSession(places, self.devices, words, speaker("en", {}), self.lines.append, pod=True)

    def walk(self) -> None:
        """To the end, doing what one is told."""
        self.session.begin(self.devices.listen(self.edges.append), self.now)
        for _ in range(120):
            if self.session.over:
                return
            self._react()
        raise AssertionError(f"it does not end: {self.lines[-4:]}")

    @property
    def verdicts(self) -> dict[str, str]:
        """Parts that are not right."""
        found = {step.line: finding.verdict for step, finding in self.session.findings.items()}
        return {part: verdict for part, verdict in found.items() if verdict != "right"}

    def close(self) -> None:
        self.devices.close()
        self.cable.unplug()

    def _react(self) -> None:
        step, prompt = self.session.step, self.session.prompt
        assert step is not None
        if prompt.choices:
            self._answer(step.line)
            return
        if (prompt.patience or 0) > 10:
            self._turn(back=prompt.text == BACK) if step.line == "encoder" else self._press((1, step.line))
        self.devices.fetch()
        self.devices.fetch()
        heard = bool(self.edges)
        while self.edges:
            self.session.edge(self.edges.pop(0), self.now)
        if not heard or not self.session.prompt.choices:
            self.now += (self.session.prompt.patience or 0) + 0.05
            self.session.tick(self.now)

    def _press(self, slot: Slot) -> None:
        if slot not in self.dead:
            self._move([(self.pins[slot], 0), (self.pins[slot], 1)])

    def _turn(self, *, back: bool) -> None:
        ends = ("b", "a") if back else ("a", "b")
        states = [(end, level) for level in (0, 1) for end in ends if (1, end) not in self.dead]
        self._move([(self.pins[1, end], level) for end, level in states])

    def _move(self, moves: list[tuple[int, int]]) -> None:
        with (self.hands / "edges").open("a", encoding="utf-8") as file:
            file.write("".join(f"{pin} {level}\n" for pin, level in moves))

    def _answer(self, line: str) -> None:
        text = self.session.prompt.text
        if line == "display" and text == HOW:
            self._type("3")
        elif line == "display" and text == WHICH_WAY:
            self._type("1")
        elif line == "display" and text == UPRIGHT:
            self._look()
            self._type("y" if self.chip.inverted_rows != self.upside_down else "n")
        elif line == "display":
            self._look()
            lit = self.chip.on and any(any(row) for row in self.chip.memory)
            whole = text != FRAME or self.chip.seen().getpixel((126, 30))
            self._type("y" if lit and whole else "n")
        elif line == "light":
            seen = self._colour()
            if text in (SHINES, IS_DARK):
                self._type("y" if (seen == "nothing") == (text == IS_DARK) else "n")
            elif text == WHICH:
                self._type(str(list(SEEN).index(seen) + 1))
            else:
                assert text is not None
                self._type("y" if text.args["colour"] == SEEN[seen] else "n")
        elif line == "buzzer":
            puts = [value for kind, pin, value in self._seen() if (kind, pin) == ("put", self.pins[1, "buzzer"])]
            self._type("y" if any(puts) and not puts[-1] else "n")
        else:
            self._type("n")

    def _type(self, line: str) -> None:
        self.session.typed(line, self.now)

    def _seen(self) -> list[list[Any]]:
        return [json.loads(line) for line in (self.hands / "seen").read_text(encoding="utf-8").splitlines()]

    def _look(self) -> None:
        """What is on the glass by now."""
        self.chip = type(self.chip)()
        for kind, _, data in self._seen():
            if kind == "bus":
                control, *rest = bytes.fromhex(data)
                (self.chip.data if control == 0x40 else self.chip.command)(rest)

    def _colour(self) -> str:
        """Which colour shines, by how the lamp is wired in truth."""
        last = {(kind, pin): value for kind, pin, value in self._seen()}
        names = ("red", "green", "blue")
        if self.pins[1, "red"] >= CHAINED:
            data = next(value for (kind, _), value in reversed(last.items()) if kind == "lit")
            lit = [name for name in names if data[2 * (self.pins[1, name] - CHAINED) :][:2] != "00"]
        else:
            lit = [name for name in names if last.get(("put", self.pins[1, name]))]
        return lit[0] if len(lit) == 1 else "white" if lit else "nothing"
