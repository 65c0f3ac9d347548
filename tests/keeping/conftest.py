"""A table to be kept, for each test its own."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.keeping.kept import Kept, kept


@pytest.fixture
def table(tmp_path: Path) -> Iterator[Kept]:
    folder = tmp_path / "data"
    folder.mkdir()
    with kept(folder) as made:
        yield made
