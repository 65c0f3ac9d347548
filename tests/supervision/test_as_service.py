"""``companion run`` as systemd starts it: told by a socket, given another, and never without a page."""

from __future__ import annotations

import json
import os
import signal
import socket
import subprocess
import sys
import time
import urllib.request
from collections.abc import Iterator
from pathlib import Path

import pytest

pytestmark = pytest.mark.long

PATIENCE = 60.0
BACKLOG = 128
"""Connections that may wait at systemd's socket: as in ``deploy/systemd``."""
RUN = "from companion.cli import main; main()"


class Service:
    """A process in the place of systemd's child. Port and socket are handed over; it is asked to show that it lives."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.heard = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
        self.heard.bind(str(folder / "notify"))
        self.heard.settimeout(PATIENCE)
        self.door = socket.create_server(("127.0.0.1", 0), backlog=BACKLOG)
        self.process: subprocess.Popen[str] | None = None

    def start(self, config: str, group: Path | str = os.devnull, before: str = "") -> None:
        """``group``: a file to which the process writes its id before it begins; ``before``: Python it runs first."""
        (self.folder / "companion.toml").write_text(config)
        state = self.folder / "state"
        state.mkdir(exist_ok=True)
        self.process = subprocess.Popen(
            ["bash", "-c", f'echo $$ > "$0"; exec 3<&{self.door.fileno()}; LISTEN_PID=$$ exec "$@"', str(group),
             sys.executable, "-c", before + RUN, "--config", str(self.folder / "companion.toml"), "run"],
            env=os.environ | {
                "NOTIFY_SOCKET": str(self.folder / "notify"), "WATCHDOG_USEC": "2000000", "LISTEN_FDS": "1",
                "STATE_DIRECTORY": str(state),
            },
            pass_fds=(self.door.fileno(),), stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
        )  # fmt: skip

    def until_ready(self) -> None:
        """What an earlier process said may still be there."""
        while not self.heard.recv(400).startswith(b"READY=1\n"):
            pass

    def page(self, path: str) -> str:
        port = self.door.getsockname()[1]
        with urllib.request.urlopen(f"http://127.0.0.1:{port}{path}", timeout=PATIENCE) as page:
            return str(page.read().decode())

    def end(self, how: signal.Signals) -> tuple[int, str]:
        """Exit code and what it printed."""
        assert self.process is not None
        self.process.send_signal(how)
        said, _ = self.process.communicate(timeout=PATIENCE)
        return self.process.returncode, said

    def close(self) -> None:
        if self.process is not None and self.process.poll() is None:
            self.process.kill()
            self.process.communicate()
        self.heard.close()
        self.door.close()


@pytest.fixture
def service(tmp_path: Path) -> Iterator[Service]:
    service = Service(tmp_path)
    yield service
    service.close()


def test_it_is_ready_lives_and_stops_without_telling_the_pin(service: Service) -> None:
    service.start('pin = "47114711"\nprofile = "sim-2"\n')
    service.until_ready()
    assert "Where do you sit?" in service.page("/")
    assert [service.heard.recv(100) for _ in range(3)] == [b"WATCHDOG=1"] * 3
    code, said = service.end(signal.SIGTERM)
    assert code == 0
    assert "47114711" not in said


@pytest.mark.parametrize(
    ("config", "words"),
    [
        ('profile = "/no/such.toml"\n', "/no/such.toml"),
        ("prot = 80\n", "unknown key prot"),
        ("port = \n", "Invalid value"),
    ],
)
def test_wrong_settings_open_the_table_without_its_hardware(service: Service, config: str, words: str) -> None:
    service.start(config)
    service.until_ready()
    for path in ("/table", "/host"):
        page = service.page(path)
        assert "Safe mode" in page
        assert words in page


def test_killed_twice_it_is_careful_until_it_was_stopped_on_purpose(service: Service) -> None:
    for _ in range(2):
        service.start('profile = "sim-2"\n')
        service.until_ready()
        assert "Safe mode" not in service.page("/table")
        service.end(signal.SIGKILL)
    service.start('profile = "sim-2"\n')
    service.until_ready()
    assert "It failed to start 2 times in a row." in service.page("/table")
    assert service.end(signal.SIGTERM)[0] == 0
    service.start('profile = "sim-2"\n')
    service.until_ready()
    assert "Safe mode" not in service.page("/table")


def package(folder: Path, name: str, code: str) -> str:
    """An installed package that brings the game ``name``; Python that makes it known."""
    notes = folder / f"{name}-1.0.dist-info"
    notes.mkdir(parents=True)
    (folder / f"{name}.py").write_text(code)
    (notes / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {name}\nVersion: 1.0\n")
    (notes / "entry_points.txt").write_text(f"[companion.games]\n{name} = {name}:PACKAGE\n")
    return f"import sys; sys.path.insert(0, {str(folder)!r}); "


def until_it_hangs_in(service: Service, game: str, start: int) -> None:
    """Wait until the service has noted in which game it hangs, the how manieth start in a row it is."""
    noted, until = service.folder / "state" / "starts.json", time.monotonic() + PATIENCE
    said: dict[str, object] = {}
    while (said.get("game"), said.get("count")) != (game, start):
        assert time.monotonic() < until
        said = json.loads(noted.read_text()) if noted.exists() else {}
        time.sleep(0.1)


def test_a_game_that_does_not_come_back_when_it_is_loaded_is_named_and_left_out(
    service: Service, tmp_path: Path
) -> None:
    before = package(tmp_path / "packages", "sleepy", "import time\ntime.sleep(3600)\n")
    for start in (1, 2):
        service.start('profile = "sim-2"\n', before=before)
        until_it_hangs_in(service, "sleepy", start)
        service.end(signal.SIGKILL)
    service.start('profile = "sim-2"\n', before=before)
    service.until_ready()
    assert "The game sleepy hung at sleepy, and was ended." in service.page("/table")
