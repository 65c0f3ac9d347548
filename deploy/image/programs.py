"""Runs the programs the image is made with; what one of them said comes along when it fails."""

from __future__ import annotations

import shutil
import subprocess
from collections.abc import Mapping
from pathlib import Path

PROC_MOUNTS = Path("/proc/self/mounts")


class ImageError(Exception):
    """The image cannot be built; the text says why, and what to do."""


def run(*words: str | Path, env: Mapping[str, str] | None = None, sent: str | None = None) -> str:
    """What a program printed. Raises ``ImageError`` with the end of what it said when it fails."""
    command = [str(word) for word in words]
    try:
        done = subprocess.run(command, capture_output=True, text=True, check=False, env=env, input=sent)
    except FileNotFoundError:
        raise ImageError(f"{command[0]} is missing on this machine") from None
    if done.returncode:
        raise ImageError(f"{' '.join(command)[:400]}\n{done.stdout[-1500:]}\n{done.stderr[-1500:]}")
    return done.stdout


def discard(folder: Path, mounts: Path = PROC_MOUNTS) -> None:
    """Delete a folder, but never what is mounted in it: this runs as root, and a build that was cut off may have left
    something there. Raises ``ImageError``.
    """
    if not folder.exists():
        return
    inside = f"{folder.resolve()}/"
    held = [line.split()[1] for line in mounts.read_text().splitlines() if line.split()[1].startswith(inside)]
    if held:
        raise ImageError(f"nothing was deleted; unmount these first: {' '.join(held)}")
    shutil.rmtree(folder)
