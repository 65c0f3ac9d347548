"""MicroPython's own interpreter, built for JavaScript: fetched once with npm into build/, and never from elsewhere."""

from __future__ import annotations

import hashlib
import os
import shutil
import subprocess
import tarfile
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest

VERSION = "1.27.0"
PACKAGE = f"@micropython/micropython-webassembly-pyscript@{VERSION}"
SHA512 = (
    "0e75f1e04ab182479a1444ab4b7b8aacbee62cc9389914ddd2633368e7771d44"
    "a265438013bb75d6e2e78dfddfb45f3b376c66e249c79d610a7152b82182140c"
)
FILES = ("micropython.mjs", "micropython.wasm")
FOLDER = Path(__file__).parents[3] / "build" / f"micropython-{VERSION}"


@cache
def node() -> str:
    """Where Node is. Skips the test on a machine without."""
    found = shutil.which("node")
    if found is None:
        pytest.skip("the pods' firmware is tried out under Node, which is not here: sudo apt install nodejs npm")
    return found


@cache
def interpreter() -> Path:
    """The interpreter's module. Skips the test where it is not yet here and cannot be fetched."""
    node()
    module = FOLDER / FILES[0]
    if not module.exists():
        _fetch()
    return module


def _fetch() -> None:
    npm = shutil.which("npm")
    if npm is None:
        pytest.skip(f"npm is not here to fetch {PACKAGE}: sudo apt install npm")
    FOLDER.parent.mkdir(exist_ok=True)
    with TemporaryDirectory(dir=FOLDER.parent) as scratch:
        done = subprocess.run(
            [npm, "pack", "--silent", PACKAGE], cwd=scratch, capture_output=True, text=True, timeout=120, check=False
        )
        packed = next(Path(scratch).glob("*.tgz"), None)
        if done.returncode or packed is None:
            pytest.skip(f"npm cannot fetch {PACKAGE}: {done.stderr.strip()}")
        found = hashlib.sha512(packed.read_bytes()).hexdigest()
        assert found == SHA512, f"{PACKAGE} is not what it was: {found}"
        ready = Path(scratch) / "ready"
        ready.mkdir()
        with tarfile.open(packed) as tar:
            for name in FILES:
                member = tar.extractfile(f"package/{name}")
                assert member is not None
                (ready / name).write_bytes(member.read())
        try:
            os.rename(ready, FOLDER)
        except OSError:
            assert (FOLDER / FILES[0]).exists()  # somebody else was quicker
