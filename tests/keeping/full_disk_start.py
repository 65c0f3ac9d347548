"""A real companion on a small disk that fills up, killed and started again: ``python -m`` it with the empty disk.

Run it in a mount namespace of its own, on a tmpfs of 160 MB.
"""

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
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from http.cookiejar import CookieJar
from pathlib import Path

from companion.keeping.disk_room import RESERVE_SIZE, reserve_path
from companion.library import Library
from companion.plays.log.log_file import open_log
from companion.playthroughs.grammar import parse
from companion.playthroughs.replay import replay_into
from tests.keeping.small_disk import Ballast
from tests.ports import free_port

PLAYTHROUGH = Path(__file__).parents[1] / "golden" / "playthroughs" / "antike" / "counted.txt"
PATIENCE = 60.0
PIN = "27182818"


class Started:
    """A companion as the service manager starts it."""

    def __init__(self, folder: Path) -> None:
        self.port = free_port()
        (folder / "companion.toml").write_text(f'port = {self.port}\ndata = "{folder}"\npin = "{PIN}"\n')
        self._manager = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
        self._at = folder / "notify"
        self._at.unlink(missing_ok=True)
        self._manager.bind(str(self._at))
        environment = {**os.environ, "NOTIFY_SOCKET": str(self._at), "LC_ALL": "C"}
        environment.pop("PORT", None)
        self.process = subprocess.Popen(
            [sys.executable, "-m", "companion", "--config", str(folder / "companion.toml"), "run"],
            stdout=subprocess.DEVNULL,
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

    def close(self) -> None:
        """As a power cut: nothing is written any more."""
        self.process.kill()
        self.process.communicate()
        self._manager.close()


@contextmanager
def started(folder: Path) -> Iterator[Started]:
    companion = Started(folder)
    try:
        yield companion
    finally:
        companion.close()


def until(wanted: Callable[[], bool], what: str) -> None:
    end = time.monotonic() + PATIENCE
    while not wanted():
        assert time.monotonic() < end, what
        time.sleep(0.1)


def cut_power(disk: Path) -> None:
    """What is in no file any more after a power cut: the shared memory of SQLite."""
    (disk / "companion.db-shm").unlink(missing_ok=True)


def evening(disk: Path) -> None:
    log, ballast = disk / "companion.db", Ballast(disk)
    with closing(open_log(log)) as opened:
        replay_into(opened, parse(PLAYTHROUGH.read_text()), Library(opened).games())
        play, entries = opened.plays()[0].id, opened.count(opened.plays()[0].id)
    with started(disk) as table:
        until(lambda: table.ask("/log")[0] == 200, "the table opens")
        until(lambda: reserve_path(log).exists(), "the reserve is made")
        assert reserve_path(log).stat().st_blocks * 512 >= RESERVE_SIZE
        ballast.leave(0)
        for page in ("/", "/table", "/log", "/score"):
            until(lambda page=page: "The disk is full" in table.ask(page)[1], f"{page} says that nothing can be stored")
    cut_power(disk)
    with started(disk) as table:
        until(lambda: table.ask("/log")[0] == 200, "it opens with the reserve")
        assert not reserve_path(log).exists()
        assert "The disk is nearly full" in table.ask("/table")[1]
        ballast.leave(130_000_000)
        until(reserve_path(log).exists, "the reserve is made again")
        until(lambda: "The disk is" not in table.ask("/table")[1], "it says so no more")
        reserve_path(log).unlink()
        ballast.leave(0)
    cut_power(disk)
    (disk / "companion.db.damaged-1").write_bytes(b"")
    with started(disk) as table:
        until(lambda: table.ask("/")[0] == 503, "there is a page")
        page = table.ask("/")[1]
        assert "is full" in page
        assert "opens by itself as soon as there is room" in page
        assert "companion.db.damaged-1" not in page
        csrf = re.search(r'name="csrf" value="([^"]+)"', page)
        assert csrf is not None
        assert "companion.db.damaged-1" in table.ask("/rescue/pin", csrf=csrf[1], pin=PIN)[1]
        ballast.leave(20_000_000)
        until(lambda: table.ask("/log")[0] == 200, "it opens by itself")
        table.process.send_signal(signal.SIGTERM)
        assert table.process.wait(PATIENCE) == 0
    with closing(open_log(log)) as opened:
        assert opened.count(play) == entries
        assert opened.check() == "ok"


if __name__ == "__main__":
    evening(Path(sys.argv[1]))
    sys.stdout.write("the evening is over\n")
