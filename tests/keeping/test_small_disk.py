"""A disk that really runs out of room: warned, copies stopped, no play begun, none lost."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest


@pytest.mark.long
def test_an_evening_on_a_small_disk(tmp_path: Path) -> None:
    disk = tmp_path / "disk"
    disk.mkdir()
    evening = f'"{sys.executable}" -m tests.keeping.small_disk "{disk}"'
    script = f'mount -t tmpfs -o size=130m tmpfs "{disk}" && exec {evening}'
    # A namespace of its own needs no root, and its mounts are gone with it.
    done = subprocess.run(
        ["unshare", "--map-root-user", "--mount", "sh", "-c", script], capture_output=True, text=True, timeout=120
    )
    assert done.stdout == "the evening is over\n", done.stderr
