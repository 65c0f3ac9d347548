"""``companion pods``: at pods on pseudo-terminals, and at lines where there is none."""

from __future__ import annotations

import json
import subprocess
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from queue import SimpleQueue

import pytest
from click.testing import CliRunner, Result

from companion.cli import main
from companion.commands.doctor.device_checks import ManualTrial
from companion.plays.log.log_file import open_log
from hardware.pods import discovery, flashing
from hardware.ports import Event
from tests.firmware.pod_model import HELLO, PodModel
from tests.firmware.pty_pod import PtyPod, until

Plug = Callable[..., PtyPod]


@pytest.fixture
def plug(tmp_path: Path) -> Iterator[Plug]:
    cables: list[PtyPod] = []

    def plugged(name: str, number: int, **changes: object) -> PtyPod:
        hello = replace(HELLO, pod=bytes([number] * 8), name=name, **changes)  # type: ignore[arg-type]
        cable = PtyPod(tmp_path / f"line-{number}", PodModel(hello))
        cable.plug()
        cables.append(cable)
        return cable

    yield plugged
    for cable in cables:
        cable.unplug()


@pytest.fixture
def call(tmp_path: Path) -> Callable[..., Result]:
    """``companion pods`` at a table to which pods come, where seat 2 is that of a socket."""
    profile = tmp_path / "table.toml"
    fixed = f'[[seat]]\nnumber = 2\npod = "{tmp_path}/line-2"\n'
    profile.write_text(f'name = "t"\nkind = "pi"\npods = ["{tmp_path}/line-*"]\n{fixed}', encoding="utf-8")
    (tmp_path / "data").mkdir()

    def called(*words: str) -> Result:
        given = ["--profile", str(profile), "--data", str(tmp_path / "data"), "--language", "en"]
        return CliRunner().invoke(main, ["pods", words[0], *given, *words[1:]])

    return called


def test_every_line_is_listed_with_who_is_there(plug: Plug, call: Callable[..., Result], tmp_path: Path) -> None:
    plug("north", 1)
    plug("", 2, board=2)
    plug("old", 3, low=0, high=0)
    log = open_log(tmp_path / "data" / "companion.db")
    log.settings.put("pods", {"01" * 8: 4})
    log.close()
    said = call("list")
    assert said.exit_code == 0, said.output
    lines = {line.split(":")[0]: line for line in said.output.splitlines()}
    north = "north, firmware 0.9.0, RP2040, number 0101010101010101, at the seat of Seat 4"
    assert north in lines[f"{tmp_path}/line-1"]
    assert "0202, firmware 0.9.0, RP2350" in lines[f"{tmp_path}/line-2"]
    assert "at the seat of Seat 2" in lines[f"{tmp_path}/line-2"]
    assert "older than this program" in lines[f"{tmp_path}/line-3"]
    rows = json.loads(call("list", "--json").output)
    assert [(row["name"], row["seat"], row["fault"]) for row in rows] == [
        ("", 2, ""),
        ("north", 4, ""),
        ("", None, "older"),
    ]


def test_of_two_pods_with_one_number_the_one_at_the_stored_line_has_the_seat(
    plug: Plug, call: Callable[..., Result], tmp_path: Path
) -> None:
    plug("north", 1)
    second = plug("south", 3)
    second.model.hello = replace(second.model.hello, pod=bytes([1] * 8))
    log = open_log(tmp_path / "data" / "companion.db")
    log.settings.put("pods", {"01" * 8: 4})
    log.settings.put("pod-lines", {"01" * 8: str(second.path)})
    log.close()
    rows = json.loads(call("list", "--json").output)
    assert [(row["name"], row["seat"]) for row in rows] == [("", 2), ("north", None), ("south", 4)]


