"""``companion run`` on a damaged log: as a service it serves the page until the host has chosen, by hand it says it."""

from __future__ import annotations

import os
import re
import signal
import socket
import subprocess
import sys
import time
import urllib.error
import urllib.parse
import urllib.request
from collections.abc import Iterator
from contextlib import closing
from http.cookiejar import CookieJar
from pathlib import Path

import pytest

from companion.keeping.copies import name_of
from companion.plays.log.log_file import open_log
from companion.plays.maintenance.backup import back_up, check
from tests.keeping.kept import spoil
from tests.plays.counter import begin
from tests.ports import free_port

pytestmark = pytest.mark.long

PATIENCE = 60.0


class Running:
    """A companion in a process of its own, on a damaged log with a good copy, or on one of a newer companion."""

    def __init__(self, folder: Path, *words: str, service: bool, gone: bool = False, port: int = 0) -> None:
        self.log = folder / "data" / "companion.db"
        with closing(open_log(self.log)) as log:
            begin(log)
        (folder / "data" / "copies").mkdir()
        back_up(self.log, folder / "data" / "copies" / name_of(4, None, ""))
        spoil(self.log)
        if gone:
            self.log.unlink()
        self.port = port or free_port()
        config = folder / "companion.toml"
        config.write_text(f'port = {self.port}\npin = "27182818"\ndata = "{self.log.parent}"\n')
        self.manager = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
        self.manager.bind(str(folder / "notify"))
        self.manager.settimeout(PATIENCE)
        environment = {**os.environ, **({"NOTIFY_SOCKET": str(folder / "notify")} if service else {})}
        environment.pop("PORT", None)
        self.process = subprocess.Popen(
            [str(Path(sys.executable).with_name("companion")), "--config", str(config), "run", *words],
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            env=environment,
        )
        self._browser = urllib.request.build_opener(urllib.request.HTTPCookieProcessor(CookieJar()))

    def ask(self, path: str, **form: str) -> tuple[int, str]:
        data = urllib.parse.urlencode(form).encode() if form else None
        try:
            with self._browser.open(f"http://127.0.0.1:{self.port}{path}", data, timeout=10) as page:
                return page.status, page.read().decode()
        except urllib.error.HTTPError as error:
            with error:
                return error.code, error.read().decode()
        except OSError:
            return 0, ""

    def until(self, path: str, status: int) -> str:
        end = time.monotonic() + PATIENCE
        while time.monotonic() < end:
            found, page = self.ask(path)
            if found == status:
                return page
            time.sleep(0.1)
        raise AssertionError(f"{path} never answered {status}: {self.process.poll()}")

    def close(self) -> None:
        self.process.kill()
        self.process.communicate()
        self.manager.close()


@pytest.fixture
def running(tmp_path: Path, request: pytest.FixtureRequest) -> Iterator[Running]:
    made = Running(tmp_path, service=request.param)
    yield made
    made.close()


@pytest.mark.parametrize("running", [True], indirect=True)
def test_a_service_goes_on_from_the_copy_the_host_chose(running: Running) -> None:
    page = running.until("/", 503)
    assert "is damaged" in page
    assert running.manager.recv(1000).startswith(b"READY=1"), "systemd lets it be"
    csrf = re.search(r'name="csrf" value="([^"]+)"', page)
    assert csrf is not None
    assert "Go on from this copy" in running.ask("/rescue/pin", csrf=csrf[1], pin="27182818")[1]
    assert "Done." in running.ask("/rescue", csrf=csrf[1], do="copy")[1]
    running.until("/table", 200)
    assert [file.name for file in running.log.parent.glob("*damaged*")] == ["companion.db.damaged-1"]
    running.process.send_signal(signal.SIGTERM)
    assert running.process.wait(20) == 0
    assert check(running.log).plays >= 1


@pytest.mark.parametrize("running", [True], indirect=True)
def test_a_service_told_to_stop_meanwhile_stops(running: Running) -> None:
    running.until("/", 503)
    running.process.send_signal(signal.SIGTERM)
    assert running.process.wait(20) == 0


def test_a_service_whose_port_is_taken_says_so(tmp_path: Path) -> None:
    with socket.create_server(("0.0.0.0", 0)) as taken:
        running = Running(tmp_path, service=True, port=taken.getsockname()[1])
        _, said = running.process.communicate(timeout=PATIENCE)
        running.close()
    assert f"Port {running.port} is taken by another program." in said
    assert "Traceback" not in said


@pytest.mark.parametrize("running", [False], indirect=True)
def test_by_hand_it_says_what_to_do_and_ends(running: Running) -> None:
    _, said = running.process.communicate(timeout=PATIENCE)
    assert running.process.returncode == 1
    assert "is damaged." in said
    assert "companion restore --force" in said


def test_by_hand_a_table_begins_anew_where_the_plays_are_gone(tmp_path: Path) -> None:
    refused = Running(tmp_path, service=False, gone=True)
    _, said = refused.process.communicate(timeout=PATIENCE)
    refused.close()
    assert "is empty or gone" in said
    begun = Running(tmp_path / "again", "--anew", service=False, gone=True)
    begun.until("/table", 200)
    begun.close()
    with closing(open_log(begun.log)) as log:
        assert [play.status for play in log.plays()] == ["gathering"], "the one that was on is not there"
