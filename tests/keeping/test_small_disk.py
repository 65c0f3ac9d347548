"""A disk that really runs out of room: warned, copies stopped, no play begun, none lost, and a table that opens."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest


def on_small_disk(disk: Path, size: str, module: str) -> None:
    disk.mkdir()
    script = f'mount -t tmpfs -o size={size} tmpfs "{disk}" && exec "{sys.executable}" -m {module} "{disk}"'
    # A namespace of its own needs no root, and its mounts are gone with it.
    done = subprocess.run(
        ["unshare", "--map-root-user", "--mount", "sh", "-c", script], capture_output=True, text=True, timeout=300
    )
    assert done.stdout == "the evening is over\n", done.stderr


@pytest.mark.long
def test_an_evening_on_a_small_disk(tmp_path: Path) -> None:
    on_small_disk(tmp_path / "disk", "130m", "tests.keeping.small_disk")


@pytest.mark.long
def test_a_table_is_killed_on_a_full_disk_and_opens_again(tmp_path: Path) -> None:
    on_small_disk(tmp_path / "disk", "160m", "tests.keeping.full_disk_start")
