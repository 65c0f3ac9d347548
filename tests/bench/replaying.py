"""Replaying a long evening, as ``companion verify`` does: ``python -m tests.bench.replaying`` tells it as JSON."""

from __future__ import annotations

import argparse
import tempfile
import time
from pathlib import Path
from typing import Any

from companion.config import LOG_NAME
from companion.plays.log.log_file import open_log
from companion.plays.maintenance.verify import verify
from tests.bench.bench_table import new_devices, prefill
from tests.bench.phones import tell
from tests.bench.tally import Tally


def replaying(entries: int) -> dict[str, Any]:
    """Seconds for so many entries to be played again and compared."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        prefill(folder, entries, new_devices())
        log = open_log(folder / LOG_NAME)
        begun = time.monotonic()
        report = verify(log, {"tally": Tally()})
        took = time.monotonic() - begun
        log.close()
    if not report.clean or report.entries != entries:
        raise SystemExit(f"the replay differs: {report}")
    return {"entries": entries, "seconds": round(took, 3), "per_entry_ms": round(took / entries * 1000, 3)}


def main() -> None:
    """See the module."""
    parser = argparse.ArgumentParser(prog="python -m tests.bench.replaying", description=__doc__)
    parser.add_argument("--entries", type=int, default=2000)
    tell(replaying(parser.parse_args().entries))


if __name__ == "__main__":
    main()
