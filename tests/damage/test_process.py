"""The same with a companion in a process of its own: there is always a page, and never a traceback."""

from __future__ import annotations

import os
import signal
import socket
import subprocess
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from random import Random

import pytest

from companion.library import Library
from companion.plays.log.log_file import open_log
from companion.playthroughs.grammar import parse
from companion.playthroughs.replay import replay_into
from tests.plays.row_rewriting import damage
from tests.ports import free_port

PLAYTHROUGHS = Path(__file__).parents[1] / "golden" / "playthroughs" / "antike"
PATIENCE = 90.0
PAGES = ("/", "/table", "/log", "/score", "/history", "/history/statistics", "/history/{play}")


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> bytes:
    """Two plays of a game of the product; the second is the one on the table."""
    log = tmp_path_factory.mktemp("whole") / "companion.db"
    with closing(open_log(log, synchronous="OFF")) as opened:
        for name in ("sudden-end", "counted"):
            replay_into(opened, parse((PLAYTHROUGHS / f"{name}.txt").read_text()), Library(opened).games())
    return log.read_bytes()


def status_of(port: int, path: str) -> int:
    try:
        with urllib.request.urlopen(f"http://127.0.0.1:{port}{path}", timeout=20) as page:
            return int(page.status)
    except urllib.error.HTTPError as error:
        with error:
            return error.code
    except OSError:
        return 0


@contextmanager
def service(folder: Path) -> Iterator[tuple[int, subprocess.Popen[str]]]:
    """A companion as the service manager starts it, once it answers."""
    port = free_port()
    config = folder / "companion.toml"
    config.write_text(f'port = {port}\ndata = "{folder}"\n')
    manager = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
    manager.bind(str(folder / "notify"))
    environment = {**os.environ, "NOTIFY_SOCKET": str(folder / "notify")}
    environment.pop("PORT", None)
    process = subprocess.Popen(
        [str(Path(sys.executable).with_name("companion")), "--config", str(config), "run"],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env=environment,
    )
    try:
        until = time.monotonic() + PATIENCE
        while not status_of(port, "/") and process.poll() is None and time.monotonic() < until:
            time.sleep(0.05)
        yield port, process
    finally:
        process.kill()
        process.communicate()
        manager.close()


def pages_of(folder: Path) -> list[int]:
    """What every page answers; the process must end when it is told to, without a traceback."""
    with closing(open_log(folder / "companion.db.whole", synchronous="OFF")) as log:
        play = log.plays()[-1].id
    with service(folder) as (port, process):
        found = [status_of(port, path.format(play=play)) for path in PAGES]
        process.send_signal(signal.SIGTERM)
        _, said = process.communicate(timeout=PATIENCE)
    assert "Traceback" not in said, said
    return found


def put(whole: bytes, folder: Path, content: bytes) -> None:
    (folder / "companion.db.whole").write_bytes(whole)
    (folder / "companion.db").write_bytes(content)


@pytest.mark.parametrize(
    ("sql", "status"),
    [
        ("number = (SELECT max(number) FROM entries AS e WHERE e.play = entries.play)", 503),
        ("number = 2", 200),
    ],
)
def test_the_table_opens_on_a_gap_and_asks_where_the_end_is_damaged(
    whole: bytes, tmp_path: Path, sql: str, status: int
) -> None:
    put(whole, tmp_path, whole)
    with closing(open_log(tmp_path / "companion.db")) as log:
        damage(log, f"UPDATE entries SET mono = mono + 1 WHERE {sql}")
    assert pages_of(tmp_path) == [status] * len(PAGES)


@pytest.mark.long
@pytest.mark.parametrize("seed", range(60))
def test_wherever_a_bit_flips_there_is_a_page(whole: bytes, tmp_path: Path, seed: int) -> None:
    chance = Random(seed)
    content = bytearray(whole)
    place = chance.randrange(len(content))
    while seed % 2 and not content[place]:
        place = chance.randrange(len(content))
    content[place] ^= 1 << chance.randrange(8)
    put(whole, tmp_path, bytes(content))
    found = pages_of(tmp_path)
    assert found[0] in (200, 503), found
    if found[0] == 200:
        # A play whose own id is damaged is at another address.
        assert set(found[:-1]) == {200}, found
        assert found[-1] in (200, 404), found
    else:
        assert set(found) == {503}, found
