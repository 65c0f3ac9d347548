"""``companion doctor --walk`` as it is typed: what it prints, the profile it writes, and that a table runs with it."""

from __future__ import annotations

import os
import signal
from collections.abc import Callable
from pathlib import Path
from subprocess import PIPE, STDOUT, Popen

import pytest
from click.testing import CliRunner, Result

from companion.app import build
from companion.cli import main
from companion.commands.doctor import walk_table
from companion.commands.doctor.walk_summary import wrapped
from companion.config import Config
from companion.locale import speaker
from companion.profiles import own_profile, read_profile
from companion.toml_settings import ConfigError
from companion.walk.steps.display_step import NO_ANSWER
from companion.walk.steps.output_steps import LAMP_TO_GROUND
from companion.walk.walk_words import TURNED_SWITCH
from hardware.pi.pi_table import PiTable
from hardware.profile import Rgb
from tests.fresh_program import COMPANION
from tests.hardware.fake_displays import Buses, Ssd1306
from tests.hardware.headers import TimedFactory
from tests.hardware.walked_table import TABLE, WalkedTable, swapped

Walk = Callable[..., Result]


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "small.toml"
    path.write_text(TABLE, encoding="utf-8")
    return path


@pytest.fixture
def walk(
    tmp_path: Path, file: Path, mock: TimedFactory, buses: Buses, monkeypatch: pytest.MonkeyPatch
) -> Callable[..., Result]:
    """The command with somebody at the table whose wires may be swapped, and who says yes at the end."""

    def call(*words: str, wrong: Callable[[WalkedTable], None] = lambda _: None, ends: str = "y") -> Result:
        hands = WalkedTable(tmp_path, mock, buses)
        wrong(hands)

        class AtTable:
            """Stands in for the loop: the hands act, time is theirs."""

            def __init__(self, session: object, devices: object, typed: object, clock: object) -> None:
                hands.session, hands.devices = session, devices  # type: ignore[assignment]

            def begin(self) -> bool:
                hands.begin()
                return True

            def run(self) -> None:
                for _ in range(400):
                    if hands.session.over:
                        return
                    if hands.session.step is None:
                        hands.type(ends)
                    else:
                        hands.react()
                raise AssertionError("it does not end")

        monkeypatch.setattr("companion.commands.doctor.walk_summary.WalkLoop", AtTable)
        monkeypatch.setattr(walk_table, "drive_for_walk", lambda *_: hands.devices)
        line = ["doctor", "--walk", "--profile", str(file), "--data", str(tmp_path / "data"), *words]
        return CliRunner(env={"LANG": "en_GB.UTF-8", "PORT": ""}).invoke(main, line)

    return call


def mixed_up(hands: WalkedTable) -> None:
    swapped(hands.truth, [((0, "ok"), (0, "back")), ((2, "red"), (2, "green"))])
    hands.truth.dead.add((2, "peek"))


def test_a_table_that_is_right_needs_no_other_profile(walk: Walk, tmp_path: Path) -> None:
    said = walk()
    assert said.exit_code == 0, said.output
    assert "10 of 10 are right." in said.output
    assert said.output.endswith("The profile small is right as it is.\n")
    assert not (tmp_path / "data" / "profiles").exists()


def test_a_dead_part_changes_no_profile_and_is_not_called_right(walk: Walk, tmp_path: Path) -> None:
    said = walk(wrong=lambda hands: hands.truth.dead.add((2, "peek")))
    assert said.exit_code == 0, said.output
    assert said.output.endswith("Nothing that was found changes the profile small.\n")
    assert not (tmp_path / "data" / "profiles").exists()


def test_what_was_found_is_written_and_a_table_runs_with_it(walk: Walk, tmp_path: Path, file: Path) -> None:
    said = walk(wrong=mixed_up)
    assert said.exit_code == 0, said.output
    assert "6 of 10 are right." in said.output
    assert "Seat 2, Peek: dead: nothing was heard." in said.output
    assert said.output.endswith("Written. Open the table: companion run --profile my-small\n")
    written = tmp_path / "data" / "profiles" / "my-small.toml"
    text = written.read_text(encoding="utf-8")
    assert text.startswith("# From the profile small, as companion doctor --walk found this table.\n")
    assert "# back: swapped with Panel, OK: it is at pin 26, header 37.\n" in text
    walked = read_profile("my-small", tmp_path / "data")
    assert walked.name == "my-small"
    assert dict(walked.places()[0].keys) == {"ok": 16, "back": 26}
    assert walked.seats[0].light == Rgb(24, 23, 25)
    app = build(Config(profile="my-small", data=str(tmp_path / "data")), synchronous="OFF")
    app.close()
    with pytest.raises(ConfigError, match=r"nor an own one \(my-small\) nor a file"):
        read_profile("mine", tmp_path / "data")


