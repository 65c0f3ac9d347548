"""A table for every test, and no thread left behind."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from tests.service.at_table import Room


@pytest.fixture(autouse=True)
def no_thread_left() -> Iterator[None]:
    before = set(threading.enumerate())
    yield
    left = [thread.name for thread in threading.enumerate() if thread not in before]
    assert not left, f"left running: {left}"


@contextmanager
def opening_rooms(folder: Path) -> Iterator[Callable[..., Room]]:
    """Makes tables over one log file: a second one is the first after a restart, once the first is closed."""
    opened: list[Room] = []

    def make(*games: Any, file: str = "log.sqlite", **settings: Any) -> Room:
        opened.append(Room(folder / file, *games, **settings))
        return opened[-1]

    yield make
    for room in opened:
        room.close()


@pytest.fixture
def rooms(tmp_path: Path, no_thread_left: None) -> Iterator[Callable[..., Room]]:
    """Makes tables over one log file."""
    with opening_rooms(tmp_path) as make:
        yield make


@pytest.fixture
def room(rooms: Callable[..., Room]) -> Room:
    """A table without devices."""
    return rooms()


@pytest.fixture
def sim(rooms: Callable[..., Room]) -> Room:
    """A table with a panel and eight places, all simulated."""
    return rooms(profile="simulated")
