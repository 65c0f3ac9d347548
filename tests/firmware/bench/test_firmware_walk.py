"""``companion pods walk``'s program on the genuine interpreter, over mpremote's own transport: swapped, moved and dead
parts are found, and the pod's file is put right.
"""

from __future__ import annotations

import signal
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from subprocess import PIPE, STDOUT, Popen
from typing import Any

import pytest

from hardware.pods import discovery
from hardware.ports import Fault
from hardware.walk.pod_board import PodFileError, read_board
from hardware.walk.pod_walk import PodWalk
from hardware.walk.raw_console import PodConsoleError
from tests.firmware.bench.cabled_pod import CabledPod
from tests.firmware.bench.walked_pod import WalkedPod
from tests.fresh_program import COMPANION

pytestmark = [pytest.mark.long, pytest.mark.node]


@pytest.fixture
def pod(tmp_path: Path) -> Iterator[Callable[..., WalkedPod]]:
    made: list[WalkedPod] = []

    def make(**given: Any) -> WalkedPod:
        made.append(WalkedPod(tmp_path, **given))
        made[-1].open()
        return made[-1]

    yield make
    for one in made:
        one.close()


@pytest.mark.parametrize("board", ["pico", "pico_w", "rp2040_zero"])
def test_a_pod_that_is_wired_right(pod: Callable[..., WalkedPod], board: str) -> None:
    walked = pod(board=board)
    walked.walk()
    assert walked.verdicts == {}, walked.lines
    assert len(walked.session.findings) == 8
    assert walked.session.wired == walked.session.originals


def test_keys_that_are_swapped_and_one_in_another_hole(pod: Callable[..., WalkedPod]) -> None:
    walked = pod()
    walked.pins[1, "ok"], walked.pins[1, "back"] = 11, 10
    walked.pins[1, "peek"] = 9
    walked.walk()
    assert walked.verdicts == {"ok": "corrected", "back": "corrected", "peek": "corrected"}
    assert any("swapped with Pod, OK: it is at GP10." in line for line in walked.lines)
    assert any("it is at GP9, not at GP12." in line for line in walked.lines)
    walked.devices.write(walked.devices.text(walked.session.wired[0], "found"))
    text = (walked.devices._console.run("print(open('pins.py').read())")).replace("\r\n", "\n")
    assert 'KEYS = {"ok": 11, "back": 10, "peek": 9}' in text
    assert 'DISPLAY = {"i2c": 0, "sda": 4, "scl": 5, "address": 0x3C, "chip": "ssd1306"' in text
    assert read_board(text, "it").place == walked.session.wired[0]


def test_a_dead_key_and_a_display_that_is_not_there(pod: Callable[..., WalkedPod]) -> None:
    walked = pod(address=0)
    walked.dead.add((1, "peek"))
    walked.walk()
    assert walked.verdicts == {"peek": "faulty", "display": "faulty"}
    assert any("measure between GP12 and ground" in line for line in walked.lines)
    assert any("nor does anything else on its bus" in line for line in walked.lines)


def test_a_display_at_the_other_address(pod: Callable[..., WalkedPod]) -> None:
    walked = pod(address=0x3D)
    walked.walk()
    assert walked.verdicts == {"display": "corrected"}
    assert '"address": 0x3D' in walked.devices.text(walked.session.wired[0], "")


def test_a_display_that_stands_on_its_head(pod: Callable[..., WalkedPod]) -> None:
    walked = pod()
    walked.upside_down = True
    walked.walk()
    assert walked.verdicts == {"display": "corrected"}
    assert '"rotate": 180' in walked.devices.text(walked.session.wired[0], "")


def test_an_encoder_that_turns_the_wrong_way_and_another_order_of_colours(pod: Callable[..., WalkedPod]) -> None:
    walked = pod(board="pico_w")
    walked.pins[1, "a"], walked.pins[1, "b"] = walked.pins[1, "b"], walked.pins[1, "a"]
    walked.pins[1, "red"], walked.pins[1, "green"] = walked.pins[1, "green"], walked.pins[1, "red"]
    walked.walk()
    assert walked.verdicts == {"encoder": "corrected", "light": "corrected"}
    text = walked.devices.text(walked.session.wired[0], "")
    assert 'ENCODER = {"a": 14, "b": 13, "push": 15, "half": False}' in text
    assert '"order": "RGB"' in text


def test_red_and_blue_at_pins_that_are_swapped(pod: Callable[..., WalkedPod]) -> None:
    walked = pod()
    walked.pins[1, "red"], walked.pins[1, "blue"] = walked.pins[1, "blue"], walked.pins[1, "red"]
    walked.walk()
    assert walked.verdicts == {"light": "corrected"}
    assert '"red": 20, "green": 19, "blue": 18' in walked.devices.text(walked.session.wired[0], "")