def test_where_no_line_is_the_list_says_so(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(discovery, "USUAL", str(tmp_path / "none-*"))
    said = CliRunner().invoke(
        main, ["pods", "list", "--profile", "simulated", "--data", str(tmp_path), "--language", "en"]
    )
    assert said.output.strip() == "No serial line is here at which a pod could be."


@pytest.mark.parametrize("words", [("list",), ("name", "north", "south"), ("test", "north"), ("flash", "north")])
def test_an_open_table_holds_its_pods(words: tuple[str, ...], call: Callable[..., Result], tmp_path: Path) -> None:
    log = open_log(tmp_path / "data" / "companion.db")
    said = call(*words)
    log.close()
    assert said.exit_code == 1
    assert "A companion is running and holds the pods" in said.output


class Mpremote:
    """What mpremote was told; ``answers`` are its output and how it ended."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch, *answers: tuple[str, str, int]) -> None:
        self.told: list[list[str]] = []
        self.files: dict[str, str] = {}
        self._answers = list(answers)
        monkeypatch.setattr(flashing, "_run", self._run)

    def _run(self, command: Sequence[str]) -> subprocess.CompletedProcess[str]:
        words = list(command[1:])
        assert words[:3] == ["-m", "mpremote", "connect"]
        assert words[4] == "resume"
        self.told.append([words[3], *(Path(word).name if "/" in word else word for word in words[5:])])
        for file in (Path(word) for word in words[5:] if word.startswith("/")):
            for each in sorted(file.rglob("*")) if file.is_dir() else [file]:
                self.files[each.name] = each.read_text(encoding="utf-8")
        out, err, code = self._answers.pop(0) if self._answers else ("", "", 0)
        return subprocess.CompletedProcess(command, code, out, err)


def test_flashing_copies_the_firmware_and_waits_for_the_hello(
    plug: Plug, call: Callable[..., Result], monkeypatch: pytest.MonkeyPatch
) -> None:
    cable, mpremote = plug("north", 1), Mpremote(monkeypatch)
    said = call("flash", "north", "--board", "pico")
    assert said.exit_code == 0, said.output
    assert mpremote.told == [[str(cable.path), "fs", "cp", "-r", "pod", "pins.py", "main.py", ":", "+", "reset"]]
    sources = Path(__file__).parents[2] / "firmware" / "pod"
    wanted = {file.name for file in sources.glob("*.py")} | {"display_chips.py", "pins.py"}
    assert mpremote.files.keys() == wanted
    assert mpremote.files["pins.py"] == (sources / "boards" / "pico.py").read_text(encoding="utf-8")
    assert "north, firmware 0.9.0" in said.output


def test_pins_stay_unless_a_board_is_said(
    plug: Plug, call: Callable[..., Result], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    cable = plug("north", 1)
    mpremote = Mpremote(monkeypatch, ("['main.py', 'pins.py', 'pod']\n", "", 0))
    assert call("flash", str(cable.path)).exit_code == 0
    assert "pins.py" not in mpremote.told[1]
    mpremote = Mpremote(monkeypatch, ("[]\n", "", 0))
    said = call("flash", "0101")
    assert said.exit_code == 1
    assert "say which board it is, pico, pico_w, rp2040_zero, or the path" in said.output
    own = tmp_path / "mine.py"
    own.write_text("KEYS = {}\n", encoding="utf-8")
    mpremote = Mpremote(monkeypatch)
    assert call("flash", "north", "--board", str(own)).exit_code == 0
    assert mpremote.files["pins.py"] == "KEYS = {}\n"
    assert "there is no board nano" in call("flash", "north", "--board", "nano").output


def test_a_name_is_written_and_a_bad_one_refused(
    plug: Plug, call: Callable[..., Result], monkeypatch: pytest.MonkeyPatch
) -> None:
    plug("north", 1)
    mpremote = Mpremote(monkeypatch)
    said = call("name", "north", "süd")
    assert "north, firmware 0.9.0" in said.output, "what the pod says of itself when it is back"
    assert mpremote.files == {"name.txt": "süd\n"}
    for bad in ("", "a name that is too long", "ä" * 9, "a\tb"):
        assert call("name", "north", bad).exit_code == 1
    assert len(mpremote.told) == 1


def test_what_goes_wrong_is_said(plug: Plug, call: Callable[..., Result], monkeypatch: pytest.MonkeyPatch) -> None:
    plug("north", 1)
    Mpremote(monkeypatch, ("", "mpremote: failed to access it (it may be in use by another program)\n", 1))
    said = call("flash", "north", "--board", "pico")
    assert said.exit_code == 1
    assert "in use by another program" in said.output
    assert "there is no pod 'south' here, or more than one; there are north" in call("name", "south", "x").output
    monkeypatch.undo()
    monkeypatch.setattr(flashing, "find_spec", lambda _: None)
    assert "pip install 'table-companion[flash]'" in call("flash", "north", "--board", "pico").output


def test_a_pod_is_tried_out_by_hand(plug: Plug, call: Callable[..., Result], monkeypatch: pytest.MonkeyPatch) -> None:
    cable = plug("north", 1)
    begin, wait = ManualTrial.begin, ManualTrial.wait

    def begun(trial: ManualTrial) -> Iterator[str]:
        yield from begin(trial)
        cable.tap("back")

    def until_pressed(trial: ManualTrial, heard: SimpleQueue[Event]) -> Iterator[str]:
        lines = list(wait(trial, heard))
        yield from lines
        if any("pressed" in line for line in lines):
            raise KeyboardInterrupt

    monkeypatch.setattr(ManualTrial, "begin", begun)
    monkeypatch.setattr(ManualTrial, "wait", until_pressed)
    said = call("test", "north")
    assert said.exit_code == 0, said.output
    for words in ("it shows a frame", "it shines now", "it sounded", "Back", "pressed."):
        assert words in said.output
    until(lambda: cable.model.session is None)


def test_a_pod_that_does_not_come_back_is_told_of(
    plug: Plug, call: Callable[..., Result], monkeypatch: pytest.MonkeyPatch
) -> None:
    cable = plug("north", 1)
    Mpremote(monkeypatch)
    monkeypatch.setattr(discovery, "RESTART", 0.2)
    monkeypatch.setattr(discovery.ask, "__defaults__", (0.1,))
    cable.silent = True
    assert "does not say hello" in call("flash", str(cable.path), "--board", "pico").output
