"""Updating with real environments, real pip and real processes; only systemd is played by the test."""

from __future__ import annotations

import base64
import hashlib
import os
import subprocess
import sys
import zipfile
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest
from click.testing import CliRunner

import companion
from companion.cli import main
from companion.commands.machine import update as updating_command
from companion.commands.machine.release_host import LocalReleaseHost, _answers
from companion.keeping import version_update
from companion.keeping.releases import Releases, RollbackPoint
from companion.plays.log.log_file import open_log, open_read_only
from tests.plays.counter import begin
from tests.ports import free_port

pytestmark = pytest.mark.long

ROOT = Path(companion.__file__).parents[1]
SITE = f"lib/python{sys.version_info.major}.{sys.version_info.minor}/site-packages"
BROKEN = {"companion/app.py": 'raise SystemExit("the new version is broken")\n'}
CHECK = "hardware/library_check.py"
LACKING = {CHECK: (ROOT / CHECK).read_text(encoding="utf-8").replace('"cobs"', '"no_such_library"', 1)}
TIMID = {"companion/commands/run.py": (ROOT / "companion/commands/run.py").read_text(encoding="utf-8").replace(
    "    found = ", "    if '--port' not in sys.argv:\n        raise SystemExit(3)\n    found = ", 1)}  # fmt: skip
"""A version that passes every trial, and ends at once as a service."""


def wheel(folder: Path, version: str, changed: dict[str, str] | None = None) -> Path:
    """The program as it is, as a wheel of that version, with some files changed."""
    dist = f"table_companion-{version}.dist-info"
    path = folder / f"table_companion-{version}-py3-none-any.whl"
    files: dict[str, bytes] = {}
    for package in ("companion", "hardware", "web"):
        for file in (ROOT / package).rglob("*"):
            if file.is_file() and "__pycache__" not in file.parts and file.suffix != ".compiled":
                files[str(file.relative_to(ROOT))] = file.read_bytes()
    files |= {name: text.encode() for name, text in (changed or {}).items()}
    files[f"{dist}/METADATA"] = f"Metadata-Version: 2.1\nName: table-companion\nVersion: {version}\n".encode()
    files[f"{dist}/WHEEL"] = b"Wheel-Version: 1.0\nGenerator: test\nRoot-Is-Purelib: true\nTag: py3-none-any\n"
    files[f"{dist}/entry_points.txt"] = b"[console_scripts]\ncompanion = companion.cli:main\n"
    rows = [f"{name},sha256={_digest(content)},{len(content)}" for name, content in files.items()]
    files[f"{dist}/RECORD"] = "\n".join([*rows, f"{dist}/RECORD,,", ""]).encode()
    with zipfile.ZipFile(path, "w") as packed:
        for name, content in files.items():
            packed.writestr(name, content)
    return path


def _digest(content: bytes) -> str:
    return base64.urlsafe_b64encode(hashlib.sha256(content).digest()).rstrip(b"=").decode()


class Service(LocalReleaseHost):
    """A machine whose service is a process of the test."""

    def __init__(self, root: Path, data: Path) -> None:
        self.port = free_port()
        super().__init__(data.parent / "companion.toml", self.port)
        (data.parent / "companion.toml").write_text(f'port = {self.port}\ndata = "{data}"\nlanguage = "es"\n')
        self.root, self.data = root, data
        self.process: subprocess.Popen[bytes] | None = None

    def stop(self) -> None:
        if self.process is not None:
            self.process.terminate()
            self.process.wait(30)
            self.process = None

    def start(self) -> None:
        program = self.root / "current" / "bin" / "companion"
        command = [str(program), "--config", str(self.data.parent / "companion.toml"), "run"]
        environment = {key: value for key, value in os.environ.items() if key not in ("PORT", "PYTHONPATH")}
        self.process = subprocess.Popen(
            command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, env=environment, cwd=self.data
        )


@pytest.fixture
def service(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Service]:
    """Version 0.9.0 installed, running, with a play in its log."""
    root, data = tmp_path / "opt", tmp_path / "data"
    data.mkdir()
    present = root / "versions" / "0.9.0"
    subprocess.run([sys.executable, "-m", "venv", str(present)], check=True)
    # What the companion needs of others is where the tests have it; the program itself comes from the wheel.
    (present / SITE / "others.pth").write_text(str(next(Path(sys.prefix).glob("lib/python3.*/site-packages"))))
    pip = [str(present / "bin" / "python"), "-m", "pip", "install", "--quiet", "--no-deps", "--force-reinstall"]
    subprocess.run([*pip, str(wheel(tmp_path, "0.9.0"))], check=True)
    (root / "current").symlink_to("versions/0.9.0")
    with closing(open_log(data / "companion.db")) as log:
        begin(log)
    made = Service(root, data)
    monkeypatch.setattr(updating_command, "LocalReleaseHost", lambda *_: made)
    monkeypatch.setattr(version_update, "PATIENCE", 20.0)
    made.start()
    assert _answers(made.port, 60)
    yield made
    made.stop()