def test_no_profile_is_written_over_without_asking(walk: Walk, tmp_path: Path, file: Path) -> None:
    assert "my-small" in walk(wrong=mixed_up).output
    first = own_profile("my-small", tmp_path / "data").read_bytes()
    assert "my-small-2" in walk(wrong=mixed_up).output, "a new one each time"
    refused = walk("--save", "my-small", ends="n")
    assert "my-small.toml is there already. Write it anew?" in refused.output
    assert own_profile("my-small", tmp_path / "data").read_bytes() == first
    taken = walk("--save", "my-small")
    assert taken.exit_code == 0, taken.output
    assert dict(read_profile("my-small", tmp_path / "data").places()[0].keys)["ok"] == 26


@pytest.mark.parametrize("width", [40, 80])
@pytest.mark.parametrize("language", ["en", "es"])
def test_lines_are_broken_between_words_at_a_narrow_terminal(width: int, language: str) -> None:
    spoken = speaker(language, {}).say
    lines = ["   " + spoken(text) for text in (TURNED_SWITCH, NO_ANSWER, LAMP_TO_GROUND)]
    for line in [*lines, "[10/10] Seat 2, Lamp (pin 23, header 16; pin 24, header 18; pin 25, header 22)"]:
        broken = wrapped(line, width).splitlines()
        assert (len(broken) > 1) == (len(line) > width)
        assert max(map(len, broken)) <= width
        assert " ".join(part.strip() for part in broken) == line.strip()
        assert all(part.startswith(" " * (len(line) - len(line.lstrip()) + 3)) for part in broken[1:])
    assert "/a/very/long/path" * 9 in wrapped(f"Write the profile my-small ({'/a/very/long/path' * 9})?", width)


@pytest.mark.parametrize("name", ["pi-panel", "../small", "a/b", "small.toml", ""])
def test_a_name_that_cannot_be_an_own_one(walk: Walk, name: str, tmp_path: Path) -> None:
    with pytest.raises(ConfigError, match="needs a name of its own"):
        own_profile(name, tmp_path)
    if name:
        said = walk("--save", name)
        assert said.exit_code == 1
        assert "needs a name of its own" in said.output


@pytest.mark.parametrize(
    ("name", "own"), [("Küche im Keller", "my-K-che-im-Keller"), ("x" * 200, "my-" + "x" * 50), ("é", "my-table")]
)
def test_any_name_of_a_profile_gives_an_own_one(walk: Walk, file: Path, tmp_path: Path, name: str, own: str) -> None:
    file.write_text(TABLE.replace('"small"', f'"{name}"'), encoding="utf-8")
    said = walk(wrong=mixed_up)
    assert said.exit_code == 0, said.output
    assert read_profile(own, tmp_path / "data").name == own


def test_what_cannot_be_written_is_printed(walk: Walk, file: Path, tmp_path: Path) -> None:
    (tmp_path / "data").mkdir()
    (tmp_path / "data" / "profiles").write_text("no folder", encoding="utf-8")
    said = walk(wrong=mixed_up)
    assert said.exit_code == 1
    assert "keys = {ok = 16, back = 26}" in said.output
    assert said.output.splitlines()[-1].startswith("Error: ")


def test_a_simulated_table_and_one_of_pods_are_not_walked(tmp_path: Path) -> None:
    for profile, why in (("simulated", "The table is simulated"), ("pods", "For a pod: companion pods walk")):
        line = ["doctor", "--walk", "--profile", profile, "--data", str(tmp_path)]
        said = CliRunner(env={"LANG": "en", "PORT": ""}).invoke(main, line)
        assert said.exit_code == 1
        assert why in said.output


