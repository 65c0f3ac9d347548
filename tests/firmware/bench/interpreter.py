"""MicroPython's own interpreter, built for JavaScript: fetched once with npm into build/, and never from elsewhere."""

from __future__ import annotations

from functools import cache
from pathlib import Path

import pytest

from tests import npm_packages
from tests.npm_packages import NotHere, NpmPackage

MICROPYTHON = NpmPackage(
    "@micropython/micropython-webassembly-pyscript",
    "1.27.0",
    "0e75f1e04ab182479a1444ab4b7b8aacbee62cc9389914ddd2633368e7771d44"
    "a265438013bb75d6e2e78dfddfb45f3b376c66e249c79d610a7152b82182140c",
    ("micropython.mjs", "micropython.wasm"),
)


@cache
def node() -> str:
    """Where Node is. Skips the test on a machine without."""
    try:
        return npm_packages.node()
    except NotHere as why:
        pytest.skip(f"the pods' firmware is tried out under Node: {why}")


@cache
def interpreter() -> Path:
    """The interpreter's module. Skips the test where it is not yet here and cannot be fetched."""
    node()
    try:
        return MICROPYTHON.fetched() / MICROPYTHON.files[0]
    except NotHere as why:
        pytest.skip(str(why))
