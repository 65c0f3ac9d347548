"""The bench runs to its end, and says what it measured."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).resolve().parents[2]


def test_presses_are_measured_in_a_play_that_went_on_for_long(tmp_path: Path) -> None:
    wanted = ("--presses", "2", "--entries", "100", "--where", "--folder", str(tmp_path))
    found = json.loads(_run(60, "tests.bench.press", *wanted))
    _whole(found, entries=100)
    assert found["where"]


@pytest.mark.long
def test_the_whole_bench_comes_to_its_end(tmp_path: Path) -> None:
    written = tmp_path / "bench.json"
    said = _run(300, "tests.bench", "--presses", "2", "--folder", str(tmp_path), "--written", str(written))
    assert "Where the time of a press goes" in said
    found = json.loads(written.read_text(encoding="utf-8"))
    for step, entries in {"tally": 0, "yacht": 0, "at 100 entries": 100, "at 10,000 entries": 10_000}.items():
        _whole(found[step], entries)


def _whole(found: dict[str, Any], entries: int) -> None:
    assert found["moves"] >= 1
    assert found["entries"] > entries + found["moves"]
    assert 0 < found["commit"]["p50"] <= found["committed"]["p50"] <= found["phones"]["max"]
    assert found["resident"] > 20_000_000


def _run(seconds: float, module: str, *arguments: str) -> str:
    command = [sys.executable, "-m", module, *arguments]
    return subprocess.run(command, cwd=ROOT, timeout=seconds, check=True, stdout=subprocess.PIPE, text=True).stdout