def test_ways_that_exclude_each_other_are_refused(tmp_path: Path, file: Path) -> None:
    for pair in (["--walk", "--by-hand"], ["--walk", "--json"], ["--by-hand", "--json"]):
        line = ["doctor", *pair, "--profile", str(file), "--data", str(tmp_path / "data")]
        said = CliRunner(env={"LANG": "en", "PORT": ""}).invoke(main, line)
        assert (said.exit_code, "go one at a time" in said.output) == (1, True)


def test_a_running_companion_keeps_its_devices(tmp_path: Path, file: Path, mock: TimedFactory, buses: Buses) -> None:
    app = build(Config(profile=str(file), data=str(tmp_path / "data")), synchronous="OFF")
    line = ["doctor", "--walk", "--profile", str(file), "--data", str(tmp_path / "data")]
    said = CliRunner(env={"LANG": "en", "PORT": ""}).invoke(main, line)
    assert (said.exit_code, "A companion is running" in said.output) == (1, True)
    app.close()


def walk_process(file: Path, data: Path, language: str) -> Popen[str]:
    """A walk on mock pins; what it says is on its output, what is typed goes to its input."""
    mocked = {"GPIOZERO_PIN_FACTORY": "mock", "GPIOZERO_MOCK_PIN_CLASS": "mockpwmpin"}
    return Popen(
        [*COMPANION, "doctor", "--walk", "--save", "mine", "--profile", str(file), "--data", str(data)],
        stdin=PIPE,
        stdout=PIPE,
        stderr=STDOUT,
        text=True,
        env=os.environ | mocked | {"LANG": language, "PORT": ""},
    )


def test_as_a_process_on_mock_pins_answered_by_typing_and_ended_by_ctrl_c(tmp_path: Path, file: Path) -> None:
    """Nobody presses there; the displays are not there either, and Ctrl-C offers to write all the same."""
    said: list[str] = []
    with walk_process(file, tmp_path / "data", "es_ES.UTF-8") as program:
        assert program.stdin is not None
        assert program.stdout is not None
        answered: set[str] = set()
        for line in program.stdout:
            said.append(line.rstrip())
            if line.startswith("["):
                answered.clear()
            if line.startswith("[10/10]"):
                program.send_signal(signal.SIGINT)
            # On a slow machine a step says again what it waits for.
            elif line not in answered and ("?" in line or "una vez" in line or "un clic" in line):
                answered.add(line)
                program.stdin.write("sí\n" if "?" in line else "omitir\n")
                program.stdin.flush()
        assert program.wait(30) == 0, said
    told = "\n".join(said)
    assert "[1/10] Panel, OK (pin 26, conector 37)" in told, told
    assert "1 de 10 están bien." in told, "the buzzer was heard"
    assert read_profile("mine", tmp_path / "data").places()[0].buzzer == 12


@pytest.mark.parametrize(
    ("ends", "code", "told"),
    [
        (lambda program: program.stdin.close(), 0, "Write the profile mine"),
        (lambda program: program.send_signal(signal.SIGTERM), 128 + signal.SIGTERM, ""),
        (lambda program: program.send_signal(signal.SIGHUP), 128 + signal.SIGHUP, ""),
    ],
    ids=["end of the input", "shutdown", "dropped line"],
)
def test_it_ends_and_writes_nothing_when_nobody_is_there_any_more(
    tmp_path: Path, file: Path, ends: Callable[[Popen[str]], None], code: int, told: str
) -> None:
    with walk_process(file, tmp_path / "data", "en_GB.UTF-8") as program:
        assert program.stdout is not None
        said = []
        for line in program.stdout:
            said.append(line)
            if "press it once" in line:
                ends(program)
        assert program.wait(30) == code, said
    assert told in "".join(said)
    assert not (tmp_path / "data" / "profiles" / "mine.toml").exists()


def test_what_is_written_opens_as_a_wired_table(walk: Walk, tmp_path: Path, mock: TimedFactory, buses: Buses) -> None:
    walk("--save", "mine", wrong=mixed_up)
    buses.i2c[1, 0x3C] = Ssd1306()
    table = PiTable(read_profile("mine", tmp_path / "data"), lambda: 0.0, tmp_path)
    table.devices().mend()
    assert {wire.fault for wire in table.survey()} == {None}
    table.devices().close()
