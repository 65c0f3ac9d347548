"""The rival, boardgame.io with pages drawn by React: ``python -m tests.bench.rival`` tells its figures as a line of
JSON, or why there are none.

Four phones in a real Chromium show the public tables of an evening, and a move changes what it changed that evening.
The rival keeps them in memory: it has neither rules nor a disk, asks nothing and tells nothing.
"""

from __future__ import annotations

import argparse
import os
import shutil
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from tests.bench.chromium_phones import ChromiumPhone, chromium, paint, painted_figures
from tests.bench.image_python import ROOT
from tests.bench.painting import PHONES
from tests.bench.phones import tell
from tests.bench.positions import EVENINGS, evening
from tests.bench.server_process import processor_time, proportional_memory
from tests.bench.shown_tables import change, changes, shown_tables
from tests.ports import free_port

HERE = Path(__file__).with_name("rival")
FOLDER = ROOT / "build" / "rival"
INSTALLING = 150.0
"""Seconds after which the packages are given up."""
SERVER, PAGE = ("server.js", "server.cjs"), ("page.jsx", "page.js")
FOR_NODE = ("--platform=node", "--packages=external")
FOR_PAGES = ("--minify", '--define:process.env.NODE_ENV="production"')
SENDS = "(change) => { bench.sent = bench.now(); window.play(change); }"


class NoRival(Exception):
    """Why the rival cannot be measured, in a line."""


def rival(game: str, before: int, moves: int) -> dict[str, Any]:
    """Its figures, or ``missing``: why there are none."""
    try:
        build(installed())
        return {"game": game, **_measured(game, before, moves)}
    except NoRival as why:
        return {"missing": str(why)}


def installed() -> Path:
    """Install its packages, unless they are; the folder. Raises ``NoRival``."""
    npm = shutil.which("npm")
    if npm is None or shutil.which("node") is None:
        raise NoRival("Node or npm is not here")
    lock = (HERE / "package-lock.json").read_bytes()
    if (FOLDER / "installed").is_file() and (FOLDER / "installed").read_bytes() == lock:
        return FOLDER
    shutil.rmtree(FOLDER, ignore_errors=True)
    shutil.copytree(HERE, FOLDER)
    wanted = [npm, "ci", "--ignore-scripts", "--no-audit", "--no-fund", "--loglevel=error"]
    try:
        _run(wanted, INSTALLING)
    except subprocess.TimeoutExpired:
        raise NoRival(f"npm did not install boardgame.io within {INSTALLING:.0f} s") from None
    except subprocess.CalledProcessError as failed:
        said = [line for line in failed.stderr.splitlines() if "code" in line] or ["npm failed"]
        raise NoRival(f"npm cannot install boardgame.io: {said[0].removeprefix('npm error ').strip()}") from None
    (FOLDER / "installed").write_bytes(lock)
    return FOLDER


def build(folder: Path) -> None:
    """Make the program of its server and the script of its page. Raises ``NoRival``."""
    shutil.copytree(HERE, folder, dirs_exist_ok=True)
    for (source, made), options in ((SERVER, FOR_NODE), (PAGE, FOR_PAGES)):
        bundling = ["node_modules/.bin/esbuild", source, "--bundle", f"--outfile={made}", "--log-level=warning"]
        try:
            _run([*bundling, *options], INSTALLING)
        except subprocess.CalledProcessError as failed:
            raise NoRival(f"esbuild cannot bundle {source}: {failed.stderr.strip()[-200:]}") from None


def _run(command: list[str], seconds: float) -> None:
    subprocess.run(
        command, cwd=FOLDER, capture_output=True, text=True, timeout=seconds, check=True, stdin=subprocess.DEVNULL
    )


def _measured(game: str, before: int, moves: int) -> dict[str, Any]:
    tables = shown_tables(evening(game), before, moves + 1)
    with _running() as (pid, url), chromium() as browser:
        phones = [ChromiumPhone(browser, f"{url}/?seat={seat}", {}) for seat in range(PHONES)]
        for phone in phones:
            phone.page.wait_for_function("() => window.play")
        paint(phones, phones[0], SENDS, change([], tables[0]))
        made, processor = [], []
        for number, changed in enumerate(changes(tables)):
            spent = processor_time(pid)
            made.append(paint(phones, phones[number % PHONES], SENDS, changed))
            if not all(phone.painted_since(made[-1].began) for phone in phones):
                raise NoRival("a phone of it did not paint a move")
            processor.append((processor_time(pid) - spent) / 1e6)
        return {
            **painted_figures(made[1:]),
            "processor": [round(each, 1) for each in processor[1:]],
            "pss": proportional_memory(pid),
        }


@contextmanager
def _running() -> Iterator[tuple[int, str]]:
    """The process of its server, and the address of its page."""
    port, page = free_port(), free_port()
    server = subprocess.Popen(
        ["node", SERVER[1], str(port), str(page)],
        cwd=FOLDER,
        env={**os.environ, "NODE_ENV": "production"},
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        text=True,
    )
    assert server.stdout is not None
    try:
        if not server.stdout.readline().startswith("ready"):
            raise NoRival("boardgame.io does not start")
        yield server.pid, f"http://127.0.0.1:{page}"
    finally:
        server.kill()
        server.wait()
        server.stdout.close()


def main() -> None:
    """Measure, and print what was found."""
    parser = argparse.ArgumentParser(prog="python -m tests.bench.rival", description=__doc__)
    parser.add_argument("--game", choices=sorted(EVENINGS), default="antike")
    parser.add_argument("--before", type=int, default=60, help="moves made before the first that is measured")
    parser.add_argument("--moves", type=int, default=20)
    wanted = parser.parse_args()
    tell(rival(wanted.game, wanted.before, wanted.moves))


if __name__ == "__main__":
    main()
