"""A broker of a club, and a database of one."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from companion.club.storage.club_database import ClubDatabase
from tests.club.live_room.club_broker import set_up
from tests.mqtt.mosquitto import Mosquitto


@pytest.fixture
def broker(tmp_path: Path) -> Iterator[Mosquitto]:
    with set_up(tmp_path / "broker") as broker:
        yield broker


@pytest.fixture
def database(tmp_path: Path, shaped_file: Path) -> Iterator[ClubDatabase]:
    """Of SQLite: nothing of the room is stored."""
    shutil.copyfile(shaped_file, tmp_path / "club.db")
    with closing(ClubDatabase(f"sqlite:///{tmp_path / 'club.db'}")) as database:
        yield database
