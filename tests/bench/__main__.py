"""``make bench``: measure, print a table, write the same to build/bench.json. Nothing here passes or fails."""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

from tests.bench.machine import disk, machine
from tests.bench.printing import table
from tests.bench.replaying import replaying
from tests.bench.starting import imports, starting

WRITTEN = Path("build") / "bench.json"
REPLAYED = 2000


def main() -> None:
    """See the module."""
    parser = argparse.ArgumentParser(prog="python -m tests.bench", description=__doc__)
    parser.add_argument("--folder", type=Path, help="where databases are made (by default the system's own place)")
    parser.add_argument("--presses", type=int, default=500, help="presses behind every percentile")
    parser.add_argument("--written", type=Path, default=WRITTEN, help="where the figures are written as JSON")
    wanted = parser.parse_args()
    folder = wanted.folder or Path(tempfile.gettempdir())
    presses = ["--presses", str(wanted.presses), "--folder", str(folder)]
    fewer = ["--presses", str(max(wanted.presses // 2, 2)), "--folder", str(folder)]
    found: dict[str, Any] = {"machine": machine(), "disk": disk(folder)}
    steps: dict[str, Callable[[], Any]] = {
        "tally": lambda: _pressed(*presses, "--hurry", "5"),
        "tally, not waiting for the disk": lambda: _pressed(*presses, "--synchronous", "OFF"),
        "yacht": lambda: _pressed(*fewer, "--game", "sheet:yacht"),
        "at 100 entries": lambda: _pressed(*fewer, "--entries", "100"),
        "at 10,000 entries": lambda: _pressed(*fewer, "--entries", "10000"),
        "where": lambda: _pressed(*fewer, "--where"),
        "pods": lambda: _told("tests.bench.pods", *fewer),
        "start": starting,
        "imports": imports,
        "replay": lambda: replaying(REPLAYED),
    }
    for number, (name, step) in enumerate(steps.items(), 1):
        _progress(f"{number}/{len(steps)} {name} ...")
        found[name] = step()
    _progress("")
    wanted.written.parent.mkdir(exist_ok=True)
    wanted.written.write_text(json.dumps(found, indent=2) + "\n", encoding="utf-8")
    sys.stdout.write(f"{table(found)}\n\nThe same is in {wanted.written}.\n")


def _progress(words: str) -> None:
    """What is measured now, for whoever waits at a terminal."""
    if sys.stderr.isatty():
        sys.stderr.write(f"\r\033[K{words}")
        sys.stderr.flush()


def _pressed(*arguments: str) -> Any:
    """What ``tests.bench.press`` found."""
    return _told("tests.bench.press", *arguments)


def _told(module: str, *arguments: str) -> Any:
    """What a module found, in a process of its own."""
    run = subprocess.run([sys.executable, "-m", module, *arguments], stdout=subprocess.PIPE, check=True)
    return json.loads(run.stdout)


if __name__ == "__main__":
    main()
