"""The start, until the first page is there: ``python -m tests.bench.starting`` tells it as a line of JSON."""

from __future__ import annotations

import argparse
import tempfile
from pathlib import Path
from statistics import median
from typing import Any

from tests.bench.phones import page_bytes, tell
from tests.bench.server_process import running_server


def starting(starts: int) -> dict[str, Any]:
    """Milliseconds from the start of ``companion run`` until the first page was answered, and that page's bytes."""
    took, size = [], 0
    with tempfile.TemporaryDirectory() as folder:
        for _ in range(starts + 1):
            with running_server(Path(folder)) as server:
                took.append(server.ready_ms)
                size = sum(page_bytes(server.port, "/").values())
    # The first start also wrote what Python keeps of the sources.
    return {"ready_ms": median(took[1:]), "ready_first_ms": took[0], "first_page": size}


def main() -> None:
    """Measure, and print what was found."""
    parser = argparse.ArgumentParser(prog="python -m tests.bench.starting", description=__doc__)
    parser.add_argument("--starts", type=int, default=4)
    tell(starting(parser.parse_args().starts))


if __name__ == "__main__":
    main()
