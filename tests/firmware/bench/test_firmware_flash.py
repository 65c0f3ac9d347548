"""``companion pods flash`` and ``name`` with mpremote itself, at the console of MicroPython itself."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from companion.cli import main
from hardware.pods.flashing import pod_files
from tests.firmware.bench.bench import FIRMWARE
from tests.firmware.bench.cabled_pod import CabledPod
from tests.firmware.pty_pod import until
from tests.working_copy import copied, typed

pytestmark = [pytest.mark.long, pytest.mark.node]


@pytest.fixture
def flash(tmp_path: Path) -> Path:
    """The files of a pod on which nothing is yet but MicroPython."""
    folder = tmp_path / "flash"
    folder.mkdir()
    return folder


@pytest.fixture
def pod(tmp_path: Path, flash: Path) -> Iterator[CabledPod]:
    cabled = CabledPod(tmp_path / "pod", flash)
    yield cabled
    cabled.unplug()


def call(*words: str, data: Path) -> Result:
    return CliRunner().invoke(main, ["pods", words[0], "--data", str(data), "--language", "en", *words[1:]])


def test_a_bare_board_becomes_a_pod_is_named_and_flashed_anew(pod: CabledPod, flash: Path, tmp_path: Path) -> None:
    path = str(pod.path)
    said = call("flash", path, data=tmp_path)
    assert said.exit_code == 1
    assert "does not know its pins yet" in said.output
    said = call("flash", path, "--board", "rp2040_zero", data=tmp_path)
    assert said.exit_code == 0, said.output
    assert "firmware 1.1.0, another chip, number e66058388b4a2c21" in said.output
    for name, file in pod_files().items():
        assert (flash / name).read_bytes() == file.read_bytes(), name
    board = (FIRMWARE / "boards" / "rp2040_zero.py").read_bytes()
    assert (flash / "pins.py").read_bytes() == board

    said = call("name", path, "west", data=tmp_path)
    assert said.exit_code == 0, said.output
    said = call("flash", path, data=tmp_path)
    assert said.exit_code == 0, said.output
    assert f"{path}: west, firmware 1.1.0" in said.output, "it runs, gives its console to the tool, and keeps its name"
    assert (flash / "pins.py").read_bytes() == board


def test_a_bare_board_becomes_a_pod_by_hand(pod: CabledPod, flash: Path, tmp_path: Path) -> None:
    """As firmware/README.md shows it; ``connect`` says which line, where mpremote cannot find it by itself."""
    folder = copied(tmp_path / "copy")
    for command in (
        "mpremote connect {} resume fs mkdir :pod",
        "mpremote connect {} resume fs cp firmware/pod/*.py hardware/display_chips.py :pod/",
        "mpremote connect {} resume fs cp firmware/pod/main.py :main.py",
        "mpremote connect {} resume fs cp firmware/pod/boards/pico.py :pins.py",
        "echo north > name.txt; mpremote connect {} resume fs cp name.txt :name.txt",
        "mpremote connect {} resume reset",
    ):
        done = typed(command.format(pod.path), folder)
        assert done.returncode == 0, done.stderr or done.stdout
    wanted = {f"pod/{file.name}": file for file in FIRMWARE.glob("*.py")}
    wanted["pod/display_chips.py"] = folder / "hardware" / "display_chips.py"
    wanted |= {"main.py": FIRMWARE / "main.py", "pins.py": FIRMWARE / "boards" / "pico.py"}
    wanted["name.txt"] = folder / "name.txt"
    until(lambda: all((flash / name).is_file() for name in wanted))
    for name, file in wanted.items():
        assert (flash / name).read_bytes() == file.read_bytes(), name
