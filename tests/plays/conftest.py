"""A fresh log for every test: without a disk, unless the file itself is what is tested."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from companion.plays.log.log import Log
from companion.plays.log.log_file import open_log


@pytest.fixture
def log() -> Iterator[Log]:
    with closing(Log(lambda: sqlite3.connect(":memory:", isolation_level=None))) as log:
        yield log


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "data" / "log.sqlite"


@pytest.fixture
def on_disk(path: Path) -> Iterator[Log]:
    with closing(open_log(path)) as log:
        yield log
