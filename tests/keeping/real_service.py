"""A service with real environments, real pip and real processes; only systemd is played by the test."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

import pytest
from click.testing import CliRunner

from companion.cli import main
from companion.commands.machine import installed_table
from companion.commands.machine.release_host import LocalReleaseHost, _answers
from companion.keeping.versions import version_switch
from companion.plays.log.log_file import open_log, open_read_only
from tests.keeping.wheels import companion_wheel
from tests.plays.counter import begin
from tests.ports import free_port

SITE = f"lib/python{sys.version_info.major}.{sys.version_info.minor}/site-packages"


class Service(LocalReleaseHost):
    """A machine whose service is a process of the test."""

    def __init__(self, root: Path, data: Path) -> None:
        self.port = free_port()
        super().__init__(data.parent / "companion.toml", self.port, data.parent / "run")
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


@contextmanager
def installed_service(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Service]:
    """Version 0.9.0 installed, running, with a play in its log."""
    root, data = tmp_path / "opt", tmp_path / "data"
    data.mkdir()
    environment_with(root / "versions" / "0.9.0", companion_wheel(tmp_path, "0.9.0"))
    (root / "current").symlink_to("versions/0.9.0")
    with closing(open_log(data / "companion.db")) as log:
        begin(log)
    made = Service(root, data)
    monkeypatch.setattr(installed_table, "LocalReleaseHost", lambda *_: made)
    monkeypatch.setattr(version_switch, "PATIENCE", 20.0)
    made.start()
    assert _answers(made.port, 60)
    yield made
    made.stop()


def environment_with(folder: Path, wheel: Path) -> None:
    """Make an environment with the program of a wheel; what that needs of others is where the tests have it."""
    subprocess.run([sys.executable, "-m", "venv", str(folder)], check=True)
    (folder / SITE / "others.pth").write_text(str(next(Path(sys.prefix).glob("lib/python3.*/site-packages"))))
    pip = [str(folder / "bin" / "python"), "-m", "pip", "install", "--quiet", "--no-deps", "--force-reinstall"]
    subprocess.run([*pip, str(wheel)], check=True)


def call(service: Service, *words: str) -> tuple[int, str]:
    """``companion update``."""
    return command(service, ("update",), *words)


def command(service: Service, names: tuple[str, ...], *words: str, answer: str = "") -> tuple[int, str]:
    """A command that changes what is installed; ``answer`` is typed."""
    config = str(service.data.parent / "companion.toml")
    line = ["--config", config, *names, "--root", str(service.root), *words]
    result = CliRunner().invoke(main, line, input=answer)
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
