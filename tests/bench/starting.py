"""The start: until the first page is there, what is imported for it, and what the imports weigh."""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
import time
from collections import defaultdict
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from statistics import median
from typing import Any

from tests.bench.bench_table import free_port
from tests.bench.phones import fetch, page_bytes

STARTS = 5
PATIENCE = 30.0
SHOWN = 12
"""Packages listed by name; the others are added up."""
WEIGH = (
    "import companion.commands.run, pathlib; "
    "print(next(l for l in pathlib.Path('/proc/self/status').read_text().splitlines() if l.startswith('VmRSS')))"
)
BARE = WEIGH.replace("companion.commands.run, ", "")


def starting() -> dict[str, Any]:
    """Milliseconds from the start of ``companion run`` until the first page was answered, and that page's bytes."""
    environment = _as_installed()
    took, sizes = [], {}
    with tempfile.TemporaryDirectory() as folder:
        for _ in range(STARTS + 1):
            with _running(Path(folder), environment) as (port, begun):
                took.append((_first_page(port) - begun) / 1e6)
                sizes = page_bytes(port, "/")
    # The first start also wrote what Python keeps of the sources.
    return {"ready_ms": round(median(took[1:]), 1), "ready_first_ms": round(took[0], 1), "first_page": sizes}


def imports() -> dict[str, Any]:
    """Milliseconds of importing by package, and the memory of a process that has imported all and done nothing."""
    environment = _as_installed()
    run = [sys.executable, "-X", "importtime", "-c", "import companion.commands.run"]
    told = subprocess.run(run, env=environment, capture_output=True, text=True, check=True).stderr
    spent: dict[str, float] = defaultdict(float)
    for line in told.splitlines()[1:]:
        own, _, name = line.removeprefix("import time:").split("|")
        spent[name.strip().split(".")[0]] += int(own) / 1000
    ordered = sorted(spent.items(), key=lambda item: -item[1])
    packages = {name: round(took, 1) for name, took in ordered[:SHOWN]}
    packages["all others"] = round(sum(took for _, took in ordered[SHOWN:]), 1)
    return {
        "import_ms": round(sum(spent.values()), 1),
        "import_ms_by_package": packages,
        "resident_imports": _weighed(WEIGH, environment),
        "resident_python": _weighed(BARE, environment),
    }


def _as_installed() -> dict[str, str]:
    """The environment of the product: what Python has compiled is kept."""
    return {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}


def _weighed(program: str, environment: dict[str, str]) -> int:
    told = subprocess.run([sys.executable, "-c", program], env=environment, capture_output=True, text=True, check=True)
    return int(told.stdout.split()[1]) * 1024


@contextmanager
def _running(folder: Path, environment: dict[str, str]) -> Iterator[tuple[int, int]]:
    port = free_port()
    settings = {**environment, "PORT": str(port), "COMPANION_DATA": str(folder)}
    companion = Path(sys.executable).with_name("companion")
    begun = time.monotonic_ns()
    process = subprocess.Popen([companion, "run"], env=settings, stdout=subprocess.DEVNULL)
    try:
        yield port, begun
    finally:
        process.terminate()
        process.wait(PATIENCE)


def _first_page(port: int) -> int:
    deadline = time.monotonic() + PATIENCE
    while True:
        try:
            fetch(port, "/")
            return time.monotonic_ns()
        except ConnectionRefusedError:
            if time.monotonic() > deadline:
                raise
            time.sleep(0.002)
