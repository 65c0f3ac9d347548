"""``make test`` runs every test, in suites side by side, and each of them once."""

from __future__ import annotations

import subprocess
from collections import Counter
from pathlib import Path

from tests.documents import ROOT


def run_by_make() -> list[Path]:
    """The folders and files of the tests that the suites name."""
    shown = subprocess.run(
        ["make", "--dry-run", "--always-make", "test"], cwd=ROOT, capture_output=True, text=True, check=True
    ).stdout
    lines = [line.split('-m "not long" ', 1)[1] for line in shown.splitlines() if "bin/pytest" in line]
    return [ROOT / path for line in lines for path in line.split()]


def test_every_test_is_in_a_suite_and_in_one_only() -> None:
    named = run_by_make()
    assert Counter(named).most_common(1)[0][1] == 1
    for folder in (ROOT / "tests", ROOT / "companion" / "game_tests"):
        for file in folder.rglob("test_*.py"):
            assert len({file, *file.parents} & set(named)) == 1, file
