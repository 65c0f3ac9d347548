"""A database of a club for every test: of SQLite, and of PostgreSQL."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import closing
from itertools import count
from pathlib import Path

import pytest

from companion.club.storage.club_database import ClubDatabase
from companion.club.storage.migrating import migrate_club
from tests.club.postgres import Postgres, needs_postgres

numbers = count(1)


@pytest.fixture(scope="session")
def postgres() -> Iterator[Postgres]:
    with closing(Postgres("fsync = off")) as server:  # nobody pulls its plug
        server.start()
        yield server


@pytest.fixture(params=["sqlite", pytest.param("postgresql", marks=needs_postgres)])
def url(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """The address of an empty database."""
    if request.param == "sqlite":
        return f"sqlite:///{tmp_path / 'club.db'}"
    return request.getfixturevalue("postgres").new_database(f"club{next(numbers)}")


@pytest.fixture
def database(url: str) -> Iterator[ClubDatabase]:
    with closing(ClubDatabase(url)) as database:
        migrate_club(database)
        yield database
