"""``.ci/run`` where no fresh root can be made: the tests run on this machine, and the last line says why. Where one can
be made, it makes one, with this test in it.
"""

from __future__ import annotations

import os
import shutil
import subprocess
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
NOT_ROOT = {"id": "echo 1000"}
NO_NAMESPACES = {"id": "echo 0", "apt-get": "exit 100", "unshare": "exit 1"}
OUT_OF_REACH = {
    "id": "echo 0",
    "unshare": "exit 0",
    "apt-get": 'echo "E: Could not resolve the host" >&2; exit 100',
}
NOT_DEBIAN = {
    "id": "echo 0",
    "unshare": "exit 0",
    "apt-get": "exit 0",
}


def run(folder: Path, programs: dict[str, str], tests: str) -> subprocess.CompletedProcess[str]:
    """``.ci/run`` on a machine where these programs do this, and ``make`` does ``tests``."""
    shutil.copytree(ROOT / ".ci", folder / "tree" / ".ci")
    (folder / "bin").mkdir()
    for name, script in {**programs, "make": tests}.items():
        (folder / "bin" / name).write_text(f"#!/bin/sh\n{script}\n")
        (folder / "bin" / name).chmod(0o755)
    return subprocess.run(
        ["bash", folder / "tree" / ".ci" / "run"],
        env={**os.environ, "PATH": f"{folder / 'bin'}:{os.environ['PATH']}"},
        capture_output=True,
        text=True,
        check=False,
    )


@pytest.mark.parametrize(
    ("programs", "why"),
    [
        (NOT_ROOT, "only root can make one"),
        (NO_NAMESPACES, "no namespaces of mounts and processes"),
        (OUT_OF_REACH, "Debian's packages are out of reach: E: Could not resolve the host"),
        (NOT_DEBIAN, "Debian is not among the package sources"),
    ],
)
def test_the_tests_run_here_and_the_last_line_says_why(tmp_path: Path, programs: dict[str, str], why: str) -> None:
    done = run(tmp_path, programs, tests='echo "make $*"; echo "3 passed in 0.01s"')
    assert done.returncode == 0, done.stderr
    assert done.stdout.splitlines()[-3:] == ["make test", "3 passed in 0.01s", f"fresh root: NOT RUN ({why})"]


def test_tests_that_fail_here_fail_it(tmp_path: Path) -> None:
    done = run(tmp_path, NOT_ROOT, tests="exit 2")
    assert done.returncode == 2
    assert done.stdout.endswith("fresh root: NOT RUN (only root can make one)\n")
