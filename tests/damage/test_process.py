"""The same with a companion in a process of its own: there is always a page, and never a traceback."""

from __future__ import annotations

import os
import re
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

ROOT = Path(__file__).parents[2]
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


def text_of(port: int, path: str) -> str:
    try:
        with urllib.request.urlopen(f"http://127.0.0.1:{port}{path}", timeout=20) as page:
            return str(page.read().decode())
    except urllib.error.HTTPError as error:
        with error:
            return error.read().decode()


def by_hand(folder: Path) -> str:
    """What a companion says that is started by hand, and cannot open its table."""
    companion = str(Path(sys.executable).with_name("companion"))
    command = [companion, "run", "--data", str(folder), "--port", str(free_port())]
    done = subprocess.run(command, capture_output=True, text=True, timeout=PATIENCE, env={**os.environ, "LC_ALL": "C"})
    assert done.returncode == 1, done
    return done.stderr


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


def test_a_file_that_is_gone_is_told_though_there_is_no_copy(whole: bytes, tmp_path: Path) -> None:
    put(whole, tmp_path, whole)
    open_log(tmp_path / "companion.db").close()
    (tmp_path / "companion.db").unlink()
    (tmp_path / "companion.db.whole").unlink()
    with service(tmp_path) as (port, _):
        assert "is empty or gone" in text_of(port, "/")
    said = by_hand(tmp_path)
    assert "is empty or gone" in said
    assert "companion run --anew" in said


def test_steps_that_a_flipped_bit_took_are_told_after_a_kill(tmp_path: Path) -> None:
    """With their number to whoever starts it by hand, and without it to strangers on the page."""
    log = tmp_path / "companion.db"
    with subprocess.Popen(
        [sys.executable, "-m", "tests.plays.load_player", str(log)], stdout=subprocess.PIPE, text=True, cwd=ROOT
    ) as player:
        assert player.stdout
        for _ in range(5):
            stored = int(player.stdout.readline())
        player.kill()
    wal = tmp_path / "companion.db-wal"
    content = bytearray(wal.read_bytes())
    content[len(content) // 2] ^= 1
    wal.write_bytes(content)
    said = by_hand(tmp_path)
    found = re.search(r"The last ([0-9]+) steps of a play were kept in", said)
    assert found is not None, said
    assert 1 < int(found[1]) <= stored + 3
    with service(tmp_path) as (port, _):
        page = text_of(port, "/")
    assert "Steps at the end of a play were kept in" in page
    assert f"{found[1]} steps" not in page


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
