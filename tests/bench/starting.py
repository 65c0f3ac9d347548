"""The start, until the first page is there: ``python -m tests.bench.starting`` tells it as a line of JSON."""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from statistics import median
from typing import Any

from tests.bench.phones import fetch, page_bytes, tell
from tests.ports import free_port

PATIENCE = 30.0


def starting(starts: int) -> dict[str, Any]:
    """Milliseconds from the start of ``companion run`` until the first page was answered, and that page's bytes."""
    environment = as_installed()
    took, sizes = [], {}
    with tempfile.TemporaryDirectory() as folder:
        for _ in range(starts + 1):
            with _running(Path(folder), environment) as (port, begun):
                took.append((_first_page(port) - begun) / 1e6)
                sizes = page_bytes(port, "/")
    # The first start also wrote what Python keeps of the sources.
    return {"ready_ms": round(median(took[1:]), 1), "ready_first_ms": round(took[0], 1), "first_page": sizes}


def as_installed() -> dict[str, str]:
    """The environment of the product: what Python has compiled is kept."""
    return {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}


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
        try:
            process.wait(PATIENCE)
        except subprocess.TimeoutExpired:
            process.kill()
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


def main() -> None:
    """See the module."""
    parser = argparse.ArgumentParser(prog="python -m tests.bench.starting", description=__doc__)
    parser.add_argument("--starts", type=int, default=4)
    tell(starting(parser.parse_args().starts))


if __name__ == "__main__":
    main()
