"""The rival: boardgame.io in a temporary folder, with eight clients. ``python -m tests.bench.rival`` tells its figures
as a line of JSON, or why there are none.
"""

from __future__ import annotations

import argparse
import json
import os
import shutil
import subprocess
import tempfile
from pathlib import Path
from typing import Any

from tests.bench.figures import spread
from tests.bench.phones import tell
from tests.ports import free_port

HERE = Path(__file__).with_name("rival")
INSTALLING = 150.0
"""Seconds after which the package is given up."""
PLAYING = 60.0
"""Seconds that the clients have for all moves."""


class NoRival(Exception):
    """Why the rival cannot be measured, in a line."""


def rival(moves: int) -> dict[str, Any]:
    """Its figures, or ``missing``: why there are none."""
    try:
        with tempfile.TemporaryDirectory(prefix="rival-") as name:
            folder = Path(name)
            shutil.copytree(HERE, folder, dirs_exist_ok=True)
            return _measured(folder, _installed(folder), moves)
    except NoRival as why:
        return {"missing": str(why)}


def _installed(folder: Path) -> str:
    """Install the package there; the program that runs it. Raises ``NoRival``."""
    node, npm = shutil.which("node"), shutil.which("npm")
    if node is None or npm is None:
        raise NoRival("Node or npm is not here")
    wanted = [npm, "install", "--ignore-scripts", "--no-audit", "--no-fund", "--loglevel=error"]
    try:
        done = subprocess.run(
            wanted,
            cwd=folder,
            capture_output=True,
            text=True,
            timeout=INSTALLING,
            check=False,
            stdin=subprocess.DEVNULL,
        )
    except subprocess.TimeoutExpired:
        raise NoRival(f"npm did not install boardgame.io within {INSTALLING:.0f} s") from None
    if done.returncode:
        said = [line for line in done.stderr.splitlines() if "code" in line] or ["npm failed"]
        raise NoRival(f"npm cannot install boardgame.io: {said[0].removeprefix('npm error ').strip()}")
    return node


def _measured(folder: Path, node: str, moves: int) -> dict[str, Any]:
    port = free_port()
    environment = {**os.environ, "NODE_ENV": "production"}
    table = subprocess.Popen(
        [node, "table.js", str(port)],
        cwd=folder,
        env=environment,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        text=True,
        bufsize=1,
    )
    assert table.stdin is not None
    assert table.stdout is not None
    try:
        if not table.stdout.readline().startswith("ready"):
            raise NoRival("boardgame.io does not start")
        before = _use(table)
        playing = [node, "phones.js", str(port), str(moves)]
        done = subprocess.run(playing, cwd=folder, capture_output=True, text=True, timeout=PLAYING, check=False)
        if done.returncode:
            raise NoRival(f"its clients gave up: {done.stderr.strip()[-200:]}")
        after = _use(table)
        spent = sum(after["processor"].values()) - sum(before["processor"].values())
        found = {"moves": moves, "phones": spread(json.loads(done.stdout.splitlines()[-1]))}
        return {**found, "processor_ms": round(spent / 1000 / moves, 3), "resident": after["resident"]}
    except subprocess.TimeoutExpired:
        raise NoRival(f"its clients were not done within {PLAYING:.0f} s") from None
    finally:
        table.kill()
        table.wait(PLAYING)
        table.stdin.close()
        table.stdout.close()


def _use(table: subprocess.Popen[str]) -> dict[str, Any]:
    """Processor time and memory of the table so far."""
    assert table.stdin is not None
    assert table.stdout is not None
    table.stdin.write("\n")
    found: dict[str, Any] = json.loads(table.stdout.readline())
    return found


def main() -> None:
    """See the module."""
    parser = argparse.ArgumentParser(prog="python -m tests.bench.rival", description=__doc__)
    parser.add_argument("--moves", type=int, default=200)
    tell(rival(parser.parse_args().moves))


if __name__ == "__main__":
    main()
