"""A table to be kept, and a machine with versions of the companion, for each test its own."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.keeping.kept import Kept, kept
from tests.keeping.real_service import Service, installed_service
from tests.keeping.update_machine import Machine


@pytest.fixture
def table(tmp_path: Path) -> Iterator[Kept]:
    folder = tmp_path / "data"
    folder.mkdir()
    with kept(folder) as made:
        yield made


@pytest.fixture
def service(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Service]:
    with installed_service(tmp_path, monkeypatch) as made:
        yield made


@pytest.fixture
def machine(tmp_path: Path) -> Iterator[Machine]:
    made = Machine(tmp_path)
    yield made
    left = {path.name for path in made.log.parent.iterdir() if path.is_dir()}
    assert left == set(), "nothing of a trial stays"
