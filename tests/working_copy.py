"""A copy of the repository in which commands may change what they like, with the environment of these tests."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent


def copied(folder: Path, *, environment: bool = True) -> Path:
    """The files of the repository, as a repository of their own; without ``environment`` as they were just cloned."""
    listed = ["git", "ls-files", "--cached", "--others", "--exclude-standard"]
    for name in subprocess.run(listed, cwd=ROOT, capture_output=True, text=True, check=True).stdout.splitlines():
        if (ROOT / name).is_file():
            (folder / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy2(ROOT / name, folder / name)
    git = ["git", "-c", "user.name=test", "-c", "user.email=test@localhost", "-c", "core.hooksPath=/dev/null"]
    for words in (["init", "-q"], ["add", "--all"], ["commit", "-qm", "As it is"]):
        subprocess.run([*git, *words], cwd=folder, check=True)
    if environment:
        _lend(folder)
    return folder


def changed(folder: Path) -> str:
    """What differs from the repository as it was copied, as git says it; nothing if nothing does."""
    status = ["git", "status", "--porcelain"]
    return subprocess.run(status, cwd=folder, capture_output=True, text=True, check=True).stdout


def _lend(folder: Path) -> None:
    """By links, so that ``make clean`` takes away no more than those. The catalogues are compiled already."""
    (folder / ".venv").mkdir()
    for name in ("bin", "lib", "pyvenv.cfg"):
        (folder / ".venv" / name).symlink_to(Path(sys.prefix) / name)
    for name in ("run.stamp", "test.stamp"):
        (folder / ".venv" / name).touch()
    for path in (ROOT / "companion" / "locale").rglob("*.mo"):
        shutil.copy2(path, folder / path.relative_to(ROOT))


def typed(command: str, folder: Path, *, seconds: float = 60, **environment: str) -> subprocess.CompletedProcess[str]:
    """What a command does that is typed into a shell in ``folder``, with the programs of the environment at hand."""
    path = f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"
    return subprocess.run(
        ["sh", "-c", command],
        cwd=folder,
        env={**os.environ, "PATH": path, **environment},
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        timeout=seconds,
        check=False,
    )