def call(service: Service, *words: str) -> tuple[int, str]:
    config = str(service.data.parent / "companion.toml")
    result = CliRunner().invoke(main, ["--config", config, "update", "--root", str(service.root), *words])
    return result.exit_code, result.output


def version(service: Service) -> str:
    said = subprocess.run([str(service.root / "current/bin/companion"), "--version"], capture_output=True, text=True)
    return said.stdout.strip().rsplit(" ", 1)[-1]


def whole(service: Service) -> None:
    """The table answers, and what was played and set is as it was."""
    assert _answers(service.port, 30)
    assert 'language = "es"' in (service.data.parent / "companion.toml").read_text()
    with closing(open_read_only(service.data / "companion.db")) as log:
        assert len([play for play in log.plays() if play.status == "playing"]) == 1
    assert not list(service.data.glob(".trial*"))


def test_a_wheel_is_installed_gone_over_to_and_back(service: Service, tmp_path: Path) -> None:
    code, said = call(service, str(wheel(tmp_path, "1.0.0")))
    assert code == 0, said
    assert "Version 1.0.0 is the present one now." in said
    assert version(service) == "1.0.0"
    assert list((service.root / "current" / SITE / "web/templating/compiling/installed").glob("*.compiled"))
    whole(service)
    code, said = call(service, "--back")
    assert code == 0, said
    assert version(service) == "0.9.0"
    whole(service)


def test_a_broken_version_never_gets_as_far_as_the_table(service: Service, tmp_path: Path) -> None:
    process = service.process
    code, said = call(service, str(wheel(tmp_path, "1.0.0", BROKEN)))
    assert code == 1
    assert "does not open a table" in said
    assert "the new version is broken" in said
    assert version(service) == "0.9.0"
    assert service.process is process
    whole(service)
    assert [folder.name for folder in (service.root / "versions").iterdir()] == ["0.9.0"]


def test_a_version_without_a_library_of_the_pi_never_gets_as_far_as_the_table(service: Service, tmp_path: Path) -> None:
    (service.root / "current" / SITE / "gpiozero").mkdir()
    # It comes as a source only, so that the tests' own environment may be without it.
    (service.root / "current" / SITE / "spidev.py").write_text("")
    code, said = call(service, str(wheel(tmp_path, "1.0.0", LACKING)))
    assert code == 1
    assert "Libraries of devices are missing. no_such_library: No module named" in said
    assert version(service) == "0.9.0"
    whole(service)
    code, said = call(service, str(wheel(tmp_path, "1.0.0")))
    assert code == 0, said


def test_a_version_that_does_not_come_up_as_a_service_is_taken_back(service: Service, tmp_path: Path) -> None:
    code, said = call(service, str(wheel(tmp_path, "1.0.0", TIMID)))
    assert code == 1
    assert "It does not come up: going back." in said
    assert "The one before is back" in said
    assert version(service) == "0.9.0"
    whole(service)
    assert Releases(service.root).previous is None


def test_a_folder_of_wheels_or_a_number_is_enough(
    service: Service, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    wheels, index = tmp_path / "wheels", tmp_path / "index"
    others = {"others.pth": str(next(Path(sys.prefix).glob("lib/python3.*/site-packages")))}
    for folder, number in ((wheels, "0.1.9"), (index, "0.2.0")):
        folder.mkdir()
        wheel(folder, number, others)
    code, said = call(service, str(tmp_path / "wheels"))
    assert code == 0, said
    assert version(service) == "0.1.9"
    monkeypatch.setenv("PIP_NO_INDEX", "1")
    monkeypatch.setenv("PIP_FIND_LINKS", str(index))
    code, said = call(service, "0.2.0")
    assert code == 0, said
    assert version(service) == "0.2.0"
    whole(service)


def test_an_update_that_was_cut_off_is_undone(service: Service) -> None:
    releases = Releases(service.root)
    broken = service.root / "versions" / "9.9.9"
    (broken / "bin").mkdir(parents=True)
    (broken / "bin" / "companion").symlink_to("/bin/false")
    releases.set_rollback_point(RollbackPoint(service.root / "versions" / "0.9.0", service.data / "none.db"))
    releases.switch(broken)
    code, said = call(service, "--recover")
    assert code == 0, said
    assert "It does not come up: going back." in said
    assert version(service) == "0.9.0"
    whole(service)
    assert "There is nothing to go back from." in call(service, "--recover")[1]


def test_what_is_no_wheel_is_refused(service: Service, tmp_path: Path) -> None:
    (tmp_path / "notes.txt").write_text("no wheel")
    empty = tmp_path / "empty"
    empty.mkdir()
    for words, why in (
        ((str(tmp_path / "notes.txt"),), "is no wheel"),
        ((str(empty),), "There is no wheel"),
        (("nonsense!",), "neither a file"),
        ((), "Say what to install"),
        (("--with-copy", "1.0"), "Say what to install"),
        (("--back",), "no earlier version"),
    ):
        code, said = call(service, *words)
        assert code == 1
        assert why in said
    whole(service)
