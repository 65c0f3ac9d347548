"""What is imported at the start, and what it weighs: ``python -m tests.bench.importing`` tells it as a line of JSON."""

from __future__ import annotations

import subprocess
import sys
from collections import defaultdict
from typing import Any

from tests.bench.phones import tell
from tests.bench.starting import PATIENCE, as_installed

SHOWN = 12
"""Packages listed by name; the others are added up."""
WEIGH = (
    "import companion.commands.run, pathlib; "
    "print(next(l for l in pathlib.Path('/proc/self/status').read_text().splitlines() if l.startswith('VmRSS')))"
)
BARE = WEIGH.replace("companion.commands.run, ", "")


def imports() -> dict[str, Any]:
    """Milliseconds of importing by package, and the memory of a process that has imported all and done nothing."""
    environment = as_installed()
    run = [sys.executable, "-X", "importtime", "-c", "import companion.commands.run"]
    told = subprocess.run(run, env=environment, capture_output=True, text=True, check=True, timeout=PATIENCE).stderr
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


def _weighed(program: str, environment: dict[str, str]) -> int:
    run = [sys.executable, "-c", program]
    told = subprocess.run(run, env=environment, capture_output=True, text=True, check=True, timeout=PATIENCE)
    return int(told.stdout.split()[1]) * 1024


if __name__ == "__main__":
    tell(imports())