def test_the_command_writes_the_pins_to_the_pod_and_it_says_hello(tmp_path: Path) -> None:
    """As a process: somebody presses, and answers on its input."""
    walked = WalkedPod(tmp_path)
    before = (walked.flash / "pins.py").read_text(encoding="utf-8")
    given = ["--data", str(tmp_path / "data"), "--language", "en"]
    command = [*COMPANION, "pods", "walk", str(walked.cable.path), *given]
    said: list[str] = []
    with Popen(command, stdin=PIPE, stdout=PIPE, stderr=STDOUT, text=True) as program:
        assert program.stdin is not None
        assert program.stdout is not None
        for line in program.stdout:
            said.append(line.rstrip())
            if "press it once" in line or "Press the same key once more" in line:
                part = next(step for step in reversed(said) if step.startswith("["))
                pin = {"OK": 11, "Back": 10, "Peek": 12, "Knob pressed": 15}[part.split("Pod, ")[1].split(" (")[0]]
                walked._move([(pin, 0), (pin, 1)])
            elif "?" in line or "clockwise" in line:
                program.stdin.write("y\n" if "?" in line else "skip\n")
                program.stdin.flush()
        assert program.wait(30) == 0, said
    told = "\n".join(said)
    assert "5 of 8 are right." in told
    assert "Pod, Back: swapped with Pod, OK: it is at GP10." in told
    assert "firmware 1.1.0" in said[-1], said
    copy = tmp_path / "data" / "pods" / "e66058388b4a2c21.py"
    assert 'KEYS = {"ok": 11, "back": 10, "peek": 12}' in copy.read_text(encoding="utf-8")
    assert (walked.flash / "pins.py").read_text(encoding="utf-8") == copy.read_text(encoding="utf-8")
    assert copy.with_name("e66058388b4a2c21-before.py").read_text(encoding="utf-8") == before
    walked.cable.unplug()


def test_a_part_that_cannot_be_driven_is_a_fault_and_the_walk_goes_on(pod: Callable[..., WalkedPod]) -> None:
    walked = pod()
    walked.devices.listen(walked.edges.append)
    fault = walked.devices._driven("raise ValueError('no such pin')")
    assert fault == Fault("broken", f"the pod at {walked.cable.path} says: ValueError: no such pin")
    assert walked.devices.shine(walked.devices.board.place, {"red"}) is None


@pytest.mark.parametrize(("number", "code"), [(signal.SIGTERM, 128 + signal.SIGTERM), (signal.SIGHUP, 128 + 1)])
def test_a_pod_gets_its_firmware_back_when_the_walk_is_ended(tmp_path: Path, number: int, code: int) -> None:
    walked = WalkedPod(tmp_path)
    before = (walked.flash / "pins.py").read_bytes()
    said, ended = walk_until_pressed(walked, tmp_path, lambda program: program.send_signal(number))
    assert ended == code, said
    path = str(walked.cable.path)
    deadline = time.monotonic() + discovery.RESTART
    while discovery.ask([path], time.monotonic)[0].hello is None:
        assert time.monotonic() < deadline, "it does not say hello"
    assert (walked.flash / "pins.py").read_bytes() == before
    walked.cable.unplug()


def test_what_was_found_is_said_when_the_pod_is_unplugged(tmp_path: Path) -> None:
    walked = WalkedPod(tmp_path)
    said, ended = walk_until_pressed(walked, tmp_path, lambda _: walked.cable.unplug())
    assert ended == 1, said
    assert "0 of 8 are right." in "".join(said)
    assert "does not answer any more" in said[-1]


def walk_until_pressed(walked: WalkedPod, folder: Path, then: Callable[[Popen[str]], None]) -> tuple[list[str], int]:
    """The command up to its first instruction, at which something happens; what it said, and its exit code."""
    given = ["--data", str(folder / "data"), "--language", "en"]
    command = [*COMPANION, "pods", "walk", str(walked.cable.path), *given]
    said: list[str] = []
    with Popen(command, stdin=PIPE, stdout=PIPE, stderr=STDOUT, text=True) as program:
        assert program.stdout is not None
        for line in program.stdout:
            said.append(line)
            if "press it once" in line:
                then(program)
        return said, program.wait(30)


def test_a_bare_pod_is_told_to_be_flashed_first(tmp_path: Path) -> None:
    walked = WalkedPod(tmp_path)
    walked.cable.unplug()
    for file in ("pins.py", "main.py"):
        (walked.flash / file).unlink()
    cable = CabledPod(tmp_path / "bare", walked.flash)
    with pytest.raises(PodFileError, match="flash it first"):
        PodWalk(str(cable.path))
    cable.unplug()
    with pytest.raises(PodConsoleError, match="does not give its console"):
        PodWalk(str(tmp_path / "nothing"))


def test_a_pod_that_is_unplugged_ends_the_walk_with_a_word(tmp_path: Path) -> None:
    walked = WalkedPod(tmp_path)
    walked.open()
    walked.devices.listen(walked.edges.append)
    walked.cable.unplug()
    with pytest.raises(PodConsoleError, match="does not answer any more"):
        walked.devices.fetch()
    walked.devices.restart()
